// Decides which files are meant by names in a diff or dialect that may have a folder too many (the repository's name,
// or a prefix twice) or too few. The tree decides. Pure: reads files only through the Reader.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>

#include "base/diagnostic.h"
#include "base/result.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

// Reads each file once, and keeps it.
class SeenReader final : public Reader {
 public:
  explicit SeenReader(Reader& below) : below_(below) {}
  Result<FileImage> read(const RelPath& path) override {
    auto [known, is_new] = seen_.try_emplace(path.str());
    if (is_new) known->second = below_.read(path);
    return known->second;
  }
  std::optional<std::vector<std::string>> names_in(std::string_view folder) override { return below_.names_in(folder); }

 private:
  Reader& below_;
  std::unordered_map<std::string, Result<FileImage>> seen_;  // by path
};

// Settles names of files that do not exist. Each change is a warning, path_repaired.
// - An entry takes the only one of its other names that exists, if the folder to drop does not exist and its edits
//   prove the file.
// - A created file, and an entry without edits, only follow other entries of their block; a file that is shown, or that
//   a call writes, those of any block.
// - A whole file that is shown proves nothing. A folder is dropped only if it is one of `root_names`, and added only if
//   the content is like that file or a part of it, or has exactly one place in it; else it is unclear which file is
//   meant.
// What is unclear is an error, match_ambiguous; also if a rival of an entry's file, or of a block passed over, exists.
struct SettledNames {
  size_t changed = 0;  // entries
  Diagnostics diagnostics;
};
SettledNames settle_names(const Input& input, Plan& plan, Reader& reader, std::span<const std::string> root_names = {});

}  // namespace aptix::edit
