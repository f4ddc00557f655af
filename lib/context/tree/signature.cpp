// All groups are first marked in many bits. Then the halves are laid over each other as long as few enough are set: an
// index of fewer bits is the low part of the longer one.
#include "context/tree/signature.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/text/ascii.h"

namespace aptix::context {
namespace {

constexpr unsigned kIndexBits = 16;
constexpr size_t kWords = (size_t{1} << kIndexBits) / 64;
constexpr double kFull = 0.55;  // of its bits: it rules out little then
constexpr uint64_t kRoom = 4;   // bits for each byte of a text, at first
constexpr uint32_t kGroup = 0xFFFFFF;

constexpr std::array<uint8_t, 256> small_letters() {
  std::array<uint8_t, 256> table{};
  for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<uint8_t>(ascii_lower(static_cast<char>(i)));
  return table;
}
constexpr std::array<uint8_t, 256> kSmall = small_letters();

constexpr uint32_t index_of(uint32_t group) { return (group * 0x9E3779B1u) >> (32 - kIndexBits); }

uint32_t next_group(uint32_t group, char byte) {
  return (group << 8 | kSmall[static_cast<unsigned char>(byte)]) & kGroup;
}

// std::popcount is a call where the processor need not have the instruction.
constexpr size_t count_bits(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return static_cast<size_t>(word * 0x0101010101010101u >> 56);
}

}  // namespace

Signer::Signer() : bits_(kWords), words_(kWords) {}

void Signer::expect(uint64_t bytes) {
  words_ = static_cast<size_t>(std::bit_ceil(std::clamp<uint64_t>(bytes * kRoom / 64, 1, kWords)));
}

void Signer::take(std::string_view text) {
  size_t at = 0;
  for (; taken_ + at < 2 && at < text.size(); ++at) group_ = next_group(group_, text[at]);
  uint32_t group = group_;
  uint64_t* bits = bits_.data();
  auto mask = static_cast<uint32_t>(words_ * 64 - 1);
  for (; at < text.size(); ++at) {
    group = next_group(group, text[at]);
    uint32_t index = index_of(group) & mask;
    bits[index / 64] |= uint64_t{1} << (index % 64);
  }
  group_ = group;
  taken_ += text.size();
}

Signature Signer::finish() {
  std::vector<uint64_t>& folded = folded_;
  size_t size = words_, set = 0;
  folded.assign(bits_.begin(), bits_.begin() + static_cast<ptrdiff_t>(size));
  std::fill_n(bits_.begin(), size, 0);
  group_ = 0;
  taken_ = 0;
  words_ = kWords;
  for (uint64_t word : folded) set += count_bits(word);
  if (static_cast<double>(set) > kFull * static_cast<double>(size * 64)) return {};
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
    group = next_group(group, byte);
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
