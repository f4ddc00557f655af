#include "format/calls/unread_tag.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/code_line.h"
#include "format/basis/line.h"
#include "format/calls/shell.h"
#include "format/calls/tag.h"
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

// "rename", "applyPatch"
bool is_name_of_change(std::string_view name) {
  return !is_html(name) && !is_name_of_looker(name) &&
      (is_name_of_removal(name) || changes_files(act_of_tool(name)) || is_name_of_writer(name));
}

// By an attribute, or by a tag that begins what is inside, where more follows before `end`.
std::string_view path_of_tag(std::string_view text, const Tag& tag, size_t end) {
  constexpr std::string_view kOwnAttribute = "data-";
  std::string_view found;
  for (auto [key, value] : attributes_of(tag.attributes)) {
    if (key.starts_with(kOwnAttribute)) key.remove_prefix(kOwnAttribute.size());
    if (is_path_key(key) && is_name_of_file(value)) found = value;
  }
  std::optional<Tag> child = tag_at(text, after_space(text, tag.end));
  bool names_file = child && (is_path_key(child->name) || (holds_file(tag) && child->name == "name"));
  if (!names_file) return found;
  std::string_view near = text.substr(0, child->end + kLongestName);
  std::string_view path = trim(near.substr(child->end, near.find('<', child->end) - child->end));
  bool follows = text.substr(0, end).find('<', near.find('>', child->end)) < end;
  return follows && is_name_of_file(path) ? path : found;
}

std::string_view path_in_attributes(const Tag& tag) {
  for (const auto& [key, value] : attributes_of(tag.attributes))
    if (is_name_of_file(value)) return value;
  return {};
}

// What the tags in a tag of an unknown name hold, one after the other.
struct Children {
  std::string_view path;  // the name of a file, alone
  bool text = false;      // a text of an edit, or code
};

Children children_in(std::string_view inside) {
  Children found;
  size_t at = after_space(inside);
  for (unsigned child = 0; child < kMostChildren; ++child) {
    std::optional<Tag> tag = tag_at(inside, at);
    if (!tag) return found;
    size_t close = inside.find("</" + std::string(tag->name) + ">", tag->end);
    if (tag->empty || close == std::string_view::npos) return found;
    std::string_view value = trim(inside.substr(tag->end, close - tag->end));
    if (found.path.empty()) found.path = path_in_attributes(*tag);
    if (is_name_of_file(value) && found.path.empty()) found.path = value;
    else if (!value.empty()) {
      Meaning meaning = meaning_of(tag->name);
      bool given = meaning == Meaning::old_text || meaning == Meaning::new_text || meaning == Meaning::content ||
          meaning == Meaning::plain_content || meaning == Meaning::excerpt || meaning == Meaning::diff;
      found.text = found.text || given ||
          any_line(value, [&](std::string_view line) { return looks_like_code(line, found.path); });
    }
    at = after_space(inside, after_closing(close, tag->name));
  }
  return found;
}

// "<old>1</old> <new>2</new>". `end`: of the text in the first.
bool begins_pair(std::string_view text, const Tag& tag, size_t end) {
  if (meaning_of(tag.name) != Meaning::old_text || end == std::string_view::npos) return false;
  std::optional<Tag> next = tag_at(text, after_space(text, after_closing(end, tag.name)));
  return next && meaning_of(next->name) == Meaning::new_text;
}

// Which file a tag of another language than HTML changes: nothing where it does not say that it changes one.
std::optional<std::string_view> path_of_unknown(const Tag& tag, std::string_view inside) {
  if (is_html(tag.name) || is_name_of_looker(tag.name) || meaning_of(tag.name) == Meaning::for_people)
    return std::nullopt;
  std::string_view path = path_in_attributes(tag);
  if (!path.empty() && is_name_of_change(tag.name)) return path;
  Children children = children_in(inside);
  if (is_name_of_removal(tag.name)) {
    if (is_name_of_file(trim(inside))) return trim(inside);
    if (!children.path.empty()) return children.path;
  }
  bool code = children.text || any_line(inside, [&](std::string_view line) { return looks_like_code(line, path); });
  if (path.empty()) path = children.path;
  return !path.empty() && code ? std::optional(path) : std::nullopt;
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
  bool holds = !is_blank(inside), for_people = meaning_of(tag->name) == Meaning::for_people;
  TagOfEdit found{tag->name, {}, closed ? end : tag->end, is_name_of_removal(tag->name)};
  if (holds && !for_people) found.path = path_of_tag(text, *tag, end);
  bool tool = holds && tag->name.find('_') != std::string_view::npos && is_name_of_writer(tag->name);
  if (holds && changes_files(act_of_tool(tag->name))) tool = tool || !changed_by_commands(inside).empty();
  if (tool || !found.path.empty() || (holds && begins_pair(text, *tag, end))) return found;
  if (!closed && !tag->empty && !found.moves) return std::nullopt;
  std::optional<std::string_view> path = path_of_unknown(*tag, inside);
  if (path) found.path = *path;
  return path ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace aptix::format
