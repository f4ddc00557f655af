// Documents that stand in the body of a code block beside, or instead of, the one it was taken for. Pure.
#pragma once

#include <cstddef>
#include <optional>

#include "format/format.h"

namespace aptix::format {

struct InnerDocument {
  size_t offset = 0;  // in the body
  const Format* format = nullptr;
};

// The first document in a fenced block that is of another form than `chosen`, which reads the block and passes over what is none of
// its own. Nothing for a form whose reader wants nothing behind its document.
std::optional<InnerDocument> second_document(const Block& block, const Format& chosen);

}  // namespace aptix::format
