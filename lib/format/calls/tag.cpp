#include "format/calls/tag.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::format {
namespace {

bool is_tag_byte(char c) { return is_word(c) || c == '-' || c == '.'; }

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
  if (!std::all_of(tag.called.begin(), tag.called.end(), is_tag_byte)) tag.called = {};
  return tag;
}

bool closes(std::string_view text, size_t at, std::string_view name) {
  std::string_view rest = text.substr(at);
  return rest.starts_with("</") && rest.substr(2).starts_with(name) && rest.substr(2 + name.size()).starts_with('>');
}

size_t after_closing(size_t at, std::string_view name) { return at + name.size() + 3; }

namespace {

// Without the typographic quotes around it.
std::string_view without_look_alikes(std::string_view value) {
  constexpr std::string_view kQuotes[] = {"\u201C", "\u201D", "\u2018", "\u2019"};
  if (!begins_with_one_of(kQuotes, value) || !ends_with_one_of(kQuotes, value)) return value;
  size_t quote = kQuotes[0].size();
  return value.size() > 2 * quote ? value.substr(quote, value.size() - 2 * quote) : std::string_view();
}

}  // namespace

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

}  // namespace aptix::format
