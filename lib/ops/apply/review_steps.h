// The parts in which a plan is reviewed: entries that belong together, and the single edits of them. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::ops {

// The entries of one file, of files that are renamed or copied to each other, and of files of which one becomes a
// folder for another; in order of first mention. What is left out of one group does not matter to another.
std::vector<std::vector<size_t>> related_entries(const Plan& plan);

// Changes, found by their paths. Views the set, which must outlive it.
class ChangesByPath {
 public:
  explicit ChangesByPath(const ChangeSet& all);
  const FileChange* find(const RelPath& path) const;
  // Those of the paths that these entries name, in the order of the set.
  bool any_of(const Plan& plan, const std::vector<size_t>& entries) const;
  ChangeSet of(const Plan& plan, const std::vector<size_t>& entries) const;

 private:
  std::unordered_map<std::string_view, const FileChange*> by_path_;
};

// Some edits of an entry, [first, end); without edits, what else the entry does: a rename, a mode.
struct ReviewUnit {
  size_t entry = 0, first = 0, end = 0;
  bool is_head = false;  // the edits after it need it (a rename), or do not (a mode)
};
uint64_t unit_count(const FileEdit& entry);
std::vector<ReviewUnit> units_of(const Plan& plan, const std::vector<size_t>& entries);

// Entries with the chosen edits only.
class Chosen {
 public:
  explicit Chosen(const Plan& plan) : plan_(&plan) {}
  void add(const ReviewUnit& unit);
  void add(FileEdit by_hand);
  const std::vector<FileEdit>& files() const { return files_; }
  bool empty() const { return files_.empty(); }

 private:
  const Plan* plan_;
  std::vector<FileEdit> files_;
  std::optional<size_t> last_;  // the entry that files_.back() is a part of
};

// What lies between two results for the same files. Views both sets, which must outlive it.
ChangeSet step_between(const ChangeSet& now, const ChangeSet& next);

}  // namespace aptix::ops
