// Text for HTML. Nothing that comes from outside gets into a page but through here. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::render::html {

// For element content and quoted attributes, with invisible and invalid bytes as escapes (\x1b, \u{202e}).
std::string attribute(std::string_view text);

// The same for content alone: each escape is marked, so that it is not taken for text that looks like one. A tab stays.
void append_text(std::string& out, std::string_view text);

}  // namespace aptix::render::html
