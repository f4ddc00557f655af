// What a transaction is to do, from a ChangeSet or from a record that is reversed; and what its steps know of the
// running transaction.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "disk/os/copy.h"
#include "disk/record/manifest.h"
#include "disk/record/site.h"
#include "model/change_set.h"

namespace aptix::disk {

// What becomes of one path.
struct Step {
  RecordedFile* file;   // of Draft::files, which the manifest has later
  FileIdentity seen{};  // of the file that was read; zero: only its content counts
  // The postimage is new content with the metadata of a file of the tree ...
  const std::vector<std::string_view>* pieces = nullptr;
  std::string metadata_of{};  // "": those of a new file
  // The owner of `metadata_of`, if that file has nothing but an owner and a mode: then it need not be opened.
  std::optional<Owner> owner{};
  bool keeps_owner = true;  // else the new file may belong to this process
  // ... or a file that is in the state folder already.
  int saved_in = -1;
  std::string saved{};

  std::optional<size_t> tree{};  // of NewTrees, which it is staged in, not as n<i>

  bool is_new() const { return !file->before.exists && metadata_of.empty() && pieces != nullptr; }
  bool has_data() const { return file->after.exists && !file->after.is_link(); }
};

// A folder that is to be made again. Without an r<k> it belongs to this process and has this mode.
struct SavedFolder {
  int in = -1;  // the transaction's folder or a record's, owned by the caller
  std::string name{};
  uint32_t mode = 0;
};

struct Draft {
  Draft() = default;
  Draft(Draft&&) = default;  // a copy would have steps that point into the other

  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;
  std::vector<RecordedFile> files;                   // never grows beyond what was reserved: the steps point into it
  std::vector<Step> steps;                           // parallel to `files`
  std::vector<std::string> made, removed;            // folders named by themselves: to be made, to be removed if empty
  std::map<std::string, SavedFolder> saved_folders;  // folders that are made again; others are made as usual
  std::optional<std::set<std::string>> removable;    // folders that are removed when they are left empty; nothing: any
  std::string top;                                   // ... below this one: the root's prefix
  // Fills before.sha and after.sha; called once, after the staging.
  std::function<void(std::vector<RecordedFile>&)> finish_hashes;

  void reserve(size_t count) {
    files.reserve(count);
    steps.reserve(count);
  }
  // REQUIRES: it is one of those that were reserved.
  Step& add() {
    ASSERT(files.size() < files.capacity());
    return steps.emplace_back(Step{.file = &files.emplace_back()});
  }
  bool empty() const { return steps.empty() && made.empty() && removed.empty(); }
};

struct Running {
  Site& site;
  int tx;  // its folder; open as long as it runs
  bool sync;
  unsigned threads;
};

}  // namespace aptix::disk
