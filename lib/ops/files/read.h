// Reading one file: byte for byte, some lines of it, or with all that is known about it.
#pragma once

#include <functional>

#include "base/text/text.h"
#include "context/source_text.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {

using context::LineSpan;

// What there is to say about a file's bytes.
struct FileFacts {
  uint64_t size = 0, lines = 0;  // a last line without newline counts
  LineEnds line_ends{};
  bool is_utf8 = true, has_byte_order_mark = false, has_final_newline = false;
};
FileFacts facts_of(std::string_view content);

// "lf", "crlf", "mixed", "none"
std::string_view line_ends_name(const LineEnds& ends);

// "3:7", "3:", ":7", "3:+5" (five lines), "3", and several of them with ',' between; none for anything else. Lines
// count from 1.
std::vector<LineSpan> parse_line_ranges(std::string_view text);

struct ReadRequest {
  std::string path;
  std::vector<LineSpan> lines{};    // only these, in their order; what goes beyond the last line is cut off
  uint64_t max_bytes = UINT64_MAX;  // of the file's bytes; after them reading stops
  uint64_t max_json = UINT64_MAX;   // bytes of JSON, for whoever prints it so
  uint64_t max_lines = UINT64_MAX;  // of all ranges
  bool number = false;              // each line after its number and a tab
  bool numbers_count = false;       // to max_bytes, too
  bool facts = false;               // counts, too
};

struct ReadResult {
  bool truncated = false;         // max_bytes or max_lines cut something off
  std::vector<LineSpan> lines{};  // the ranges that were read, which max_lines may have made shorter; none: all
  std::vector<uint64_t> ends{};   // of each: how many bytes were handed on when it was complete
  FileFacts facts{};
};

// Takes the next piece of a content; false stops it: nobody reads any more.
using Sink = std::function<bool(std::string_view)>;

// Hands on what is asked for of a file's content. Looks at no more of it than that, but for facts and max_lines.
// Fails with range_invalid when the first line of a range does not exist (line 1 always does); then nothing was handed
// on.
Result<ReadResult> read(std::string_view content, const ReadRequest& request, const Sink& sink);

}  // namespace aptix::ops
