// Recognises lines that stand for text a model left out ("// ... existing code ...").
#pragma once

#include <cstdint>
#include <string_view>

namespace aptix::edit {

// Prose shows code with "// ..." in it.
enum class CodeOrProse : uint8_t { code, prose };

// By the ending of the file's name, in letters of either case: so it is the same for the file's docPath.
CodeOrProse code_or_prose(std::string_view path);

// Every placeholder opens like one or has an ellipsis. Most lines do neither: quick to tell, of the ellipsis for a
// whole text at once.
bool has_ellipsis(std::string_view text);
bool opens_like_placeholder(std::string_view line);

// One line without its line end. A lone "..." is not one; in prose one in a comment is not, either.
bool is_placeholder(std::string_view line, CodeOrProse kind);

}  // namespace aptix::edit
