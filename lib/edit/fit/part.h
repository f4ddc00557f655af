// A block and its file, both split into lines, things and gaps: the input of the steps that place a block. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.h"
#include "edit/fit/scan.h"
#include "edit/fit/things.h"

namespace aptix::edit {

// Replaces lines [first, end) of the file with lines [from, to) of the block, all 0-based. A block line that begins
// with `indent_cut` gets `indent_put` instead.
struct Placement {
  uint32_t first = 0, end = 0;
  uint32_t from = 0, to = 0;
  std::string indent_cut{}, indent_put{};
  std::string name{};   // name of the thing, for messages
  bool at_end = false;  // appended to the file, after this many blank lines:
  uint32_t blank_before = 0;
};

// Why a block is refused.
struct Misfit {
  Code code = Code::part_no_place;
  std::string what{};                 // for a message
  std::string ask{};                  // what to ask the author of the block for
  std::vector<uint64_t> old_lines{};  // candidate lines of the file, 1-based
  size_t block = 0;                   // its index; 0 if the fault is in the result of all
};

// A statement that imports, at the left margin and outside of all brackets.
struct Import {
  uint32_t first = 0, end = 0;                // its lines
  std::string_view family{};                  // the words that such statements begin with
  std::string text{};                         // its lines, trimmed, a space between them
  std::string source{};                       // what it imports from, if it says so apart from the names
  std::string tail{};                         // what is after a source in quotes
  std::vector<std::string> items{}, names{};  // what is between commas, with its depth; what it makes known
  bool in_run = false;                        // among the first ones of its file, outside of "#if"
};

// The file, split once for all its blocks. Views `file_text`.
class OldFile {
 public:
  OldFile(std::string_view file_text, const SourceKind& kind_of_file);
  OldFile(const OldFile&) = delete;
  OldFile& operator=(const OldFile&) = delete;

  const Things& things() const;
  const TextIndex& lines() const;  // index of equal lines
  const std::vector<Import>& imports() const;
  bool has_word(std::string_view word) const;     // outside of comments and strings
  bool has_trimmed(std::string_view line) const;  // ignores white space around lines
  // Where `some` of its lines, without CR, occur in a row: the first ones, 0-based, at most `most`. Nothing if that
  // takes too long.
  std::optional<std::vector<uint32_t>> places_of(const std::vector<std::string_view>& some, size_t most) const;

  std::string_view text;
  const SourceKind& kind;
  Scan scanned;

 private:
  mutable std::optional<Things> things_;  // all made on first use
  mutable std::optional<TextIndex> lines_;
  mutable std::optional<std::vector<Import>> imports_;
  mutable std::unordered_set<std::string_view> trimmed_, words_;
};

struct Part {
  // `also`: one more line to read as a gap.
  Part(const OldFile& old_file, std::string_view block_text, uint32_t also = kNoLine);
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  const OldFile& file;
  const SourceKind& kind;
  const Scan& old;
  std::vector<bool> gap;  // for each line of the block
  bool has_gap = false;
  Scan block;
  Things block_things;

  size_t old_count() const { return old.lines.size(); }
  const Things& old_things() const { return file.things(); }
  const TextIndex& old_lines() const { return file.lines(); }
  std::string_view old_line(uint32_t at) const { return old.lines[at].text; }
  std::string_view line(uint32_t at) const { return block.lines[at].text; }
  bool is_old_line(std::string_view text) const { return old_lines().contains(text); }
  // May this line of the file mark a place? It has a long word, or it has quotes and words and is there once.
  bool identifies(std::string_view line) const;

  // How many of the old lines [first, end) are not blank: 0, 1, or 2 for two or more.
  size_t filled_between(uint32_t first, uint32_t end) const;
  // The first line of the block at or after `at` that is not blank.
  uint32_t after_blank(uint32_t at) const;
  // The lines of the block that it puts in.
  std::string lines_of(const Placement& one) const;
  // A line of the block, for a message.
  std::string shown(uint32_t at) const;

  // The thing of the file that `of_block` redefines; null if there is none, or if several match.
  const Thing* known(const Thing& of_block) const;
  // The file has neither its head line nor its name; "f(:stop)" and "f(:go)" are two names. False in doubt.
  bool is_new(const Thing& of_block) const;
  // The first line that hides code and is not in the file: "int get() { ... }", "f(a, ...)".
  std::optional<uint32_t> line_that_hides_code() const;
  // In a file of settings: does `old_thing` have a key that `of_block` does not show?
  bool leaves_out_keys(const Thing& of_block, const Thing& old_thing) const;
  // The first line of `old_thing` to replace. `shown`: the first line of the block that belongs to `of_block`: its
  // head, or a comment or decorator above it.
  uint32_t start_of(const Thing& old_thing, const Thing& of_block, uint32_t shown) const;

 private:
  bool is_same_by_name(const Thing& of_block, const Thing& old_thing) const;
  bool has_head_spaced_otherwise(const Thing& of_block) const;
  bool is_led_elsewhere(const Thing& of_block, const Thing& old_thing) const;
  uint32_t doc_across_blank(const Thing& old_thing) const;
  const Thing* find_known(const Thing& of_block) const;

  mutable std::vector<std::optional<const Thing*>> known_;  // cache of known(), by thing of the block
};

// The lines of a text without CR, and without blank lines at its start and end.
std::vector<std::string_view> worded_lines(std::string_view text);

// Its name or head, shortened for a message.
std::string shown_name(const Thing& thing);
// Refuses a block that stops within a thing. `at`: its last line, in the file.
Misfit ends_within(const Thing& thing, uint32_t at);

bool has_long_word(std::string_view line);  // three word characters in a row; other lines identify nothing

}  // namespace aptix::edit
