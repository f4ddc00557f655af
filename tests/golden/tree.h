// The file trees of golden cases: laid out from sections and a list of directives, and compared as
// a whole. Sections keep neither modes nor special files nor empty folders; the directives say those.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "support/golden_case.h"

namespace aptix::golden {

// What stands at one path: kind, mode, content, attributes in one line of text, so that two trees
// can be compared and a difference be printed.
using Tree = std::map<std::string, std::string>;

// Lays the files out in the existing folder `target`, modes 0644 or 0755.
void lay_out(const test::GoldenTree& files, const std::filesystem::path& target);
// The files in `folder`, without links and what is no file, and without the state folder `.aptix` at its top.
test::GoldenTree files_in(const std::filesystem::path& folder);

// Carries out the directives of `script` in `target`, one a line:
//   mkdir PATH | bytes PATH "text with \n \r \t \0 \\ \" \xHH" | repeat COUNT PATH "text" | mode OCTAL PATH
//   symlink TARGET PATH | hardlink EXISTING PATH | fifo PATH | xattr NAME VALUE PATH | remove PATH
// Throws std::runtime_error for a line it does not understand.
void carry_out(const std::string& script, const std::filesystem::path& target);

// Everything below `folder` but the state folder `.aptix` at its top.
Tree snapshot(const std::filesystem::path& folder);

// What differs, one line each; "" when nothing does.
std::string differences(const Tree& expected, const Tree& found);

}  // namespace aptix::golden
