// What a rename or copy starts from, and whether its target gives way. Pure.
#pragma once

#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "edit/tree/file_state.h"
#include "model/plan.h"

namespace aptix::edit {

// The entries of one diff have no order: each starts from the files as they were. Those of other documents follow each
// other, but that a file may be moved onto one that is to leave later in the same document, so that two can change
// places (ddrs/APX-018).
class MovedFiles {
 public:
  explicit MovedFiles(std::span<const FileEdit> entries);  // views them

  // Of an entry that moves nothing: block_syntax when two files are meant for its path by now.
  static Status check(const FileEdit& entry, const FileState& state);

  // What the entry moves or copies. Fails with file_missing, file_exists, diff_syntax, block_syntax.
  Result<Former> start(const FileEdit& entry, const FileState& source, const FileState& target) const;

  // Moves or copies it. `start` is what start() gave back, `next` its content with the edits of the entry.
  void make(const FileEdit& entry, FileState& source, FileState& target, const Former& start, Content next);

 private:
  Result<Former> start_in_diff(const FileEdit& entry, const FileState& source, const FileState& target) const;
  void take_away(const FileEdit& entry, FileState& source);  // what was moved onto it meanwhile stays
  bool leaves(const FileEdit& entry) const;                  // is what stands at its path to be renamed yet?

  std::map<std::pair<Unit, std::string_view>, uint64_t>
      leaving_;  // by what it is renamed from: how many entries of a unit are to come
};

}  // namespace aptix::edit
