// The readers in the rows of kFormats[] that are no calls (those are in calls.h), each in a file of its own. They
// append the edits of a block to the plan and report every fault. Also where a document without a fence begins and
// ends.
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

// A line on which a document without a fence could begin.
struct BareStart {
  std::string_view text;
  const Line& line;          // of `text`
  bool seen_before = false;  // another one of the same form occurred before
};

// The document that begins on that line: a range of the text.
struct BareText {
  size_t begin = 0, end = 0;
};
std::optional<BareText> bare_search_replace(const BareStart& start);
std::optional<BareText> bare_v4a(const BareStart& start);

// True for the first line of a document: "*** Begin Patch", "<<<<<<< SEARCH". Without its line end.
bool is_v4a_begin(std::string_view line);
bool is_search_marker(std::string_view line);
// Does the last line of `text`, which has no line end, look like a marker that was cut off? "<<<<<" does; after "-----"
// the beginning of a word is needed.
bool ends_in_search_marker(std::string_view text);
// Is `line`, after which `text` has only blank lines, the beginning of a document's first line: "*** Begin", "diff
// --git", "--- a/b.c", "+++" or "@" below that, "<<<"? A single '<' only below a path or another block.
bool ends_in_opening(std::string_view text, const Line& line);
// The text after the word of a SEARCH or REPLACE marker: a path, or "".
std::string_view after_search_word(std::string_view line);

// The line trimmed, and without stars that close it: "*** End Patch" for "*** End Patch ***".
std::string_view without_closing_stars(std::string_view line);
// Is the line the end marker of a patch whose first line is `first`? If `first` is not indented, an indented end marker
// is a line of context.
bool is_v4a_end(std::string_view line, std::string_view first);

// The first line of a file in a V4A patch: "*** Update File: a.c".
struct V4aFileLine {
  Operation operation;    // create, remove or modify
  std::string_view path;  // trimmed
};
std::optional<V4aFileLine> v4a_file_line(std::string_view line);
// The divider "=======" of a SEARCH/REPLACE block, and its last line, ">>>>>>> REPLACE".
bool is_search_divider(std::string_view line);
bool is_search_end(std::string_view line);
// One of the three markers.
bool is_search_line(std::string_view line);
// Five to nine of `mark`, and nothing else.
bool is_rule_of(char mark, std::string_view line);

// Offset after the SEARCH/REPLACE block that `line` begins; nothing if another block begins before its end, or if it
// has none.
std::optional<size_t> search_block_end(std::string_view text, const Line& line);

// Shared by readers that go through a body line by line. They stop at a fault, as it decides where the next document
// begins.
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

void parse_line_patch(BlockReading& reading);

bool detect_search_replace(const Block& block);
void parse_search_replace(BlockReading& reading);

bool detect_v4a(const Block& block);
void parse_v4a(BlockReading& reading);

// A chunk of a file in a V4A patch.
struct V4aChunk {
  TextBlock block;
  size_t offset = 0;  // of its first line, in the text
};
// The chunks in `text`, for a file that is modified or created (all lines with '+'). If a line is not one of a chunk
// there are none, and `fault` says why.
std::vector<V4aChunk> read_v4a_chunks(std::string_view text, Operation operation, std::string& fault);

struct HunkCounts {
  uint64_t old_lines = 0;
  uint64_t new_lines = 0;
};

// The counts in a hunk header; nothing if the line is not one, or has none.
std::optional<HunkCounts> hunk_counts(std::string_view line);

// Follows the lines of what may be a unified diff, so that a line of a hunk is not mistaken for something else.
class HunkTracker {
 public:
  void feed(std::string_view line);

  bool inside() const { return inside_; }                                     // the last line was part of a hunk
  bool stated() const { return stated_; }                                     // the header had counts
  bool changes() const { return changes_; }                                   // a line was added or removed
  bool open() const { return left_.old_lines != 0 || left_.new_lines != 0; }  // the header counts more lines
  bool exact() const { return inside_ && stated_ && !overrun_ && !open(); }  // exactly the lines that the header counts

 private:
  void take(uint64_t& left);

  HunkCounts left_;
  bool inside_ = false;
  bool stated_ = false;
  bool changes_ = false;
  bool overrun_ = false;  // more lines than the header counts
};

bool detect_diff(const Block& block);
std::optional<BareText> bare_diff(const BareStart& start);
// Is this block, which no format reads, labelled as a diff? Then an edit may have been missed.
bool looks_like_lost_diff(const Block& block);
bool is_for_diffs(std::string_view path);  // "a.diff", "a.patch"
void parse_diff(BlockReading& reading);

// A context diff, as 'diff -c' prints it: detected and always refused.
bool detect_context_diff(const Block& block);
std::optional<BareText> bare_context_diff(const BareStart& start);
void parse_context_diff(BlockReading& reading);

bool detect_whole(const Block& block);
void parse_whole(BlockReading& reading);

// A fence without its end, around something that is no document: the answer was cut off.
bool detect_cut(const Block& block);
void parse_cut(BlockReading& reading);

// A unified diff, in a block of its own or inside a gitPatch entry, to be read as edits.
struct DiffSource {
  std::string_view text;        // REQUIRES: lives as long as the plan
  size_t text_before = 0;       // bytes at its start that are not in the body
  std::string name_hint = {};   // the file of hunks without a header
  bool in_call = false;         // a tool was called with `name_hint`
  bool end_is_certain = false;  // something follows it, so it was not cut off
  bool fence_is_open = false;   // its code block has no closing fence, so it may be cut off
  bool ends_input = false;      // the diff ends where the input ends
  // For the content of a gitPatch entry.
  std::optional<Origin> in_json = {};  // origin of the JSON string: its offset in the body, and its pointer
  std::string root = {};               // of the document, "" or "src/"; names are relative to it
  std::optional<RelPath> entry_path = {};
};
void read_diff_text(BlockReading& reading, const DiffSource& source);

// The names of a patch of a diff, without prefixes, and what the patch does with the file.

inline constexpr std::string_view kNoFile = "/dev/null";

// "" for a side that the diff does not name; /dev/null stays kNoFile.
struct DiffNames {
  std::string old_name;
  std::string new_name;
  bool doubled_prefix = false;  // it had a/a/ and b/b/
  bool prefixed = false;        // it had a/ and b/ in its header, so it does not begin with words

  bool none() const { return old_name.empty() && new_name.empty(); }
  // The new file or, if that is deleted, the old one.
  const std::string& subject() const { return new_name.empty() || new_name == kNoFile ? old_name : new_name; }
};

// Replaces '\' in all names by '/', as no file of a tree has it in its name. False if no name has one.
bool unify_separators(diff::FilePatch& patch);

// Removes the root's own path from all names; false if no name begins with it.
bool take_off_root(diff::FilePatch& patch, std::string_view root);

// Removes a/ and b/ and the like if both sides agree.
DiffNames names_of(const diff::FilePatch& patch);

bool is_move(const diff::FilePatch& patch);  // or a copy
// Does it delete a file under two different names?
bool deletes_two(const diff::FilePatch& patch, const DiffNames& names);
Operation operation_of(const diff::FilePatch& patch, const DiffNames& names);

}  // namespace aptix::answer
