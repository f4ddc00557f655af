// Whole files in an answer, for `--format whole` alone: without it an example in the prose might overwrite a file.
// Code blocks with a path in the info string, above them or as their first line; several files in one block, each below
// a line such as "// FILE: a.c"; <file path="a.c"> to </file>. Pure, linear.
#pragma once

#include "format/format.h"

namespace aptix::format {

// A block for each file: its content, and its path in `name_hint`; "" for a code block that names none. `closed` is
// false where the end is missing. Errors: what may or may not be a part of a file.
Outcome<Extracted> whole_files(const Input& input);

// The path in the first line of a code block: a comment with nothing else in it, or "// FILE: a.c"; "" when it is not
// one.
std::string path_in_first_line(std::string_view line);

// Does the answer show files as whole files are shown? For a hint.
bool may_hold_whole_files(const Input& input);

}  // namespace aptix::format
