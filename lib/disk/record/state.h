// The state folder `.aptix/` of a workspace: how it is opened, made and checked; its lock; its rubbish.
//   .gitignore   "*"               tx/        the running transaction
//   lock         flock             log/<id>/  done transactions
//   usage        see prune.cpp     kept/      old texts that recovery could not put back
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

std::string state_path(const Site& site, std::string_view name = {});  // absolute, of the state folder or a name in it
std::string shown_state(const Site& site, std::string_view name);      // for messages: from the workspace on

// True: site.state is open, a directory of ours. False: it does not exist. Fails with state_untrusted.
Result<bool> open_state(Site& site);

// Whether what that user made there is believed.
bool believes(const Site& site, uid_t owner);

// Opens or makes it: io_error, state_untrusted.
Status make_state(Site& site);

// The same, and takes the lock: io_error, state_untrusted, lock_busy, interrupted.
Status take_lock(Site& site);

// Fails where a run could not have one. Makes nothing.
Status check_state(Site& site);

// Opens a folder of the state folder; not open when one of the two does not exist. Fails with state_untrusted.
Result<Fd> open_in_state(Site& site, const std::string& name);
Result<Fd> make_in_state(Site& site, const std::string& name);  // opens or makes. REQUIRES: make_state() succeeded

// The names in the folder of that name; none where it is not open. Fails with io_error.
Result<std::vector<std::string>> names_in_state(Site& site, const Fd& folder, std::string_view name);

// Make a folder, a file for writing, in the state folder or one of its folders, for all who may use it: as mkdir() and
// open() do.
int make_folder(Site& site, int dir, const char* name);
int make_file(Site& site, int dir, const char* name, int flags = O_EXCL);

// Writes a file of its own under that name, which nothing has afterwards where this fails: 0 or -errno.
int write_file(Site& site, int dir, const std::string& name, const std::vector<std::string_view>& pieces,
    Syncs syncs = Syncs::none);

// Waits for the lock of a small file that is held for moments only: 0, -EWOULDBLOCK after some seconds, -errno.
int wait_for_lock(Site& site, int fd);

// Renames `name` in `dir` to `to` in `to_dir`, which must not exist. -errno.
// REQUIRES: both directories are ours and the lock is held, so that a look before the rename is enough
// where the file system cannot refuse by itself.
int rename_new(FileSystem& fs, int dir, const char* name, int to_dir, const char* to);

// Makes `name` in `dir`, a folder of ours, disappear at once; empty_trash() deletes what was in it.
int throw_away(Site& site, int dir, const char* name);

// Deletes what was thrown away, by interrupted runs, too. A failure does no harm.
void empty_trash(Site& site);

}  // namespace aptix::disk
