// Walks up from a place as git does to find the line it prints behind @@, but for any indentation.
#include "edit/hunk/sections.h"

#include <algorithm>
#include <limits>

#include "base/text/find_bytes.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostLinesUp = 5000;
constexpr size_t kShortestSection = 3;  // less than that stands in too many lines

size_t indentation(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

// Begins like a definition: with a letter, '_' or '$', as git has it.
bool may_be_head(std::string_view line) {
  size_t indent = indentation(line);
  if (indent == line.size()) return false;
  char c = line[indent];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

}  // namespace

bool SectionFinder::holds(std::string_view section, size_t start) {
  if (section.size() < kShortestSection) return false;
  size_t least_indented = std::numeric_limits<size_t>::max();  // of the heads passed on the way up
  for (uint64_t up = 0; up < kMostLinesUp && start != 0 && lines_left_ != 0; ++up, --lines_left_) {
    size_t feed = start < 2 ? std::string_view::npos : text_.rfind('\n', start - 2);
    size_t previous = feed == std::string_view::npos ? 0 : feed + 1;
    std::string_view line = text_.substr(previous, start - previous);
    if (line.find(section) != std::string_view::npos) return least_indented > indentation(line);
    if (may_be_head(line)) least_indented = std::min(least_indented, indentation(line));
    start = previous;
  }
  return false;
}

bool SectionFinder::stands_before(std::string_view section, size_t end) {
  if (end > bytes_left_) return true;
  bytes_left_ -= end;
  return find_bytes(text_.substr(0, end), section) != std::string_view::npos;
}

}  // namespace aptix::edit
