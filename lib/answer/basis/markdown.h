// Code fences and list items as CommonMark has them, and the prose of an answer: its lines outside of blocks, comments
// and thoughts. Whoever needs the prose above a block asks here. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/input.h"

namespace aptix::answer {

struct Fence {
  char mark = '`';        // '`' or '~'
  size_t length = 0;      // at least 3
  std::string_view info;  // trimmed; points into the line
};

// Does the line, without its indentation, look like a fence?
inline bool looks_like_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

// The fence that a line opens. REQUIRES: the line has no indentation.
std::optional<Fence> opening_fence(std::string_view line);

// The same for a line with its indentation.
std::optional<Fence> fence_in(std::string_view line);

// Does the line close `fence`? REQUIRES: the line has no indentation.
bool closes(const Fence& fence, std::string_view line);

// The list items that contain a line of prose. They decide from which column a line is indented code.
class ListItems {
 public:
  struct Content {
    size_t at = 0;         // offset of the content in the line, after indentation and list markers
    size_t column = 0;     // column of the content
    size_t container = 0;  // column where the content of the innermost item begins; 0 outside of lists
    bool after_marker = false;

    bool is_indented_code() const { return column >= container + 4; }
  };

  // Closes the items that end before the line and opens those that it begins.
  Content enter(std::string_view line);
  void clear() { columns_.clear(); }

 private:
  std::vector<size_t> columns_;  // content column of each open item, outermost first
};

// A line of prose that is not empty.
struct ProseLine {
  std::string_view text;     // trimmed; views the answer
  size_t start = 0;          // offset of the line in the answer
  bool below_blank = false;  // the line right above is empty or not prose
};

using Prose = std::span<const ProseLine>;

// The prose above a block.
struct ProseAbove {
  Prose lines;                    // from the start of the answer on
  std::span<const Block> blocks;  // those before it

  Prose since_block() const { return lines.subspan(blocks.empty() ? 0 : blocks.back().prose); }
};

// Does the line begin a list item: "- ", "1. "?
bool begins_item(std::string_view line);

// A heading, or a line that is all bold.
bool stands_alone(std::string_view line);

// The last paragraph of `lines`, at most four lines of it. It begins after an empty line or a heading, or with a list
// item. Tags in place of a fence and the underline of a heading at its end are left out.
Prose last_paragraph(Prose lines);

// The lines joined by spaces, after with_plain_signs().
std::string joined(Prose lines);

}  // namespace aptix::answer
