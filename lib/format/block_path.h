// The file that a SEARCH/REPLACE block is for, where the block's own lines do not say it. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/input.h"
#include "model/plan.h"

namespace aptix::format {

// The path that a line consists of, but for what it is dressed with: "### src/a.c", "// File: src/a.c",
// "**`src/a.c`**:", "<!-- a.html -->". "" when it is none.
std::string path_in_line(std::string_view line);

// A name with blanks, such as "my notes.txt", where the line could consist of one; "" otherwise. It may as well be a few
// words about a file, so nothing may be made or overwritten on its word alone. Words that lead to a name are none of
// it: "new notes.txt" and "fix main.py" are no such names.
std::string spaced_path_in_line(std::string_view line);

struct BlockName {
  std::string path;   // "" when there is none
  std::string other;  // what the words may name as well; when there is no path, nothing else than that
};

// The path in the info string of the block's fence, or above the fence (an empty line or a tag such as <source>
// may stand in between): a line of its own, or the one path in a line of prose that ends with a colon.
BlockName name_around(const Input& input, const Block& block);

// That of the SEARCH/REPLACE block before, where it is plain that this one goes on with the same file: nothing but
// prose that names no other file stands between them. "" otherwise.
std::string path_of_block_before(const Input& input, const Block& block, const Plan& plan);

}  // namespace aptix::format
