#include "context/tree/signature.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace aptix::context {
namespace {

// Taken in pieces of up to `most` bytes.
std::vector<uint64_t> signature_of(std::string_view text, size_t most, std::mt19937& chance) {
  Signer signer;
  signer.expect(text.size());
  while (!text.empty()) {
    size_t size = 1 + chance() % most;
    signer.take(text.substr(0, size));
    text.remove_prefix(std::min(size, text.size()));
  }
  Signature signature = signer.finish();
  return {signature.begin(), signature.end()};
}

std::string words(size_t size, std::mt19937& chance) {
  std::string text;
  while (text.size() < size) {
    std::string word(3 + chance() % 5, 'a');
    for (char& letter : word) letter = "aAbBzZ@[`{\xC3\x80_"[chance() % 12];
    text += word + " " + std::to_string(chance() % 9) + "\n";
  }
  text.resize(size);
  return text;
}

}  // namespace

TEST_CASE("a signature is the same in whatever pieces the text is taken, and holds all that stands in it") {
  std::mt19937 chance(5);
  for (size_t size : {0, 1, 2, 3, 7, 100, 4093, 4094, 4095, 8190, 60000}) {
    std::string text = words(size, chance);
    std::vector<uint64_t> whole = signature_of(text, size + 1, chance);
    CHECK(signature_of(text, 5, chance) == whole);
    CHECK(signature_of(text, 5000, chance) == whole);
    for (size_t at = 0; at + 3 <= size; at += 1 + size / 500) {
      std::string needle = text.substr(at, 3 + chance() % 20);
      CHECK(may_hold(whole, probes_of(needle, NeedleLetters::exact)));
      CHECK(may_hold(whole, probes_of(needle, NeedleLetters::any_case)));
    }
  }
}

TEST_CASE("a signature rules out what the text does not hold, and counts capital letters of ASCII as small ones") {
  std::mt19937 chance(5);
  std::string text(3000, ' ');
  for (size_t i = 0; i < text.size(); ++i) text[i] = "int main()\n"[i % 11];
  std::vector<uint64_t> signature = signature_of(text, 64, chance);
  REQUIRE_FALSE(signature.empty());
  CHECK_FALSE(may_hold(signature, probes_of("absent_word", NeedleLetters::exact)));
  CHECK(may_hold(signature, probes_of("INT MAIN", NeedleLetters::exact)));
  CHECK(probes_of("{[@", NeedleLetters::exact) != probes_of("{{`", NeedleLetters::exact));
}

}  // namespace aptix::context
