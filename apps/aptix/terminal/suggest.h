// "did you mean": the known word that is nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace aptix::app {

// "" when nothing is near: more than a third of the letters differ.
std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> known);

}  // namespace aptix::app
