// Most folders are as mkdir makes them and are not saved: each would take a block in the log.
#include "disk/run/run.h"

#include <algorithm>
#include <cerrno>

#include "disk/os/copy.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"

namespace aptix::disk {
namespace {

// This process may not give such an owner or attribute, or may not read it; or the file system of the state folder has
// no attributes.
bool cannot_be_had(int status) {
  return status == -EPERM || status == -EACCES || status == -ENOTSUP || status == -EINVAL || status == -EBADF;
}

class FolderSaver {
 public:
  FolderSaver(const Running& run, const Draft& draft) : run_(run), draft_(draft) {}

  Status run(std::vector<ManifestFolder>& removed) {
    if (removed.empty()) return {};
    if (int status = fs_.fstat(run_.tx, ours_); status < 0) return fail(io_failure("cannot read", "tx", -status));
    std::vector<ManifestFolder> kept;
    for (ManifestFolder& folder : removed) {
      int status = save(folder, saved_folder_name(kept.size()));
      bool stays = cannot_be_had(status) && !gives_way(folder.path);
      if (status < 0 && !stays) return fail(metadata_failure(folder.path, status));
      if (!stays) kept.push_back(std::move(folder));
    }
    removed = std::move(kept);
    std::string failed;
    int status = run_.sync ? changed_.sync(saved_, run_.site.state.get(), {}, failed) : 0;
    if (status < 0) return fail(io_failure("cannot write", failed, -status));
    return {};
  }

 private:
  // 0 or -errno. Publishing will report a folder that is none any more.
  int save(const ManifestFolder& folder, const std::string& name) {
    int dir = folders_.open(folder.path);
    if (dir < 0) return dir == -ENOENT || dir == -ENOTDIR || dir == -ELOOP ? 0 : dir;
    struct stat about {};
    int status = fs_.fstat(dir, about);
    if (status < 0) return status;
    int attributes = fs_.has_attributes(dir);
    if (attributes == -EBADF) attributes = 0;  // it may be entered but not read
    if (attributes < 0) return attributes;
    bool usual = about.st_uid == ours_.st_uid && about.st_gid == ours_.st_gid && attributes == 0;
    if (usual) return 0;
    changed_.add(name);
    return make_folder_like(fs_, dir, run_.tx, name, folder.mode);
  }

  // A file takes the place of the folder, or of one above it.
  bool gives_way(const std::string& folder) const {
    return std::any_of(draft_.steps.begin(), draft_.steps.end(), [&](const Step& step) {
      return step.file->after.exists && (folder == step.file->path || folder.starts_with(step.file->path + "/"));
    });
  }

  const Running& run_;
  FileSystem& fs_ = run_.site.fs;
  const Draft& draft_;
  Folders folders_{fs_, run_.site.top.get()};  // the tree's
  Folders saved_{fs_, run_.tx};
  ChangedFolders changed_;
  struct stat ours_ {};
};

}  // namespace

std::string saved_folder_name(size_t k) { return "r" + std::to_string(k); }

bool is_saved_folder(const std::string& name) {
  return name.size() > 1 && name[0] == 'r' && name[1] >= '0' && name[1] <= '9';
}

Status save_folders(const Running& run, const Draft& draft, std::vector<ManifestFolder>& removed) {
  return FolderSaver(run, draft).run(removed);
}

}  // namespace aptix::disk
