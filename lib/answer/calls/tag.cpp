// Single tags of calls, and the texts inside them.
#include "answer/calls/calls.h"

#include "answer/basis/markdown.h"
#include "answer/forms/forms.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "diff/lines/cursor.h"

namespace aptix::answer {
namespace {

// The value without typographic quotes around it.
std::string_view without_look_alikes(std::string_view value) {
  constexpr std::string_view kQuotes[] = {"\u201C", "\u201D", "\u2018", "\u2019"};
  if (!begins_with_one_of(kQuotes, value) || !ends_with_one_of(kQuotes, value)) return value;
  size_t quote = kQuotes[0].size();
  return value.size() > 2 * quote ? value.substr(quote, value.size() - 2 * quote) : std::string_view();
}

// The text without the line end after its opening tag, and without the indentation of a closing tag on its own line.
std::string_view without_tag_lines(std::string_view text) {
  if (text.starts_with("\r\n")) text.remove_prefix(2);
  else if (text.starts_with('\n')) text.remove_prefix(1);
  size_t last = text.find_last_not_of(" \t");
  if (last != std::string_view::npos && text[last] == '\n') text = text.substr(0, last + 1);
  return text;
}

std::optional<std::string_view> inside_cdata(std::string_view text) {
  constexpr std::string_view kBegin = "<![CDATA[", kEnd = "]]>";
  std::string_view inside = trim(text);
  if (!inside.starts_with(kBegin) || !inside.ends_with(kEnd)) return std::nullopt;
  return inside.substr(kBegin.size(), inside.size() - kBegin.size() - kEnd.size());
}

// The content of a fence around all of the text.
std::optional<Block> inside_fence(std::string_view text) {
  std::string_view whole = trim(text);
  Line first = line_from(whole, 0);
  std::optional<Fence> fence = opening_fence(first.text);
  size_t last = whole.rfind('\n');
  if (!fence || last == std::string_view::npos || last + 1 < first.next) return std::nullopt;
  std::optional<Fence> end = opening_fence(whole.substr(last + 1));
  if (!end || !end->info.empty() || end->mark != fence->mark || end->length < fence->length) return std::nullopt;
  Block block;
  block.form = Block::Form::fenced;
  block.info = fence->info;
  block.body = whole.substr(first.next, last + 1 - first.next);
  return block;
}

}  // namespace

std::optional<Tag> tag_at(std::string_view text, size_t at) {
  if (at + 1 >= text.size() || text[at] != '<' || !is_letter(text[at + 1])) return std::nullopt;
  constexpr size_t kLongestOpening = 1024;
  std::string_view head = text.substr(at, kLongestOpening);
  size_t close = head.find('>');
  if (close == std::string_view::npos) return std::nullopt;
  std::string_view inside = head.substr(1, close - 1);
  bool empty = inside.ends_with('/');
  if (empty) inside.remove_suffix(1);
  size_t end = std::min(inside.find_first_of(" \t\r\n"), inside.size());
  Tag tag{{}, {}, {}, trim(inside.substr(end)), at + close + 1, empty};
  size_t sign = inside.find('=');
  tag.name = inside.substr(0, std::min(sign, end));
  tag.word = tag.name.substr(tag.name.find(':') + 1);
  constexpr std::string_view kCalled = "name=\"";
  if (sign < end) tag.called = trim(inside.substr(sign + 1));
  else if (tag.attributes.starts_with(kCalled) && tag.attributes.ends_with('"'))
    tag.called = tag.attributes.substr(kCalled.size(), tag.attributes.size() - kCalled.size() - 1);
  auto is_of_name = [](char c) { return is_word(c) || c == '-' || c == '.'; };
  if (!std::ranges::all_of(tag.called, is_of_name)) tag.called = {};
  return tag;
}

bool closes(std::string_view text, size_t at, std::string_view name) {
  std::string_view rest = text.substr(at);
  return rest.starts_with("</") && rest.substr(2).starts_with(name) && rest.substr(2 + name.size()).starts_with('>');
}

size_t after_closing(size_t at, std::string_view name) { return at + name.size() + 3; }

std::vector<std::pair<std::string_view, std::string_view>> attributes_of(std::string_view text) {
  std::vector<std::pair<std::string_view, std::string_view>> found;
  for (size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at)) {
    std::string_view key = trim(text.substr(0, at));
    key = key.substr(key.find_last_of(" \t\r\n\"'") + 1);
    size_t begin = after_space(text, ++at);
    bool quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
    size_t end = quoted ? text.find(text[begin], begin + 1) : std::min(text.find_first_of(" \t\r\n", at), text.size());
    if (end == std::string_view::npos) break;
    std::string_view value = text.substr(begin, std::max(begin, end) - begin);
    value = quoted ? value.substr(1) : without_look_alikes(value);
    if (quoted || !value.empty()) found.emplace_back(key, value);
    at = std::min(end + 1, text.size());
  }
  return found;
}

bool holds_file(const Tag& tag) {
  constexpr std::string_view kHolders[] = {"file", "document", "artifact", "antArtifact"};
  return is_one_of(kHolders, tag.name);
}

std::string_view without_feeds(std::string_view text) {
  if (text.starts_with("\r\n")) text.remove_prefix(1);
  if (text.starts_with('\n')) text.remove_prefix(1);
  return diff::split_line(text).text;
}

std::optional<std::string> file_content(std::string_view text, std::string_view path) {
  std::string_view body = inside_cdata(text).value_or(text);
  Block block;
  block.form = Block::Form::fenced;
  block.body = body;
  if (std::optional<Block> fenced = inside_fence(body)) block = std::move(*fenced);
  constexpr std::string_view kOfEdits[] = {".diff", ".patch", ".md", ".json", ".txt"};
  if (!ends_with_one_of(kOfEdits, path) && (detect_search_replace(block) || detect_v4a(block) || detect_diff(block)))
    return std::nullopt;
  std::string content(without_tag_lines(block.body));
  if (!content.empty() && !content.ends_with('\n')) content += '\n';
  return content;
}

std::string_view value_in_tags(std::string_view raw, Meaning meaning) {
  bool own_lines = raw.starts_with('\n') || raw.starts_with("\r\n");
  raw = inside_cdata(raw).value_or(raw);
  if (!is_text_meaning(meaning) || meaning == Meaning::cell) return trim(raw);
  raw = without_tag_lines(raw);
  return own_lines && meaning != Meaning::diff ? diff::split_line(raw).text : raw;
}

}  // namespace aptix::answer
