// Finds the places of many texts in one text at once. Each is represented by one group of bytes (a gram) that few of
// the others have; bitsets tell where none of them can stand. Pure.
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
  // Called for each place of each text, in order for each text. False: no more of this text are needed in this scan.
  using Visit = std::function<bool(uint32_t number, size_t place)>;

  // An empty text has no place. The texts outlive this.
  explicit ManyTexts(std::span<const std::string_view> texts);

  // A text whose gram stands at too many other places is searched for alone. False: so much looks alike that more than
  // 4 GB would be searched; not all places are known then, in this scan and in all after it.
  bool scan(std::string_view text, const Visit& visit);

  uint64_t work() const { return work_; }  // bytes that were searched

 private:
  struct Entry {
    uint64_t gram = 0;
    uint32_t text = 0;
    uint32_t offset = 0;  // of the gram in it
    uint32_t next = 0;    // with the same hash
    uint32_t left = 0;    // looks that may still fail
  };
  // A set of hashes that may have more than were put in.
  class Bits {
   public:
    Bits() = default;
    explicit Bits(size_t grams);
    void set(uint64_t hash) { words_[hash >> shift_ >> 6] |= uint64_t{1} << (hash >> shift_ & 63); }
    bool has(uint64_t hash) const { return (words_[hash >> shift_ >> 6] >> (hash >> shift_ & 63) & 1) != 0; }

   private:
    std::vector<uint64_t> words_;
    unsigned shift_ = 0;
  };
  // The texts that are represented by grams of one size. Every `stride`-th gram of the text that is searched is looked
  // at: each place of one of these has a gram there that is beside its own.
  struct Table {
    std::vector<Entry> entries;
    std::vector<uint32_t> heads;
    Bits exactly, around;
    size_t stride = 1;
    unsigned head_shift = 0;
  };
  template <size_t kSize>
  void fill(Table& table, std::span<const uint32_t> numbers);
  template <size_t kSize>
  std::vector<uint32_t> choose_grams(
      std::span<const uint32_t> numbers, size_t stride, size_t most_offsets, std::vector<uint32_t>& chosen) const;
  template <size_t kSize>
  void scan_table(Table& table, std::string_view text, const Visit& visit);
  void visit_chain(Table& table, uint64_t gram, std::string_view text, size_t position, const Visit& visit);
  bool is_spent() const;
  void search_alone(uint32_t number, std::string_view text, size_t from, const Visit& visit);

  std::vector<std::string_view> texts_;
  Table large_, small_;
  std::vector<uint32_t> alone_;  // texts that are searched for one by one
  uint64_t work_ = 0;
};

}  // namespace aptix::edit
