// Recognises lines that stand for text a model left out ("// ... existing code ..."). CLI.md §4.
#pragma once

#include <cstdint>
#include <string_view>

namespace aptix::edit {

// Prose shows code with "// ..." in it.
enum class TextKind : uint8_t { code, prose };

// By the ending of the file's name.
TextKind text_kind(std::string_view path);

// One line without its line end. A lone "..." is none; neither is one in a comment, in prose.
bool is_placeholder(std::string_view line, TextKind kind);

}  // namespace aptix::edit
