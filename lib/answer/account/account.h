// The account of an answer: every code block, tag and JSON value of it ends as applied, there already, listed or
// refused. Here is what no form reads: what has a name, a call that writes or the shape of an edit is refused, what has
// none is listed. A look only, no file is known here: what is shown as an example, as output or as the old version
// names nothing.
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

}  // namespace aptix::answer
