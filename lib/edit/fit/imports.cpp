#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/trim.h"
#include "edit/fit/steps.h"

namespace aptix::edit {
namespace {

// The words that a statement begins with; those of a row belong together.
constexpr std::string_view kFamilies[] = {
    "import from", "#include #import", "use", "using", "require require_relative"};

std::string_view family_of(const ScannedLine& line) {
  std::string_view word = line.code.substr(0, line.code.find_first_of(" \t(\"'<"));
  for (std::string_view family : kFamilies)
    for (std::string_view rest = family; !word.empty() && !rest.empty();)
      if (take_line(rest, ' ') == word) return family;
  return {};
}

// Go: "import (", then a line for each.
bool is_list(const Import& one) { return one.text.starts_with("import ("); }

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    size_t end = std::min(list.find_first_of(",{}()"), list.size());
    std::string_view item = trim(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    while (item.ends_with(';')) item = trim(item.substr(0, item.size() - 1));
    size_t start = item.size();
    while (start > 0 && (is_of_word(item[start - 1]) || item[start - 1] == '$')) --start;
    if (start != item.size() && item != "type") names.emplace_back(item.substr(start));
  }
  return names;
}

// `code`: the statement without comments and what its strings hold.
void read_names(Import& one, std::string_view code) {
  constexpr std::string_view kFrom = " from ", kImport = " import ";
  size_t quote = one.text.find_first_of(one.text.starts_with('#') ? "\"<" : "\"'");
  if (quote != std::string::npos)
    one.source = one.text.substr(
        quote + 1, one.text.find(one.text[quote] == '<' ? '>' : one.text[quote], quote + 1) - quote - 1);
  size_t from = code.rfind(kFrom), import = code.find(kImport), brace = code.find('{');
  if (code.starts_with("from ") && import != code.npos) {
    one.source = code.substr(0, import);
    code.remove_prefix(import + kImport.size());
  } else {
    if (quote == std::string::npos && brace != code.npos) one.source = code.substr(0, brace);
    code = code.substr(0, from);
    code.remove_prefix(std::min(code.find_first_of(" \t"), code.size()));
  }
  one.names = names_in(code);
  if (is_list(one))
    for (std::string_view rest = one.text; quote != std::string::npos; quote = rest.find('"')) {
      rest.remove_prefix(rest.find('"') + 1);
      one.names.emplace_back(base_name(rest.substr(0, rest.find('"'))));
      rest.remove_prefix(std::min(rest.find('"'), rest.size() - 1) + 1);
    }
  bool by_file = one.names.empty() || one.text.starts_with('#');
  if (by_file && !one.source.empty()) one.names = {std::string(base_name(one.source))};
}

// The statement that begins in this line; nothing if it is none, or does not end.
std::optional<Import> import_at(const std::vector<ScannedLine>& lines, uint32_t at) {
  const ScannedLine& head = lines[at];
  Import one{.first = at, .end = at, .family = family_of(head), .text = {}, .source = {}, .names = {}};
  if (one.family.empty() || head.indent != 0 || head.depth_before != 0 || head.in_string || head.in_comment) return {};
  std::string code;
  do {
    if (one.end == lines.size()) return {};
    one.text.append(one.text.empty() ? "" : " ").append(trim(lines[one.end].text));
    code.append(code.empty() ? "" : " ").append(lines[one.end].code);
  } while (lines[one.end++].depth_after != 0);
  if (code.ends_with('{') || code.ends_with('\\') || code.find('=') != code.npos || code.starts_with("import("))
    return {};
  read_names(one, code);
  return one;
}

// In lines [first, end).
std::vector<Import> imports_of(const Scan& text, const SourceKind& kind, uint32_t first, uint32_t end) {
  std::vector<Import> found;
  const std::vector<ScannedLine>& lines = text.lines;
  uint32_t nested = 0, base = 0;  // "#if"
  bool over = false;
  for (uint32_t at = first; at < end;) {
    std::string_view code = lines[at].code;
    if (kind.directives && code.starts_with("#if")) ++nested;
    if (kind.directives && code.starts_with("#endif") && nested > 0) --nested;
    std::optional<Import> one = import_at(lines, at);
    if (!one) {
      over = over || (!found.empty() && !code.empty() && !(kind.directives && code.starts_with('#')));
      ++at;
      continue;
    }
    if (found.empty()) base = nested;
    one->in_run = !over && nested == base;
    at = one->end;
    found.push_back(std::move(*one));
  }
  return found;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_all(const std::vector<std::string>& names, const std::vector<std::string>& of) {
  return std::all_of(of.begin(), of.end(), [&](const std::string& name) { return has(names, name); });
}

// The words of a line, but for members ("a.json()"), and what may be a name of its own ("json=", "json: ").
void add_words(std::string_view code, std::unordered_set<std::string_view>& words) {
  for (size_t at = 0, end = 0; at < code.size(); at = end + 1) {
    end = at;
    while (end < code.size() && (is_of_word(code[end]) || code[end] == '$')) ++end;
    std::string_view before = code.substr(0, at), after = trim(code.substr(end));
    bool own = code.substr(end).starts_with(": ") || (after.starts_with('=') && !after.starts_with("=="));
    if (end != at && !own && !before.ends_with('.') && !before.ends_with("::")) words.insert(code.substr(at, end - at));
  }
}

class ImportsOfBlock {
 public:
  explicit ImportsOfBlock(const Part& part) : part_(part), old_(part.file.imports()) {}

  std::optional<ImportLines> run() {
    constexpr size_t kMostImports = 500;  // each is compared with each of the block
    if (!part_.kind.names || part_.kind.keys || old_.size() > kMostImports || !read()) return std::nullopt;
    for (size_t i = 0; i < shown_.size(); ++i)
      if (shown_[i].known == nullptr ? !place(i) : !is_next_in_file(i)) return std::nullopt;
    bool before_code = imports_.rest < part_.gap.size() && !part_.gap[imports_.rest];
    if (!before_code && (adds_ || imports_.placed.empty())) return std::nullopt;
    return std::move(imports_);
  }

 private:
  struct Shown {
    Import import;
    const Import* known;  // the same one in the file
  };

  bool read() {
    const std::vector<ScannedLine>& lines = part_.block.lines;
    imports_.rest = part_.after_blank(0);
    while (imports_.rest < lines.size() && !part_.gap[imports_.rest]) {
      std::optional<Import> one = import_at(lines, imports_.rest);
      if (!one) break;
      auto same = std::find_if(old_.begin(), old_.end(), [&](const Import& old) { return old.text == one->text; });
      imports_.last = one->first;
      imports_.rest = part_.after_blank(one->end);
      shown_.push_back({std::move(*one), same != old_.end() ? &*same : nullptr});
    }
    return !old_.empty() && !shown_.empty();
  }

  // Of two that the file has, do no others stand between? They would have to stay, or to go.
  bool is_next_in_file(size_t i) const {
    const Import* before = known_before(i);
    return before == nullptr || before + 1 == shown_[i].known;
  }

  const Import* known_before(size_t i) const {
    while (i > 0)
      if (shown_[--i].known != nullptr) return shown_[i].known;
    return nullptr;
  }
  const Import* known_after(size_t i) const {
    while (++i < shown_.size())
      if (shown_[i].known != nullptr) return shown_[i].known;
    return nullptr;
  }

  // False if it is in doubt where it goes, or whether another one stays.
  bool place(size_t i) {
    const Import& one = shown_[i].import;
    if (is_list(one)) return place_list(one);
    const Import* other = nullptr;  // makes one of its names known
    for (const Import& old : old_) {
      bool shares = std::any_of(
          one.names.begin(), one.names.end(), [&](const std::string& name) { return has(old.names, name); });
      if (shares && other != nullptr) return false;
      if (shares) other = &old;
    }
    if (other == nullptr) return insert(i);
    if (other->source.empty() || other->source != one.source) return false;
    if (!has_all(one.names, other->names)) return false;
    add(other->first, other->end, one);
    return true;
  }

  void add(uint32_t first, uint32_t end, const Import& one) {
    imports_.placed.push_back({.first = first, .end = end, .from = one.first, .to = one.end});
  }

  bool insert(size_t i) {
    const Import& one = shown_[i].import;
    const Import *before = known_before(i), *after = before == nullptr ? known_after(i) : nullptr;
    uint32_t at = before != nullptr ? before->end : after != nullptr ? after->first : kNoLine;
    if (after != nullptr && !may_go_before(*after)) return false;
    if (at == kNoLine) at = place_by_text(one);
    if (at == kNoLine) return false;
    adds_ = true;
    add(at, at, one);
    return true;
  }

  // A line among the first ones of the file, where they begin most like it: after the last that sorts before it.
  uint32_t place_by_text(const Import& one) const {
    size_t longest = 0;
    std::vector<const Import*> like;
    for (const Import& old : old_) {
      if (!old.in_run || old.family != one.family) continue;
      auto differs = std::mismatch(old.text.begin(), old.text.end(), one.text.begin(), one.text.end());
      auto length = static_cast<size_t>(differs.first - old.text.begin());
      if (length < longest) continue;
      if (length > longest) like.clear();
      longest = length;
      like.push_back(&old);
    }
    if (like.empty()) return kNoLine;
    auto next = std::find_if(like.begin(), like.end(), [&](const Import* old) { return old->text > one.text; });
    if (next != like.begin()) return (*std::prev(next))->end;
    return &old_.front() != *next && may_go_before(**next) ? (*next)->first : like.back()->end;
  }

  // Is nothing above it that may belong to it?
  bool may_go_before(const Import& old) const {
    return old.first == 0 || part_.old.lines[old.first - 1].is_blank() ||
        (&old != &old_.front() && (&old)[-1].end == old.first);
  }

  // In place of all those of the file, if it has them.
  bool place_list(const Import& list) {
    std::vector<std::string> shown = lines_of(list, part_.block.lines);
    for (size_t i = 0; i < old_.size(); ++i) {
      if (!has_all(shown, lines_of(old_[i], part_.old.lines))) return false;
      if (i > 0 && part_.filled_between(old_[i - 1].end, old_[i].first) != 0) return false;
    }
    add(old_.front().first, old_.back().end, list);
    return true;
  }

  static std::vector<std::string> lines_of(const Import& one, const std::vector<ScannedLine>& lines) {
    if (!is_list(one)) return {std::string(trim(one.text.substr(one.text.find(' ') + 1)))};
    std::vector<std::string> found;
    for (uint32_t at = one.first + 1; at + 1 < one.end; ++at)
      if (!lines[at].is_blank()) found.emplace_back(trim(lines[at].text));
    return found;
  }

  const Part& part_;
  const std::vector<Import>& old_;
  std::vector<Shown> shown_;
  ImportLines imports_;
  bool adds_ = false;  // a line that takes the place of none
};

}  // namespace

const std::vector<Import>& OldFile::imports() const {
  if (!imports_) imports_ = imports_of(scanned, kind, 0, static_cast<uint32_t>(scanned.lines.size()));
  return *imports_;
}

bool is_import(const ScannedLine& line) { return !family_of(line).empty(); }

bool misses_import(const Part& part, uint32_t first, uint32_t end) {
  if (!part.kind.names || part.kind.keys || !part.block.lone.empty()) return false;
  std::vector<Import> old = imports_of(part.old, part.kind, first, end);
  if (old.empty()) return false;
  std::unordered_set<std::string_view> used, known, sources;
  auto block_end = static_cast<uint32_t>(part.block.lines.size());
  std::vector<Import> shown = imports_of(part.block, part.kind, 0, block_end);
  for (const Import& one : shown) {
    known.insert(one.names.begin(), one.names.end());
    if (!one.source.empty()) sources.insert(one.source);
  }
  auto next = shown.begin();
  for (uint32_t at = 0; at < block_end; ++at) {
    while (next != shown.end() && next->end <= at) ++next;
    if (next == shown.end() || at < next->first) add_words(part.block.lines[at].code, used);
  }
  return std::any_of(old.begin(), old.end(), [&](const Import& one) {
    if (one.text.starts_with('#') || sources.contains(one.source)) return false;
    return std::any_of(one.names.begin(), one.names.end(),
        [&](const std::string& name) { return !known.contains(name) && used.contains(name); });
  });
}

std::optional<ImportLines> import_lines(const Part& part) { return ImportsOfBlock(part).run(); }

}  // namespace aptix::edit
