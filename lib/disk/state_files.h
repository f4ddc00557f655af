// Small files of the state folder. Folders in which a run leaves a text for a later one: `inbox/`, so that its caller
// need not wait for the database, and `approvals/`, changes that wait for a person. And files that can be made anew at
// any time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disk/workspace.h"

namespace aptix::disk {

enum class Box : uint8_t { inbox, approvals };

// The text is there as a whole or not at all, but a crash of the machine may lose it or its end: the reader has to
// check that. A text of the same name is replaced. Takes the lock of the workspace. Fails with io_error,
// state_untrusted, lock_busy. REQUIRES: `name` is a single component and not "next".
Status leave_in(Workspace& workspace, Box box, const std::string& name, const std::vector<std::string_view>& pieces);

// Needs no lock. Fails with io_error, state_untrusted.
Result<std::vector<std::string>> names_in(Workspace& workspace, Box box);
// Nothing when another run has taken it since, or it is not a regular file.
std::optional<std::string> read_from(Workspace& workspace, Box box, const std::string& name);
void take_from(Workspace& workspace, Box box, const std::string& name);  // if it cannot be removed, it stays

// Of the files that can be made anew neither reading nor writing takes the lock of the workspace.

struct CachedText {
  std::string_view text;
  std::shared_ptr<const void> owner;  // of the text, which begins at an address that any type may have
};

// Nothing: there is none, or it cannot be used.
std::optional<CachedText> read_cache(Workspace& workspace, const std::string& name);

// Another process reads the old text or the new one. Without effect where another one is writing it, or where it cannot
// be written. The state folder is made where it is missing.
void write_cache(Workspace& workspace, const std::string& name, const std::vector<std::string_view>& pieces);

}  // namespace aptix::disk
