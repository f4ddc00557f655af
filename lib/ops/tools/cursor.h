// Cursors, by which a model asks for the next page of a list; and file names as lists show them. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::ops {

// The bytes of a name that is not UTF-8, from its displayed form: "caf\xe9".
std::string bytes_of_name(std::string_view shown);

// Continues after the file with this name: the name, and some digits that distinguish a cursor from other texts.
std::string page_cursor(std::string_view shown);
// The bytes of the name; nullopt if it is not a cursor.
std::optional<std::string> name_in_cursor(std::string_view cursor);

}  // namespace aptix::ops
