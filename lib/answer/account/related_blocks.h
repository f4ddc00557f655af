// How the code blocks of an answer belong together, and which of them hold edits and are only shown, or exclude each
// other, by their labels. One rule for edits of every form. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "answer/format.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::answer {

// Is the code block labelled as a file of text or data, and edits others, which the prose near it does not name? It may
// be that file. `files`: its edits; `prose`: all of the answer's.
bool may_be_content(const Input& input, Prose prose, const Block& block, std::span<const FileEdit> files);

struct HeldBack {
  size_t block = 0;   // index into the blocks
  size_t offset = 0;  // in the text: of the line with the label
};

// The edits among the blocks that a label calls the old text, output or an example: on the line over the block, or over
// the path that stands over it, or as the heading. Blocks with nothing between them have the same label. Whole files
// that are shown are not looked at: those are not read.
std::vector<HeldBack> held_back_in(const Extracted& answer);

// The lines that are labels of alternatives ("### Option A", "**Variant 2:** in C", "Alternative:"), each above an
// edit, from 1: only one of them is to be made. None when there are not two, or one without a letter or number below an
// edit.
std::vector<uint64_t> alternatives_in(std::string_view text, const Extracted& answer);

// Is there nothing between the two but a short paragraph?
bool are_neighbours(Prose prose, const Block& first, const Block& second);

// Says the language of its fence nothing against that file?
bool may_be_written_in(const Block& block, std::string_view path);

// Is a file of that name written in the language of its fence, by its ending, or because `other`, which is a block for
// it, has the same?
bool is_in_language_of(const Block& block, std::string_view path, const Block& other);

// Do all lines of `shown` stand in a row in `edit`, whatever the indentation and the signs of a diff before them?
// Empty lines do not count.
bool repeats_lines(std::string_view shown, std::string_view edit);

}  // namespace aptix::answer
