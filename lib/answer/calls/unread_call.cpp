#include "answer/calls/unread_call.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "answer/basis/line.h"
#include "answer/calls/call_tags.h"
#include "answer/calls/shell.h"
#include "answer/calls/tag.h"
#include "answer/name/file_words.h"
#include "answer/tree/call_sense.h"
#include "answer/tree/vocabulary.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

constexpr size_t kMostKeys = 1000;

bool is_unread(const CallSense& call) {
  return call.sense != Sense::none || (!call.tool.empty() && !changed_by_commands(call.command).empty());
}

// The word before the sign of a member, without its quotes; "" when none stands there. `inside`: of brackets.
std::string_view key_before(std::string_view text, size_t sign, bool inside) {
  constexpr size_t kLongestKey = 64;
  std::string_view before = text.substr(0, sign);
  before.remove_prefix(before.size() - std::min(before.size(), kLongestKey));
  before = before.substr(0, before.find_last_not_of(" \t\"'") + 1);
  size_t begin = before.find_last_of(inside ? " \t\r\n{[,\"'" : "\n") + 1;
  std::string_view key = trim(before.substr(begin));
  return key.starts_with("- ") ? trim(key.substr(2)) : key;
}

std::string_view value_after(std::string_view text, size_t sign) {
  size_t begin = std::min(text.find_first_not_of(" \t", sign + 1), text.size());
  std::string_view value = text.substr(begin, text.find('\n', begin) - begin);
  bool quoted = value.starts_with('"') || value.starts_with('\'');
  return quoted ? value.substr(1, value.find(value[0], 1) - 1) : trim(value.substr(0, value.find_first_of(",}]")));
}

// "content: |": the lines of a file follow.
bool begins_lines(std::string_view text, size_t sign) {
  constexpr std::string_view kOpenings[] = {"|", "\"\"\"", "'''"};
  return begins_with_one_of(kOpenings, text.substr(std::min(text.find_first_not_of(" \t", sign + 1), text.size())));
}

// Of text that is nearly JSON, or YAML, or TOML: what its keys say, in quotes of either kind or in none.
std::optional<UnreadCall> loose_call(std::string_view text) {
  bool inside = std::string_view("{[").find(text[after_space(text)]) != std::string_view::npos;
  UnreadCall call;
  bool old_text = false, new_text = false, whole = false;
  size_t sign = text.find_first_of(":=");
  for (size_t keys = 0; keys < kMostKeys && sign != std::string_view::npos; ++keys) {
    std::string_view key = key_before(text, sign, inside);
    if (const Word* word = word_of(key)) {
      std::string_view value = value_after(text, sign);
      if (call.path.empty() && is_path_word(*word) && is_path_text(value)) call.path = value;
      old_text = old_text || word->meaning == Meaning::old_text;
      new_text = new_text || word->meaning == Meaning::new_text;
      bool content = word->meaning == Meaning::content || word->meaning == Meaning::plain_content;
      whole = whole || (content && !word->is(kWeak) && (inside || begins_lines(text, sign)));
    }
    sign = text.find_first_of(":=", sign + 1);
  }
  bool writes = whole || (old_text && new_text);
  return writes && !call.path.empty() ? std::optional(std::move(call)) : std::nullopt;
}

bool is_html(std::string_view name) {
  constexpr std::string_view kNames[] = {"a", "abbr", "article", "aside", "audio", "b", "big", "blockquote", "body",
      "br", "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "details", "dfn",
      "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "footer", "form", "h1", "h2", "h3",
      "h4", "h5", "h6", "head", "header", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend",
      "li", "link", "main", "mark", "meta", "nav", "object", "ol", "option", "p", "picture", "pre", "q", "s", "samp",
      "script", "section", "select", "small", "source", "span", "strike", "strong", "style", "sub", "summary", "sup",
      "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "tt", "u",
      "ul", "var", "video"};
  return is_one_of(kNames, ascii_lower(name));
}

constexpr size_t kFarthestClosing = 16384;  // to look for the end of what may only be mentioned
constexpr unsigned kMostChildren = 20;      // that are looked at

