// 48 bits of milliseconds, version 7, 12 random bits; variant, 30 random bits, 32 bits of counter.
#include "base/uuid.h"

#include <fmt/format.h>

#include <charconv>

namespace aptix {
namespace {

constexpr size_t kLength = 36;
constexpr size_t kCounter = 28;  // offset of the last eight digits

bool is_dash(size_t at) { return at == 8 || at == 13 || at == 18 || at == 23; }

}  // namespace

UuidFamily::UuidFamily(int64_t now_ns, uint64_t random) {
  uint64_t milliseconds = static_cast<uint64_t>(now_ns) / 1'000'000;
  high_ = (milliseconds << 16) | 0x7000u | (random & 0xFFFu);
  low_ = 0x8000'0000u | static_cast<uint32_t>((random >> 12) & 0x3FFF'FFFFu);
}

std::string UuidFamily::id(uint32_t number) const {
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:04x}{:08x}", high_ >> 32, high_ >> 16 & 0xFFFF, high_ & 0xFFFF,
      low_ >> 16, low_ & 0xFFFF, number);
}

std::optional<FamilyId> parse_family_id(std::string_view text) {
  if (text.size() != kLength) return std::nullopt;
  std::string lower(text);
  for (size_t at = 0; at < kLength; ++at) {
    char& c = lower[at];
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    if (is_dash(at) ? c != '-' : !digit) return std::nullopt;
  }
  FamilyId id;
  std::from_chars(lower.data() + kCounter, lower.data() + kLength, id.number, 16);
  id.first = lower.substr(0, kCounter) + "00000000";
  return id;
}

std::string member_id(std::string_view first, uint32_t number) {
  return fmt::format("{}{:08x}", first.substr(0, kCounter), number);
}

}  // namespace aptix
