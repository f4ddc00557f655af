// Reading one file: byte for byte, some lines of it, or with all that is known about it.
#pragma once

#include <atomic>
#include <functional>

#include "base/hash/sha256.h"
#include "base/text/text.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {

// What there is to say about a file's bytes, gathered as they go by.
class FileFacts {
 public:
  void update(std::string_view bytes);
  // REQUIRES for all below: everything was given.
  uint64_t size() const { return size_; }
  uint64_t lines() const;  // a last line without newline counts
  LineEnds line_ends() const { return ends_; }
  bool is_utf8() const { return utf8_ && carried_.empty(); }
  bool has_byte_order_mark() const { return head_ == kByteOrderMark; }
  bool has_final_newline() const { return last_ == '\n'; }

 private:
  uint64_t size_ = 0;
  LineEnds ends_;
  char last_ = '\0';
  bool utf8_ = true;
  std::string carried_;  // the beginning of a character that was cut by the end of a piece
  std::string head_;     // the first bytes, as many as a byte-order mark has
};

// "lf", "crlf", "mixed", "none"
std::string_view line_ends_name(const LineEnds& ends);

struct LineRange {
  uint64_t first = 1;
  uint64_t last = UINT64_MAX;
};

// "3:7", "3:", ":7", "3:+5" (five lines), "3", and several of them with ',' between; none for anything else. Lines
// count from 1.
std::vector<LineRange> parse_line_ranges(std::string_view text);

struct ReadRequest {
  std::string path;
  std::vector<LineRange> lines{};   // only these, in their order; what goes beyond the last line is cut off
  uint64_t max_bytes = UINT64_MAX;  // of the file's bytes; after them reading stops
  uint64_t max_json = UINT64_MAX;   // bytes of JSON, for whoever prints it so
  uint64_t max_lines = UINT64_MAX;  // of all ranges; with a limit the facts are read, too
  bool number = false;              // each line after its number and a tab
  bool numbers_count = false;       // to max_bytes, too
  bool facts = false;               // read to the end, hash, count
  const std::atomic<bool>* interrupted = nullptr;
};

struct ReadResult {
  bool truncated = false;          // max_bytes or max_lines cut something off
  std::vector<LineRange> lines{};  // the ranges that were read, which max_lines may have made shorter
  std::vector<uint64_t> ends{};    // of several ranges: how many bytes were handed on when each was complete
  FileFacts facts;
  Sha256 sha;
};

// Takes the next piece of a content; false stops it: nobody reads any more.
using Sink = std::function<bool(std::string_view)>;

// Hands the content on in pieces.
// Errors: those of Tree::open_file, io_error, interrupted, and range_invalid when the first line of a range does
// not exist (line 1 always does); then nothing was handed on. What several ranges lie in is held in memory.
Result<ReadResult> read(const Tree& tree, const ReadRequest& request, const Sink& sink);

// The same of content that is in memory.
Result<ReadResult> read_bytes(std::string_view content, const ReadRequest& request, const Sink& sink);

}  // namespace aptix::ops
