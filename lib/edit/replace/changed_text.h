// A text under edit, as a rope: the original, and what stands in place of some of its parts. Nothing is moved or
// copied. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

// A part of the original in which a text stands.
struct Place {
  size_t start = 0;
  size_t size = 0;
  bool exact = true;  // byte for byte; false: but for its line ends

  size_t end() const { return start + size; }
};

class ChangedText {
 public:
  explicit ChangedText(std::string_view original) : original_(original), size_(original.size()) {}

  std::string_view original() const { return original_; }
  uint64_t size() const { return size_; }
  bool untouched() const { return regions_.empty(); }
  // Is no byte of that part of the original replaced?
  bool untouched(size_t start, size_t size) const;

  // What follows `at` of the original, or comes before it, as it is now: `count` bytes at most, a view of the original
  // or of `room`. REQUIRES: `at` does not lie within a part that was replaced.
  std::string_view after(size_t at, size_t count, std::string& room) const;
  std::string_view before(size_t at, size_t count, std::string& room) const;
  // The number of the line, from 1, that `at` of the original stands in now. The same is required.
  uint64_t line_of(size_t at);

  // REQUIRES: size > 0, and the part is untouched. `text` outlives this.
  void replace(size_t start, size_t size, std::string_view text);

  std::vector<std::string_view> pieces() const;

 private:
  struct Region {
    size_t end = 0;  // in the original
    std::string_view text;
  };
  bool ends_before(size_t at) const;  // the last replaced part, where there is one
  int64_t line_feeds_gained(size_t start, const Region& region) const;
  void count_lines_to(size_t block);
  void add_line_feeds(size_t block, int64_t count);

  std::string_view original_;
  std::map<size_t, Region> regions_;  // by their start in the original
  uint64_t size_ = 0;
  std::vector<int64_t> sums_;  // of line feeds by blocks of the original, as a Fenwick tree
  size_t counted_ = 0;         // so many blocks are in it
};

}  // namespace aptix::edit
