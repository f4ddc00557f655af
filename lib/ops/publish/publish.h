// The tail of every path that ends in a change of files: limit, counts, --html and --diff, and the commit or the look
// ahead. Nothing before it writes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "disk/commit.h"
#include "disk/workspace.h"
#include "model/change_set.h"
#include "ops/publish/checks.h"
#include "render/html/html.h"

namespace aptix::ops {

// --html: the file that the page of a change goes to.
struct PageRequest {
  std::string target;              // where the page goes: absolute, without links
  uint64_t device = 0, inode = 0;  // of the file that is there; 0, 0: no file is
  uint32_t mode = 0644;            // permission bits that it gets
  std::vector<render::HtmlOptions::Fact> facts = {};
};

struct PublishRequest {
  enum class End : uint8_t {
    refused,    // nothing is to be made of it, only described
    planned,    // looked at
    foreseen,   // looked at, and what would keep it from being made is an error
    committed,  // made
  };
  End end = End::refused;
  std::optional<std::string> prefix = {};  // of the paths below the workspace, where it is not the root's
  // For changes that come from outside. Null: each was made for the text that is there.
  StatesBase states_base = {};
  uint64_t most_bytes = 0;  // that all results may have; 0: any number
  bool want_diff = false;
  const std::optional<PageRequest>* page = nullptr;
  const Diagnostics* said = nullptr;  // about the change so far: remarks for the page
  // Shown what would be or was written, with the workspace whose root the paths are relative to.
  std::function<void(const ChangeSet&, const disk::Workspace&)> see = {};
  const Checks* checks = nullptr;
  disk::CommitOptions commit = {};
};

struct Published {
  uint64_t transaction = 0;  // 0: nothing was written
  std::vector<std::string> directories_removed;
  std::string diff, page;
};

// Fills hashes and counts of the changes, whatever the end. Errors: those of judge(), limit_exceeded, usage (the page
// would take the place of a changed file), those of check_syntax() and of commit() or foresee(), verify_failed.
Outcome<Published> publish(disk::Workspace& workspace, ChangeSet& changes, const PublishRequest& request);

// An error for each changed file, below `root`, that the page would take the place of.
Diagnostics overwritten_by_page(const PageRequest& request, const std::string& root, const ChangeSet& changes);

// An error where the page would be a file of the workspace that the policy denies, or calls sensitive.
Diagnostics page_refused(const PageRequest& request, const disk::Workspace& workspace);

}  // namespace aptix::ops
