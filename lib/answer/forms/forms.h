// The readers in the rows of kFormats[] that are no calls (calls.h), each in a file of its own: what a block asks for
// is appended to the plan; every fault of it is said. And documents that stand in the prose without a fence: where one
// begins and where it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/basis/block_reading.h"
#include "answer/basis/line.h"
#include "diff/lines/hunk.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::answer {

// Where a document could begin without a fence.
struct BareStart {
  std::string_view text;
  const Line& line;          // of `text`
  bool seen_before = false;  // one of the same form stands before it
};

// The document that begins on that line, up to its end, in the text; nothing when none does.
struct BareText {
  size_t begin = 0, end = 0;
};
std::optional<BareText> bare_search_replace(const BareStart& start);
std::optional<BareText> bare_v4a(const BareStart& start);

// The first lines of the dialects, without their line end: "*** Begin Patch", "<<<<<<< SEARCH".
bool is_v4a_begin(std::string_view line);
bool is_search_marker(std::string_view line);
// Whether `text` ends inside of such a marker: in its last line, which has no line end. Five '<' are one, five '-' are
// one with the beginning of a word after them.
bool ends_in_search_marker(std::string_view text);
// Whether `line`, the last one of `text` but for spaces, is where the first lines of a document stop: "*** Begin",
// "diff --git",
// "--- a/b.c", "+++" or "@" below that, "<<<". A lone '<' is one below the path of a file, or below another block.
bool ends_in_opening(std::string_view text, const Line& line);
// What stands after the word of such a marker, or of an end marker: "" or a path.
std::string_view after_search_word(std::string_view line);

// "*** End Patch" for "*** End Patch ***": trimmed, and without the stars that some close a marker with.
std::string_view without_closing_stars(std::string_view line);
// "*** End Patch" for a patch whose first line is `first`. Where that has no spaces before it, a marker with one is a
// line of context.
bool is_v4a_end(std::string_view line, std::string_view first);

// The first line of a file in a V4A patch: "*** Update File: a.c".
struct V4aFileLine {
  Operation operation;    // create, remove or modify
  std::string_view path;  // trimmed
};
std::optional<V4aFileLine> v4a_file_line(std::string_view line);
// The line between the two texts of a SEARCH/REPLACE block, "=======", and its last line, ">>>>>>> REPLACE".
bool is_search_divider(std::string_view line);
bool is_search_end(std::string_view line);
// One of its three.
bool is_search_line(std::string_view line);
// Five to nine of `mark`, and nothing else.
bool is_rule_of(char mark, std::string_view line);

// After the SEARCH/REPLACE block that begins with `line`; nothing when its end is not there before
// another block begins.
std::optional<size_t> search_block_end(std::string_view text, const Line& line);

// What readers of a body line by line share. After a fault they stop: where the next document begins depends on it.
struct BodyReading {
  explicit BodyReading(BlockReading& reading)
      : reading_(reading),
        findings_(reading.findings),
        body_(reading.keep(reading.block.body)) {}

  void fail(const Line& line, std::string message, std::string hint, Code code = Code::block_syntax) {
    findings_.error(code, line.start, "", std::move(message), std::move(hint));
    stop_ = true;
  }

  BlockReading& reading_;
  Findings& findings_;
  std::string_view body_;
  bool stop_ = false;
};

void parse_bundle(BlockReading& reading);

void parse_structured_patch(BlockReading& reading);

// Whether it is a JSON document whose 'files' does not tell a line-patch batch from a bundle, or one that is broken or
// names the file by its path, with a field of a batch and none of a bundle.
bool may_be_line_patch(const Block& block);
void parse_line_patch(BlockReading& reading);

bool detect_search_replace(const Block& block);
void parse_search_replace(BlockReading& reading);

bool detect_v4a(const Block& block);
void parse_v4a(BlockReading& reading);

// Of the lines of one file in a V4A patch.
struct V4aChunk {
  TextBlock block;
  size_t offset = 0;  // of its first line in the text
};
// Those in all of the text, for a file that is modified (chunks) or created (lines with '+'). `fault`: what is wrong
// with a line that is not one of a chunk; there are no chunks then.
std::vector<V4aChunk> read_v4a_chunks(std::string_view text, Operation operation, std::string& fault);

