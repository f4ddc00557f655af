// The state folder `.aptix/` of a workspace: how to open, make and check it; its lock; its trash.
//   .gitignore   "*"               tx/        the running transaction
//   lock         flock             log/<id>/  finished transactions
//   usage        see prune.cpp     kept/      texts that recovery or --verify set aside
//   trash-<n>/   being deleted     inbox/     see state_files.h
//   config.toml  settings          aptix.db   of store/, see workspace_tables.h
//   registry, folders  caches, see state_files.h    dropped      see log.h
//   sessions/    see session_file.h  audit/     see audit.h
//   approvals/   see state_files.h        checkpoints/, texts/  see checkpoints.h
#pragma once

#include <fcntl.h>

#include <string>
#include <string_view>

#include "disk/record/site.h"

namespace aptix::disk {

inline constexpr const char* kStateName = ".aptix";

std::string state_path(const Site& site, std::string_view name = {});  // absolute; "": the folder itself
std::string shown_state(const Site& site, std::string_view name);      // the same for messages, relative

// True: site.state is open, and the folder is ours. False: it does not exist. Fails with state_untrusted.
Result<bool> open_state(Site& site);

// True if files of that user in the state folder are trusted.
bool believes(const Site& site, uid_t owner);

// True if the open file may be written in place: a regular file with one name, of a trusted user, with no more
// permissions than the state folder shares. `about`: what fstat() says of it.
bool is_ours(Site& site, const Fd& fd, struct stat& about);

// Opens or creates it. Fails with io_error, state_untrusted.
Status make_state(Site& site);

// As make_state(), and takes the lock. Fails with io_error, state_untrusted, lock_busy, interrupted.
Status take_lock(Site& site);

// Fails if a run could not create or use the state folder. Makes nothing.
Status check_state(Site& site);

// Opens a folder in the state folder. The Fd is not ok() if one of the two does not exist. Fails with state_untrusted.
Result<Fd> open_in_state(Site& site, const std::string& name);
Result<Fd> make_in_state(Site& site, const std::string& name);  // opens or creates. REQUIRES: make_state() succeeded

// The names in `folder`, which is called `name`; empty if it is not open. Fails with io_error.
Result<std::vector<std::string>> names_in_state(Site& site, const Fd& folder, std::string_view name);

// Create a folder, or a file opened for writing, in the state folder or below, with the permissions it is shared with.
// Return values as of mkdir() and open().
int make_folder(Site& site, int dir, const char* name);
int make_file(Site& site, int dir, const char* name, int flags = O_EXCL);

// Writes a new file under that name, replacing an old one. On failure no file has the name. 0 or -errno.
int write_file(Site& site, int dir, const std::string& name, const std::vector<std::string_view>& pieces,
    Syncs syncs = Syncs::none);

// Waits for a lock that others hold only for moments. 0, -EWOULDBLOCK after 5 s, or -errno.
int wait_for_lock(Site& site, int fd);

// Renames `name` in `dir` to `to` in `to_dir`, which must not exist. 0 or -errno. REQUIRES: both directories are ours
// and the lock is held, so that a look before the rename suffices if the file system cannot refuse by itself.
int rename_new(FileSystem& fs, int dir, const char* name, int to_dir, const char* to);

// Makes `name` in `dir`, a folder of ours, disappear at once. empty_trash() deletes its content later. 0 or -errno.
int throw_away(Site& site, int dir, const char* name);

// Deletes all trash, also that of interrupted runs. A failure does no harm.
void empty_trash(Site& site);

}  // namespace aptix::disk
