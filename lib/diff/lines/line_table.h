// Where the lines of a text begin, found lazily and stored sparsely: for a text of 200 MB that takes some two
// megabytes, and only as much of it is read as is needed. Lines are 0-based here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "diff/lines/cursor.h"

namespace aptix::diff {

class LineTable {
 public:
  explicit LineTable(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  uint64_t count();  // reads the whole text; a last line without newline counts
  bool has(uint64_t line);
  size_t start_of(uint64_t line);        // text().size() for a line that is not there
  std::string_view line(uint64_t line);  // without its line end; "" for one that is not there

 private:
  void read_to_line(uint64_t line);
  void read_block();

  std::string_view text_;
  std::vector<size_t> marks_ = {0};  // the start of every kBlock-th line
  uint64_t read_lines_ = 0;          // lines before `read_bytes_`
  size_t read_bytes_ = 0;            // a line start, or the end of the text
  uint64_t last_line_ = 0;           // looked up last: the next one is mostly it, or just after it
  size_t last_start_ = 0;
};

}  // namespace aptix::diff
