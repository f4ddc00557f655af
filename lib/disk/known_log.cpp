#include "disk/known_log.h"

#include <algorithm>

#include "disk/os/file_on_disk.h"
#include "disk/record/log.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

// Two changes of a folder within this time may leave it with the same times.
constexpr int64_t kCoarseNs = 1'000'000'000;

}  // namespace

std::optional<uint64_t> KnownLog::version_of(Workspace& workspace, std::string_view path, const StoredState& state) {
  std::lock_guard held(mutex_);
  if (!look(workspace)) return std::nullopt;
  auto found = left_.find(path);
  if (found == left_.end() || found->second.empty()) return std::nullopt;
  const Left& newest = found->second.back();
  bool is_so = newest.state.exists == state.exists && (!state.exists || newest.state.sha == state.sha);
  return is_so ? std::optional(newest.id) : std::nullopt;
}

Status KnownLog::look(Workspace& workspace) {
  Site& site = workspace.site();
  TRY_ASSIGN(found, open_state(site));
  Fd log;
  if (found) TRY_SET(log, open_in_state(site, "log"));
  struct stat about {};
  bool is_there = log.ok() && site.fs.fstat(log.get(), about) == 0;
  if (is_there && is_same_file(about, about_)) return {};
  about_ = {};
  std::vector<uint64_t> ids;
  if (is_there) TRY_SET(ids, record_ids(site.fs, log.get()));
  drop_gone(site, log.get(), ids);
  for (uint64_t id : ids)
    if (!known_.contains(id)) take_in(site, log.get(), id);
  bool all_read = known_.size() == ids.size();
  if (is_there && all_read && modified_ns(about) < workspace.now_ns() - kCoarseNs) about_ = about;
  return {};
}

void KnownLog::drop_gone(Site& site, int log, const std::vector<uint64_t>& ids) {
  auto is_gone = [&](const auto& record) {
    struct stat now {};
    return !std::ranges::binary_search(ids, record.first) ||
        site.fs.stat(log, std::to_string(record.first).c_str(), now) < 0 || !is_same_file(now, record.second);
  };
  if (std::erase_if(known_, is_gone) == 0) return;
  for (auto& [path, list] : left_) std::erase_if(list, [&](const Left& left) { return !known_.contains(left.id); });
  std::erase_if(left_, [](const auto& entry) { return entry.second.empty(); });
}

// A record that cannot be read is passed over, and tried again the next time.
void KnownLog::take_in(Site& site, int log, uint64_t id) {
  Fd folder;
  struct stat about {};
  auto manifest = read_manifest(site, log, id, folder);
  if (!manifest || site.fs.fstat(folder.get(), about) < 0) return;
  known_.emplace(id, about);
  for (RecordedFile& file : manifest->files) {
    std::vector<Left>& list = left_[std::move(file.path)];
    list.insert(std::ranges::upper_bound(list, id, {}, &Left::id), {id, file.after});
  }
}

}  // namespace aptix::disk
