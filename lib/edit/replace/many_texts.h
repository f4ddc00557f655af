// Finds the places of many texts in one text at once. Each is represented by the group of bytes (a gram) that fewest of
// the others have; a bitset tells where none of them can stand. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace aptix::edit {

class ManyTexts {
 public:
  // Called for each place of each text, in order for each text. False: no more of this text are needed, though more may
  // come.
  using Visit = std::function<bool(uint32_t number, size_t place)>;

  // An empty text has no place. The texts outlive this.
  explicit ManyTexts(std::span<const std::string_view> texts);

  // False: so much looks alike that it was given up; not all places are known then, nor in any scan after it.
  bool scan(std::string_view text, const Visit& visit);

  uint64_t work() const { return work_; }  // bytes that were searched or compared

 private:
  struct Entry {
    uint64_t gram = 0;
    uint32_t text = 0;
    uint32_t offset = 0;  // of the gram in it
    uint32_t next = 0;    // with the same hash
  };
  // The texts that are represented by grams of one size.
  struct Table {
    std::vector<uint32_t> texts;
    std::vector<Entry> entries;
    std::vector<uint32_t> heads;  // by hash
    std::vector<uint64_t> bits;   // of the hashes that there are, and of few others
    unsigned head_shift = 0, bit_shift = 0;
  };
  template <size_t kSize>
  void fill(Table& table) const;
  template <size_t kSize>
  bool scan_table(const Table& table, std::string_view text, const Visit& visit);

  std::vector<std::string_view> texts_;
  Table large_, small_;
  std::vector<uint32_t> alone_;  // texts that are searched for one by one
  uint64_t work_ = 0;
};

}  // namespace aptix::edit
