// Comments in the place of code: what stands for lines that were left out, in whatever language. Pure; linear but for
// the diff.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text/source_kind.h"

namespace aptix::edit {

struct BareComment {
  uint64_t line = 0;      // in `after`, from 1
  std::string_view text;  // of that line, trimmed: views the text of `after`
  uint64_t lines = 0;     // of code that went for it
};

// The first comment that comes in `after` where lines went, and which may stand for them. Code that is elsewhere in
// `after` has not gone. `lines`: which lines count that went.
enum class GoneLines : uint8_t {
  for_labels,    // two of any kind, or one for nothing else: for a comment of nothing but labels that `before` has not
  for_comments,  // also two of code, or all of a body, for which nothing but comments came, there or in a body
  all,           // also two of code more than come, or of any kind for one comment, or a body that had more than comes
};
std::optional<BareComment> bare_comment(
    std::string_view before, std::string_view after, const SourceKind& kind, GoneLines lines = GoneLines::all);

}  // namespace aptix::edit
