// What an answer names to be changed and no format reads: such an answer must not be applied in part. A look only, and
// no file is known here: blocks that are shown as an example, as output or as the old version name nothing. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "format/format.h"

namespace aptix::format {

struct Unread {
  enum class Kind : uint8_t {
    call,      // of a tool that writes
    result,    // of a call that was made
    diff,      // a block that is labelled as one
    suggests,  // a block that is labelled as the suggestion of a review
    file,      // a code block that carries a path
    name,      // one that may carry it: it is not clear
    script,    // the same, in the language of commands
    end,       // of a code block that carries a path, which may be that of one in it
    tag,       // in the prose, with a text in it, that names a file or a tool
    commands,  // of a shell: that write a text into a file; where nothing else is read, that change one
    pair,      // an old and a new text in the prose
    markup,    // in the prose: a code block of another markup that names a file
  };
  Kind kind = Kind::file;
  size_t offset = 0;              // in Input::bytes
  uint64_t line = 0;              // of that offset, from 1
  std::optional<size_t> block{};  // index into the blocks
  std::string path{};             // "" when none is named
  std::string name{};             // of the tool or the tag, if it has one
};

// Why no format takes a block: what it is, as far as its words and signs say it.
enum class Leftover : uint8_t {
  shown,     // an example, output
  old,       // the version before
  commands,  // of a shell: never run
  data,      // JSON without a fence
  unnamed,   // code that no path stands over
};
Leftover leftover_of(const Block& block);

// In order. `left`: the indices of those that no format takes, in order.
std::vector<Unread> unread_edits(const Input& input, const Extracted& answer, std::span<const size_t> left);

}  // namespace aptix::format
