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

size_t count_bits(std::span<const uint64_t> words) {
  size_t count = 0;
  for (uint64_t word : words) count += static_cast<size_t>(std::popcount(word));
  return count;
}

}  // namespace

Signer::Signer() : bits_(kWords) {}

void Signer::take(std::string_view text) {
  size_t at = 0;
  for (; taken_ + at < 2 && at < text.size(); ++at) group_ = next_group(group_, text[at]);
  uint32_t group = group_;
  uint64_t* bits = bits_.data();
  for (; at < text.size(); ++at) {
    group = next_group(group, text[at]);
    uint32_t index = index_of(group);
    bits[index / 64] |= uint64_t{1} << (index % 64);
  }
  group_ = group;
  taken_ += text.size();
}

Signature Signer::finish() {
  std::vector<uint64_t>& folded = folded_;
  folded.assign(bits_.begin(), bits_.end());
  std::fill(bits_.begin(), bits_.end(), 0);
  group_ = 0;
  taken_ = 0;
  size_t size = folded.size();
  if (static_cast<double>(count_bits(folded)) > kFull * static_cast<double>(size * 64)) return {};
  while (size > 1) {
    size_t half = size / 2, both = 0;
    for (size_t i = 0; i < half; ++i) both += static_cast<size_t>(std::popcount(folded[i] | folded[i + half]));
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
