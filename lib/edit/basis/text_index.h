// An index of texts: the numbers of those that are equal. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace aptix::edit {

class TextIndex {
 public:
  void reserve(size_t texts) {
    ends_.reserve(texts);
    next_.reserve(texts);
  }
  // Gives the next number to this text, which is viewed, or to none.
  void add(std::string_view text) {
    auto number = static_cast<uint32_t>(next_.size());
    auto [known, is_new] = ends_.try_emplace(text, number, number);
    if (!is_new) next_[std::exchange(known->second.second, number)] = number;
    add_none();
  }
  void add_none() { next_.push_back(kEnd); }

  bool contains(std::string_view text) const { return ends_.contains(text); }
  // In order, no more than `most` of them.
  std::vector<uint32_t> all(std::string_view text, size_t most = SIZE_MAX) const {
    std::vector<uint32_t> numbers;
    auto known = ends_.find(text);
    for (uint32_t at = known == ends_.end() ? kEnd : known->second.first; at != kEnd && numbers.size() < most;
         at = next_[at])
      numbers.push_back(at);
    return numbers;
  }

 private:
  static constexpr uint32_t kEnd = UINT32_MAX;
  std::unordered_map<std::string_view, std::pair<uint32_t, uint32_t>> ends_;  // first and last number of each text
  std::vector<uint32_t> next_;  // by number: the next number of the same text
};

}  // namespace aptix::edit
