// Comments in the place of code: what stands for lines that were left out, in whatever language. Pure; linear but for
// the diff.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text/source_kind.h"
#include "edit/fit/scan.h"

namespace aptix::edit {

struct BareComment {
  uint64_t line = 0;      // in `after`, from 1
  std::string_view text;  // of that line, trimmed: views the text of `after`
  uint64_t lines = 0;     // of code that went for it
};

// The first comment that comes in `after` where two or more lines of code went and nothing else came, or all of a body.
// Code that is elsewhere in `after` has not gone. `lines`: which lines count that went: code; two of code or more, for
// which nothing but comments came, there or in a body, or two of any kind, or one for nothing else, beside a comment of
// nothing but labels that `before` has not; the last of these alone; all, for one comment, also for one that begins or
// ends fewer lines of code where all of a body went.
enum class GoneLines : uint8_t { code, for_comments, for_labels, all };
std::optional<BareComment> bare_comment(const Scan& before, const Scan& after, GoneLines lines);
std::optional<BareComment> bare_comment(
    std::string_view before, std::string_view after, const SourceKind& kind, GoneLines lines = GoneLines::code);

}  // namespace aptix::edit
