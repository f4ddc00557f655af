// Reads one file: its bytes, some of its lines, or facts about it.
#pragma once

#include <functional>

#include "base/text/text.h"
#include "context/source_text.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {

using context::LineSpan;

// Facts about a file's bytes.
struct FileFacts {
  uint64_t size = 0, lines = 0;  // a last line without line feed counts
  LineEnds line_ends{};
  bool is_utf8 = true, has_byte_order_mark = false, has_final_newline = false;
};
FileFacts facts_of(std::string_view content);

// "lf", "crlf", "mixed", "none"
std::string_view line_ends_name(const LineEnds& ends);

// "3:7", "3:", ":7", "3:+5" (five lines), "3", or several with ',' between; empty for anything else. Lines count from
// 1.
std::vector<LineSpan> parse_line_ranges(std::string_view text);

struct ReadRequest {
  std::string path;
  std::vector<LineSpan> lines{};    // only these, in this order; the part beyond the last line is dropped
  uint64_t max_bytes = UINT64_MAX;  // of the file's bytes; reading stops there
  uint64_t max_json = UINT64_MAX;   // bytes of JSON, for callers that print JSON
  uint64_t max_lines = UINT64_MAX;  // of all ranges together
  bool number = false;              // put a number and a tab before each line
  bool numbers_count = false;       // numbers count for max_bytes, too
  bool facts = false;               // fill ReadResult::facts
};

struct ReadResult {
  bool truncated = false;         // max_bytes or max_lines cut something off
  std::vector<LineSpan> lines{};  // the ranges that were read, perhaps shortened by max_lines; empty: all
  std::vector<uint64_t> ends{};   // for each range: bytes passed on when it was complete
  FileFacts facts{};
};

// Receives the next piece of a content; false stops: nobody reads any more.
using Sink = std::function<bool(std::string_view)>;

// Passes the requested part of a content to `sink`. Looks at no other part, except for facts and max_lines. Fails with
// range_invalid if the first line of a range does not exist (line 1 always does); then nothing was passed on.
Result<ReadResult> read(std::string_view content, const ReadRequest& request, const Sink& sink);

}  // namespace aptix::ops
