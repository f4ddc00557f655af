// aptix bundle validate: the same path, stopped before anything is written, with the rules of form.
#include "document.h"

namespace aptix::app {
namespace {

constexpr Example kExamples[] = {
    {"aptix bundle validate answer.md", "list the blocks found, and everything that is wrong with them"},
    {"aptix bundle validate --strict --json answer.md", "for a check by a script: exit 0 only for a faultless document"},
};

Answer run(Session& session) {
  return run_apply(session, [](ops::ApplyRequest& request) {
    request.stop = ops::Stop::before_stage;
    request.formatting = true;
  });
}

}  // namespace

const Command kBundleValidate = {
    .name = "bundle validate",
    .summary = "check an answer against its rules and the files, and write nothing",
    .operands = "[FILE...]",
    .description =
        "Does what 'aptix bundle apply' does up to the first write: finds the blocks, reads them, and fits every edit to the "
        "files below the root. It lists the blocks and reports all faults at once.\n\n"
        "It also reports where a JSON document breaks the formatting rules of SYS-004 (one field a line, one fenced block, "
        "no raw control characters); these are warnings, and errors with --strict.",
    .shared = kDocument | kLimits | kDiff | kStrict | kRoot | kJson | kQuiet | kVerbose | kColor | kHelp,
    .examples = kExamples,
    .run = run,
    .fill = Fill::files,
};

}  // namespace aptix::app
