// aptix gitpatch: unified diffs, read and placed as git apply does, written as one transaction.
#include "document.h"

namespace aptix::app {
namespace {

constexpr Option kOptions[] = {
    {.name = "lenient", .help = "read diffs as 'bundle apply' does: repair what has one meaning, and say so"},
};

constexpr Example kExamples[] = {
    {"aptix gitpatch fix.patch", "apply a patch to the files of the work tree"},
    {"aptix gitpatch --lenient -n answer.md", "see what a diff that a model wrote would change, wrong counts or not"},
    {"git diff HEAD~1 -- src | aptix gitpatch --root ../other", "carry a change over to another folder"},
};

Answer run(Session& session) {
  if (session.flag("lenient")) return run_apply(session, [](ops::ApplyRequest& request) { request.reading = ops::Reading::lenient_diff; });
  return run_apply(session, [](ops::ApplyRequest& request) { request.reading = ops::Reading::git_diff; });
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
        "With '--lenient' it reads diffs as 'aptix bundle apply' does, in fences and prose as well: wrong or missing counts and line "
        "numbers, missing headers and prefixes, lost blanks, tabs shown as blanks and other line ends do not matter where one place "
        "in the file is meant. Each such repair is a warning; '--strict' refuses it.\n\n"
        "The exit codes are git's: 0 applied, 1 does not apply, 128 cannot be read or refused, 129 wrong command line.",
    .shared = kLimits | kDryRun | kDiff | kStrict | kNoSync | kYes | kRootLong | kJson | kQuiet | kVerbose | kColor | kHelp,
    .options = kOptions,
    .examples = kExamples,
    .run = run,
    .fill = Fill::files,
    .exit_codes = ExitCodes::git,
};

}  // namespace aptix::app
