// What blocks without a name may be to a file, by the file alone. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "edit/fit/fit.h"

namespace aptix::edit {

// A block that has a thing of the file is a part of it, whether it has a place there or not; a doubtful one where it
// takes away more lines of the thing than it has, or gives it another head. One of lines that all begin with one word,
// of which the file has one ("import a"), is a part where it has a place beside the others. What the file or one of
// the others has in a row is not one.
enum class LoosePart : uint8_t { no, part, doubtful };

// Does the text have the lines of the block in a row, but for indentation and blank lines?
bool has_in_a_row(std::string_view text, std::string_view block);

// Whether the answer calls the second half the new text.
enum class Halves : uint8_t { unnamed, labelled };

// A file that is there. It is looked at once, whatever is asked. Views its text and its path.
class FileOfBlocks {
 public:
  FileOfBlocks(std::string_view text, std::string_view path) : text_(text), path_(path) {}

  // Is `old_half` in the file exactly once, and is `new_half`, which is not there, like it? It has its first or its
  // last line, or half of its lines; of one line each, the same first word; or it is called so.
  bool has_pair(std::string_view old_half, std::string_view new_half, Halves halves) const;

  // Has it the lines of the block in a row, but for indentation and blank lines?
  bool has(std::string_view block);
  // Has the file these lines, in a body, and is none of them the head of a thing with a name?
  bool has_fragment(std::string_view block);

  LoosePart what_is(std::string_view block, std::span<const PartText> others);

 private:
  const OldFile& old_file();

  std::string_view text_, path_;
  std::optional<std::vector<std::string_view>> trimmed_;  // its lines that are not blank
  std::optional<OldFile> old_file_;
};

}  // namespace aptix::edit
