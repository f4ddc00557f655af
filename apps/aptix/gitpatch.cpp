// aptix gitpatch: unified diffs, read and placed as git apply does, written as one transaction.
#include "document.h"

namespace aptix::app {
namespace {

constexpr Example kExamples[] = {
    {"aptix gitpatch fix.patch", "apply a patch to the files of the work tree"},
    {"git diff HEAD~1 -- src | aptix gitpatch --root ../other", "carry a change over to another folder"},
};

Answer run(Session& session) {
  return run_apply(session, [](ops::ApplyRequest& request) { request.diff_only = true; });
}

}  // namespace

const Command kGitpatch = {
    .name = "gitpatch",
    .summary = "apply unified diffs as strictly as 'git apply', all or none",
    .operands = "[FILE...]",
    .description =
        "Reads unified diffs from the FILEs or from standard input and applies them to the files below the root, as strictly as "
        "'git apply': counts must be right, and a hunk may move but must fit exactly. One leading folder (a/, b/) is taken off "
        "the names. All FILEs are one transaction, which 'aptix undo' takes back.\n\n"
        "The exit codes are git's: 0 applied, 1 does not apply, 128 cannot be read or refused, 129 wrong command line.",
    .shared = kLimits | kDryRun | kDiff | kStrict | kNoSync | kYes | kRootLong | kJson | kQuiet | kVerbose | kColor | kHelp,
    .examples = kExamples,
    .run = run,
    .fill = Fill::files,
    .exit_codes = ExitCodes::git,
};

}  // namespace aptix::app
