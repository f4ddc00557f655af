// The files after the patches so far, as `git apply` would find them on disk. Files are read when needed; in the end,
// collect() returns what differs from the start. Pure except for the Reader.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "model/change_set.h"
#include "model/content.h"
#include "model/known_folders.h"

namespace aptix::git {

// What a name refers to. A submodule is a folder; once a patch touched it, its content is `Subproject commit ...`.
enum class Standing : uint8_t { nothing, file, link, folder, beyond_link, below_file };

// The text that diffs show for a submodule, and its inverse.
std::string text_of_submodule(std::string_view commit);
std::optional<std::string> commit_of_submodule(std::string_view text);

class PatchedTree {
 public:
  // `reader` must also read links and folders (Links::seen). `prefix`: the root relative to the top of the repository,
  // "" or ending in '/'; all names are relative to that top.
  PatchedTree(Reader& reader, ChangeSet& changes, std::string prefix)
      : reader_(reader),
        changes_(changes),
        prefix_(std::move(prefix)) {}

  struct Found {
    Standing standing = Standing::nothing;
    const Content* content = nullptr;  // of a file, link or touched submodule; valid until written
  };
  // Fails if the name violates the path rules or is outside the root, or if reading fails.
  Result<Found> look(const std::string& name);

  // The name as a path relative to the root.
  Result<RelPath> path_of(const std::string& name) const;

  // REQUIRES for both: look() of the name succeeded.
  void remove(const std::string& name);
  void put(const std::string& name, Content content);
  void note_source(const std::string& name, const std::string& source);  // renamed or copied from

  // The content as one view; pieces are joined and stored.
  std::string_view flat(const Content& content) { return aptix::flat(content, changes_.texts); }
  std::string_view keep(std::string text) { return changes_.texts.emplace_back(std::move(text)); }
  // Stores texts that already have views, without moving them.
  void keep_all(std::deque<std::string> texts) {
    if (!texts.empty()) changes_.owners.push_back(std::make_shared<const std::deque<std::string>>(std::move(texts)));
  }

  bool is_written(const std::string& name) const;
  // Fails with path_symlink or path_conflict if a patch put a link or a file where this name needs a folder.
  Status check_folders_of(const std::string& name);
  // The same for all files that patches have written.
  Status check_folders();

  // Moves all differences into the change set, in order of first mention. Call it once.
  void collect();

 private:
  struct Entry {
    RelPath path;
    FileImage before = {};
    Content now = {};
    Standing standing = Standing::nothing;  // on disk; valid until written
    bool written = false;
    std::optional<RelPath> from = {};
  };

  Entry* known(const std::string& name);
  const Entry* written_above(const std::string& name);
  Result<Entry*> read(const std::string& name);
  void collect_submodule(const Entry& entry);
  std::string_view image_before(const Entry& entry);

  Reader& reader_;
  ChangeSet& changes_;
  std::string prefix_;
  std::unordered_map<std::string, size_t> places_;  // index into entries_, by name
  std::deque<Entry> entries_;
  KnownFolders written_;
};

}  // namespace aptix::git
