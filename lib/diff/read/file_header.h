// Reads the header of one file in a diff: git's extended header lines, and ---/+++. Pure.
#pragma once

#include <optional>
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
  std::vector<ParseFault> errors = {};        // a malformed mode
};

// A file without content comes or goes, by the names of its blobs: there can be no hunk.
bool states_empty_file(const FilePatch& file);

// REQUIRES: `at` stands on `diff --git `. Empty lines between header lines are passed over. A ---/+++ pair with other
// names ends a header that is complete without it.
FileHeader read_git_header(Cursor at);

// `--- name` and `+++ name`, or the one of them that is there. REQUIRES: `at` stands on one.
FileHeader read_plain_header(Cursor at);

}  // namespace aptix::diff
