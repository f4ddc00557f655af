// Signatures of texts: which groups of three bytes a text may hold, as a Bloom filter of one hash. They say where not
// to look for a text, and nothing else. ASCII letters count as small ones. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::context {

// A power of two of words; empty: nothing is known of the text.
using Signature = std::span<const uint64_t>;

// Makes signatures; one for each thread.
class Signer {
 public:
  Signer();
  // Before a text is taken: how long it is, about.
  void expect(uint64_t bytes);
  void take(std::string_view text);
  // Of the text that was taken since the last call. Valid until the next one.
  Signature finish();

 private:
  void mark(const char* letters, size_t groups);

  std::vector<uint8_t> marks_;  // a byte for each bit of a signature: it is set without being read
  std::vector<uint64_t> folded_;
  size_t words_;         // of a signature that are in use: marks_ has 64 for each
  std::string letters_;  // small ones: the last two of the text that was taken, then some more of it
  size_t carried_ = 0;   // how many of those two there are
};

// What a text must hold so that a needle stands in it. With any_case, those of its groups alone whose letters have
// no other case beyond ASCII.
enum class NeedleLetters : uint8_t { exact, any_case };
std::vector<uint32_t> probes_of(std::string_view needle, NeedleLetters letters);

bool may_hold(Signature signature, std::span<const uint32_t> probes);

}  // namespace aptix::context
