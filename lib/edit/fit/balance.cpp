#include "edit/fit/balance.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/json/json.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

// An element of HTML or XML that is not closed.
struct LoneTag {
  std::string name;  // "/div" for an end without a beginning
  uint32_t line;     // from 0
};

// What may stay open in HTML is not told.
constexpr std::string_view kMayStayOpen[] = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
    "param", "source", "track", "wbr", "p", "li", "dt", "dd", "tr", "td", "th", "tbody", "thead", "tfoot", "option",
    "optgroup", "colgroup", "rp", "rt"};

class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : text_(text) {}

  std::vector<InnerText> inner;

  std::vector<LoneTag> run() {
    for (size_t at = text_.find('<'); at < text_.size(); at = text_.find('<', at)) at = tag(at);
    for (const LoneTag& open : open_)
      if (!is_one_of(kMayStayOpen, open.name)) lone_.push_back(open);
    return std::move(lone_);
  }

 private:
  uint32_t line_of(size_t at) {
    line_ += static_cast<uint32_t>(
        std::count(text_.begin() + static_cast<ptrdiff_t>(counted_), text_.begin() + static_cast<ptrdiff_t>(at), '\n'));
    counted_ = at;
    return line_;
  }

  size_t past(std::string_view end, size_t at) const {
    size_t found = text_.find(end, at);
    return found == text_.npos ? text_.size() : found + end.size();
  }

  size_t tag(size_t at) {
    std::string_view rest = text_.substr(at);
    if (rest.starts_with("<!--")) return past("-->", at);
    if (rest.starts_with("<![CDATA[")) return past("]]>", at);
    if (rest.starts_with("<%")) return past("%>", at);
    if (rest.starts_with("<?")) return past("?>", at);
    bool ends = rest.starts_with("</");
    size_t start = at + (ends ? 2 : 1), name_end = start;
    while (name_end < text_.size() && is_of_name(text_[name_end])) ++name_end;
    if (name_end == start || !is_letter_or_digit(text_[start])) return at + 1;
    std::string name = ascii_lower(text_.substr(start, name_end - start));
    size_t end = end_of_tag(name_end);
    if (end == text_.npos) return at + 1;  // cut off, or no tag: "a <b"
    if (ends) close(name, at);
    else if (text_[end - 1] != '/') open(name, at);
    if (!ends && text_[end - 1] != '/' && (name == "script" || name == "style" || name == "textarea")) {
      size_t closing = std::min(text_.find("</" + name, end), text_.size());
      inner.push_back(
          {name == "style" ? "a.scss" : "a.ts", text_.substr(end + 1, closing - std::min(end + 1, closing))});
      return closing;
    }
    return end + 1;
  }

  static bool is_of_name(char c) { return is_of_word(c) || c == '-' || c == '_' || c == ':' || c == '.'; }

  // Its '>', which does not stand in quotes or braces.
  size_t end_of_tag(size_t at) const {
    int braces = 0;
    for (; at < text_.size(); ++at) {
      char c = text_[at];
      if ((c == '"' || c == '\'') && braces == 0) {
        at = text_.find(c, at + 1);
        if (at == text_.npos) return at;
      } else if (c == '{') ++braces;
      else if (c == '}') braces -= braces > 0 ? 1 : 0;
      else if (c == '>' && braces == 0) return at;
      else if (c == '<' && braces == 0) return text_.npos;
    }
    return text_.npos;
  }

  void open(const std::string& name, size_t at) {
    open_.push_back({name, line_of(at)});
    ++counts_[name];
  }

  void close(const std::string& name, size_t at) {
    if (counts_[name] == 0) {
      if (!is_one_of(kMayStayOpen, name)) lone_.push_back({"/" + name, line_of(at)});
      return;
    }
    for (; open_.back().name != name; open_.pop_back()) {
      --counts_[open_.back().name];
      if (!is_one_of(kMayStayOpen, open_.back().name)) lone_.push_back(open_.back());
    }
    --counts_[name];
    open_.pop_back();
  }

  std::string_view text_;
  size_t counted_ = 0;
  uint32_t line_ = 0;
  std::vector<LoneTag> open_, lone_;
  std::unordered_map<std::string, size_t> counts_;  // of the open ones
};

