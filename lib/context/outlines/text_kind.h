// What kind of content a file has. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aptix::context {

enum class TextKind : uint8_t { code, document, config, log, binary, text };
std::string_view name(TextKind kind);

// Of a binary, by its first bytes: "PNG image, 312 bytes"; "binary file, ..." when they are not known.
std::string describe_binary(std::string_view content);

}  // namespace aptix::context
