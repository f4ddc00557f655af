// A string literal. GCC computes the length of a string_view in an initializer_list at every program start; here it is
// computed at compile time.
#pragma once

#include <cstddef>
#include <string_view>

namespace aptix {

struct Literal : std::string_view {
  constexpr Literal() = default;
  template <size_t N>
  consteval Literal(const char (&text)[N]) : std::string_view(text, N - 1) {}
};

}  // namespace aptix
