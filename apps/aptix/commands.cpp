// The rows of the table, and the options that commands share.
#include "terminal/command.h"

namespace aptix::app {
namespace {

constexpr const Command* kCommands[] = {&kBundleApply, &kBundleValidate, &kBundleCreate, &kConvert, &kPrompt, &kSchema,
    &kExcerpt, &kSummarize, &kChunks, &kContext, &kPatchApply, &kPatchValidate, &kPatchSubmit, &kPatchList, &kPatchShow,
    &kActiveAdd, &kActiveRemove, &kActiveList, &kCloudPush, &kCloudPull, &kCloudList, &kCloudRead, &kCloudStatus,
    &kGitpatch, &kRead, &kListFiles, &kSearch, &kStats, &kSha, &kUndo, &kRedo, &kLog, &kShow, &kRecover, &kAudit,
    &kAuditVerify, &kAuditRotate, &kAuditPrune, &kApprove, &kGc, &kHistory, &kDiffCommand, &kRollback, &kPolicyList,
    &kPolicyCheck, &kSessionStart, &kSessionShow, &kSessionList, &kSessionTask, &kSessionEnd, &kCompletion,
    &kHelpCommand};

constexpr SharedOption kShared[] = {
    {kDocument | kBatch,
        {.name = "block",
            .argument = "N",
            .help = "take only the N-th block of the answer, counted from 1",
            .repeatable = true}},
    {kDocument,
        {.name = "only",
            .argument = "GLOB",
            .help = "take only the files that match GLOB; '*' stays within a folder, '**' does not",
            .repeatable = true}},
    {kDocument,
        {.name = "format",
            .argument = "auto|whole",
            .help = "the form of the answer: found by its content (auto, the default), or whole files and nothing else "
                    "(whole), which replace what is there"}},
    {kDocument,
        {.name = "whole",
            .argument = "auto|new|replace|never",
            .help = "which files a code block with a path may make or replace: missing ones, and others where the "
                    "block is plainly all of the file (auto, the default); missing ones alone (new); all (replace); "
                    "none (never)"}},
    {kDocument, {.name = "allow-overlap", .help = "let two kinds of block change one file, in their order"}},
    {kDocument,
        {.name = "merge",
            .help = "carry line changes over to a file that has changed since, where a three-way merge is clean"}},
    {kDocument | kBatch,
        {.name = "allow-placeholders", .help = "take lines such as '// ... existing code ...' as they stand"}},
    {kDocument,
        {.name = "line-ends",
            .argument = "file|as-given",
            .help = "write the line ends of the file that is changed (file, the default), or those of the answer "
                    "(as-given)"}},
    {kDocument,
        {.name = "match",
            .argument = "exact|whitespace|fuzzy",
            .help =
                "how far an edit of any form may differ from the file: in line ends only (exact, the default); also "
                "in white space at line ends, in tabs against spaces and in one shift of the indentation of all its "
                "lines (whitespace); also in look-alikes (quotes, dashes, spaces, entities, escapes, line numbers of "
                "a listing), in some context lines, or in one place that is at least 90 % the same and 10 % ahead of "
                "the next (fuzzy). Two places that may be meant are refused"}},
    {kDocument,
        {.name = "keep-going",
            .help = "write the files whose edits all fit, even if others do not; the exit code is still 1"}},
    {kDocument, {.name = "feedback", .help = "print what to tell the model so that its next answer fits"}},
    {kDocument,
        {.name = "max-tokens",
            .argument = "N",
            .help = "keep the feedback within about N tokens of 3.5 bytes, the most useful first"}},
    {kLimits | kInputLimits,
        {.name = "max-input", .argument = "SIZE", .help = "refuse an input of more than SIZE bytes (256M)"}},
    {kLimits | kInputLimits,
        {.name = "max-files", .argument = "N", .help = "refuse an input that names more than N files (100000)"}},
    {kLimits | kInputLimits,
        {.name = "max-edits", .argument = "N", .help = "refuse an input of more than N edits (1000000)"}},
    {kLimits, {.name = "max-file", .argument = "SIZE", .help = "refuse to change a file of more than SIZE bytes (4G)"}},
    {kLimits, {.name = "max-result", .argument = "SIZE", .help = "refuse to write more than SIZE bytes in all (4G)"}},
    {kLimits,
        {.name = "max-growth",
            .argument = "N",
            .help = "refuse to write more than 64M and N times what was read in all (16)"}},
    {kDryRun, {.name = "dry-run", .letter = 'n', .help = "do everything but write, and exit as if it had been"}},
    {kDiff, {.name = "diff", .help = "print the change as a unified diff that 'git apply' takes"}},
    {kStrict, {.name = "strict", .help = "refuse what is not exactly as written: such warnings are errors"}},
    {kNoSync, {.name = "no-sync", .help = "do not wait for the disk; a crash of the machine may then lose the run"}},
    {kInteractive,
        {.name = "interactive",
            .letter = 'i',
            .help = "show each change on the terminal and ask: apply, skip, split into its edits, edit, quit"}},
    {kHtml,
        {.name = "html",
            .argument = "FILE",
            .help = "write the change to FILE as one page for a browser; FILE is overwritten"}},
    {kYes, {.name = "yes", .letter = 'y', .help = "ask nothing: take every answer for yes"}},
    {kState,
        {.name = "state-dir",
            .argument = "DIR",
            .help = "keep lock, log and undo in DIR instead of .aptix/; for trees that are read-only or not yours"}},
    {kState, {.name = "wait", .argument = "SECONDS", .help = "how long to wait while another run is writing (3)"}},
    {kRoot,
        {.name = "root",
            .letter = 'C',
            .argument = "DIR",
            .help = "the folder that paths are relative to; the current one if not given"}},
    {kRootLong,
        {.name = "root",
            .argument = "DIR",
            .help = "the folder that paths are relative to; the current one if not given"}},
    {kJson, {.name = "json", .help = "print one JSON object, on success and on failure"}},
    {kQuiet, {.name = "quiet", .letter = 'q', .help = "say nothing but errors"}},
    {kVerbose,
        {.name = "verbose", .letter = 'v', .help = "say more: where each edit landed, what was passed over and why"}},
    {kColor, {.name = "color", .argument = "auto|always|never", .help = "colours; auto uses them on a terminal only"}},
    {kHelp, {.name = "help", .letter = 'h', .help = "show the help of this command"}},
};

}  // namespace

std::span<const Command* const> commands() { return kCommands; }

std::span<const SharedOption> shared_options() { return kShared; }

unsigned Command::least_operands() const { return operands.empty() || operands.starts_with('[') ? 0 : 1; }

unsigned Command::most_operands() const {
  if (operands.find("...") != std::string_view::npos) return ~0u;
  if (operands == "[COMMAND]") return 2;  // the words of a command's name
  return operands.empty() ? 0 : 1;
}

bool Command::takes_files() const {
  return operands.find("FILE") != std::string_view::npos || operands.starts_with("PATH") ||
      operands.starts_with("[PATH");
}

const Command* find_command(std::string_view name) {
  for (const Command* command : kCommands)
    if (command->name == name) return command;
  return nullptr;
}

}  // namespace aptix::app
