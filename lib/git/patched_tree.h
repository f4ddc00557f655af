// The files that patches touch, as they are after the patches so far: what `git apply` would find on
// disk. Read when they are asked for; in the end, what differs from the start. Pure but for the Reader.
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

// What stands at a name. A submodule is a folder, with `Subproject commit ...` for content once a patch has touched it.
enum class Standing : uint8_t { nothing, file, link, folder, beyond_link, below_file };

// What diffs show of a submodule.
std::string text_of_submodule(std::string_view commit);
std::optional<std::string> commit_of_submodule(std::string_view text);

class PatchedTree {
 public:
  // `reader` reads links and folders, too (Links::seen). `prefix`: the root below the top of the
  // repository, "" or with '/' at its end; all names are relative to that top.
  PatchedTree(Reader& reader, ChangeSet& changes, std::string prefix)
      : reader_(reader),
        changes_(changes),
        prefix_(std::move(prefix)) {}

  struct Found {
    Standing standing = Standing::nothing;
    const Content* content = nullptr;  // of a file, a link or a touched submodule. Good until the name is written
  };
  // Fails for names that break the path rules or lie outside of the root, and where reading fails.
  Result<Found> look(const std::string& name);

  // The name as a path below the root.
  Result<RelPath> path_of(const std::string& name) const;

  // REQUIRES for both: look() of the name succeeded.
  void remove(const std::string& name);
  void put(const std::string& name, Content content);
  void note_source(const std::string& name, const std::string& source);  // renamed or copied from

  // The content as one view; joined and kept when it is in pieces.
  std::string_view flat(const Content& content) { return aptix::flat(content, changes_.texts); }
  std::string_view keep(std::string text) { return changes_.texts.emplace_back(std::move(text)); }
  // Keeps texts that are viewed already: they do not move.
  void keep_all(std::deque<std::string> texts) {
    if (!texts.empty()) changes_.owners.push_back(std::make_shared<const std::deque<std::string>>(std::move(texts)));
  }

  bool is_written(const std::string& name) const;
  // Fails with path_symlink or path_conflict where a patch put a link or a file where this name needs a folder.
  Status check_folders_of(const std::string& name);
  // The same for all that patches have put somewhere.
  Status check_folders();

  // Moves what differs into the change set, in order of first mention. To be called once.
  void collect();

 private:
  struct Entry {
    RelPath path;
    FileImage before = {};
    Content now = {};
    Standing standing = Standing::nothing;  // of what is on disk, as long as it was not written
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
  std::unordered_map<std::string, size_t> places_;  // name -> in entries_
  std::deque<Entry> entries_;
  KnownFolders written_;
};

}  // namespace aptix::git
