// The files of the workspace, as the commands that list, count or search them have them.
#pragma once

#include <memory>
#include <optional>

#include "ops/registry/registry.h"
#include "terminal/session.h"

namespace aptix::app {

struct ListedFiles {
  Opened opened;
  ops::Registry registry;
  std::optional<ops::Describer> describer{};  // nothing where the files could not be listed: `said` tells why
  Said said{};
};
// Of the request the globs, what is ignored and the detail count.
Result<std::unique_ptr<ListedFiles>> list_files(const Session& session, ops::ListRequest request);

// By name alone, from the workspace on, sorted bytewise: those that 'aptix files' lists. REQUIRES: the workspace is
// opened at its top.
Outcome<std::vector<std::string>> files_of_tree(const Session& session, disk::Workspace& workspace);

// A state folder that cannot be used, as another user's, is no reason to fail: with --verbose it is told.
void go_on_without_state(const Session& session, std::vector<Diagnostic> errors, Said& said);

void write_sum(json::Writer& w, const ops::FileSum& sum);  // the members count and bytes
void write_sums(json::Writer& w, std::string_view name, const ops::FileSums& sums);

}  // namespace aptix::app
