// Writes the result of placed hunks as pieces: what stays is a view of the text, what comes is copied once. Pure.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edit/hunk_places.h"

namespace aptix::edit {

enum class AddedLineEnds : uint8_t {
  of_file,   // that of the line they stand beside
  of_patch,
};

// What becomes of a text whose last line has no newline.
enum class LastNewline : uint8_t {
  stays_missing,  // unless a hunk's "\ No newline" marks say otherwise
  of_patch,       // byte for byte as the hunk has it
};

struct WriteOptions {
  AddedLineEnds line_ends = AddedLineEnds::of_file;
  LastNewline last_newline = LastNewline::stays_missing;
};

// Those of `hunks` whose outcome is `applied`. Context keeps the text's own bytes. `texts` gets what is added.
// REQUIRES: no two of them overlap.
std::vector<std::string_view> write_hunks(std::string_view text, const std::vector<PlacedHunk>& hunks, const WriteOptions& options,
                                          std::deque<std::string>& texts);

}  // namespace aptix::edit
