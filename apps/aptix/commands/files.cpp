// aptix files: the files of the workspace.
#include "base/text/text.h"
#include "ops/registry/registry.h"
#include "terminal/git.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

Result<Answer> run_files(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  ops::ListRequest request{.globs = session.arguments.operands(),
      .ignored = session.flag("no-ignore") ? ops::Ignored::listed : ops::Ignored::left_out,
      .threads = session.environment.threads,
      .interrupted = session.environment.interrupted};
  auto listed = ops::list_files(*opened.workspace, git_surroundings(session.environment), request);
  Said said{.diagnostics = std::move(listed.diagnostics)};
  said.diagnostics.add(std::move(opened.warnings));
  for (const ops::ListedFile& file : listed.value.files) {
    if (session.flag("null")) said.text.append(file.path).push_back('\0');
    else said.text.append(escape_for_display(file.path)).push_back('\n');
  }
  return make_answer(session, said);
}

}  // namespace

const Command kListFiles = {
    .name = "files",
    .summary = "list the files of the work tree",
    .operands = "[GLOB...]",
    .description =
        "Prints one path a line, relative to the root, sorted bytewise: the files that git tracks, and the others that "
        "are neither ignored by '.gitignore', '.git/info/exclude' nor git's global ignore file; outside of git, all. "
        "'.aptixignore' files, of the same syntax, take away more, tracked files too. The files of repositories within "
        "the tree are not listed. Symbolic links are listed and never followed.\n\n"
        "A GLOB without '/' is for names at any depth, one with '/' for paths from the root; '**' stands for any "
        "folders. One that names a folder stands for all that is below it. '!GLOB' takes away.",
    .shared = kEverywhere,
    .options = {{.name = "null", .letter = '0', .help = "end each path with a NUL instead of a line feed"},
        {.name = "no-ignore", .help = "list what is ignored, too"}},
    .examples = {{"aptix files", "list all files"},
        {"aptix files '*.c' '!test'", "C files, but none below a folder 'test'"},
        {"aptix files -0 src | xargs -0 wc -l", "hand the names of all files below 'src' to another program"}},
    .run = run_files,
};

}  // namespace aptix::app
