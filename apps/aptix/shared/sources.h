// The Active File List and the Cloud File Set, for the commands that are about them and for those that change files.
#pragma once

#include <functional>
#include <memory>

#include "ops/batch/batches.h"
#include "ops/cloud/cloud.h"
#include "ops/files/sources.h"
#include "ops/files/tree_file.h"
#include "terminal/session.h"

namespace aptix::app {

// The root, under the policy.
Result<ops::Tree> open_tree(const Session& session);

inline constexpr Option kByDocPath = {
    .name = "doc-path", .help = "PATHs are docPaths, even where there are files of these names"};

struct OpenedSources {
  Opened opened;
  ops::Sources sources;     // names that were typed are relative to the root that was given
  std::string root_prefix;  // of that root: "" or "a/b"
};
Result<OpenedSources> open_sources(const Session& session);

// Unless this is a dry run.
Status lock(const Session& session, disk::Workspace& workspace);

// The same sources with the workspace opened at its top and locked.
Result<OpenedSources> lock_sources(const Session& session);

// From what was typed (with --doc-path: a docPath) to the path from the workspace on, which --root limits. Errors:
// those of Sources::locate, path_outside_root.
Result<std::string> locate(const Session& session, OpenedSources& found, const std::string& typed);
// The operands, files and folders, from the workspace on. A file need not exist any more.
Result<std::vector<std::string>> places_of(const Session& session, const Opened& opened);

// Where --root was given, a path from the workspace on must lie below it; `typed` is what named it. Fails with
// path_outside_root.
Status check_below_root(
    const Session& session, const OpenedSources& found, std::string_view typed, std::string_view path);

ops::Sources::Pusher pusher(const Session& session);

// --- when a transaction is done

// Now, by the session's caller, with fresh random bits.
ops::Occasion occasion(const Session& session);

// Brings the Cloud File Set up to date where one is configured, and makes the answer. With --json what there is
// to say of it belongs to the answer, and so the push comes first: `diagnostics` takes it before `make` is
// called. Otherwise the answer goes out first, and warnings follow on standard error.
Answer answer_and_push(const Session& session, std::shared_ptr<Opened> opened, ops::DoneTransaction done,
    Diagnostics& diagnostics, const std::function<Answer()>& make);

}  // namespace aptix::app
