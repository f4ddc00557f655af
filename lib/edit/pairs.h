// Decides by a file alone whether code blocks without a file name belong to it. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edit/fit/fit.h"

namespace aptix::edit {

// - part: a block that has a thing of the file, with or without a place in it. Also one whose lines all begin with one
//   word ("import a"), of which the file has one, if it has a place beside the other blocks.
// - doubtful: a block that would remove more lines of the thing than it has, or give it another head.
// - no: any other block, and one whose lines the file or another block has in a row.
enum class LoosePart : uint8_t { no, part, doubtful };

// - of_no_file: a block without new lines, or whose lines do not show that it is of the file; any block beside the
// whole
//   file.
// - placed: a block of the file with exactly one place.
// - unplaced: any other block of the file.
enum class LooseLines : uint8_t { of_no_file, placed, unplaced };

// Does the text have the lines of the block in a row, ignoring indentation and blank lines?
bool has_in_a_row(std::string_view text, std::string_view block);

// Does the answer call the second half the new text?
enum class Halves : uint8_t { unnamed, labelled };

// An existing file, scanned at most once. Views its text and its path.
class FileOfBlocks {
 public:
  FileOfBlocks(std::string_view text, std::string_view path) : text_(text), path_(path) {}

  // Is `old_half` in the file exactly once, and is `new_half` like it and not in the file? It is like it with its first
  // or last line, or half of its lines; of one line each, with the same first word; or if it is labelled.
  bool has_pair(std::string_view old_half, std::string_view new_half, Halves halves);

  // Of a pair: do both halves have the first line of the new one, and the file has it elsewhere, too?
  bool may_be_elsewhere(std::string_view old_half, std::string_view new_half);

  // Has it the lines of the block in a row, ignoring indentation and blank lines?
  bool has(std::string_view block);
  // Are these lines in the file, all in bodies, without the head of a thing with a name?
  bool has_fragment(std::string_view block);

  LoosePart what_is(std::string_view block, std::span<const PartText> others);
  // For a block that is no such part. It is of the file if it begins or ends with an indented line that the file has
  // once. It is also of the file, but with a gap not placed, if the file has half of its lines once, and two of them at
  // least, ignoring indentation. (Of 2,300 answers followed by an example from the pages of their project, 4 examples
  // were taken for a block of the file. One line of the file anywhere in the block would be no sign: 9 % have one.)
  LooseLines what_lines_show(std::string_view block, std::span<const PartText> others);

 private:
  const OldFile& old_file();
  int count_of(std::string_view trimmed_line);  // in the file

  std::string_view text_, path_;
  std::optional<std::vector<std::string_view>> trimmed_;             // its lines that are not blank
  std::optional<std::unordered_map<std::string_view, int>> counts_;  // of the same
  std::optional<OldFile> old_file_;
};

}  // namespace aptix::edit
