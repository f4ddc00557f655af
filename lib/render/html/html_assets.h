// The style and the script of a page: the only ones that its Content-Security-Policy lets be.
#pragma once

#include <string>
#include <string_view>

namespace aptix::render::html {

std::string style();
extern const std::string_view kScript;

}  // namespace aptix::render::html
