// Signatures of texts: a Bloom filter with one hash of the three-byte groups that occur in a text, ignoring the case of
// ASCII letters. Only tells where a text cannot match. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::context {

// A power of two of words; empty: nothing is known about the text.
using Signature = std::span<const uint64_t>;

// Makes signatures; one for each thread.
class Signer {
 public:
  Signer();
  // Call before take() with the approximate size of the text.
  void expect(uint64_t bytes);
  void take(std::string_view text);
  // The signature of the text since the last call. Valid until the next call.
  Signature finish();

 private:
  void mark(const char* letters, size_t groups);

  std::vector<uint8_t> marks_;  // a byte for each bit of a signature, as that is set without being read
  std::vector<uint64_t> folded_;
  size_t words_;         // words in use; marks_ has 64 bytes for each
  std::string letters_;  // lower case: the last two bytes of the text so far, then the next piece
  size_t carried_ = 0;   // how many of the two there are
};

// The groups that a text must have for a needle to match. With any_case, only those without letters that have another
// case beyond ASCII.
enum class NeedleLetters : uint8_t { exact, any_case };
std::vector<uint32_t> probes_of(std::string_view needle, NeedleLetters letters);

bool may_hold(Signature signature, std::span<const uint32_t> probes);

}  // namespace aptix::context
