// All groups are first marked in many bits. Then the halves are laid over each other as long as few enough are set: an
// index of fewer bits is the low part of the longer one.
#include "context/tree/signature.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/text/ascii.h"
#include "base/text/small_letters.h"

namespace aptix::context {
namespace {

constexpr unsigned kIndexBits = 16;
constexpr size_t kWords = (size_t{1} << kIndexBits) / 64;
constexpr double kFull = 0.55;    // of its bits: it rules out little then
constexpr double kUseless = 0.7;  // more than bits that are as many as a text has groups, each another
constexpr uint64_t kLeast = 32;   // words at first, where there are not more bytes than bits
constexpr size_t kPiece = 4096;

// The first of the three bytes is the lowest one, as a processor loads them. The low bits of the index, which are left
// when it is shortened, depend on all three.
constexpr uint32_t index_of(uint32_t group) { return (group * 0x9E3779B1u) >> (32 - kIndexBits); }

// The lowest bit of each of eight bytes, the first byte's lowest.
constexpr uint64_t gather_bits(uint64_t bytes) { return (bytes * 0x0102040810204080u) >> 56; }

// std::popcount is a call where the processor need not have the instruction.
constexpr size_t count_bits(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return static_cast<size_t>(word * 0x0101010101010101u >> 56);
}

}  // namespace

Signer::Signer() : marks_(kWords * 64), words_(kWords), letters_(kPiece + 4, '\0') {}

void Signer::expect(uint64_t bytes) {
  words_ = static_cast<size_t>(std::bit_ceil(std::clamp<uint64_t>(bytes / 64, kLeast, kWords)));
}

void Signer::take(std::string_view text) {
  while (!text.empty()) {
    std::string_view piece = text.substr(0, kPiece - 2);
    text.remove_prefix(piece.size());
    write_small_letters(letters_.data() + carried_, piece);
    size_t size = carried_ + piece.size();
    if (size > 2) mark(letters_.data(), size - 2);
    carried_ = std::min<size_t>(size, 2);
    std::memmove(letters_.data(), letters_.data() + size - carried_, carried_);
  }
}

void Signer::mark(const char* letters, size_t groups) {
  uint8_t* marks = marks_.data();
  auto mask = static_cast<uint32_t>(words_ * 64 - 1);
#pragma GCC unroll 8
  for (size_t i = 0; i < groups; ++i) {
    uint32_t group;
    std::memcpy(&group, letters + i, sizeof group);  // letters_ has room for the fourth byte
    marks[index_of(group & 0xFFFFFF) & mask] = 1;
  }
}

Signature Signer::finish() {
  std::vector<uint64_t>& folded = folded_;
  size_t size = words_, set = 0;
  folded.assign(size, 0);
  for (size_t i = 0; i < size; ++i)
    for (size_t byte = 0; byte < 8; ++byte) {
      uint64_t marks;
      std::memcpy(&marks, marks_.data() + i * 64 + byte * 8, sizeof marks);
      folded[i] |= gather_bits(marks) << (byte * 8);
    }
  std::fill_n(marks_.begin(), size * 64, 0);
  carried_ = 0;
  words_ = kWords;
  for (uint64_t word : folded) set += count_bits(word);
  if (static_cast<double>(set) > kUseless * static_cast<double>(size * 64)) return {};
  while (size > 1) {
    size_t half = size / 2, both = 0;
    for (size_t i = 0; i < half; ++i) both += count_bits(folded[i] | folded[i + half]);
    if (static_cast<double>(both) > kFull * static_cast<double>(half * 64)) break;
    for (size_t i = 0; i < half; ++i) folded[i] |= folded[i + half];
    size = half;
  }
  return {folded.data(), size};
}

std::vector<uint32_t> probes_of(std::string_view needle, NeedleLetters letters) {
  // Those that are written in another way with a letter beyond ASCII: the Kelvin sign, the long s.
  auto is_sure = [&](char byte) {
    char small = ascii_lower(byte);
    return letters == NeedleLetters::exact || (static_cast<unsigned char>(byte) < 0x80 && small != 'k' && small != 's');
  };
  std::vector<uint32_t> probes;
  uint32_t group = 0;
  size_t sure = 0;  // bytes in a row
  for (char byte : needle) {
    group = group >> 8 | static_cast<uint32_t>(static_cast<unsigned char>(ascii_lower(byte))) << 16;
    sure = is_sure(byte) ? sure + 1 : 0;
    if (sure >= 3) probes.push_back(index_of(group));
  }
  std::sort(probes.begin(), probes.end());
  probes.erase(std::unique(probes.begin(), probes.end()), probes.end());
  return probes;
}

bool may_hold(Signature signature, std::span<const uint32_t> probes) {
  if (signature.empty()) return true;
  size_t mask = signature.size() * 64 - 1;
  for (uint32_t probe : probes) {
    size_t index = probe & mask;
    if ((signature[index / 64] >> (index % 64) & 1) == 0) return false;
  }
  return true;
}

}  // namespace aptix::context
