// The account of an answer: every code block, tag and JSON value of it ends as applied, there already, listed or
// refused. Here is what no form reads: what has a name, a call that writes or the shape of an edit is refused, what has
// none is listed. A look only, no file is known here: what is shown as an example, as output or as the old version
// names nothing. And how the code blocks of an answer belong together, and which of them hold edits and are only shown,
// or exclude each other, by their labels: one rule for edits of every form. Pure.
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
  std::string path{};     // "" when none is named
  std::string name{};     // of the tool or the tag, if it has one
};

// In order. `left`: the indices of the blocks that no format takes, in order.
std::vector<Unread> unread_edits(const Input& input, const Extracted& answer, std::span<const size_t> left);

// What was seen, and what to do about it.
Diagnostic unread_edit(const Input& input, const Unread& unread);

// The error for a block that no format takes, though an edit stands in it; nothing when no edit does. `number`: of the
// block, from 1.
std::optional<Diagnostic> edit_inside(const Input& input, const Block& block, uint64_t number);

// Whether a block that is listed holds commands of a shell, and not lines of `file`, which the answer named last.
bool is_left_as_commands(const Block& block, std::string_view file = {});

// Why a block is listed.
std::string_view why_left(const Block& block);

struct SecondDocument {
  size_t offset = 0;  // in the body
  const Format* format = nullptr;
};

// The first document in a fenced block that is of another form than `chosen`, which reads the block and passes over
// what is not its own. Nothing for a form whose reader wants nothing after its document.
std::optional<SecondDocument> second_document(const Block& block, const Format& chosen);

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

// Is a file of that name written in the language of its fence, by its name, or because `other`, which is a block for
// it, has the same?
bool is_in_language_of(const Block& block, std::string_view path, const Block& other);

// Do all lines of `shown` stand in a row in `edit`, whatever the indentation and the signs of a diff before them?
// Empty lines do not count.
bool repeats_lines(std::string_view shown, std::string_view edit);

}  // namespace aptix::answer
