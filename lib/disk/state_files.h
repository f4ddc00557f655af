// Small files of the state folder. Two folders contain texts that one run leaves for a later one: `inbox/`, so that the
// run need not wait for the database, and `approvals/`, changes that wait for a person. Caches are files that can be
// rebuilt at any time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disk/workspace.h"

namespace aptix::disk {

enum class Box : uint8_t { inbox, approvals };

// Stores a text. Readers see all of it or nothing, but a crash of the machine may lose it or its end: readers must
// check for that. Replaces a text of the same name. Takes the lock of the workspace. Fails with io_error,
// state_untrusted, lock_busy. REQUIRES: `name` is a single component and not "next".
Status leave_in(Workspace& workspace, Box box, const std::string& name, const std::vector<std::string_view>& pieces);

// Needs no lock. Fails with io_error, state_untrusted.
Result<std::vector<std::string>> names_in(Workspace& workspace, Box box);
// nullopt if another run has removed it since, or it is not a regular file.
std::optional<std::string> read_from(Workspace& workspace, Box box, const std::string& name);
void take_from(Workspace& workspace, Box box, const std::string& name);  // removes it; a failure is ignored

// Caches are read and written without the lock of the workspace.

struct CachedText {
  std::string_view text;
  std::shared_ptr<const void> owner;  // of `text`, whose start is aligned for any type
};

// nullopt if it is missing or cannot be used.
std::optional<CachedText> read_cache(Workspace& workspace, const std::string& name);

// Readers see the old text or the new one. Does nothing if another process is writing it or it cannot be written. Makes
// the state folder if it is missing.
void write_cache(Workspace& workspace, const std::string& name, const std::vector<std::string_view>& pieces);

}  // namespace aptix::disk
