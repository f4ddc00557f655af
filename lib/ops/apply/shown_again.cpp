#include "ops/apply/steps.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "answer/format.h"
#include "answer/outline/related_blocks.h"

namespace aptix::ops {

namespace {

// Does the block of the entry only show a part of `other`, which has another form?
bool shows(const FileEdit& entry, const FileEdit& other, std::span<const Block> blocks) {
  const Block& shown = blocks[entry.block];
  const Block& edit = blocks[other.block];
  bool same_file = other.path == entry.path || other.path.str().ends_with("/" + entry.path.str());
  return same_file && answer::repeats_lines(shown.naming.below_name(shown.body), edit.body);
}

// Does the entry change lines, instead of giving the whole text?
bool changes_lines(const FileEdit& entry) {
  bool edits = entry.operation == Operation::modify || entry.operation == Operation::create;
  return edits && (entry.edits.empty() || !is_whole(entry.edits.front()));
}

}  // namespace

std::vector<FileEdit*> shown_again(Plan& plan, std::span<const Block> blocks) {
  auto form_of = [&](const FileEdit& entry) { return blocks[entry.block].format; };
  bool one_form = std::all_of(plan.files.begin(), plan.files.end(),
      [&](const FileEdit& entry) { return form_of(entry) == form_of(plan.files.front()); });
  if (one_form) return {};
  std::unordered_map<std::string_view, std::map<const answer::Format*, std::vector<const FileEdit*>>> by_name;
  for (const FileEdit& entry : plan.files) by_name[entry.path.name()][form_of(entry)].push_back(&entry);
  std::vector<FileEdit*> found;
  for (FileEdit& entry : plan.files) {
    const answer::Format* form = form_of(entry);
    if (form == nullptr || !form->is_whole) continue;
    const auto& named = by_name.at(entry.path.name());
    bool again = std::any_of(named.begin(), named.end(), [&](const auto& others) {
      auto changed = [&](const FileEdit* other) { return shows(entry, *other, blocks); };
      return others.first != form && std::any_of(others.second.begin(), others.second.end(), changed);
    });
    if (again) found.push_back(&entry);
  }
  return found;
}

void mark_recaps(Plan& plan, std::span<const Block> blocks) {
  std::vector<FileEdit>& files = plan.files;
  auto form_of = [&](const FileEdit& entry) { return blocks[entry.block].format; };
  std::unordered_set<std::string> changed;
  for (const FileEdit& entry : files)
    if (changes_lines(entry)) changed.insert(entry.path.str());
  for (size_t i = files.size(); i-- > 0;) {
    Whole* whole = whole_of(files[i]);
    bool shown = whole != nullptr && whole->told == Whole::Told::shown;
    if (!shown || !changed.contains(files[i].path.str())) continue;
    auto last = std::find_if(files.rbegin(), files.rend(), [&](const FileEdit& other) {
      return changes_lines(other) && other.path == files[i].path && form_of(other) != form_of(files[i]);
    });
    if (last == files.rend()) continue;
    whole->told = Whole::Told::recap;
    auto entry = files.begin() + static_cast<std::ptrdiff_t>(i);
    if (last.base() > entry) std::rotate(entry, entry + 1, last.base());
  }
}

}  // namespace aptix::ops
