#include "disk/run/run.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>

#include "base/text/text.h"
#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

Error cannot_make_again(const Site& site, const std::string& name, int error) {
  return io_failure("cannot make again", shown_state(site, "tx/" + name), error);
}

// True if so many more files may be opened.
bool may_open(size_t files) {
  constexpr rlim_t kOthers = 256;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
  rlim_t wanted = files + kOthers;
  if (limit.rlim_cur >= wanted) return true;
  limit.rlim_cur = wanted;
  return wanted <= limit.rlim_max && setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

bool is_removed(FileSystem& fs, int folder) {
  struct stat about {};
  return fs.fstat(folder, about) == 0 && about.st_nlink == 0;
}

}  // namespace

Status HeldTexts::hold(int tx) {
  auto existed = [](const RecordedFile& file) { return file.before.exists; };
  auto count = static_cast<size_t>(std::count_if(manifest_.files.begin(), manifest_.files.end(), existed));
  if (count += manifest_.removed.size(); !may_open(count))
    return fail(Code::limit_exceeded,
        "'--verify' has to keep " + std::to_string(count) + " files open, more than this process may",
        "allow more with 'ulimit -n', or make the change in several steps");
  for (size_t i = 0; i < manifest_.files.size(); ++i)
    if (manifest_.files[i].before.exists) TRY(hold_one(tx, staged_name(i), 0));
  for (size_t k = 0; k < manifest_.removed.size(); ++k)
    TRY(hold_one(tx, saved_folder_name(k), static_cast<mode_t>(manifest_.removed[k].mode | S_IFDIR)));
  return {};
}

Status HeldTexts::hold_one(int tx, const std::string& name, mode_t folder) {
  Fd fd(site_.fs, site_.fs.open(tx, name.c_str(), O_RDONLY | O_NONBLOCK, 0));
  if (fd.error() == ENOENT) return {};
  Held held{.name = name, .fd = std::move(fd), .folder = folder};
  bool is_link = held.fd.error() == ELOOP && read_link(site_.fs, tx, name, held.link) == 0;
  if (!held.fd.ok() && !is_link)
    return fail(io_failure("cannot open", shown_state(site_, "tx/" + name), held.fd.error()));
  held_.push_back(std::move(held));
  return {};
}

// A removed file takes its space until it is closed. So this needs space for at most one file twice.
Result<bool> HeldTexts::bring_back(Fd& tx, bool sync) {
  TRY_ASSIGN(misses, misses_any(tx.get()));
  if (!misses) return false;
  TRY(make_folders_again(tx));
  for (Held& held : held_) {
    if (int status = make_again(tx.get(), held); status < 0) return fail(cannot_make_again(site_, held.name, -status));
    held.fd.close();
  }
  TRY(make_manifest_again(tx.get()));
  int status = sync ? site_.fs.sync_all(tx.get()) : 0;
  if (status < 0) return fail(cannot_make_again(site_, "", -status));
  return true;
}

Result<bool> HeldTexts::misses_any(int tx) {
  if (is_removed(site_.fs, tx)) return true;
  struct stat about {};
  for (const Held& held : held_) {
    int status = site_.fs.stat(tx, held.name.c_str(), about);
    if (status == -ENOENT) return true;
    if (status < 0) return fail(io_failure("cannot read", shown_state(site_, "tx/" + held.name), -status));
  }
  return site_.fs.stat(tx, kManifestName, about) == -ENOENT || site_.fs.stat(tx, kVerifyName, about) == -ENOENT;
}

Status HeldTexts::make_folders_again(Fd& tx) {
  if (!site_.is_locked() || is_removed(site_.fs, site_.state.get())) {
    site_.state.close();
    site_.lock.reset();
    if (site_.around.run_lock) *site_.around.run_lock = {};
    TRY(take_lock_again());
  }
  if (!is_removed(site_.fs, tx.get())) return {};
  TRY_ASSIGN(anew, make_in_state(site_, "tx"));
  tx = std::move(anew);
  if (int status = site_.fs.drop_given_acl(tx.get()); status < 0) return fail(cannot_make_again(site_, "", -status));
  return {};
}

// Waits without limit: the old texts exist only here, and giving up would lose them.
Status HeldTexts::take_lock_again() {
  for (;;) {
    Status taken = take_lock(site_);
    if (taken || taken.error().code != Code::lock_busy) return taken;
  }
}

int HeldTexts::make_again(int tx, const Held& held) {
  struct stat about {};
  int status = site_.fs.stat(tx, held.name.c_str(), about);
  if (status != -ENOENT) return status;
  if (!held.fd.ok()) return site_.fs.symlink(held.link.c_str(), tx, held.name.c_str());
  if (held.folder != 0) return make_folder_like(site_.fs, held.fd.get(), tx, held.name, held.folder & 07777);
  return copy_open_file(site_.fs, held.fd.get(), tx, held.name, {.sync = false});
}

Status HeldTexts::make_manifest_again(int tx) {
  for (const char* name : {kManifestName, kVerifyName}) {
    struct stat about {};
    if (site_.fs.stat(tx, name, about) == 0) continue;
    std::string text = name == kManifestName ? encode(manifest_) : "";
    int status = write_file(site_, tx, name, {text});
    if (status < 0) return fail(cannot_make_again(site_, name, -status));
  }
  return {};
}

}  // namespace aptix::disk
