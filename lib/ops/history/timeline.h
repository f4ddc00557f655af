// What the operation log knows of each path, so that any question about a file is answered without another walk over
// the whole log. Pure: by the records alone. Paths are from the workspace on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disk/history.h"

namespace aptix::ops {

// A record that touched a file, and the name that the file had before it, where that was another.
struct Touch {
  const disk::Record* record = nullptr;
  const disk::RecordedFile* file = nullptr;
  std::string_view from = {};
  bool dropped = false;  // by the limits of the log: the record is known, and nothing else of it
};

class Timeline {
 public:
  // REQUIRES: both are in order, oldest first, `dropped` before `log`, and outlive it.
  explicit Timeline(const std::vector<disk::Record>& log, const std::vector<disk::Record>& dropped = kNoRecords);

  // Of the file that has this name now, newest first. Renames are followed.
  std::vector<Touch> trace(std::string_view path) const;

  // What stood at this very path after transaction `id`; nothing: no record touched it.
  std::optional<disk::StoredState> state_after(std::string_view path, uint64_t id) const;
  const Touch* newest(std::string_view path) const;  // null: no record that is kept touched it
  // The kept record that left the file so; nothing: none did.
  std::optional<uint64_t> version_of(std::string_view path, const disk::StoredState& state) const;
  // Whether some kept record left the file so, the newest or an earlier one.
  bool was_left_so(std::string_view path, const disk::StoredState& state) const;
  bool knows(std::string_view path) const { return by_path_.contains(path); }

  // Every path that a record of [first, last] touched, sorted; without numbers: that a kept one did.
  std::vector<std::string> touched(uint64_t first, uint64_t last) const;
  std::vector<std::string> touched() const;

  const disk::Record* find(uint64_t id) const;

 private:
  static const std::vector<disk::Record> kNoRecords;
  std::string_view name_before(const disk::Record& record, const disk::RecordedFile& file) const;

  const std::vector<disk::Record>*log_, *dropped_;
  std::map<std::string_view, std::vector<Touch>> by_path_;  // oldest first
};

// What a record did to a file: "create", "replace", "patch", "delete", "rename", "mode".
std::string_view operation_of(const Touch& touch);

// How far its last copy can be had: the touch that is the oldest of those whose old text is there. `is_there` tells it
// of a state. Null: of none.
template <class IsThere>
const Touch* oldest_kept(const std::vector<Touch>& trace, IsThere is_there) {
  const Touch* kept = nullptr;
  for (const Touch& touch : trace) {
    if (touch.dropped || (touch.file->before.exists && !is_there(touch.file->before))) break;
    kept = &touch;
  }
  return kept;
}

}  // namespace aptix::ops
