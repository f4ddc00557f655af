// Writes the result of placed hunks as pieces: unchanged text is a view, added text is copied once. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edit/hunk/placed_hunk.h"

namespace aptix::edit {

enum class AddedLineEnds : uint8_t {
  of_file,  // that of the line beside them
  of_patch,
};

// A text whose last line has no newline stays so, unless a hunk's "\ No newline" marks say otherwise.
struct WriteOptions {
  AddedLineEnds line_ends = AddedLineEnds::of_file;
  bool end_may_go = false;  // if the last lines of such a text are removed, the new last line loses its newline
};

// A hunk, and the first byte of its place in the text.
struct HunkAt {
  const diff::Hunk* hunk = nullptr;
  size_t start = 0;
};

// `texts` gets what is added. REQUIRES: the hunks are in order and do not overlap.
std::vector<std::string_view> write_hunks(
    std::string_view text, std::span<const HunkAt> hunks, const WriteOptions& options, std::deque<std::string>& texts);

// Writes those of `hunks` whose status is `applied`; they may be in any order.
std::vector<std::string_view> write_hunks(std::string_view text, const std::vector<PlacedHunk>& hunks,
    const WriteOptions& options, std::deque<std::string>& texts);

}  // namespace aptix::edit
