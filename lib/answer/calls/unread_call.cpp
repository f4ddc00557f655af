#include "answer/calls/calls.h"

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "answer/tree/vocabulary.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"

namespace aptix::answer {
namespace {

constexpr size_t kMostKeys = 1000;

bool is_unread(const CallSense& call) {
  return call.sense != Sense::none || (!call.tool.empty() && !changed_by_commands(call.command).empty());
}

// The word before the sign of a member, without its quotes; "" if there is none. `inside`: inside of brackets.
std::string_view key_before(std::string_view text, size_t sign, bool inside) {
  constexpr size_t kLongestKey = 64;
  std::string_view before = text.substr(0, sign);
  before.remove_prefix(before.size() - std::min(before.size(), kLongestKey));
  before = before.substr(0, before.find_last_not_of(" \t\"'") + 1);
  size_t begin = before.find_last_of(inside ? " \t\r\n{[(,\"'" : "\n") + 1;
  std::string_view key = trim(before.substr(begin));
  return key.starts_with("- ") ? trim(key.substr(2)) : key;
}

std::string_view value_after(std::string_view text, size_t sign) {
  size_t begin = std::min(text.find_first_not_of(" \t", sign + 1), text.size());
  std::string_view value = text.substr(begin, text.find('\n', begin) - begin);
  bool quoted = value.starts_with('"') || value.starts_with('\'');
  return quoted ? value.substr(1, value.find(value[0], 1) - 1) : trim(value.substr(0, value.find_first_of(",}]")));
}

// Do the lines of a file follow, as after "content: |"?
bool begins_lines(std::string_view text, size_t sign) {
  constexpr std::string_view kOpenings[] = {"|", "\"\"\"", "'''"};
  return begins_with_one_of(kOpenings, text.substr(std::min(text.find_first_not_of(" \t", sign + 1), text.size())));
}

// The name of the tool in a text that is only a call as code: "tools.edit_file(path=...)", "print(edit_file(...))". ""
// for other text.
std::string_view tool_in_code(std::string_view text) {
  constexpr std::string_view kPrint = "print(";
  text = trim(text);
  if (!text.ends_with(')') && !text.ends_with(");")) return {};
  if (text.starts_with(kPrint)) text = trim(text.substr(kPrint.size()));
  std::string_view name = text.substr(0, text.find('('));
  auto is_of_name = [](char byte) { return is_word(byte) || byte == '.'; };
  return std::ranges::all_of(name, is_of_name) ? name.substr(name.rfind('.') + 1) : std::string_view();
}

// A call in text that is nearly JSON, or YAML, TOML or code, by its keys, quoted or not.
std::optional<FoundCall> loose_call(std::string_view text) {
  FoundCall call{.tool = std::string(tool_in_code(text)), .path = {}, .command = {}};
  bool inside = !call.tool.empty() || std::string_view("{[").find(text[after_space(text)]) != std::string_view::npos;
  bool old_text = false, new_text = false, whole = false;
  size_t sign = text.find_first_of(":=");
  for (size_t keys = 0; keys < kMostKeys && sign != std::string_view::npos; ++keys) {
    const Word& word = word_of(key_before(text, sign, inside));
    std::string_view value = value_after(text, sign);
    if (call.path.empty() && word.is_path() && is_path_text(value)) call.path = value;
    old_text = old_text || word.meaning == Meaning::old_text;
    new_text = new_text || word.meaning == Meaning::new_text;
    bool content = word.meaning == Meaning::content || word.meaning == Meaning::plain_content;
    whole = whole || (content && !word.is(kWeak) && (inside || begins_lines(text, sign)));
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

constexpr unsigned kMostChildren = 20;  // tags inside that are looked at

bool is_name_of_file(std::string_view text) {
  constexpr size_t kLongestName = 1024;
  return text.size() <= kLongestName && is_path_text(text) && is_likely_file(text, Written::bare);
}

// A tag named "rename", "delete_file" and the like: it needs only the name of the file.
bool is_name_of_removal(std::string_view name) {
  auto removes = [](Act act) { return act == Act::remove || act == Act::move || act == Act::copy; };
  return removes(act_of_command(name)) || removes(act_of_tool(name));
}

// The tag as a call of a tool of that name. Its arguments are the attributes and the tags inside, or the text or
// commands inside.
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
  bool alone = !commands && is_name_of_file(rest);  // a file that is only named is not changed, unless it is removed
  if (rest.empty() || (alone && !is_name_of_removal(tag.name))) return call;
  call.arguments.emplace_back(alone ? "path" : commands ? "command" : "content", rest);
  return call;
}

bool names_file(const MarkupCall& call) {
  return std::any_of(call.arguments.begin(), call.arguments.end(),
      [](const auto& argument) { return word_of(argument.first).is_path() && is_name_of_file(argument.second); });
}

}  // namespace

std::optional<FoundCall> unread_call(const json::Value& value, std::string_view tool) {
  std::optional<FoundCall> found = first_call(value, Reach::anywhere, is_unread, tool);
  if (found && found->sense == Sense::none) found->path = changed_by_commands(found->command);
  return found;
}

std::optional<FoundCall> unread_call(const MarkupCall& call) {
  std::string text = as_json(call);
  json::ReadResult read = json::read(text);
  std::optional<FoundCall> found = read.document ? unread_call(read.document->root()) : std::nullopt;
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

std::optional<FoundCall> unread_call_in(std::string_view text) {
  if (std::optional<MarkupCalls> markup = markup_calls(text, 0))
    for (const MarkupCall& call : markup->calls)
      if (std::optional<FoundCall> found = unread_call(call)) return found;
  std::optional<FoundCall> found;
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
  std::string_view near = text.substr(0, tag->end + kNearClosing);
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
  std::optional<FoundCall> unread = unread_call(call);
  if (!unread || unread->path.empty()) return std::nullopt;
  found.path = std::move(unread->path);
  return found;
}

}  // namespace aptix::answer
