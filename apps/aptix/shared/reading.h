// What the commands that show files for a model have in common: their files, and the answer of one or of several.
#pragma once

#include <functional>
#include <memory>

#include "ops/context/context.h"
#include "shared/sources.h"

namespace aptix::app {

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

// The one PATH, or with --doc-path the copy that counts, of which `show` itself keeps to what the reader may get.
Result<Answer> show_file(const Session& session, OpenedFiles& opened, const Show& show);

// What of a file is shown, for the session.
ops::SeenFile seen_file(const ops::ContextFile& file, std::vector<ops::LineSpan> lines);

// Text with content of files: as it is, but for a terminal, which would obey control characters.
std::string for_stream(const Session& session, std::string text);

}  // namespace aptix::app
