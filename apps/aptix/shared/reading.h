// What the commands that list and show files have in common: which there are, how much of them the reader may get, and
// the answer of one or of several.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "context/profile.h"
#include "ops/context/context.h"
#include "ops/registry/registry.h"
#include "shared/sources.h"
#include "terminal/session.h"

namespace aptix::app {

// --- --profile

inline constexpr Option kProfile = option("profile", "NAME",
    "give no more than this reader may get: local, cloud, review, or a profile of the configuration");

// The one that is asked for, and that of the session: the narrower of both in all. Nothing: there is none. Fails with
// usage where there is none of that name.
Result<std::optional<context::Profile>> profile_of(const Session& session, const ops::Settings& settings);

// How many bytes of JSON a call may give, its errors and warnings aside. Of a small call so much is added as names and
// numbers take, since nothing else would fit.
uint64_t most_json(const context::Profile& profile);

// What was cut off, and by which profile.
Diagnostic cut_by_profile(const context::Profile& profile);

// --- files

// The root and what is known of its files.
struct OpenedFiles {
  std::unique_ptr<ops::Tree> tree;
  std::unique_ptr<OpenedSources> found;
  ops::ContextFiles files;
};
Result<OpenedFiles> open_files(const Session& session);

inline constexpr Option kIncludeSensitive = {
    .name = "include-sensitive", .help = "show files that the policy calls sensitive, too"};
bool is_sensitive(const OpenedFiles& opened, const ops::ContextFile& file);

using Show = std::function<Result<ops::Shown>(const ops::ContextFile&, ops::Allowance&)>;

// One object for one PATH, {"files": [...]} for several. A file that cannot be shown fails the run, and all such are
// told; where nobody has named the files, one that is refused is left out with a warning.
Result<Answer> show_files(
    const Session& session, OpenedFiles& opened, const std::vector<std::string>& paths, const Show& show);

// The one PATH: an existing path wins, then a docPath; with --doc-path and --source the copy that is asked for.
// REQUIRES: the command has these options.
Result<ops::ContextFile> meant_file(
    const Session& session, OpenedFiles& opened, ops::Content content = ops::Content::held);

// The same file, of which `show` itself keeps to what the reader may get.
Result<Answer> show_file(const Session& session, OpenedFiles& opened, const Show& show);

// What of a file is shown, for the session.
ops::SeenFile seen_file(const ops::ContextFile& file, std::vector<ops::LineSpan> lines);

// Text with content of files: as it is, but for a terminal, which would obey control characters.
std::string for_stream(const Session& session, std::string text);

// --- the files of the workspace, as the commands that list, count or search them have them

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
