// What stands for something else where a page, a keyboard or a tool has put it on the way. Pure.
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
std::span<const LookAlike> escapes();     // one level

// The first one that the text begins with; nullptr when none does.
const LookAlike* look_alike_at(std::string_view text, std::span<const LookAlike> table);

// With all of the table as they are meant.
std::string as_meant(std::string_view text, std::span<const LookAlike> table);

}  // namespace aptix
