// A part of a file, and the file, seen side by side: lines, things, gaps. What the steps that place the part stand on.
// Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "edit/fit/scan.h"
#include "edit/fit/things.h"

namespace aptix::edit {

// Old lines [first, end) become the lines [from, to) of the block, from 0. `indent_cut`, `indent_put`: what each line
// of the block begins with, and what it gets instead.
struct Placement {
  uint32_t first = 0, end = 0;
  uint32_t from = 0, to = 0;
  std::string indent_cut{}, indent_put{};
  std::string name{};   // of the thing, for messages
  bool at_end = false;  // at the end of the file, after so many blank lines:
  uint32_t blank_before = 0;
};

// Why a part has no certain place.
struct Misfit {
  Code code = Code::part_no_place;
  std::string what{};                 // for a message
  std::string ask{};                  // what to ask for
  std::vector<uint64_t> old_lines{};  // of the file, from 1: the candidates
  size_t block = 0;                   // which one, where there are several
};

// What is known of the file, once for all parts of it. Views its text.
class OldFile {
 public:
  OldFile(std::string_view file_text, const SourceKind& kind_of_file);
  OldFile(const OldFile&) = delete;
  OldFile& operator=(const OldFile&) = delete;

  const Things& things() const;
  const TextIndex& lines() const;  // by their text

  std::string_view text;
  const SourceKind& kind;
  Scan scanned;

 private:
  mutable std::optional<Things> things_;  // made when they are asked for
  mutable std::optional<TextIndex> lines_;
};

struct Part {
  // `also`: a line that is seen as a gap, too.
  Part(const OldFile& old_file, std::string_view block_text, uint32_t also = kNoLine);
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  const OldFile& file;
  const SourceKind& kind;
  const Scan& old;
  std::vector<bool> gap;  // of the block's lines
  bool has_gap = false;
  Scan block;
  Things block_things;

  size_t old_count() const { return old.lines.size(); }
  const Things& old_things() const { return file.things(); }
  const TextIndex& old_lines() const { return file.lines(); }
  std::string_view old_line(uint32_t at) const { return old.lines[at].text; }
  std::string_view line(uint32_t at) const { return block.lines[at].text; }
  bool is_old_line(std::string_view text) const { return old_lines().contains(text); }

  // How many of the old lines [first, end) are not blank: 0, 1, or 2 for more.
  size_t filled_between(uint32_t first, uint32_t end) const;
  // The first line of the block from `at` on that is not blank.
  uint32_t after_blank(uint32_t at) const;
  // A line of the block, for a message.
  std::string shown(uint32_t at) const;

  // The one thing of the file that a thing of the block is; null when there is none or not one alone.
  const Thing* known(const Thing& of_block) const;
  // The file has nothing of its name or head.
  bool is_new(const Thing& of_block) const;
  // The first line that the file has not and that hides code: "int get() { ... }", "f(a, ...)".
  std::optional<uint32_t> line_that_hides_code() const;
  // In a file of settings: has the thing of the file a key that the one of the block does not show?
  bool leaves_out_keys(const Thing& of_block, const Thing& old_thing) const;
  // Where in the file a known thing begins for a block whose line `shown` is the first that leads its head.
  uint32_t start_of(const Thing& old_thing, const Thing& of_block, uint32_t shown) const;

 private:
  bool is_same_by_name(const Thing& of_block, const Thing& old_thing) const;
  bool is_led_elsewhere(const Thing& of_block, const Thing& old_thing) const;
  uint32_t doc_across_blank(const Thing& old_thing) const;
  const Thing* find_known(const Thing& of_block) const;

  mutable std::vector<std::optional<const Thing*>> known_;  // what was found for each thing of the block
};

// The lines of a text without the blank ones at its ends.
std::vector<std::string_view> worded_lines(std::string_view text);

// Where these lines are in a text in a row, but for CR: the offsets of no more than `most` places. Nothing: that is too
// much to look at.
std::optional<std::vector<size_t>> places_in(
    std::string_view text, const std::vector<std::string_view>& lines, size_t most);

// For a message.
std::string shown_name(const Thing& thing);
// A block that shows a thing, but not what is after line `at` of it in the file.
Misfit ends_within(const Thing& thing, uint32_t at);

bool has_long_word(std::string_view line);  // three word characters in a row: others identify nothing

}  // namespace aptix::edit
