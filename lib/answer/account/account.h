// The account of an answer: what no form reads. A block, tag or JSON value with a name, a call that writes or the shape
// of an edit is refused; any other is listed. Examples, output and old versions name nothing. No file is known here.
// Also tells by their labels how code blocks belong together, for edits of every form. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/format.h"
#include "base/diagnostic.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::answer {

struct UnreadKind {
  const char* what;
  const char* hint;
};

struct Unread {
  const UnreadKind* kind = nullptr;
  size_t offset = 0;      // in Input::bytes
  uint64_t line = 0;      // of that offset, from 1
  bool in_block = false;  // false: in the prose
  std::string path{};     // "" if none is named
  std::string other{};    // another file that the same words name
  std::string name{};     // of the tool or the tag, if it has one
};

// Sorted by place. `left`: the indices of the blocks that no format reads, in order.
std::vector<Unread> unread_edits(const Input& input, const Extracted& answer, std::span<const size_t> left);

// The error for it: what was seen, and what to do about it.
Diagnostic unread_edit(const Input& input, const Unread& unread);

// The error for a block that no format reads and that contains an edit; nothing if it contains none. `number`: of the
// block, from 1.
std::optional<Diagnostic> edit_inside(const Input& input, const Block& block, uint64_t number);

// Is the listed block shell commands, and not lines of `file`, which the answer named last?
bool is_left_as_commands(const Block& block, std::string_view file = {});

// Why a block is listed.
std::string_view why_left(const Block& block);

struct SecondDocument {
  size_t offset = 0;  // in the body
  const Format* format = nullptr;
};

// The first document in a fenced block that is of another form than `chosen`, whose reader skips what is not its own.
// Nothing if the reader of `chosen` allows nothing beside its document.
std::optional<SecondDocument> second_document(const Block& block, const Format& chosen);

// Is the code block named as a file of text or data, while it edits other files that the prose near it does not name?
// Then it may be the content of that file. `files`: its edits; `prose`: that of the whole answer.
bool may_be_content(const Input& input, Prose prose, const Block& block, std::span<const FileEdit> files);

struct HeldBack {
  size_t block = 0;   // index into the blocks
  size_t offset = 0;  // in the text, of the line with the label
};

// The edits that a label calls old text, output or an example. The label is the line above the block or above its path,
// or the heading. Blocks with nothing between them share a label. Whole files with a label are not edits and so not
// included.
std::vector<HeldBack> held_back_in(const Extracted& answer);

// The numbers, from 1, of lines that label alternatives ("### Option A", "**Variant 2:** in C", "Alternative:"), each
// above an edit: only one of these is to be made. Empty if there is only one, unless that has no letter or number and
// follows an edit.
std::vector<uint64_t> alternatives_in(std::string_view text, const Extracted& answer);

// Is there nothing between the two but a short paragraph?
bool are_neighbours(Prose prose, const Block& first, const Block& second);

// Could that file be written in the language of the block's fence?
bool may_be_written_in(const Block& block, std::string_view path);

// Is that file written in the language of the block's fence, by its name or because `other`, a block with that file,
// has the same language?
bool is_in_language_of(const Block& block, std::string_view path, const Block& other);

// Do the lines of `shown` occur in a row in `edit`, ignoring indentation, the signs of a diff and empty lines?
bool repeats_lines(std::string_view shown, std::string_view edit);

}  // namespace aptix::answer
