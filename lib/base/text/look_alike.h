// Characters that a page, a keyboard or a tool put in place of others on the way. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace aptix {

struct LookAlike {
  std::string_view shown, meant;
};

std::span<const LookAlike> typography();  // quotes, dashes, spaces and dots that are not ASCII
std::span<const LookAlike> entities();    // of HTML
std::span<const LookAlike> escapes();     // one level of backslashes

// The first row that the text begins with; nullptr if there is none.
const LookAlike* look_alike_at(std::string_view text, std::span<const LookAlike> table);

// The text with every `shown` of the table replaced by `meant`.
std::string as_meant(std::string_view text, std::span<const LookAlike> table);

}  // namespace aptix