struct HunkCounts {
  uint64_t old_lines = 0;
  uint64_t new_lines = 0;
};

// The counts that a hunk header states; nothing when the line is not one or states none.
std::optional<HunkCounts> hunk_counts(std::string_view line);

// Follows the lines of what may be a unified diff, so that a line of a hunk is not taken for something else.
class HunkTracker {
 public:
  void feed(std::string_view line);

  bool inside() const { return inside_; }                                     // the last line belonged to a hunk
  bool stated() const { return stated_; }                                     // the header had counts
  bool changes() const { return changes_; }                                   // a line was added or removed
  bool open() const { return left_.old_lines != 0 || left_.new_lines != 0; }  // the header promised more lines
  bool exact() const { return inside_ && stated_ && !overrun_ && !open(); }   // just what the header promised

 private:
  void take(uint64_t& left);

  HunkCounts left_;
  bool inside_ = false;
  bool stated_ = false;
  bool changes_ = false;
  bool overrun_ = false;  // there were more lines than it said
};

bool detect_diff(const Block& block);
std::optional<BareText> bare_diff(const BareStart& start);
// Is this block, which no format takes, labelled as a diff? An edit may then have been missed.
bool looks_like_lost_diff(const Block& block);
bool is_for_diffs(std::string_view path);  // "a.diff", "a.patch"
void parse_diff(BlockReading& reading);

// A context diff, as 'diff -c' prints it: seen, and never read.
bool detect_context_diff(const Block& block);
std::optional<BareText> bare_context_diff(const BareStart& start);
void parse_context_diff(BlockReading& reading);

bool detect_whole(const Block& block);
void parse_whole(BlockReading& reading);

// A fence without its end around something that is no document: the answer was cut.
bool detect_cut(const Block& block);
void parse_cut(BlockReading& reading);

// A unified diff, alone in a block or inside a gitPatch entry, as edits of a plan.
struct DiffSource {
  std::string_view text;        // lives as long as the plan
  size_t text_before = 0;       // bytes at its start that the body does not have
  std::string name_hint = {};   // the file of hunks that no header names
  bool in_call = false;         // of a tool, which has that name
  bool end_is_certain = false;  // something stands after it: it was not cut
  bool fence_is_open = false;   // its code block lacks the closing fence: it may well have been
  bool ends_input = false;      // the input ends where it does
  // Of the content of a gitPatch entry.
  std::optional<Origin> in_json = {};  // of the JSON string: its offset in the body, and the pointer to it
  std::string root = {};               // of the document, "" or "src/": names are relative to it
  std::optional<RelPath> entry_path = {};
};
void read_diff_text(BlockReading& reading, const DiffSource& source);

// Which files a patch of a diff is about: prefixes off, /dev/null apart; and what it does with them.

inline constexpr std::string_view kNoFile = "/dev/null";

// "" for a side that the diff does not name; kNoFile stays.
struct DiffNames {
  std::string old_name;
  std::string new_name;
  bool doubled_prefix = false;  // a/a/ and b/b/ stood before the name
  bool prefixed = false;        // it stands after a/ and b/ in its header: no words stand before it

  bool none() const { return old_name.empty() && new_name.empty(); }
  // The file that is there afterwards or, when it goes, the one that was.
  const std::string& subject() const { return new_name.empty() || new_name == kNoFile ? old_name : new_name; }
};

// Turns '\' in all names into '/'; false when there is none. No file of a tree has it in its name.
bool unify_separators(diff::FilePatch& patch);

// Takes the root's own path off all names; false when none begins with it.
bool take_off_root(diff::FilePatch& patch, std::string_view root);

// a/ and b/ and the like are taken off where both sides agree.
DiffNames names_of(const diff::FilePatch& patch);

bool is_move(const diff::FilePatch& patch);  // or a copy
// A deletion whose two sides are other files.
bool deletes_two(const diff::FilePatch& patch, const DiffNames& names);
Operation operation_of(const diff::FilePatch& patch, const DiffNames& names);

}  // namespace aptix::answer