// The first of `now` that `once` has not at its turn; nothing when all of them come in it in order.
template <class T, class Same>
const T* first_new(const std::vector<T>& once, const std::vector<T>& now, Same same) {
  auto at = once.begin();
  for (const T& one : now) {
    at = std::find_if(at, once.end(), [&](const T& old) { return same(old, one); });
    if (at == once.end()) return &one;
    ++at;
  }
  return nullptr;
}

std::string told_of(char sign) {
  if (sign == kIf) return "'#if' is not closed";
  if (sign == kEndIf) return "'#endif' closes nothing";
  bool closes = std::string_view(")]}").find(sign) != std::string_view::npos;
  return fmt::format("'{}' {}", sign, closes ? "closes nothing" : "is not closed");
}

std::optional<Unbalanced> in_brackets(const Scan& before, const Scan& after) {
  auto same = [](const LoneBracket& a, const LoneBracket& b) { return a.sign == b.sign; };
  if (const LoneBracket* lone = first_new(before.lone, after.lone, same))
    return Unbalanced{lone->line + 1, told_of(lone->sign)};
  if (after.in_comment_at_end && !before.in_comment_at_end) return Unbalanced{after.lines.size(), "a comment is open"};
  if (after.in_string_at_end && !before.in_string_at_end) return Unbalanced{after.lines.size(), "a string is open"};
  return std::nullopt;
}

std::optional<Unbalanced> in_tags(std::string_view before, std::string_view after) {
  TagScanner old_tags(before), new_tags(after);
  std::vector<LoneTag> once = old_tags.run(), now = new_tags.run();
  if (const LoneTag* lone = first_new(once, now, [](const LoneTag& a, const LoneTag& b) { return a.name == b.name; })) {
    bool ends = lone->name.starts_with('/');
    return Unbalanced{lone->line + 1,
        fmt::format("'<{}>' {}", escape_for_display(lone->name), ends ? "closes nothing" : "is not closed")};
  }
  for (size_t i = 0; i < new_tags.inner.size() && new_tags.inner.size() == old_tags.inner.size(); ++i) {
    auto [path, text] = new_tags.inner[i];
    Scan old_code = scan(old_tags.inner[i].text, source_kind(path)), code = scan(text, source_kind(path));
    std::optional<Unbalanced> found = in_brackets(old_code, code);
    if (found) found->line += line_at(after, static_cast<size_t>(text.data() - after.data())) - 1;
    if (found) return found;
  }
  return std::nullopt;
}

const ScannedLine* last_of_code(const Scan& scan) {
  auto last =
      std::find_if(scan.lines.rbegin(), scan.lines.rend(), [](const ScannedLine& line) { return !line.code.empty(); });
  return last == scan.lines.rend() ? nullptr : &*last;
}

// By indentation: how many heads have nothing in them?
size_t bodies_missing(const Scan& scan) {
  size_t count = 0;
  const ScannedLine* head = nullptr;
  for (const ScannedLine& line : scan.lines) {
    if (line.code.empty() || line.in_string) continue;
    count += head != nullptr && line.indent <= head->indent ? 1 : 0;
    head = line.code.ends_with(':') && line.depth_after == 0 ? &line : nullptr;
  }
  return count + (head != nullptr ? 1 : 0);
}

