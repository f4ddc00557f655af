// What is shown of a file that is there, and what is said of one, is no edit; a text for a file that is nowhere is.
#include "ops/apply/mentioned.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "disk/confined.h"
#include "edit/basis/line_stats.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {
namespace {

bool is_or_ends(std::string_view path, const RelPath& name) {
  return path == name.str() || path.ends_with("/" + name.str());
}

class MentionedFiles {
 public:
  MentionedFiles(const Plan& plan, Reader& reader, std::string_view root) : plan_(plan), reader_(reader), root_(root) {}

  // May the block be the file?
  bool may_be(const PassedOver& block, const RelPath& path) {
    bool touched = std::any_of(plan_.files.begin(), plan_.files.end(), [&](const FileEdit& entry) {
      return is_or_ends(entry.path.str(), path) || (entry.from && is_or_ends(entry.from->str(), path));
    });
    if (touched) return false;
    Result<FileImage> image = reader_.read(path);
    if (!image) return false;
    if (!image->exists) return !is_below_a_folder(path);
    return changes_some_lines(image->bytes, block.text);
  }

 private:
  bool is_below_a_folder(const RelPath& path) {
    constexpr size_t kMostFiles = 20'000;  // looked at
    if (!files_) {
      auto tree = Tree::open(disk::posix_file_system(), std::string(root_));
      auto found = tree ? tree->list_files("", kMostFiles) : fail(std::move(tree).error());
      files_ = found ? std::move(*found) : std::vector<std::string>();
    }
    return std::any_of(files_->begin(), files_->end(), [&](const std::string& file) { return is_or_ends(file, path); });
  }

  // Whether at least half of the old lines are in the text, and not only them.
  static bool changes_some_lines(std::string_view old, std::string_view text) {
    if (old.find(trim(text)) != std::string_view::npos) return false;
    return edit::changed_lines(old, std::array{text}).removed * 2 <= count_lines(old);
  }

  const Plan& plan_;
  Reader& reader_;
  std::string_view root_;
  std::optional<std::vector<std::string>> files_;  // of the tree
};

}  // namespace

Diagnostics check_mentioned(const Input& chain, const Plan& plan, Reader& reader, std::string_view root, size_t most) {
  MentionedFiles files(plan, reader, root);
  Diagnostics said;
  for (const PassedOver& block : plan.passed_over) {
    auto path = std::find_if(block.mentioned.begin(), block.mentioned.end(),
        [&](const RelPath& mentioned) { return files.may_be(block, mentioned); });
    if (path == block.mentioned.end()) continue;
    if (said.errors.size() == most) break;
    Diagnostic error = make_error(Code::block_unread,
        fmt::format("it is not clear whether the code block is the file '{}'", escape_for_display(path->str())),
        "put the path alone on the line above the code block, in backticks; '--block N' takes other blocks alone");
    error.at(path->str());
    error.where = chain.place_of(block.origin.offset);
    said.errors.push_back(std::move(error));
  }
  return said;
}

}  // namespace aptix::ops
