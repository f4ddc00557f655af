// Shared by the commands that list and show files: listing them, limiting what the reader may get, and the answer for
// one or several.
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

// The profile of the option and that of the session: the narrower value of each limit. nullopt: there is none. Fails
// with usage if there is no profile with that name.
Result<std::optional<context::Profile>> profile_of(const Session& session, const ops::Settings& settings);

// Limit for the JSON of a call in bytes, without errors and warnings. A small limit is raised by what names and numbers
// take, because otherwise nothing would fit.
uint64_t most_json(const context::Profile& profile);

// Says that something was cut, and by which profile.
Diagnostic cut_by_profile(const context::Profile& profile);

// --- files

// The root, and what is known of its files.
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

// Shows files: one object for one PATH, {"files": [...]} for several. Files that cannot be shown are errors, and all of
// them are reported; if no file was named, a file that may not be read is skipped with a warning.
Result<Answer> show_files(
    const Session& session, OpenedFiles& opened, const std::vector<std::string>& paths, const Show& show);

// The file of the only PATH: an existing path takes precedence over a docPath; with --doc-path and --source the
// requested copy. REQUIRES: the command has these options.
Result<ops::ContextFile> meant_file(
    const Session& session, OpenedFiles& opened, ops::Content content = ops::Content::held);

// Shows that file; `show` itself applies the reader's limits.
Result<Answer> show_file(const Session& session, OpenedFiles& opened, const Show& show);

// What is shown of a file, for the session's record.
ops::SeenFile seen_file(const ops::ContextFile& file, std::vector<ops::LineSpan> lines);

// Text with file content: unchanged, except that control characters are escaped on a terminal.
std::string for_stream(const Session& session, std::string text);

// --- the files of the workspace, for the commands that list, count or search them

struct ListedFiles {
  Opened opened;
  ops::Registry registry;
  std::optional<ops::Describer> describer{};  // nullopt if files could not be listed: `said` says why
  Said said{};
};
// Uses the globs, the treatment of ignored files and the detail of the request.
Result<std::unique_ptr<ListedFiles>> list_files(const Session& session, ops::ListRequest request);

// The files that 'aptix files' lists, by name only, relative to the workspace, sorted bytewise. REQUIRES: the root of
// `workspace` is its top.
Outcome<std::vector<std::string>> files_of_tree(const Session& session, disk::Workspace& workspace);

// If the state folder cannot be used, for example because it is another user's, the command continues; --verbose
// reports it.
void go_on_without_state(const Session& session, std::vector<Diagnostic> errors, Said& said);

void write_sum(json::Writer& w, const ops::FileSum& sum);  // members count and bytes
void write_sums(json::Writer& w, std::string_view name, const ops::FileSums& sums);

}  // namespace aptix::app
