// Reads one hunk of a diff as models write them. Pure. Here it is decided whether the stated counts or
// the lines are believed, and whether the hunk may have been cut short.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "diff/lines/cursor.h"
#include "diff/lines/hunk.h"
#include "diff/read/unified.h"

namespace aptix::diff {

struct HunkReading {
  std::optional<Hunk> hunk;  // nothing with errors, and for a hunk that changes nothing
  Cursor end;                // after the hunk
  bool counted = false;      // its header counts lines, rightly or not
  bool needs_proof = false;  // the text may be cut in it: only git's names in the header can tell from the result
  std::vector<ParseFault> errors = {};
  std::vector<ParseFault> repairs = {};
};

enum class HunkStart : uint8_t { header, lines };  // with its @@ line, or without

// `file`: what the headers said so far. REQUIRES: `at` stands on a hunk header, or on the first line.
HunkReading read_hunk(const Cursor& at, HunkStart start, const FilePatch& file, const ParseOptions& options);

}  // namespace aptix::diff