bool is_name_of_file(std::string_view text) {
  constexpr size_t kLongestName = 1024;
  return text.size() <= kLongestName && is_path_text(text) && is_likely_file(text, Written::bare);
}

// "rename", "delete_file": the name of the file is all that such a tag needs.
bool is_name_of_removal(std::string_view name) {
  auto removes = [](Act act) { return act == Act::remove || act == Act::move || act == Act::copy; };
  return removes(act_of_command(name)) || removes(act_of_tool(name));
}

// The tag as a call of a tool of its name, with what is inside: tags one after the other, or a text, or commands.
MarkupCall tag_as_call(const Tag& tag, std::string_view inside) {
  constexpr std::string_view kOwnAttribute = "data-";
  MarkupCall call;
  call.name = tag.name;
  bool html = is_html(tag.name);
  auto add = [&](std::string_view key, std::string_view value, bool may_name) {
    bool names = may_name && !is_text_meaning(meaning_of(key)) && is_name_of_file(value);
    call.arguments.emplace_back(names ? "path" : key, value);
  };
  for (auto [key, value] : attributes_of(tag.attributes)) {
    if (key.starts_with(kOwnAttribute)) key.remove_prefix(kOwnAttribute.size());
    add(key, value, !html);
  }
  size_t at = after_space(inside);
  for (unsigned child = 0; child < kMostChildren; ++child) {
    std::optional<Tag> next = tag_at(inside, at);
    size_t close = next ? inside.find("</" + std::string(next->name) + ">", next->end) : std::string_view::npos;
    if (close == std::string_view::npos) break;
    add(next->name, trim(inside.substr(next->end, close - next->end)), !html);
    at = after_space(inside, after_closing(close, next->name));
  }
  std::string_view rest = trim(inside.substr(at));
  bool commands = !html && !changed_by_commands(rest).empty();
  bool alone = !commands && is_name_of_file(rest);  // nothing becomes of a file that is only named, but by a removal
  if (rest.empty() || (alone && !is_name_of_removal(tag.name))) return call;
  call.arguments.emplace_back(alone ? "path" : commands ? "command" : "content", rest);
  return call;
}

bool names_file(const MarkupCall& call) {
  return std::any_of(call.arguments.begin(), call.arguments.end(),
      [](const auto& argument) { return is_path_key(argument.first) && is_name_of_file(argument.second); });
}

constexpr size_t kMostCodeCalls = 100;
constexpr unsigned kMostNestedCalls = 4;

struct Argument {
  std::string_view key;  // "" of one by its place
  std::string value;
  bool quoted = false;
};

// The calls of a text that is nothing else, one after the other; none of other text. Of one that only passes on
// another, "print(edit_file(...))", that other. A string is told without its quotes, as it is written.
class CodeReader {
 public:
  CodeReader(std::string_view text, Placed placed) : text_(text), placed_(placed) {}

  std::vector<MarkupCall> run() {
    std::vector<MarkupCall> calls;
    for (skip_space(); at_ < text_.size(); skip_space()) {
      std::optional<MarkupCall> call = calls.size() < kMostCodeCalls ? read_call(0) : std::nullopt;
      if (!call) return {};
      calls.push_back(std::move(*call));
      if (next_is(';')) ++at_;
    }
    return calls;
  }

 private:
  void skip_space() { at_ = after_space(text_, at_); }
  bool next_is(char byte) const { return at_ < text_.size() && text_[at_] == byte; }

  // "edit_file" of "tools.edit_file"; "" where no name stands.
  std::string_view read_name() {
    if (at_ == text_.size() || is_digit(text_[at_])) return {};
    size_t begin = at_;
    for (; at_ < text_.size() && (is_word(text_[at_]) || (next_is('.') && at_ != begin)); ++at_)
      if (text_[at_] == '.') begin = at_ + 1;
    return text_.substr(begin, at_ - begin);
  }

