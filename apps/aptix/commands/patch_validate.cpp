// aptix patch validate: the same path as patch apply, stopped before anything is written.
#include "shared/apply.h"

namespace aptix::app {
namespace {

Result<Answer> run_patch_validate(Session& session) {
  return run_apply(session, [](ops::ApplyRequest& request) {
    if (request.stop != ops::Stop::after_parse) request.stop = ops::Stop::before_stage;
    request.formats = {"line-patch", "patch"};
  });
}

}  // namespace

const Command kPatchValidate = {
    .name = "patch validate",
    .summary = "check a batch of line changes or a structured patch, and write nothing",
    .operands = "[FILE...]",
    .description =
        "Does what 'aptix patch apply' does up to the first write. First it checks every rule of the form (required "
        "fields and types, one entry for a docPath, hashes, the order of changes, ranges that overlap, fields that "
        "must not be there), then the files: their SHA-256, the ranges, the expected lines. All faults are reported at "
        "once, each with its place in the document.",
    .shared = kDocument | kLimits | kDryRun | kDiff | kStrict | kNoSync | kYes | kEverywhere,
    .options = {{.name = "schema-only", .help = "check the document alone, not whether it fits the files"}},
    .examples = {{"aptix patch validate batch.json",
                     "check a batch against its rules and the files, and list every fault"},
        {"aptix patch validate --schema-only --json batch.json", "for a check where the files are not at hand"}},
    .run = run_patch_validate,
};

}  // namespace aptix::app
