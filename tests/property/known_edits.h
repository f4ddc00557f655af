// Texts and edits of them whose result is known, and the same in each dialect that models write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace aptix::property {

struct Pair {
  std::string find, replace;
};

struct Change {
  std::string before, after;
  std::vector<Pair> pairs;
};

// The same numbers on every machine, so that a failure can be seen again by its seed.
class Random {
 public:
  explicit Random(uint32_t seed) : numbers_(seed) {}

  size_t below(size_t bound) { return numbers_() % bound; }
  bool coin() { return below(2) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::mt19937 numbers_;
};

// REQUIRES: there are seeds for which it has edits.
Change any_change(Random& random);

// How the edits are written.
using Write = std::string (*)(const std::string& path, const std::vector<Pair>& pairs);
extern const std::vector<Write> kDialects;

}  // namespace aptix::property
