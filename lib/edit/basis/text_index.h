// The numbers of equal texts among many. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace aptix::edit {

class TextIndex {
 public:
  void reserve(size_t texts) { entries_.reserve(texts); }
  // The next number is that of this text, which is viewed, or of none. REQUIRES: it is not finished.
  void add(std::string_view text) { entries_.push_back({text.data(), static_cast<uint32_t>(text.size()), kEnd}); }
  void add_none() { entries_.push_back({nullptr, kNone, kEnd}); }
  void finish();

  bool contains(std::string_view text) const { return find(text) != kEnd; }
  // In order, no more than `most` of them.
  std::vector<uint32_t> all(std::string_view text, size_t most = SIZE_MAX) const;
  bool is_once(std::string_view text) const { return all(text, 2).size() == 1; }

 private:
  static constexpr uint32_t kEnd = UINT32_MAX, kNone = UINT32_MAX;
  struct Entry {
    const char* data;
    uint32_t size;
    uint32_t next;  // of those with the same hash

    std::string_view text() const { return {data, size}; }
  };
  uint32_t find(std::string_view text) const;
  uint32_t equal_from(uint32_t entry, std::string_view text) const;
  size_t slot_of(std::string_view text) const;

  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;
};

}  // namespace aptix::edit
