// The files of a ChangeSet as a person is told of them: a rename once, a file that becomes a link as gone and new.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "model/change_set.h"

namespace aptix::render {

// One side of a file. Views what is only there during the call.
struct FileSide {
  bool exists = false;
  std::string name;
  FileKind kind = FileKind::regular;
  std::string_view bytes = {};
};

// In the order of the changes. At least one side exists; with two names the file was renamed. Any other
// copy is a new file.
void for_each_file(
    const ChangeSet& changes, const std::function<void(const FileSide& before, const FileSide& after)>& visit);

}  // namespace aptix::render
