#include "format/calls/unread_tag.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/calls/shell.h"
#include "format/calls/tag.h"
#include "format/calls/unread_call.h"
#include "format/json/vocabulary.h"
#include "format/names/file_words.h"

namespace aptix::format {
namespace {

constexpr size_t kFarthestClosing = 16384;  // to look for the end of what may only be mentioned
constexpr size_t kLongestName = 1024;       // of a file between tags
constexpr unsigned kMostChildren = 20;      // that are looked at

bool is_name_of_file(std::string_view text) {
  return text.size() <= kLongestName && is_path_text(text) && is_likely_file(text, Written::bare);
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

// "rename", "delete_file": the name of the file is all that such a tag needs.
bool is_name_of_removal(std::string_view name) {
  auto removes = [](Act act) { return act == Act::remove || act == Act::move || act == Act::copy; };
  return removes(act_of_command(name)) || removes(act_of_tool(name));
}

// The tag as a call of a tool of its name, with what is inside: tags one after the other, or a text.
MarkupCall as_call(const Tag& tag, std::string_view inside) {
  constexpr std::string_view kOwnAttribute = "data-";
  MarkupCall call;
  call.name = tag.name;
  bool about_file = holds_file(tag) || is_name_of_writer(tag.name) || is_name_of_removal(tag.name);
  for (auto [key, value] : attributes_of(tag.attributes)) {
    if (key.starts_with(kOwnAttribute)) key.remove_prefix(kOwnAttribute.size());
    bool names = about_file && !is_text_meaning(meaning_of(key)) && is_name_of_file(value);
    call.arguments.emplace_back(names ? "path" : key, value);
  }
  size_t at = after_space(inside);
  for (unsigned child = 0; child < kMostChildren; ++child) {
    std::optional<Tag> next = tag_at(inside, at);
    size_t close = next ? inside.find("</" + std::string(next->name) + ">", next->end) : std::string_view::npos;
    if (close == std::string_view::npos) break;
    std::string_view value = trim(inside.substr(next->end, close - next->end));
    bool names = !is_html(tag.name) && !is_text_meaning(meaning_of(next->name)) && is_name_of_file(value);
    call.arguments.emplace_back(names ? "path" : next->name, value);
    at = after_space(inside, after_closing(close, next->name));
  }
  std::string_view rest = trim(inside.substr(at));
  bool alone = is_name_of_file(rest);  // nothing becomes of a file that is only named, but by a tag that removes it
  if (!rest.empty() && (!alone || is_name_of_removal(tag.name)))
    call.arguments.emplace_back(alone ? "path" : "content", rest);
  return call;
}

// "<old>1</old> <new>2</new>". `end`: of the text in the first.
bool begins_pair(std::string_view text, const Tag& tag, size_t end) {
  if (meaning_of(tag.name) != Meaning::old_text || end == std::string_view::npos) return false;
  std::optional<Tag> next = tag_at(text, after_space(text, after_closing(end, tag.name)));
  return next && meaning_of(next->name) == Meaning::new_text;
}

// Of a file that a key of a path names; HTML has tags of its own, for which only that counts.
bool names_file(const MarkupCall& call) {
  return std::any_of(call.arguments.begin(), call.arguments.end(),
      [](const auto& argument) { return is_path_key(argument.first) && is_name_of_file(argument.second); });
}

}  // namespace

std::optional<TagOfEdit> tag_of_edit_at(std::string_view text, size_t start) {
  std::optional<Tag> tag = tag_at(text, start);
  if (!tag) return std::nullopt;
  size_t end = tag->empty
      ? std::string_view::npos
      : text.substr(0, tag->end + kFarthestClosing).find("</" + std::string(tag->name) + ">", tag->end);
  bool closed = end != std::string_view::npos;
  std::string_view inside = closed ? text.substr(tag->end, end - tag->end) : std::string_view();
  TagOfEdit found{tag->name, {}, closed ? end : tag->end, is_name_of_removal(tag->name)};
  bool holds = !is_blank(inside);
  bool tool = holds && tag->name.find('_') != std::string_view::npos && is_name_of_writer(tag->name);
  if (holds && changes_files(act_of_tool(tag->name))) tool = tool || !changed_by_commands(inside).empty();
  if (tool || (holds && begins_pair(text, *tag, end))) return found;
  if (is_name_of_looker(tag->name) || meaning_of(tag->name) == Meaning::for_people) return std::nullopt;
  if (!closed && !found.moves && !(tag->empty && is_name_of_writer(tag->name))) return std::nullopt;
  MarkupCall call = as_call(*tag, inside);
  if (is_html(tag->name) && !names_file(call)) return std::nullopt;
  std::optional<UnreadCall> unread = unread_call(call);
  if (!unread || unread->path.empty()) return std::nullopt;
  found.path = std::move(unread->path);
  return found;
}

}  // namespace aptix::format
