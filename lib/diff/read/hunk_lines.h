// The parts of reading a diff: the header of a file (git's extended header lines, and ---/+++), the header of a hunk,
// in git's form or damaged, and its lines, by the stated counts or by what they look like. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/lines/cursor.h"
#include "diff/lines/hunk.h"
#include "diff/read/unified.h"

namespace aptix::diff {

struct FileHeader {
  FilePatch file;
  Cursor end;                                 // after the header
  bool said_something = false;                // anything but a `diff --git` line
  bool cut = false;                           // its last line has no line feed
  std::optional<unsigned> similarity = {};    // in percent
  bool old_epoch = false, new_epoch = false;  // the timestamp says that the file does not exist on this side
  std::vector<ParseFault> errors = {};        // malformed modes, and contradictions
};

// An empty file is created or deleted, by the names of its blobs: there can be no hunk.
bool states_empty_file(const FilePatch& file);

// REQUIRES: `at` is at a `diff --git ` line. Empty lines between header lines are skipped. A ---/+++ pair with other
// names ends a header that is complete without it.
FileHeader read_git_header(Cursor at);

// `--- name` and `+++ name`, or only one of them. REQUIRES: `at` is at one.
FileHeader read_plain_header(Cursor at);

// What an `@@` line states; a number that it does not state is nothing.
struct HunkHeader {
  std::optional<uint64_t> old_start, old_count, new_start, new_count;
  std::string_view section;
  bool exact = false;  // in git's form: @@ -a[,b] +c[,d] @@

  bool counts_known() const { return old_count && new_count; }
};

// Is this line meant as a hunk header, in whatever form?
bool is_hunk_header(std::string_view line);
// REQUIRES: is_hunk_header(line).
HunkHeader read_hunk_header(std::string_view line);
std::string print_hunk_header(uint64_t old_start, uint64_t old_count, uint64_t new_start, uint64_t new_count);

// Does a header begin here that ends a hunk: `diff --git`, `@@`, or ---, +++ and a hunk after them?
bool begins_header(const Cursor& at);
// `--- name` with `+++ name` after it.
bool begins_name_pair(const Cursor& at);
// The "-- " and version number at the end of a mailed patch.
bool begins_signature(const Cursor& at);
// "rename from" and "rename to", or "copy from" and "copy to", which only make sense below a `diff --git` line.
bool begins_move(const Cursor& at);
// ' ', '+' or '-'.
bool looks_like_hunk_line(std::string_view line);
// It begins with '+' or '-', and is not a rule of Markdown.
bool may_be_change(std::string_view line);
// The same, and it does not begin like an item of a list, a rule or a file's name.
bool looks_like_change(std::string_view line);

struct HunkBody {
  std::vector<HunkLine> lines;
  Cursor end;              // after the last line that belongs to the hunk
  bool complete = false;   // by counts: both are used up. By lines: always
  TextLine last = {};      // the last line read, as it is in the diff
  size_t bare_at_end = 0;  // how many lines at the end are empty, without even a space
};

// Reads like git, until both counts are used up. Stops early at a line that cannot belong to the hunk: `end` is that
// line. REQUIRES: header.counts_known().
HunkBody read_by_counts(Cursor at, const HunkHeader& header);
// Reads until a header or a line that is not a hunk line. Empty lines at the end are left out.
HunkBody read_by_lines(Cursor at);

// One hunk as models write them: either the stated counts or the lines are trusted, and it may have been cut short.
struct HunkReading {
  std::optional<Hunk> hunk;  // nothing with errors, and for a hunk that changes nothing
  Cursor end;                // after the hunk
};

enum class HunkStart : uint8_t { header, lines };  // with its @@ line, or without

// `file`: what the headers stated so far. Errors and repairs are added to `result`. REQUIRES: `at` is at a hunk header,
// or the first line.
HunkReading read_hunk(
    const Cursor& at, HunkStart start, const FilePatch& file, const ParseOptions& options, ParseResult& result);

inline constexpr const char* kCutDiffHint = "give the whole diff, up to its last line";

// May the last line of a text be a line that begins with `start`, or the beginning of one?
inline bool may_be_cut_at(std::string_view line, std::string_view start) {
  return !line.empty() && (line.starts_with(start) || start.starts_with(line));
}

// A blank line, or dots for lines that were left out, between two hunks of one file.
inline bool is_gap(std::string_view line) { return line.find_first_not_of(" \t.") == std::string_view::npos; }

}  // namespace aptix::diff
