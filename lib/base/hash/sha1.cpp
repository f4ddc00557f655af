// FIPS 180-4, by hand: the library's interface would cost more to load than most patches to hash.
#include "base/hash/sha1.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace aptix {
namespace {

constexpr size_t kBlock = 64;

class Sha1 {
 public:
  void update(std::string_view bytes) {
    size_ += bytes.size();
    while (!bytes.empty()) {
      size_t take = std::min(kBlock - filled_, bytes.size());
      std::memcpy(block_.data() + filled_, bytes.data(), take);
      filled_ += take;
      bytes.remove_prefix(take);
      if (filled_ == kBlock) digest_block();
    }
  }

  std::string finish() {
    uint64_t bits = size_ * 8;
    update(std::string_view("\x80", 1));
    while (filled_ != kBlock - 8) update(std::string_view("\0", 1));
    for (int shift = 56; shift >= 0; shift -= 8) block_[filled_++] = static_cast<unsigned char>(bits >> shift);
    digest_block();
    std::string hex;
    for (uint32_t word : state_)
      for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
    return hex;
  }

 private:
  void digest_block() {
    std::array<uint32_t, 80> w;
    for (size_t i = 0; i < 16; ++i)
      w[i] = static_cast<uint32_t>(block_[4 * i]) << 24 | static_cast<uint32_t>(block_[4 * i + 1]) << 16 |
          static_cast<uint32_t>(block_[4 * i + 2]) << 8 | block_[4 * i + 3];
    for (size_t i = 16; i < 80; ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    auto [a, b, c, d, e] = state_;
    for (size_t i = 0; i < 80; ++i) {
      uint32_t mixed = i < 20 ? ((b & c) | (~b & d)) + 0x5a827999
          : i < 40            ? (b ^ c ^ d) + 0x6ed9eba1
          : i < 60            ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                              : (b ^ c ^ d) + 0xca62c1d6;
      uint32_t next = std::rotl(a, 5) + mixed + e + w[i];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    state_ = {state_[0] + a, state_[1] + b, state_[2] + c, state_[3] + d, state_[4] + e};
    filled_ = 0;
  }

  std::array<uint32_t, 5> state_ = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  std::array<unsigned char, kBlock> block_{};
  size_t filled_ = 0;
  uint64_t size_ = 0;
};

}  // namespace

std::string git_blob_name(const std::vector<std::string_view>& pieces) {
  uint64_t size = 0;
  for (std::string_view piece : pieces) size += piece.size();
  std::string head = "blob " + std::to_string(size);
  Sha1 hash;
  hash.update(std::string_view(head.c_str(), head.size() + 1));
  for (std::string_view piece : pieces) hash.update(piece);
  return hash.finish();
}

}  // namespace aptix
