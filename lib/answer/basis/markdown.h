// What CommonMark calls a code fence, the list items that move it to the right, and the prose of an answer, line by
// line: what stands in no block, comment or thoughts. Whoever wants to know what stands above a block asks here. Pure.
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

// Does the line, without its indentation, look like one?
inline bool looks_like_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

// The fence that a line opens. `line` is without its indentation.
std::optional<Fence> opening_fence(std::string_view line);

// The same for a line with its indentation.
std::optional<Fence> fence_in(std::string_view line);

// Whether a line closes `fence`. `line` is without its indentation.
bool closes(const Fence& fence, std::string_view line);

// The list items that a line of prose stands in: they decide from which column indentation counts.
class ListItems {
 public:
  struct Content {
    size_t at = 0;         // byte of the line where its content begins, after indentation and list markers
    size_t column = 0;     // the same as a column
    size_t container = 0;  // the column from which the innermost item counts; 0 outside of lists
    bool after_marker = false;

    bool is_indented_code() const { return column >= container + 4; }
  };

  // Closes the items that the line leaves and opens those that it begins.
  Content enter(std::string_view line);
  void clear() { columns_.clear(); }

 private:
  std::vector<size_t> columns_;  // content column of each open item, from the outside in
};

// A line that is not empty.
struct ProseLine {
  std::string_view text;     // trimmed; views the answer
  size_t start = 0;          // of the line, in the answer
  bool below_blank = false;  // an empty line, or something that is not prose, stands right above it
};

using Prose = std::span<const ProseLine>;

// The prose above a block.
struct ProseAbove {
  Prose lines;                    // from the start of the answer on
  std::span<const Block> blocks;  // those before it

  Prose since_block() const { return lines.subspan(blocks.empty() ? 0 : blocks.back().prose); }
};

// Of a list: "- ", "1. ".
bool begins_item(std::string_view line);

// A heading, or a line that is all bold.
bool stands_alone(std::string_view line);

// The last paragraph of `lines`, at most four lines of it: it begins below an empty line or a heading, or with an item.
Prose last_paragraph(Prose lines);

// As one line, with signs that stand for themselves in place of wide ones.
std::string joined(Prose lines);

}  // namespace aptix::answer
