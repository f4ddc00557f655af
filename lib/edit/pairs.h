// What blocks without a name may be to a file, by the file alone. Pure.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "edit/fit/fit.h"

namespace aptix::edit {

// A file that is there. It is looked at once, whatever is asked. Views its text and its path.
class FileOfBlocks {
 public:
  FileOfBlocks(std::string_view text, std::string_view path) : text_(text), path_(path) {}

  // Is `old_half` in the file exactly once, and is `new_half`, which is not there, like it? It has its first or its
  // last line, or half of its lines; of one line each, the same first word.
  bool has_pair(std::string_view old_half, std::string_view new_half);

  // Is the block nothing but things of the file, with the same heads, each of which takes away no more lines than it
  // has, and has it a place beside the `others`? Or do these give the same thing another text? Then one of them is too
  // many. Not lines that the file or one of the others has in a row.
  bool has_part(std::span<const PartText> others, std::string_view block);

 private:
  const OldFile& old_file();

  std::string_view text_, path_;
  std::optional<OldFile> old_file_;
};

}  // namespace aptix::edit
