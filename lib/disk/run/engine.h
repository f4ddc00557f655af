// The engine under commit() and undo(): takes steps, whatever they come from, and makes them one
// transaction. Invariants: see transaction.cpp.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "disk/record/manifest.h"
#include "disk/run/saved_folders.h"
#include "disk/transaction.h"
#include "disk/workspace_impl.h"

namespace aptix::disk {

struct Owner {
  uid_t user = 0;
  gid_t group = 0;
  bool operator==(const Owner&) const = default;
};

// What becomes of one path.
struct Step {
  ManifestFile file;
  FileIdentity seen{};  // of the file that was read; zero: only its content counts
  // The postimage is new content with the metadata of a file of the tree ...
  const std::vector<std::string_view>* pieces = nullptr;
  std::string metadata_of{};  // "": those of a new file
  std::optional<Owner>
      owner{};  // of `metadata_of`, where that has a mode beside it and no attributes: it need not be opened
  // ... or a file that is in the state folder already.
  int saved_in = -1;
  std::string saved{};

  bool in_tree = false;  // staged in its NewTrees tree, not as n<i>

  bool is_new() const { return !file.before.exists && metadata_of.empty() && pieces != nullptr; }
  bool has_data() const { return file.after.exists && !file.after.is_link(); }
};

struct Draft {
  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;
  std::vector<Step> steps;
  std::vector<std::string> made, removed;            // folders by themselves: to be there, to go if they are empty
  std::map<std::string, SavedFolder> saved_folders;  // that are made again; others are made as usual
  std::optional<std::set<std::string>> removable;    // folders that go when they are left empty; nothing: any
  std::string top;                                   // ... below this one: the root's prefix
  std::function<void(std::vector<Step>&)>
      finish_hashes;  // fills before.sha and after.sha; called once, after the staging

  bool empty() const { return steps.empty() && made.empty() && removed.empty(); }
};

// Fails with impl.no_state where there is no state folder to be had. REQUIRES: else the lock is held; nothing is left
// of an earlier transaction.
Outcome<Committed> run_transaction(Workspace::Impl& impl, Draft draft, const CommitOptions& options);

// What would keep it from writing, as far as it can be seen. Changes nothing and needs no lock.
Diagnostics foresee(Workspace::Impl& impl, const Draft& draft);

}  // namespace aptix::disk
