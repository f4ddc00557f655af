// The shortest edit script between two sequences, in linear space (Myers 1986), with a cost cap. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace aptix::diff {

// Calls `removed(i)` for elements of `before`, `added(j)` for elements of `after`, that have no
// partner in the other. What is left is the same in both. Minimal until a part of the sequences
// differs by more than some hundred elements; then a good script, in time linear times the cap.
struct OnChange {
  std::function<void(uint32_t first, uint32_t count)> removed;
  std::function<void(uint32_t first, uint32_t count)> added;
};
void compare(std::span<const uint32_t> before, std::span<const uint32_t> after, const OnChange& on_change);

}  // namespace aptix::diff
