// A text under edit: the original, and what stands in place of some of its parts. Nothing is moved or copied. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

// A part of the original in which a text stands. Where edits have made that text, the part is what they took, and
// `before` and `after` are beside the text in what took its place.
struct Place {
  size_t start = 0;
  size_t size = 0;
  bool exact = true;  // byte for byte; false: but for its line ends
  std::string_view before{}, after{};

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
  std::string_view after(const Place& place, size_t count, std::string& room) const;
  std::string_view before(const Place& place, size_t count, std::string& room) const;

  // REQUIRES: size > 0, and what was replaced within the part is so as a whole. `text` outlives this.
  void replace(size_t start, size_t size, std::string_view text);

  std::vector<std::string_view> pieces() const;

 private:
  bool ends_before(size_t at) const;  // the last replaced part, where there is one

  struct Region {
    size_t end = 0;  // in the original
    std::string_view text;
  };
  using Regions = std::map<size_t, Region>;

  // Appends what is there now, from the original's `at` on, until it has `size` bytes or the original's `end` is
  // reached.
  void append(std::string& out, Regions::const_iterator next, size_t at, size_t end, size_t size) const;

  std::string_view original_;
  Regions regions_;  // by their start in the original
  uint64_t size_ = 0;
};

}  // namespace aptix::edit
