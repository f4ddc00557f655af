// Which files the names in a tolerantly read diff, or in a dialect, mean, where a name may have a folder too many: the
// repository's name, or a prefix twice; and whether it is clear at all. The tree decides. Pure: reads files only
// through the Reader.
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

// Reads each file once, and gives it again to whoever asks later.
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

// An entry whose file is not there takes the one of its other names that is, when the folder that
// goes is not there either and its edits can prove the rest. A file that is created, and an entry
// without edits, only follow other entries of their block; a file that is shown, or that a call writes, those of any.
// Each is a warning, path_repaired.
// A file that is only shown as a whole proves nothing: its folder goes only where that is one of `root_names`, and one
// comes before its base name only where it is like that file, or a part of it; else it is not clear which is meant.
// Where a rival of an entry's file is there, or one of what was passed over, it is
// not clear which is meant: an error, match_ambiguous.
struct SettledNames {
  size_t changed = 0;  // entries
  Diagnostics diagnostics;
};
SettledNames settle_names(const Input& input, Plan& plan, Reader& reader, std::span<const std::string> root_names = {});

}  // namespace aptix::edit
