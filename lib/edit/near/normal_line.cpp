#include "edit/near/normal_line.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/text/look_alike.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

std::string line_without(std::string_view line, unsigned ignore) {
  size_t last = line.find_last_not_of(" \t");
  std::string_view rest = line;
  if ((ignore & kTrailing) != 0) rest = rest.substr(0, last == std::string_view::npos ? 0 : last + 1);
  size_t indent = indent_of(rest).size();
  std::string out((ignore & kIndent) != 0 ? std::string_view() : rest.substr(0, indent));
  rest.remove_prefix(indent);
  if ((ignore & kInner) == 0) return out.append(rest);
  for (size_t i = 0; i < rest.size(); ++i) {
    if (!is_blank_byte(rest[i])) out.push_back(rest[i]);
    else if (i == 0 || !is_blank_byte(rest[i - 1])) out.push_back(' ');
  }
  return out;
}

}  // namespace

std::string unescaped(std::string_view text) { return as_meant(as_meant(text, entities()), escapes()); }

std::string without(std::string_view text, unsigned ignore) {
  std::string copy(text);
  if ((ignore & kEscapes) != 0) copy = unescaped(copy);
  if ((ignore & kLookAlike) != 0) copy = as_meant(copy, typography());
  if ((ignore & kLineEnds) != 0) std::erase(copy, '\r');
  if ((ignore & kCase) != 0)
    std::transform(
        copy.begin(), copy.end(), copy.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string out;
  std::string_view rest = copy;
  while (true) {
    size_t feed = rest.find('\n');
    out.append(line_without(rest.substr(0, feed), ignore));
    if (feed == std::string_view::npos) return out;
    out.push_back('\n');
    rest.remove_prefix(feed + 1);
  }
}

std::string normal_line(std::string_view line) {
  return without(line, kTrailing | kIndent | kInner | kCase | kLookAlike | kLineEnds);
}

std::string plain(std::string_view line) {
  std::string bare = as_meant(as_meant(line, entities()), typography());
  std::erase(bare, '\\');
  return std::string(trim(bare));
}

std::optional<Numbered> numbered(std::string_view line) {
  constexpr std::string_view kSeparators[] = {"|", ":", "\t", "\xE2\x86\x92", "\xE2\x94\x82", "  ", ")"};
  std::string_view rest = line.substr(indent_of(line).size());
  if (rest.starts_with('L')) rest.remove_prefix(1);
  Numbered found;
  auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), found.number);
  if (error != std::errc()) return std::nullopt;
  rest.remove_prefix(static_cast<size_t>(end - rest.data()));
  for (std::string_view separator : kSeparators) {
    std::string_view there = rest;
    if (separator == "|" || separator == "\xE2\x94\x82")
      there.remove_prefix(std::min(there.find_first_not_of(' '), there.size()));
    if (!there.starts_with(separator)) continue;
    found.separator = separator;
    found.rest = there.substr(separator.size());
    return found;
  }
  return is_blank(rest) ? std::optional(found) : std::nullopt;  // an empty line without its separator
}

std::vector<std::string_view> lines_of(std::string_view text, size_t most) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) lines.push_back(without_cr(take_line(text)));
  return lines;
}

}  // namespace aptix::edit
