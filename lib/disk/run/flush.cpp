// How new files are made durable; the choices were measured.
// - Other programs have little to write: one syncfs covers all files, their names and the manifest. It also waits for
//   what other programs wrote. From a thousand files on, another syncfs runs halfway, while files are being written.
// - They have more, and there are few files: one fdatasync each. Write-back is started for all of them first, so that
//   one journal commit serves all.
// - They have much, and there are many files: many threads sync one file each. With less, syncfs as above.
#include "disk/run/run.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr size_t kFewFiles = 16;
constexpr off_t kLarge = 1 << 20;
constexpr int64_t kLittleToWrite = 1 << 20;
constexpr int64_t kMuchToWrite = 50 << 20;
constexpr size_t kSyncThreads = 16;
constexpr size_t kInTwoHalves = 1000;
constexpr size_t kFewFolders = 4;

int sync_folder(Folders& folders, const std::string& path, int state) {
  int fd = folders.open(path);
  if (fd == -ENOENT) return 0;
  if (fd < 0) return fd;
  int status = folders.fs().sync(fd);
  if (status == -EBADF) return folders.fs().sync_all(state);    // the folder may be entered, but not read
  return status == -EINVAL || status == -ENOTSUP ? 0 : status;  // the file system cannot sync folders
}

}  // namespace

int Flusher::choose(size_t files) {
  if (!run_.sync) return 0;
  int covers = fs_.sync_covers_names(run_.tx);
  if (covers < 0) return covers;
  covers_names_ = covers > 0;
  int64_t unwritten = fs_.unwritten_bytes();
  little_else_ = unwritten >= 0 && unwritten < kLittleToWrite;
  few_ = files <= kFewFiles;
  if (little_else_) way_ = Way::all;
  else if (few_) way_ = Way::each;
  else way_ = unwritten < kMuchToWrite ? Way::all : Way::threads;
  if (way_ == Way::all && files >= kInTwoHalves && run_.threads > 1) still_to_come_ = files / 2;
  return 0;
}

bool Flusher::is_large(int fd) {
  struct stat about {};
  return fs_.fstat(fd, about) == 0 && about.st_size >= kLarge;
}

// Where syncing a file does not cover its name (btrfs), starting write-back early costs more than it saves, unless
// there is much to write and other work to do meanwhile.
int Flusher::wrote(size_t i, Fd fd) {
  bool early = way_ == Way::threads || (way_ == Way::each && covers_names_) || (few_ && is_large(fd.get()));
  if (early)
    if (int status = fs_.start_write_back(fd.get()); status < 0) return status;
  if (still_to_come_.fetch_sub(1) == 1)
    first_half_.plan(Background::When::now, [this] { first_half_status_ = fs_.sync_all(run_.tx); });
  if (way_ != Way::each) return fd.close();
  written_.push_back({i, std::move(fd)});
  return 0;
}

Status Flusher::finish(const std::vector<Step>& steps, Fd manifest) {
  int status = 0;
  switch (way_) {
    case Way::none: status = manifest.close(); break;
    case Way::all:
      first_half_.finish();
      status = first_half_status_;
      if (status == 0) status = fs_.sync_all(run_.tx);
      break;
    case Way::each:
      TRY(finish_each(steps));
      status = finish_names(std::move(manifest));
      break;
    case Way::threads:
      TRY(finish_in_threads(steps));
      status = finish_names(std::move(manifest));
      break;
  }
  if (status < 0) return fail(io_failure("cannot write", std::string(kStateName) + "/tx", -status));
  return {};
}

Status Flusher::finish_each(const std::vector<Step>& steps) {
  for (Written& written : written_) {
    int status = fs_.sync_data(written.fd.get());
    if (status == 0) status = written.fd.close();
    if (status < 0) return write_failure(steps[written.i].file->path, status);
  }
  return {};
}

Status Flusher::finish_in_threads(const std::vector<Step>& steps) {
  return in_parallel(steps.size(), {.most = kSyncThreads}, [&] {
    return [&](size_t i) -> Status {
      if (!steps[i].has_data()) return {};
      Fd fd(fs_, fs_.open(run_.tx, staged_name(i).c_str(), O_RDONLY, 0));
      int status = fd.ok() ? fs_.sync_data(fd.get()) : -fd.error();
      if (status < 0) return write_failure(steps[i].file->path, status);
      return {};
    };
  });
}

// Syncs the manifest and the names in the state folder. On some file systems, syncing a new file includes its name and
// the names of the folders above it; on the others each folder is synced.
int Flusher::finish_names(Fd manifest) {
  int status = fs_.sync(manifest.get());
  if (status < 0 || covers_names_) return status;
  status = fs_.sync(run_.tx);
  if (status == 0) status = fs_.sync(run_.site.state.get());
  if (status < 0 || !run_.site.made_state) return status;
  Fd above(fs_, fs_.open(run_.site.state.get(), "..", O_RDONLY | O_DIRECTORY, 0));
  return above.ok() ? fs_.sync(above.get()) : -above.error();
}

int ChangedFolders::sync(Folders& folders, int state, Sync how, std::string& failed) const {
  bool many = folders_.size() > (how.little_else ? 1 : kFewFolders);
  if (many) {
    failed = "the file system";
    if (int status = folders.fs().sync_all(state); status < 0) return status;
  }
  if (many && !how.crossed) return 0;
  for (const std::string& path : folders_) {
    failed = path;
    if (int status = sync_folder(folders, path, state); status < 0) return status;
  }
  return 0;
}

}  // namespace aptix::disk
