// What kind of content a file has, and the table of languages: which files are of one, and which lines of theirs define
// or head something. Pure.
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
  TextKind kind;             // of the file
  std::string_view files;    // extensions and whole names, small letters, a space around each
  std::string_view pattern;  // of a line that defines something; "" where a scanner of its own is needed
  bool levels_by_indent = true;
};

// By the name of the file, or by what "#!" names; null for all others.
const Language* language_of(std::string_view path, std::string_view content);

// Compiled when it is first asked for. REQUIRES: the language has one.
const Regex& pattern_of(const Language& language);

// Of a binary, by its first bytes: "PNG image, 312 bytes"; "binary file, ..." when they are not known.
std::string describe_binary(std::string_view content);

}  // namespace aptix::context
