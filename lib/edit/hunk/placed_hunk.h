// A hunk with the place that was found for it.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "diff/find/blanks.h"
#include "diff/lines/hunk.h"
#include "edit/rung/refit.h"
#include "model/change_set.h"

namespace aptix::edit {

// One hunk with its place.
struct PlacedHunk {
  const diff::Hunk* hunk = nullptr;  // as it fits: empty lines at its edges may have been left out
  EditStatus status = EditStatus::failed;
  Rule rule = Rule::exact;
  bool line_ends = false;                // fits only when line ends are not compared
  std::optional<diff::BlankFit> blanks;  // how it fits but for white space; nothing when it fits exactly
  std::string differs = {};              // but for what it fits, by a rule below `line_ends`
  Renew bare = {};                       // what it proves about how new lines are written
  uint64_t line = 0;                     // of the place, from 1
  size_t start = 0;                      // its first byte in the text
  int64_t offset = 0;                    // how many lines away from the stated one
  std::unique_ptr<Diagnostic> why;       // failed
};

struct PlacedHunks {
  std::vector<PlacedHunk> hunks;     // parallel to those given
  std::deque<diff::Hunk> rewritten;  // owns what `hunk` points to, where it is not one of those given
  std::list<std::string> texts;      // owns what their lines view, where it is not what the given ones view
};

}  // namespace aptix::edit
