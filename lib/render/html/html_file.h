// One file of a page. Pure.
#pragma once

#include <cstdint>
#include <string>

#include "render/changed_files.h"

namespace aptix::render::html {

struct FileFacts {
  std::string verb;  // "created", "deleted", "renamed", "changed"
  uint64_t added = 0, removed = 0;
  uint64_t changes = 0;    // places that are shown
  std::string words = {};  // "3 lines added, 2 removed"; "not a text file"
};

// How much of a file is shown; HtmlOptions says what each means.
struct FileLimits {
  uint64_t most_rows, open_rows, most_line;
  const std::string& rest_hint;
};

// Appends the section of the file `number`, and tells what is in it. `rows` is what the page still has room for.
FileFacts append_file(std::string& out, const FileSide& before, const FileSide& after, size_t number, uint64_t& rows,
    const FileLimits& limits);

// "3 lines added, 2 removed"
std::string counts_in_words(uint64_t added, uint64_t removed);

}  // namespace aptix::render::html
