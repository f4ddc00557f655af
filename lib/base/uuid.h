// Families of ids: UUIDs of version 7 (RFC 9562) that share their time and random bits and differ in a counter. Pure:
// time and random bits are arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aptix {

class UuidFamily {
 public:
  // `now_ns`: wall clock; 42 bits of `random` are used.
  UuidFamily(int64_t now_ns, uint64_t random);

  std::string id(uint32_t number) const;  // "0190163d-8694-739b-aea5-966c00000000"; grows with `number`

 private:
  uint64_t high_ = 0;  // time, version, 12 random bits
  uint32_t low_ = 0;   // variant, 30 random bits
};

// The id of the first member of the family, and the number; nothing for any other text.
struct FamilyId {
  std::string first;
  uint32_t number = 0;
};
std::optional<FamilyId> parse_family_id(std::string_view text);

// The id of another member of the family. REQUIRES: `first` is FamilyId::first.
std::string member_id(std::string_view first, uint32_t number);

}  // namespace aptix
