#include "base/hash/quick_sum.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix {

TEST_CASE("a sum is another one after any change of one byte, and after another beginning") {
  const std::string text = "a cache of seventeen bytes and some more";
  uint64_t sum = quick_sum(text, 1);
  CHECK(quick_sum(text, 1) == sum);
  CHECK(quick_sum(text, 2) != sum);
  CHECK(quick_sum(text.substr(1), 1) != sum);
  for (size_t i = 0; i < text.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      CHECK(quick_sum(damaged, 1) != sum);
    }
}

}  // namespace aptix
