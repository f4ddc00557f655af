// Writes the hunks of a git patch while they are being placed. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "diff/read/git_patch.h"
#include "edit/hunk/hunk_write.h"

namespace aptix::edit {

class GitHunkWriter {
 public:
  // `text` and `patch` outlive the writer and the pieces.
  GitHunkWriter(std::string_view text, const diff::GitPatch& patch, diff::Direction direction);

  // `lines` are those of `hunk`, which is one of the patch; `line` (from 1) and `start` say where it goes. No two
  // overlap.
  void add(const diff::GitHunk& hunk, const diff::Hunk& lines, uint64_t line, size_t start);

  // All that was added. `texts` gets what the pieces view that is not in the text.
  std::vector<std::string_view> finish(std::deque<std::string>& texts);

 private:
  struct Place {
    uint64_t line, lead;  // `lead`: context before the first change
    size_t start;
    const diff::GitHunk* hunk;

    bool before(const Place& other) const { return line != other.line ? line < other.line : lead < other.lead; }
  };

  std::vector<std::string_view> write_sorted();

  std::string_view text_;
  diff::Direction direction_;
  std::deque<std::string> added_;  // one text, which keeps its place when it goes to `texts`
  HunkWriter writer_;
  std::vector<Place> places_;
  bool in_order_ = true;
};

}  // namespace aptix::edit
