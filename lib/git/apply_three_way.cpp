// --3way: the patch is applied to the blob it was made for, and the result merged into what is there.
#include <utility>

#include "diff/compute/merge3.h"
#include "git/apply.h"

namespace aptix::git {
namespace {

bool is_to_merge(const Work& work) {
  const Patch& patch = *work.patch;
  bool only_renamed = patch.is_rename && patch.lines_added == 0 && patch.lines_deleted == 0;
  bool submodule = ((work.old_mode | work.new_mode) & kModeType) == kModeSubmodule;
  return !submodule && !work.is_delete && (!work.is_new || work.straight_to_merge) && !only_renamed;
}

}  // namespace

// A creation is merged only into a file that the index has, too, and has alike.
bool Applier::may_merge_into(const std::string& name) {
  bool known = index_entry(name).has_value();
  if (known && (options_.target == Target::index || matches_index(name))) return true;
  log_.error(known ? Code::file_changed : Code::file_missing,
      name + (known ? ": does not match index" : ": does not exist in index"), name);
  return false;
}

// The blob that the patch was made for; nothing when the repository has it not, which is said then.
std::optional<std::string_view> Applier::base_of(const Work& work) {
  if (work.is_new) return std::string_view();
  Result<std::optional<std::string>> blob = source_.blob(work.patch->old_blob);
  if (blob && *blob) return tree_.keep(std::move(**blob));
  log_.error(Code::file_missing, "repository lacks the necessary blob to perform 3-way merge.", *work.new_name);
  return std::nullopt;
}

// False when there is nothing to merge or no blob to start from: the patch is then applied as it is.
bool Applier::merge_three_way(Work& work, Content& content) {
  if (!is_to_merge(work)) return false;
  const std::string& name = *work.new_name;
  std::optional<std::string_view> base = base_of(work);
  if (!base) return false;
  if (work.straight_to_merge) log_.info("Performing three-way merge...");
  Content theirs = content;
  theirs.set({*base});
  if (!apply_hunks(work, theirs)) return false;
  if (work.is_new) {
    Result<Tree::Found> found = tree_.look(name);
    if (!may_merge_into(name) || !found || found->content == nullptr) {
      log_.error(Code::file_missing, "cannot read the current contents of '" + name + "'", name);
      return false;
    }
    content = *found->content;
  }
  work.ours = tree_.flat(content);
  work.theirs = tree_.flat(theirs);
  diff::Merged merged = diff::merge3(*base, work.ours, work.theirs, options_.conflicts);
  if (merged.clean()) {
    content.set(merged.pieces());
    log_.info("Applied patch to '" + name + "' cleanly.");
    return true;
  }
  for (std::string_view text : {*base, work.ours, work.theirs}) {
    if (text.find('\0') == std::string_view::npos) continue;
    log_.warning(Code::match_not_found, "Cannot merge binary files: " + name + " (ours vs. theirs)", name);
    log_.info("Failed to perform three-way merge...");
    return false;
  }
  content.set({tree_.keep(diff::print_merged(merged, {}, options_.conflicts))});
  work.conflicted = true;
  if (!work.is_new) work.base = base;
  log_.info("Applied patch to '" + name + "' with conflicts.");
  return true;
}

}  // namespace aptix::git
