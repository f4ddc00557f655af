// A text is believed by its hash alone, wherever it was found.
#include "ops/known_bases.h"

#include "disk/folders.h"

namespace aptix::ops {

std::optional<std::string> KnownBases::find(const RelPath& path, const Sha256& sha) {
  if (!log_) log_ = std::move(disk::read_log(workspace_).value);
  std::string whole = disk::join_path(workspace_.root_prefix(), path.str());
  for (auto record = log_->rbegin(); record != log_->rend(); ++record) {
    for (const disk::RecordedFile& file : record->files) {
      if (file.path != whole || !file.existed || file.before_sha != sha) continue;
      auto saved = disk::saved_preimage(workspace_, *record, file);
      if (saved && *saved && sha256(**saved) == sha) return std::move(**saved);
    }
  }
  return std::nullopt;
}

}  // namespace aptix::ops
