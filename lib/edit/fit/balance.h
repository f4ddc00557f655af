// What opens in a text and is not closed, or the other way round: of brackets, tags, strings, comments, words. A text
// that was cut off shows so. Pure; linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/fit/scan.h"

namespace aptix::edit {

struct Unbalanced {
  uint64_t line = 0;  // from 1
  std::string what;   // for a message: "'{' is not closed"
};

// What `after` leaves open, or closes without need, and `before` does not; JSON that is not read, where `before` was; a
// last line that begins a body. `before`: nothing for a file that is to be made.
std::optional<Unbalanced> unbalanced(
    std::optional<std::string_view> before, std::string_view after, std::string_view path);

// What is within the elements of a text of tags that hold no markup, with a name for its kind: "a.ts" for a script.
struct InnerText {
  std::string_view path, text;
};
std::vector<InnerText> inner_texts(std::string_view text);

// The line, from 0, of the first element in a part of a text of tags that is begun there and does not end. One of a
// name that the text itself leaves open is none.
std::optional<uint32_t> open_element(std::string_view part, std::string_view text);

}  // namespace aptix::edit