  std::optional<MarkupCall> read_call(unsigned depth) {
    MarkupCall call;
    call.start = at_;
    call.name = read_name();
    if (call.name.empty() || !next_is('(') || depth == kMostNestedCalls) return std::nullopt;
    size_t inside = ++at_;
    if (skip_space(); std::optional<MarkupCall> passed = read_call(depth + 1)) {
      skip_space();
      if (next_is(')')) return ++at_, passed;
    }
    at_ = inside;
    std::vector<Argument> arguments;
    for (skip_space(); !next_is(')'); skip_space()) {
      std::optional<Argument> argument = read_argument();
      if (!argument) return std::nullopt;
      arguments.push_back(std::move(*argument));
      if (skip_space(); next_is(',')) ++at_;
      else if (!next_is(')')) return std::nullopt;
    }
    ++at_;
    add_arguments(call, arguments);
    return call;
  }

  std::optional<Argument> read_argument() {
    Argument argument;
    size_t begin = at_;
    std::string_view key = read_name();
    skip_space();
    bool equals = next_is('=') && !text_.substr(at_).starts_with("==");
    if (!key.empty() && (equals || next_is(':'))) argument.key = key, ++at_, skip_space();
    else at_ = begin;
    begin = at_;
    while (at_ < text_.size() && !next_is(',') && !next_is(')')) {
      if (std::optional<std::string_view> string = read_string()) {
        argument.value += *string;
        argument.quoted = true;
      } else if (size_t other = at_; argument.quoted || !skip_other() || at_ == other) {
        return std::nullopt;  // "a" + b, or a string that does not end
      }
      skip_space();
    }
    if (at_ == text_.size() || at_ == begin) return std::nullopt;
    if (!argument.quoted) argument.value = text_.substr(begin, at_ - begin);
    return argument;
  }

  // "x", 'x', `x`, r"x", """x""": what is between the quotes. Nothing where none stands, or it does not end.
  std::optional<std::string_view> read_string() {
    constexpr std::string_view kPrefixes = "rRbBuUfF";
    size_t open = std::min(text_.find_first_not_of(kPrefixes, at_), text_.size());
    if (open == text_.size() || open - at_ > 2 || std::string_view("\"'`").find(text_[open]) == text_.npos)
      return std::nullopt;
    std::string_view quote = text_.substr(open, 1);
    if (std::string three(3, text_[open]); text_.substr(open).starts_with(three)) quote = text_.substr(open, 3);
    size_t begin = open + quote.size();
    for (size_t end = begin; end < text_.size(); ++end) {
      if (text_[end] == '\\') ++end;
      else if (text_.substr(end).starts_with(quote)) {
        at_ = end + quote.size();
        return text_.substr(begin, end - begin);
      }
    }
    return std::nullopt;
  }

  // A number, a word, what stands in brackets.
  bool skip_other() {
    size_t open = 0;
    for (; at_ < text_.size(); ++at_) {
      if (std::string_view("\"'`").find(text_[at_]) != text_.npos) {
        if (open == 0) return true;
        if (!read_string()) return false;
        --at_;
      } else if (std::string_view("([{").find(text_[at_]) != text_.npos) {
        ++open;
      } else if (open == 0 && (next_is(',') || next_is(')'))) {
        return true;
      } else if (std::string_view(")]}").find(text_[at_]) != text_.npos && open-- == 0) {
        return false;
      }
    }
    return false;
  }

  void add_arguments(MarkupCall& call, std::vector<Argument>& arguments) const {
    auto by_place = [](const Argument& argument) { return argument.key.empty(); };
    auto count = std::count_if(arguments.begin(), arguments.end(), by_place);
    bool file_first = placed_ == Placed::named && count > 1 && by_place(arguments.front()) &&
        arguments.front().quoted && is_path_text(arguments.front().value) &&
        is_likely_file(arguments.front().value, Written::bare) && is_name_of_writer(call.name);
    constexpr std::string_view kWrites[] = {"path", "content"};
    constexpr std::string_view kReplaces[] = {"path", "old_text", "new_text"};
    std::span<const std::string_view> keys = kReplaces;
    if (count == 2) keys = kWrites;
    for (size_t place = 0; Argument & argument : arguments) {
      if (by_place(argument)) argument.key = file_first && place < keys.size() ? keys[place++] : std::string_view();
      if (argument.quoted && !argument.key.empty())
        call.arguments.emplace_back(argument.key, std::move(argument.value));
    }
  }

