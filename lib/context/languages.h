// The kind of a file's content, and the table of languages: their file names, and a pattern for lines that define or
// head something. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/regex.h"

namespace aptix::context {

enum class TextKind : uint8_t { code, document, config, log, binary, text };
std::string_view name(TextKind kind);

struct Language {
  std::string_view name;     // "C++"
  TextKind kind;             // of its files
  std::string_view files;    // file extensions and whole names in lower case, a space around each
  std::string_view pattern;  // of a line that defines something; "" if a function of outline.cpp finds them
  bool levels_by_indent = true;
};

// By the file name, or by the interpreter after "#!"; null if unknown.
const Language* language_of(std::string_view path, std::string_view content);

// Compiled on first use. REQUIRES: the language has a pattern.
const Regex& pattern_of(const Language& language);

// Describes a binary by its first bytes: "PNG image, 312 bytes"; "binary file, ..." if these are unknown.
std::string describe_binary(std::string_view content);

}  // namespace aptix::context
