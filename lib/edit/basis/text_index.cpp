#include "edit/basis/text_index.h"

#include <bit>
#include <cstring>

namespace aptix::edit {
namespace {

// Most texts are short lines: eight bytes at a time.
uint64_t hash_of_text(std::string_view text) {
  constexpr uint64_t kFactor = 0x9E3779B97F4A7C15u;
  uint64_t hash = text.size() * kFactor;
  auto add = [&](size_t at, size_t size) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, size);
    hash = (hash ^ bytes) * kFactor;
    hash ^= hash >> 32;
  };
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) add(at, 8);
  if (at < text.size() && text.size() >= 8) add(text.size() - 8, 8);
  else if (at < text.size()) add(at, text.size() - at);
  return hash;
}

}  // namespace

size_t TextIndex::slot_of(std::string_view text) const { return hash_of_text(text) & (slots_.size() - 1); }

void TextIndex::finish() {
  slots_.assign(std::bit_ceil(entries_.size() + 1), kEnd);
  for (size_t i = entries_.size(); i-- > 0;) {  // the first of all comes to the front
    if (entries_[i].size == kNone) continue;
    uint32_t& slot = slots_[slot_of(entries_[i].text())];
    entries_[i].next = slot;
    slot = static_cast<uint32_t>(i);
  }
}

uint32_t TextIndex::equal_from(uint32_t entry, std::string_view text) const {
  while (entry != kEnd && entries_[entry].text() != text) entry = entries_[entry].next;
  return entry;
}

uint32_t TextIndex::find(std::string_view text) const {
  return entries_.empty() ? kEnd : equal_from(slots_[slot_of(text)], text);
}

std::vector<uint32_t> TextIndex::all(std::string_view text, size_t most) const {
  std::vector<uint32_t> numbers;
  for (uint32_t at = find(text); at != kEnd && numbers.size() < most; at = equal_from(entries_[at].next, text))
    numbers.push_back(at);
  return numbers;
}

}  // namespace aptix::edit
