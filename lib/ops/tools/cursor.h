// Where a page of a list ended, as a model hands it back; and the names of files as lists show them. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::ops {

// The bytes of a name that is not UTF-8, from the way in which it is shown: "caf\xe9".
std::string bytes_of_name(std::string_view shown);

// After the file of this name: the name, and a few digits that tell a cursor from any other text.
std::string page_cursor(std::string_view shown);
// The bytes of the name; nothing: it is not a cursor.
std::optional<std::string> name_in_cursor(std::string_view cursor);

}  // namespace aptix::ops
