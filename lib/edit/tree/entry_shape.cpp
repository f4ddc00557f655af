#include "edit/tree/entry_shape.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace aptix::edit {
namespace {

template <class Kind>
const Kind* first_edit(const FileEdit& entry) {
  return entry.edits.empty() ? nullptr : std::get_if<Kind>(&entry.edits.front().what);
}

// Does the entry only change lines of a file, with edits that are all `T`? These may be joined with those of another.
template <typename T>
bool holds_only(const FileEdit& entry) {
  return entry.operation == Operation::modify && !entry.edits.empty() &&
      std::all_of(entry.edits.begin(), entry.edits.end(),
          [](const Edit& edit) { return std::holds_alternative<T>(edit.what); });
}

// Contents that are shown for one file are applied together, each to the file as it is now.
bool shows_content(const FileEdit& entry) {
  return entry.operation == Operation::write && !entry.edits.empty() &&
      std::all_of(entry.edits.begin(), entry.edits.end(), [](const Edit& edit) {
        const Whole* whole = std::get_if<Whole>(&edit.what);
        return whole != nullptr && !whole->is_ordered() && whole->may_be_part();
      });
}

bool may_follow(const FileEdit& entry, const FileEdit& first) {
  if (holds_only<TextBlock>(entry)) return holds_only<TextBlock>(first);
  if (shows_content(entry)) return shows_content(first);
  return holds_only<FindReplace>(entry) && holds_only<FindReplace>(first) && entry.contract == first.contract &&
      !entry.proof.sha && !first.proof.sha;
}

}  // namespace

bool is_made_from_nothing(const FileEdit& entry) {
  return first_edit<TextBlock>(entry) != nullptr || first_edit<diff::Hunk>(entry) != nullptr;
}

bool adds_lines_alone(const FileEdit& entry) {
  const diff::Hunk* hunk = entry.edits.size() == 1 ? first_edit<diff::Hunk>(entry) : nullptr;
  return hunk != nullptr && hunk->old_count() == 0 && (!hunk->has_numbers || hunk->old_start == 0);
}

bool may_fill_empty_file(const FileEdit& entry) {
  const TextBlock* block = first_edit<TextBlock>(entry);
  return entry.fills_empty || (block != nullptr && block->form == TextBlock::Form::search_replace);
}

bool is_moved(const FileEdit& entry) { return entry.from && *entry.from != entry.path; }

std::vector<std::vector<size_t>> group_entries(const Plan& plan) {
  std::vector<std::vector<size_t>> groups;
  groups.reserve(plan.files.size());
  std::unordered_map<std::string_view, size_t> open;  // by path: the group that further entries may join
  for (size_t i = 0; i < plan.files.size(); ++i) {
    const FileEdit& entry = plan.files[i];
    if (entry.from) open.erase(entry.from->str());
    auto group = open.find(entry.path.str());
    if (group != open.end() && may_follow(entry, plan.files[groups[group->second].front()])) {
      groups[group->second].push_back(i);
      continue;
    }
    if (entry.operation == Operation::modify || shows_content(entry))
      open.insert_or_assign(entry.path.str(), groups.size());
    else open.erase(entry.path.str());
    groups.push_back({i});
  }
  return groups;
}

}  // namespace aptix::edit