  std::string_view text_;
  Placed placed_;
  size_t at_ = 0;
};

}  // namespace

std::optional<UnreadCall> unread_call(const json::Value& value, std::string_view tool) {
  std::optional<FoundCall> found = first_call(value, Reach::anywhere, is_unread, tool);
  if (!found) return std::nullopt;
  UnreadCall call{std::move(found->tool), std::move(found->path), found->offset};
  if (found->sense == Sense::none) call.path = changed_by_commands(found->command);
  return call;
}

std::optional<UnreadCall> unread_call(const MarkupCall& call) {
  std::string text = as_json(call);
  json::ReadResult read = json::read(text);
  std::optional<UnreadCall> found = read.document ? unread_call(read.document->root()) : std::nullopt;
  if (found) found->offset = call.start;
  return found;
}

bool holds_result(std::string_view json) {
  if (json.find_first_of("{[") != json.find_first_not_of(" \t\r\n")) return false;
  for (size_t at = json.find('"'), end = 0; at != std::string_view::npos; at = end) {
    end = json.find('"', at + 1);
    if (meaning_of(json.substr(at + 1, end - at - 1)) == Meaning::result) return true;
  }
  return false;
}

std::optional<UnreadCall> unread_call_as_code(std::string_view text, Placed placed) {
  for (const MarkupCall& call : CodeReader(text, placed).run())
    if (std::optional<UnreadCall> found = unread_call(call); found && !found->path.empty()) return found;
  return std::nullopt;
}

std::optional<UnreadCall> unread_call_in(std::string_view text) {
  if (std::optional<MarkupCalls> markup = markup_calls(text, 0))
    for (const MarkupCall& call : markup->calls)
      if (std::optional<UnreadCall> found = unread_call(call)) return found;
  if (std::optional<UnreadCall> call = unread_call_as_code(text, Placed::left_out)) return call;
  std::optional<UnreadCall> found;
  size_t first = text.find_first_not_of(kCommasBetween);
  each_value(text, kCommasBetween, [&](const json::ReadResult& read, size_t start) {
    found = read.document ? unread_call(read.document->root()) : std::nullopt;
    bool broken = !read.document || !read.errors.empty();
    if (!found && broken && (start == first || read.document)) found = loose_call(text.substr(start));
    if (found) found->offset += start;
    return !found;
  });
  return found;
}

std::optional<TagOfEdit> tag_of_edit_at(std::string_view text, size_t start) {
  std::optional<Tag> tag = tag_at(text, start);
  if (!tag || meaning_of(tag->name) == Meaning::for_people) return std::nullopt;
  if (is_name_of_looker(tag->name) && !is_name_of_writer(tag->name)) return std::nullopt;
  std::string_view near = text.substr(0, tag->end + kFarthestClosing);
  size_t end = tag->empty ? near.npos : near.find("</" + std::string(tag->name) + ">", tag->end);
  TagOfEdit found{std::string(tag->name), {}, end == near.npos ? tag->end : end, is_name_of_removal(tag->name)};
  if (end == near.npos && !found.moves && !(tag->empty && is_name_of_writer(tag->name))) return std::nullopt;
  std::optional<Tag> next =
      end == near.npos ? std::nullopt : tag_at(text, after_space(text, after_closing(end, tag->name)));
  if (next && meaning_of(tag->name) == Meaning::old_text && meaning_of(next->name) == Meaning::new_text) return found;
  std::string_view inside = end == near.npos ? std::string_view() : text.substr(tag->end, end - tag->end);
  bool tool = tag->name.find('_') != near.npos && is_name_of_writer(tag->name);
  if (tool && !trim(inside).empty()) return found;
  MarkupCall call = tag_as_call(*tag, inside);
  if (is_html(tag->name) && !names_file(call)) return std::nullopt;
  std::optional<UnreadCall> unread = unread_call(call);
  if (!unread || unread->path.empty()) return std::nullopt;
  found.path = std::move(unread->path);
  return found;
}

}  // namespace aptix::answer
