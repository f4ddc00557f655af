// Documents that stand in the body of a code block next to, or instead of, the one it was taken for. Pure.
#pragma once

#include <cstddef>
#include <optional>

#include "answer/format.h"

namespace aptix::answer {

struct SecondDocument {
  size_t offset = 0;  // in the body
  const Format* format = nullptr;
};

// The first document in a fenced block that is of another form than `chosen`, which reads the block and passes over
// what is not its own. Nothing for a form whose reader wants nothing after its document.
std::optional<SecondDocument> second_document(const Block& block, const Format& chosen);

// Where a document begins, or one that the prose only seems to show, in a fenced block that no format takes: something
// else stands before it, or it is indented. In the body. Code of a programming language may quote one: such blocks are
// not looked at.
std::optional<size_t> wrapped_document(const Block& block);

}  // namespace aptix::answer
