// A live run holds a lock on its folder: process numbers would not do where several systems share TMPDIR.
#include "terminal/scratch_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <filesystem>

#include "terminal/streams.h"

namespace aptix::app {
namespace {

namespace fs = std::filesystem;

constexpr time_t kSurelyLeft = 3600;  // seconds: between being made and being locked a folder looks left, too

int lock(const fs::path& folder) {
  int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  if (fd >= 0) ::close(fd);
  return -1;
}

void remove_if_left(const fs::path& folder) {
  int fd = lock(folder);
  if (fd < 0) return;
  struct stat about;
  bool ours = ::fstat(fd, &about) == 0 && about.st_uid == ::geteuid() && ::time(nullptr) - about.st_mtime > kSurelyLeft;
  std::error_code ignored;
  if (ours) fs::remove_all(folder, ignored);
  ::close(fd);
}

void remove_left(const fs::path& parent, const std::string& name) {
  std::error_code failed;
  for (auto entry = fs::directory_iterator(parent, failed); !failed && entry != fs::directory_iterator();
       entry.increment(failed))
    if (entry->path().filename().native().starts_with(name)) remove_if_left(entry->path());
}

}  // namespace

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

Result<std::string> ScratchFolder::path() {
  if (!path_.empty()) return path_;
  std::string name = "aptix-" + purpose_ + "-";
  remove_left(parent_, name);
  std::string made = parent_ + "/" + name + "XXXXXX";
  if (::mkdtemp(made.data()) == nullptr)
    return fail(Code::io_error, "cannot make a folder for the " + purpose_ + ": " + system_message(errno),
        "let TMPDIR name a folder that can be written to");
  lock_ = lock(made);
  path_ = made;
  return path_;
}

}  // namespace aptix::app
