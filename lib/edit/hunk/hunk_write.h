// Writes the result of placed hunks as pieces: what stays is a view of the text, what comes is copied once. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edit/hunk/hunk_places.h"
#include "edit/replace/piece_writer.h"

namespace aptix::edit {

enum class AddedLineEnds : uint8_t {
  of_file,  // that of the line they stand beside
  of_patch,
};

// What becomes of a text whose last line has no newline.
enum class LastNewline : uint8_t {
  stays_missing,  // unless a hunk's "\ No newline" marks say otherwise
  goes,           // the same; and where the last lines go, so does the newline of the line before them
  of_patch,       // byte for byte as the hunk has it
};

struct WriteOptions {
  AddedLineEnds line_ends = AddedLineEnds::of_file;
  LastNewline last_newline = LastNewline::stays_missing;
};

// Goes through text and hunks once. Context keeps the text's own bytes.
class HunkWriter {
 public:
  // REQUIRES: `added` has room for all lines that are added, with two bytes more for each, and for each hunk; it and
  // `text` outlive the pieces.
  HunkWriter(std::string_view text, const WriteOptions& options, std::string& added)
      : text_(text),
        options_(options),
        out_(text, added) {}

  // `start`: the first byte of its place in the text. REQUIRES: it lies after the hunks before.
  void write(const diff::Hunk& hunk, size_t start);
  std::vector<std::string_view> finish();

 private:
  struct Newline {
    bool carriage_return = false;
  };

  void begin(const diff::Hunk& hunk, size_t start);
  bool ends_text(uint64_t old_count) const;
  std::optional<Newline> newline_near(uint64_t old_count) const;
  static std::optional<Newline> newline_of(std::string_view raw);
  bool is_open() const { return !text_.empty() && !text_.ends_with('\n'); }
  void pass(size_t count, diff::HunkLine::Kind kind);
  // The text's last lines go, the very last of which had no newline: the one that is the last now has none either.
  bool loses_end() const { return covers_end_ && !marked_ && is_open() && options_.last_newline == LastNewline::goes; }
  void end_context_line();
  void add(std::span<const diff::HunkLine> lines);
  bool ends_without_newline(const diff::HunkLine& line) const;
  bool is_crlf(std::optional<bool> in_patch) const;

  std::string_view text_;
  WriteOptions options_;
  PieceWriter out_;

  // Of the hunk that is being written:
  size_t at_ = 0;              // the old line that comes next
  uint64_t lines_left_ = 0;    // of its new side
  bool marked_ = false;        // it says itself where a newline is missing
  bool covers_end_ = false;    // its old lines are the last of the text
  std::vector<Newline> gone_;  // line ends of the removed lines just before
  std::optional<Newline> beside_;
};

// Those of `hunks` whose outcome is `applied`. `texts` gets what is added. REQUIRES: no two of them overlap.
std::vector<std::string_view> write_hunks(std::string_view text, const std::vector<PlacedHunk>& hunks,
    const WriteOptions& options, std::deque<std::string>& texts);

}  // namespace aptix::edit
