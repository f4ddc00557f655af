// Signs that a text is not the content of a file but was copied or wrapped in a wrong way. Pure; linear.
#pragma once

#include <optional>
#include <string_view>

#include "edit/left_out/left_out.h"

namespace aptix::edit {

// What the text has that no file has, and what to do instead.
struct WholeSign {
  std::string_view what, hint;
};

// For a text for the file of that name, which now has `old`. `ordered`: the answer states that it is its content.
enum class Given : uint8_t { shown, ordered };
std::optional<WholeSign> sign_of_no_file(
    std::string_view text, std::string_view old, std::string_view path, CodeOrProse kind, Given given);

}  // namespace aptix::edit
