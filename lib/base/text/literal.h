// Text that stands in the source. GCC has string_view count such a text at every start, where it stands in a list of an
// initializer_list; here it is counted when compiled.
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
