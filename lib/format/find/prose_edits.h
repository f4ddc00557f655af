// Edits in the prose of an answer that no format reads, by their shape (prose_shapes.h) and by the file that the words
// around them name. A look only, so that none is lost. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/find/prose_shapes.h"
#include "model/input.h"

namespace aptix::format {

struct ProseEdit {
  ProseShape::Kind kind = ProseShape::Kind::code;
  size_t offset = 0;  // in the text
  std::string path;   // "" when none is named
};

// In order; outside of blocks, of reasoning and of comments. What is called an example, output or the old version is
// not meant, and what only repeats lines of an edit of that file is one already. `text`: all of the answer.
std::vector<ProseEdit> edits_in_prose(std::string_view text, std::span<const Block> blocks);

}  // namespace aptix::format
