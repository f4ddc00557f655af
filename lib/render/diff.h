// A ChangeSet as a unified diff for `git apply`. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/compute/lines.h"
#include "model/change_set.h"

namespace aptix::render {

// A ChangeSet as it is shown to a person: a rename is one file; a file that becomes a link is deleted and created.

// One side of a file. Views are valid only during the call.
struct FileSide {
  bool exists = false;
  std::string name;
  FileKind kind = FileKind::regular;
  std::string_view bytes = {};
};

std::string_view operation_of(const FileSide& before, const FileSide& after);  // create, delete, rename, change

// In the order of the changes. At least one side exists; with two different names the file was renamed. Other copies
// are new files.
void for_each_file(
    const ChangeSet& changes, const std::function<void(const FileSide& before, const FileSide& after)>& visit);

// How binary contents are printed. `git apply` accepts each form.
enum class Contents : uint8_t {
  as_text,      // as lines, whatever bytes they have
  as_git_does,  // as "GIT binary patch" if NUL occurs in the first 8,000 bytes
  as_binary,    // all files so: the output is ASCII except for names
};

// In the order of the changes, with git's extended headers (new, deleted, renamed files, modes). A rename from a file
// that the set deletes is a rename; other copies are new files. `context`: lines around each change.
std::string unified_diff(const ChangeSet& changes, Contents contents = Contents::as_text, unsigned context = 3);

// The part of the diff for one file.
struct FileDiff {
  std::string text;
  std::optional<diff::LineCounts> lines;  // nothing if it is binary
};
FileDiff diff_of_file(const FileSide& before, const FileSide& after, Contents contents, unsigned context);

// The diff for a terminal: control characters escaped, lines coloured by their kind.
std::string colour_diff(std::string_view diff);

// The output of `git diff --stat`: a line for each file, and the total.

struct FileCount {
  std::string name = {}, from = {};  // `from`: the old name of a renamed file
  uint64_t added = 0, removed = 0;   // lines; for a binary the sizes after and before
  bool is_binary = false;
};

// At most `width` columns if possible. "" if there are no files.
std::string diff_stat(const std::vector<FileCount>& files, uint64_t width);

}  // namespace aptix::render
