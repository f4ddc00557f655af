#include "context/secrets/literals.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace aptix::context::secrets {
namespace {

// Of three bytes, whatever the case of letters among them; the fourth is not looked at.
uint32_t hash_of(const char* bytes) {
  uint32_t four;
  std::memcpy(&four, bytes, sizeof four);
  return (four << 8 | 0x20202000u) * 2654435761u >> 20;
}

}  // namespace

Literals::Literals(std::span<const std::string_view> words) {
  for (std::string_view word : words) {
    uint32_t hash = hash_of((std::string(word) + ' ').data());
    words_.push_back({hash, static_cast<uint32_t>(words_.size())});
    begins_[hash] = true;
  }
  auto longest_first = [&](const Word& a, const Word& b) {
    return a.hash != b.hash ? a.hash < b.hash : words[a.number].size() > words[b.number].size();
  };
  std::sort(words_.begin(), words_.end(), longest_first);
}

Literals::Hit Literals::find(std::string_view text, size_t from) const {
  while (from + sizeof(uint32_t) <= text.size() && !begins_[hash_of(text.data() + from)]) ++from;
  if (from + sizeof(uint32_t) > text.size()) return {};
  return {from, std::ranges::equal_range(words_, hash_of(text.data() + from), {}, &Word::hash)};
}

}  // namespace aptix::context::secrets
