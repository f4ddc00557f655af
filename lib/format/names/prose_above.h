// The prose above a code block: paragraphs from the nearest upwards. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::format {

constexpr size_t kMostBlankLines = 2;  // between a name and what stands below it

// Of a list: "- ", "1. ".
bool begins_item(std::string_view line);

// A heading.
bool stands_alone(std::string_view line);

// From the nearest line upwards. Views the text.
class ProseAbove {
 public:
  // `start`: of the line of the block's fence, or of the block itself.
  ProseAbove(std::string_view text, size_t start) : text_(text), at_(start) {}

  // The lines of the next paragraph from the top; none after too many empty lines, at another block, and at the start.
  std::vector<std::string_view> paragraph();

 private:
  std::string_view text_;
  size_t at_;
};

// As one line, with signs that stand for themselves in place of wide ones.
std::string joined(const std::vector<std::string_view>& lines);

}  // namespace aptix::format
