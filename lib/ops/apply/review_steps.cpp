#include "ops/apply/steps.h"

#include <numeric>

namespace aptix::ops {
namespace {

bool moves(const FileEdit& entry) { return entry.operation == Operation::rename || entry.operation == Operation::copy; }

bool has_head(const FileEdit& entry) {
  return moves(entry) || (entry.operation == Operation::modify && entry.kinds.after);
}

FileImage after_of(const FileChange& change, ChangeSet& owner) {
  return {.exists = change.after_exists,
      .kind = change.after_kind,
      .mode = change.after_mode,
      .bytes = owner.texts.emplace_back(change.after_bytes())};
}

}  // namespace

std::vector<std::vector<size_t>> related_entries(const Plan& plan) {
  // A union-find; each set is named by its smallest member.
  std::vector<size_t> above(plan.files.size());
  std::iota(above.begin(), above.end(), size_t{0});
  auto find = [&](size_t i) {
    while (above[i] != i) i = above[i] = above[above[i]];
    return i;
  };
  auto unite = [&](size_t a, size_t b) {
    a = find(a), b = find(b);
    above[std::max(a, b)] = std::min(a, b);
  };
  std::map<std::string_view, size_t> owners;
  for (size_t i = 0; i < plan.files.size(); ++i) {
    const FileEdit& entry = plan.files[i];
    unite(owners.try_emplace(entry.path.str(), i).first->second, i);
    if (entry.from) unite(owners.try_emplace(entry.from->str(), i).first->second, i);
  }
  for (const auto& [path, i] : owners)
    for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
      if (auto folder = owners.find(path.substr(0, slash)); folder != owners.end()) unite(folder->second, i);
  std::map<size_t, std::vector<size_t>> groups;
  for (size_t i = 0; i < plan.files.size(); ++i) groups[find(i)].push_back(i);
  std::vector<std::vector<size_t>> in_order;
  for (auto& [first, entries] : groups) in_order.push_back(std::move(entries));
  return in_order;
}

ChangesByPath::ChangesByPath(const ChangeSet& all) {
  for (const FileChange& change : all.changes) by_path_.emplace(change.path.str(), &change);
}

const FileChange* ChangesByPath::find(const RelPath& path) const {
  auto found = by_path_.find(path.str());
  return found == by_path_.end() ? nullptr : found->second;
}

ChangeSet ChangesByPath::of(const Plan& plan, const std::vector<size_t>& entries) const {
  std::set<const FileChange*> found;  // all in one list, so addresses have its order
  for (size_t i : entries) {
    found.insert(find(plan.files[i].path));
    if (plan.files[i].from) found.insert(find(*plan.files[i].from));
  }
  found.erase(nullptr);
  ChangeSet some;
  for (const FileChange* change : found) some.changes.push_back(*change);
  return some;
}

uint64_t unit_count(const FileEdit& entry) {
  return std::max<size_t>(entry.edits.size() + (has_head(entry) ? 1 : 0), 1);
}

std::vector<ReviewUnit> units_of(const Plan& plan, const std::vector<size_t>& entries) {
  std::vector<ReviewUnit> units;
  for (size_t i : entries) {
    const FileEdit& entry = plan.files[i];
    bool splits = (entry.operation == Operation::modify || moves(entry)) && !entry.edits.empty();
    if (!splits) {
      units.push_back({.entry = i, .first = 0, .end = entry.edits.size()});
      continue;
    }
    if (has_head(entry)) units.push_back({.entry = i, .is_head = true});
    for (size_t k = 0; k < entry.edits.size(); ++k) units.push_back({.entry = i, .first = k, .end = k + 1});
  }
  return units;
}

void Chosen::add(const ReviewUnit& unit) {
  const FileEdit& entry = plan_->files[unit.entry];
  if (last_ != unit.entry) {
    FileEdit& part = files_.emplace_back(entry);
    part.edits.clear();
    bool without_head = !unit.is_head && unit.first != unit.end && has_head(entry);
    if (without_head) {
      part.operation = Operation::modify;
      part.from.reset();
      part.kinds.after.reset();
      part.kinds.before.reset();
    }
    last_ = unit.entry;
  }
  FileEdit& part = files_.back();
  for (size_t k = unit.first; k < unit.end; ++k) part.edits.push_back(entry.edits[k]);
  // Blob names are for all edits together, and only the last edit may have been cut off.
  part.proof.blobs = part.edits.size() == entry.edits.size() ? entry.proof.blobs : std::nullopt;
  part.proof.needed = entry.proof.needed && unit.end == entry.edits.size();
}

void Chosen::add(FileEdit by_hand) {
  files_.push_back(std::move(by_hand));
  last_.reset();
}

ChangeSet step_between(const ChangeSet& now, const ChangeSet& next) {
  ChangeSet step;
  ChangesByPath of_now(now), of_next(next);
  std::set<RelPath> seen;
  for (const ChangeSet* set : {&next, &now})
    for (const FileChange& named : set->changes) {
      if (!seen.insert(named.path).second) continue;
      const FileChange* old = of_now.find(named.path);
      const FileChange* fresh = of_next.find(named.path);
      FileImage before = old != nullptr ? after_of(*old, step) : fresh->before;
      FileImage after = fresh != nullptr ? after_of(*fresh, step) : old->before;
      if (before.exists == after.exists && before.kind == after.kind && before.mode == after.mode &&
          before.bytes == after.bytes)
        continue;
      FileChange& change = step.changes.emplace_back(FileChange{.path = named.path});
      if (!before.exists) change.from = named.from;
      change.before = {.exists = before.exists, .kind = before.kind, .mode = before.mode, .bytes = before.bytes};
      if (after.exists) change.set_after(after.kind, after.mode, after.bytes);
    }
  return step;
}

}  // namespace aptix::ops