// Does the text end within what its last lines begin?
std::optional<Unbalanced> at_end(const Scan& before, const Scan& after, const SourceKind& kind) {
  const ScannedLine* last = last_of_code(after);
  const ScannedLine* old_last = last_of_code(before);
  if (last == nullptr) return std::nullopt;
  auto number = static_cast<uint64_t>(last - after.lines.data()) + 1;
  if (kind.layout == Layout::indentation && kind.names && bodies_missing(after) > bodies_missing(before))
    return Unbalanced{number, "a body is missing"};
  auto goes_on_below = [&](const ScannedLine* line) {  // of a shell also "|", "&&"
    std::string_view code = line != nullptr ? line->code : std::string_view();
    bool command = kind.word_ends && !kind.brackets && (code.ends_with('|') || code.ends_with("&&"));
    return command || (!kind.line_comments.empty() && !kind.keys && code.ends_with('\\') && !code.ends_with("\\\\"));
  };
  if (goes_on_below(last) && !goes_on_below(old_last))
    return Unbalanced{number, "what the last line goes on with is missing"};
  constexpr std::string_view kHeads[] = {"do", "then", "else"};
  auto opens = [&](const ScannedLine* line) {
    return line != nullptr && is_one_of(kHeads, line->code.substr(line->code.find_last_of(" \t;") + 1));
  };
  if (kind.word_ends && opens(last) && !opens(old_last))
    return Unbalanced{number, "the body of the last line is missing"};
  auto goes_on = [&](const ScannedLine& line) {
    return &line != after.lines.data() && (&line)[-1].text.ends_with('\\');
  };
  bool inside = kind.word_ends && last->indent > 0 && !last->in_string && !goes_on(*last);
  if (inside && (old_last == nullptr || old_last->indent == 0))
    return Unbalanced{number, "what the last line is in is not closed"};
  return std::nullopt;
}

bool is_json(std::string_view path) {
  constexpr std::string_view kEndings[] = {".json", ".ipynb", ".webmanifest", ".geojson"};
  return ends_with_one_of(kEndings, path);
}

// Settings of editors and compilers, which read comments and commas at the end.
bool may_have_comments(std::string_view path) {
  constexpr std::string_view kNames[] = {"tsconfig", "jsconfig", "devcontainer", "settings", "launch", "tasks"};
  return begins_with_one_of(kNames, base_name(path)) || base_name(path).starts_with('.');
}

std::optional<Unbalanced> json_fault(std::string_view text, bool comments) {
  constexpr size_t kDeepest = 100'000;
  json::ReadResult read = json::read(without_mark(text), {.max_depth = kDeepest});
  const json::Fault* fault = nullptr;
  if (!read.document) fault = read.errors.empty() ? nullptr : &read.errors.back();
  else if (!read.repairs.empty() && !comments) fault = &read.repairs.front();
  if (fault == nullptr) return std::nullopt;
  return Unbalanced{line_at(text, std::min(fault->offset, text.size())), fault->message};
}

std::optional<Unbalanced> in_json(
    std::optional<std::string_view> before, std::string_view after, std::string_view path) {
  if (before && trim(*before).empty()) before.reset();
  if (trim(after).empty() || (before && json_fault(*before, true))) return std::nullopt;
  bool comments = before ? json_fault(*before, false).has_value() : may_have_comments(path);
  return json_fault(after, comments);
}

}  // namespace

std::vector<InnerText> inner_texts(std::string_view text) {
  TagScanner tags(text);
  tags.run();
  return std::move(tags.inner);
}

std::optional<uint32_t> open_element(std::string_view part, std::string_view text) {
  std::vector<LoneTag> open = TagScanner(part).run();
  std::erase_if(open, [](const LoneTag& tag) { return tag.name.starts_with('/'); });
  if (open.empty()) return std::nullopt;
  for (const LoneTag& of_text : TagScanner(text).run())
    std::erase_if(open, [&](const LoneTag& tag) { return tag.name == of_text.name; });
  return open.empty() ? std::nullopt : std::optional(open.front().line);
}

std::optional<Unbalanced> unbalanced(
    std::optional<std::string_view> old_text, std::string_view text, std::string_view path) {
  const SourceKind& kind = source_kind(path);
  if (kind.layout == Layout::tags) return in_tags(old_text.value_or(std::string_view()), text);
  if (is_json(path))
    if (std::optional<Unbalanced> fault = in_json(old_text, text, path)) return fault;
  Scan after = scan(text, kind), before = scan(old_text.value_or(std::string_view()), kind);
  if (std::optional<Unbalanced> lone = in_brackets(before, after)) return lone;
  if (old_text && !is_known_kind(path)) {  // where all brackets of the file close, they are to
    SourceKind counted = kind;
    counted.brackets = true;
    Scan once = scan(*old_text, counted), now = scan(text, counted);
    if (std::optional<Unbalanced> lone = once.lone.empty() ? in_brackets(once, now) : std::nullopt) return lone;
  }
  return at_end(before, after, kind);
}

}  // namespace aptix::edit
