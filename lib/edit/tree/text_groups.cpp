#include "edit/tree/text_groups.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace aptix::edit {
namespace {

bool only_text_blocks(const FileEdit& entry) {
  return entry.operation == Operation::modify && !entry.edits.empty() &&
      std::all_of(entry.edits.begin(), entry.edits.end(),
          [](const Edit& edit) { return std::holds_alternative<TextBlock>(edit.what); });
}

}  // namespace

std::vector<std::vector<size_t>> group_text_blocks(const Plan& plan) {
  std::vector<std::vector<size_t>> groups;
  std::unordered_map<std::string_view, size_t> open;  // by path: the group that further blocks join
  for (size_t i = 0; i < plan.files.size(); ++i) {
    const FileEdit& entry = plan.files[i];
    if (entry.from) open.erase(entry.from->str());
    if (!only_text_blocks(entry)) {
      open.erase(entry.path.str());
      groups.push_back({i});
      continue;
    }
    auto [group, is_new] = open.try_emplace(entry.path.str(), groups.size());
    if (is_new) groups.emplace_back();
    groups[group->second].push_back(i);
  }
  return groups;
}

}  // namespace aptix::edit
