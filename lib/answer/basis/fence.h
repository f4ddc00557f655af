// What CommonMark calls a code fence, and the list items that move it to the right. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

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

}  // namespace aptix::answer
