// Signatures of texts: which groups of three bytes a text may hold, as a Bloom filter of one hash. They say where not
// to look for a text, and nothing else. ASCII letters count as small ones. Pure.
#pragma once

#include <cstdint>
#include <span>
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
  std::vector<uint64_t> bits_, folded_;
  size_t words_;  // of bits_ that are in use
  uint32_t group_ = 0;
  uint64_t taken_ = 0;
};

// What a text must hold so that a needle stands in it. With any_case, those of its groups alone whose letters have
// no other case beyond ASCII.
enum class NeedleLetters : uint8_t { exact, any_case };
std::vector<uint32_t> probes_of(std::string_view needle, NeedleLetters letters);

bool may_hold(Signature signature, std::span<const uint32_t> probes);

}  // namespace aptix::context
