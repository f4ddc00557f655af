// A ChangeSet as a unified diff that `git apply` takes. Pure.
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

// A ChangeSet as a person is told of it: a rename once, a file that becomes a link as gone and new.

// One side of a file. Views what is only there during the call.
struct FileSide {
  bool exists = false;
  std::string name;
  FileKind kind = FileKind::regular;
  std::string_view bytes = {};
};

std::string_view operation_of(const FileSide& before, const FileSide& after);  // create, delete, rename, change

// In the order of the changes. At least one side exists; with two names the file was renamed. Any other
// copy is a new file.
void for_each_file(
    const ChangeSet& changes, const std::function<void(const FileSide& before, const FileSide& after)>& visit);

// How contents that are no text are told. `git apply` takes each.
enum class Contents : uint8_t {
  as_text,      // as lines, whatever bytes are in them
  as_git_does,  // a file with a NUL byte among its first 8,000 is a "GIT binary patch"
  as_binary,    // every file is: the text is ASCII but for names
};

// In the order of the changes, with git's extended headers (new, deleted, renamed files, modes). A
// rename from a file that goes away in the same set is a rename; any other copy is a new file.
// `context`: lines around each change.
std::string unified_diff(const ChangeSet& changes, Contents contents = Contents::as_text, unsigned context = 3);

// One file of it.
struct FileDiff {
  std::string text;
  std::optional<diff::LineCounts> lines;  // nothing where it is told as binary
};
FileDiff diff_of_file(const FileSide& before, const FileSide& after, Contents contents, unsigned context);

// The same text for a terminal: control characters escaped, lines coloured by their kind.
std::string colour_diff(std::string_view diff);

// What `git diff --stat` prints of a change: a line for each file, and the counts of all.

struct FileCount {
  std::string name = {}, from = {};  // `from`: the name before, of a file that was renamed
  uint64_t added = 0, removed = 0;   // lines; bytes after and before where it is binary
  bool is_binary = false;
};

// In at most `width` columns, but for what cannot be shorter. "" for no file.
std::string diff_stat(const std::vector<FileCount>& files, uint64_t width);

}  // namespace aptix::render
