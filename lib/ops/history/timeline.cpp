#include "ops/history/history.h"

#include <algorithm>

namespace aptix::ops {
namespace {

bool is_older(const Touch& touch, uint64_t id) { return touch.record->id < id; }

const disk::RecordedFile* file_at(const disk::Record& record, std::string_view path) {
  for (const disk::RecordedFile& file : record.files)
    if (file.path == path) return &file;
  return nullptr;
}

// True if the record removed the file at `path`: it was renamed; else the other file is a copy of it.
bool went_away(const disk::Record& record, std::string_view path) {
  const disk::RecordedFile* file = file_at(record, path);
  return file != nullptr && file->before.exists && !file->after.exists;
}

}  // namespace

const std::vector<disk::Record> Timeline::kNoRecords;

Timeline::Timeline(const std::vector<disk::Record>& log, const std::vector<disk::Record>& dropped)
    : log_(&log),
      dropped_(&dropped) {
  for (const std::vector<disk::Record>* records : {&dropped, &log})
    for (const disk::Record& record : *records)
      for (const disk::RecordedFile& file : record.files)
        by_path_[file.path].push_back({&record, &file, name_before(record, file), records == &dropped});
}

// A record that reverses another one has no names: they follow from its target.
std::string_view Timeline::name_before(const disk::Record& record, const disk::RecordedFile& file) const {
  if (file.before.exists || !file.after.exists) return {};
  if (!file.from.empty()) return went_away(record, file.from) ? std::string_view(file.from) : std::string_view();
  const disk::Record* target = record.reverses == 0 ? nullptr : find(record.reverses);
  if (target == nullptr) return {};
  if (record.kind == disk::TransactionKind::redo) {
    const disk::RecordedFile* same = file_at(*target, file.path);
    return same != nullptr && !same->from.empty() && went_away(record, same->from) ? std::string_view(same->from)
                                                                                   : std::string_view();
  }
  for (const disk::RecordedFile& other : target->files)
    if (other.from == file.path && went_away(record, other.path)) return other.path;
  return {};
}

std::vector<Touch> Timeline::trace(std::string_view path) const {
  std::vector<Touch> trace;
  uint64_t before = UINT64_MAX;
  while (!path.empty()) {
    auto found = by_path_.find(path);
    path = {};
    if (found == by_path_.end()) break;
    auto end = std::lower_bound(found->second.begin(), found->second.end(), before, is_older);
    while (end != found->second.begin() && path.empty()) {
      const Touch& touch = *--end;
      trace.push_back(touch);
      before = touch.record->id;
      path = touch.from;
    }
  }
  return trace;
}

std::optional<disk::StoredState> Timeline::state_after(std::string_view path, uint64_t id) const {
  auto found = by_path_.find(path);
  if (found == by_path_.end()) return std::nullopt;
  auto later = std::lower_bound(found->second.begin(), found->second.end(), id + 1, is_older);
  if (later == found->second.begin()) return later->file->before;
  return std::prev(later)->file->after;
}

const Touch* Timeline::newest(std::string_view path) const {
  auto found = by_path_.find(path);
  return found == by_path_.end() || found->second.back().dropped ? nullptr : &found->second.back();
}

std::optional<uint64_t> Timeline::version_of(std::string_view path, const disk::StoredState& state) const {
  const Touch* touch = newest(path);
  if (touch == nullptr || touch->file->after.exists != state.exists) return std::nullopt;
  if (state.exists && touch->file->after.sha != state.sha) return std::nullopt;
  return touch->record->id;
}

bool Timeline::was_left_so(std::string_view path, const disk::StoredState& state) const {
  auto found = by_path_.find(path);
  return found != by_path_.end() && std::ranges::any_of(found->second, [&](const Touch& touch) {
    return !touch.dropped && is_same_text(touch.file->after, state);
  });
}

std::vector<std::string> Timeline::touched(uint64_t first, uint64_t last) const {
  std::vector<std::string> paths;
  for (const auto& [path, touches] : by_path_) {
    auto touch = std::lower_bound(touches.begin(), touches.end(), first, is_older);
    if (touch != touches.end() && touch->record->id <= last) paths.emplace_back(path);
  }
  return paths;
}

std::vector<std::string> Timeline::touched() const {
  return log_->empty() ? std::vector<std::string>() : touched(log_->front().id, UINT64_MAX);
}

const disk::Record* Timeline::find(uint64_t id) const {
  const std::vector<disk::Record>& in = log_->empty() || id < log_->front().id ? *dropped_ : *log_;
  auto record = std::lower_bound(
      in.begin(), in.end(), id, [](const disk::Record& one, uint64_t wanted) { return one.id < wanted; });
  return record != in.end() && record->id == id ? &*record : nullptr;
}

bool is_same_text(const disk::StoredState& a, const disk::StoredState& b) {
  return a.exists == b.exists && (!a.exists || (a.sha == b.sha && a.is_link() == b.is_link()));
}

std::string_view operation_of(const Touch& touch) {
  const disk::RecordedFile& file = *touch.file;
  if (!touch.from.empty()) return "rename";
  if (!file.before.exists) return "create";
  if (!file.after.exists) return "delete";
  if (file.before.sha == file.after.sha) return "mode";
  return file.whole ? "replace" : "patch";
}

}  // namespace aptix::ops
