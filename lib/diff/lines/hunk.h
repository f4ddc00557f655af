// A hunk, and a patch of one file, as a unified diff states them. Plain data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::diff {

// One line of a hunk. Views the text that was parsed.
struct HunkLine {
  enum class Kind : uint8_t { context, removed, added };
  Kind kind = Kind::context;
  std::string_view text;         // without its line feed and without the CR before it
  bool carriage_return = false;  // the patch has CR LF here
  bool no_newline = false;       // "\ No newline at end of file" follows
  bool bare = false;             // an empty line, without even the space of a context line
};

// Only the lines count; the counts of the header are checked by the parser and dropped.
struct Hunk {
  uint64_t old_start = 0;  // as stated, from 1; 0 for an empty side
  uint64_t new_start = 0;
  bool has_numbers = false;  // the header stated usable line numbers
  bool ends_input = false;   // nothing follows it, not even a line feed: its last line may be cut
  std::string_view section;  // text after the second @@
  std::vector<HunkLine> lines;
  size_t offset = 0;  // of the header in the text that was parsed

  uint64_t old_count() const { return count_without(HunkLine::Kind::added); }
  uint64_t new_count() const { return count_without(HunkLine::Kind::removed); }

 private:
  uint64_t count_without(HunkLine::Kind left_out) const {
    auto counts = [left_out](const HunkLine& line) { return line.kind != left_out; };
    return static_cast<uint64_t>(std::count_if(lines.begin(), lines.end(), counts));
  }
};

// One of the two texts that a hunk shows: its context with the removed lines, or with the added ones.
enum class Side : uint8_t { before, after };

// Everything a diff says about one file. Names are unquoted, with their prefix (a/, b/) still on;
// "/dev/null" stands for no file. "" when the diff does not state it.
struct FilePatch {
  std::string git_old, git_new;                            // from `diff --git`
  std::string old_name, new_name;                          // from ---/+++ (timestamp cut off)
  std::string rename_from, rename_to, copy_from, copy_to;  // without prefix, as git writes them
  bool is_git = false;  // has a `diff --git` line; without one and without names: hunks that no header names
  // By their mode lines, or, in a plain diff, by an epoch timestamp beside an empty side.
  bool new_file = false, deleted_file = false;
  std::optional<uint32_t> old_mode, new_mode;  // octal as git writes them: 0100644, 0100755, 0120000, 0160000
  std::string index_old, index_new;            // from `index a..b`: abbreviated blob names
  std::optional<uint32_t> index_mode;          // the mode after them: what the file is expected to be
  bool binary = false;                         // "Binary files differ" or "GIT binary patch": not read yet
  std::vector<Hunk> hunks;
  size_t offset = 0;  // of the first header line
  uint64_t line = 0;  // the same as a line number, from 1
};

}  // namespace aptix::diff
