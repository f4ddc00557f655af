// The Active File List and the Cloud File Set, for commands about them and commands that change files.
#pragma once

#include <functional>
#include <memory>

#include "ops/batch/batches.h"
#include "ops/cloud/cloud.h"
#include "ops/files/sources.h"
#include "ops/files/tree_file.h"
#include "terminal/session.h"

namespace aptix::app {

// Opens the root, under the policy.
Result<ops::Tree> open_tree(const Session& session);

inline constexpr Option kByDocPath = {
    .name = "doc-path", .help = "PATHs are docPaths, even where there are files of these names"};

struct OpenedSources {
  Opened opened;
  ops::Sources sources;     // typed names are relative to the given root
  std::string root_prefix;  // of that root, relative to the workspace: "" or "a/b"
};
Result<OpenedSources> open_sources(const Session& session);

// Locks, unless this is a dry run.
Status lock(const Session& session, disk::Workspace& workspace);

// Opens the sources with the workspace opened at its top and locked.
Result<OpenedSources> lock_sources(const Session& session);

// What was typed (with --doc-path: a docPath) as a path relative to the workspace; it must be below --root. Errors:
// those of Sources::locate, path_outside_root.
Result<std::string> locate(const Session& session, OpenedSources& found, const std::string& typed);
// The operands, files and folders, relative to the workspace. A file need not exist any more.
Result<std::vector<std::string>> places_of(const Session& session, const Opened& opened);

// With --root, a path relative to the workspace must be below it; `typed` is what named it. Fails with
// path_outside_root.
Status check_below_root(
    const Session& session, const OpenedSources& found, std::string_view typed, std::string_view path);

ops::Sources::Pusher pusher(const Session& session);

// --- after a transaction

// Now, with the session's caller and new random bits.
ops::Occasion occasion(const Session& session);

// Brings the Cloud File Set up to date, if one is configured, and makes the answer. With --json, warnings about that
// are part of the answer, so it pushes first: `diagnostics` gets them before `make` is called. Otherwise the answer is
// printed first, and warnings follow on standard error.
Answer answer_and_push(const Session& session, std::shared_ptr<Opened> opened, ops::DoneTransaction done,
    Diagnostics& diagnostics, const std::function<Answer()>& make);

}  // namespace aptix::app
