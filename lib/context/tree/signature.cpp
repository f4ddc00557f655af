// All groups of a text are first marked in a long bit array. Then its halves are merged as long as few enough bits are
// set: the index in a shorter array is the low part of the longer index.
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
constexpr double kFull = 0.55;    // of its bits: with more it rules out little
constexpr double kUseless = 0.7;  // more than if every group of a text with as many groups as bits were different
constexpr uint64_t kLeast = 32;   // initial words, for a text that has fewer bytes than bits
constexpr size_t kPiece = 4096;

// The lowest byte of a group is its first. All three bytes affect the low bits of the index, which remain after
// merging.
constexpr uint32_t index_of(uint32_t group) { return (group * 0x9E3779B1u) >> (32 - kIndexBits); }

// The lowest bit of each of eight bytes, in one byte.
constexpr uint64_t gather_bits(uint64_t bytes) { return (bytes * 0x0102040810204080u) >> 56; }

// std::popcount is a function call on processors that may lack the instruction.
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
  // Letters without another case beyond ASCII: not k (Kelvin sign) and s (long s).
  auto is_sure = [&](char byte) {
    char small = ascii_lower(byte);
    return letters == NeedleLetters::exact || (static_cast<unsigned char>(byte) < 0x80 && small != 'k' && small != 's');
  };
  std::vector<uint32_t> probes;
  uint32_t group = 0;
  size_t sure = 0;  // consecutive sure bytes
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
