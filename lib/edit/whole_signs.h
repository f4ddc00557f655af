// What shows that a text is hardly the content of a file: how it was copied, or wrapped. Pure; linear.
#pragma once

#include <optional>
#include <string_view>

#include "edit/left_out/left_out.h"

namespace aptix::edit {

// What no file holds, and what to do instead.
struct WholeSign {
  std::string_view what, hint;
};

// Of a text for the file of that name, which holds `old` now. `ordered`: the answer says by its own word that it is the
// content of the file.
enum class Given : uint8_t { shown, ordered };
std::optional<WholeSign> sign_of_no_file(
    std::string_view text, std::string_view old, std::string_view path, CodeOrProse kind, Given given);

}  // namespace aptix::edit
