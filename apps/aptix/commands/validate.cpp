// aptix bundle validate, aptix patch validate: the same paths as those of apply, stopped before anything is written.
#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "ops/context/context.h"
#include "ops/write/write.h"
#include "render/annotations.h"
#include "shared/apply.h"

namespace aptix::app {
namespace {

void check_only(ops::ApplyRequest& request) { request.stop = ops::Stop::before_stage; }

std::string documents_json(const std::vector<ops::CanonicalDocument>& documents) {
  return json::object([&](json::Writer& w) {
    w.objects("documents", documents, [&](const ops::CanonicalDocument& one) {
      w.field("block", one.block).field("form", one.form).field("document", one.text);
    });
  });
}

// What does not fit the files may still be well-formed.
bool is_well_formed(const Diagnostics& said) {
  return std::all_of(
      said.errors.begin(), said.errors.end(), [](const Diagnostic& error) { return info(error.code).exit_class == 1; });
}

// The canonical form is of whole documents, and of JSON ones alone.
Status check_goes_with_fix(const Session& session) {
  for (std::string_view option : {"diff", "only", "feedback", "format"}) {
    bool given = option == "format" ? session.arguments.value(option).value_or("auto") != "auto" : session.flag(option);
    if (given)
      return fail(Code::usage, fmt::format("'--fix' and '--{}' exclude each other", option), "give one of them");
  }
  return {};
}

Result<Answer> fix(Session& session) {
  TRY(check_goes_with_fix(session));
  TRY_ASSIGN(prepared, prepare(session));
  check_only(prepared.request);
  Report report = ops::apply(prepared.inputs, *prepared.opened.workspace, prepared.request);
  Said said{.diagnostics = std::move(report.diagnostics), .inputs = prepared.inputs};
  said.diagnostics.add(std::move(prepared.opened.warnings));
  if (!is_well_formed(said.diagnostics)) return make_answer(session, said);
  auto outcome = ops::canonical_documents(prepared.inputs, prepared.request);
  bool all = outcome.ok();
  auto documents = said.diagnostics.take(std::move(outcome));
  if (!all) return make_answer(session, said);
  said.json = documents_json(documents);
  for (const ops::CanonicalDocument& one : documents) said.text += (said.text.empty() ? "" : "\n") + one.text;
  return make_answer(session, said);
}

void check_format_too(ops::ApplyRequest& request) {
  if (request.stop != ops::Stop::after_parse) check_only(request);
  request.formatting = true;
}

// Adds to the summary of the step of a workflow, where there is one.
void add_summary(const Session& session, const std::string& text, Answer& answer) {
  const std::string& file = session.environment.step_summary;
  if (file.empty()) return;
  int fd = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
  if (int error = fd < 0 ? errno : write_and_close(fd, text); error != 0)
    answer.err +=
        fmt::format("aptix: cannot write the summary '{}': {}\n", escape_for_display(file), system_message(error));
}

// For a service, whose pages others than the owner of the files may read.
Result<Answer> annotate(Session& session, std::string_view format) {
  for (std::string_view option : {"json", "diff", "feedback"})
    if (session.flag(option))
      return fail(
          Code::usage, fmt::format("'--format {}' and '--{}' exclude each other", format, option), "give one of them");
  TRY_ASSIGN(applied, apply_document(session, check_format_too));
  Diagnostics& said = applied.report.diagnostics;
  ops::hide_from_models(*applied.opened.workspace, applied.opened.settings.policy, applied.report.root_prefix, said);
  render::AnnotationOptions options{.prefix = applied.report.root_prefix,
      .input_prefix = session.arguments.has("root") ? "" : applied.report.root_prefix,
      .version = APTIX_VERSION};
  Answer answer = begin_answer(session, said, 0);
  answer.out = format == "sarif" ? render::sarif(said, options) : render::github_annotations(said, options);
  if (format == "github") add_summary(session, render::github_summary(said, options), answer);
  return answer;
}

Result<Answer> run_bundle_validate(Session& session) {
  std::string_view format = session.arguments.value("format").value_or("auto");
  bool is_for_services = format == "github" || format == "sarif";
  if (is_for_services && session.flag("fix"))
    return fail(Code::usage, "'--fix' and '--format' exclude each other", "give one of them");
  if (session.flag("fix")) return fix(session);
  return is_for_services ? annotate(session, format) : run_apply(session, check_format_too);
}

Result<Answer> run_patch_validate(Session& session) {
  return run_apply(session, [](ops::ApplyRequest& request) {
    if (request.stop != ops::Stop::after_parse) request.stop = ops::Stop::before_stage;
    request.formats = {"line-patch", "patch"};
  });
}

}  // namespace

extern constexpr Command kBundleValidate = {
    .name = "bundle validate",
    .summary = "check an answer against its rules and the files, and write nothing",
    .operands = "[FILE...]",
    .description =
        "Does what 'aptix bundle apply' does up to the first write: finds the blocks, reads them, and fits every edit "
        "to the files below the root. It lists the blocks and reports all faults at once.\n\n"
        "It also reports where a JSON document breaks the formatting rules (one field on a line, one fenced block, no "
        "raw control characters). These are warnings, and errors with --strict.\n\n"
        "With --fix it prints the canonical form of each JSON document instead: formatted by those rules, with repairs "
        "made, without unknown fields, and with 'root', 'operation' and 'limit' filled in where they are missing. It "
        "means the same. Several documents are printed one after the other. For an answer with diffs or other forms "
        "use 'aptix convert --to bundle'.\n\n"
        "With --format github or sarif it prints what is wrong as annotations of a GitHub workflow or as SARIF 2.1.0, "
        "for a service that shows it beside the lines of a change. A finding stands at the file that it is about, at "
        "the nearest line. Where GITHUB_STEP_SUMMARY names a file, --format github adds a table to it.",
    .shared = kDocument | kLimits | kDryRun | kDiff | kStrict | kNoSync | kYes | kEverywhere,
    .options = {flag("fix",
                    "print the documents in their canonical form, with repairs made, instead of the list of blocks"),
        flag("schema-only", "check the document alone, not whether it fits the files"),
        option("format", "auto|whole|github|sarif",
            "the form of the answer, as for 'bundle apply' (auto, whole); or what to print: annotations of a GitHub "
            "workflow (github), or SARIF 2.1.0 (sarif)")},
    .examples = {{"aptix bundle validate --format github answer.md",
                     "in a workflow: show each fault beside the line that it is about"},
        {"aptix bundle validate answer.md", "list the blocks found and everything that is wrong with them"},
        {"aptix bundle validate --strict --json answer.md",
            "for a check by a script: exit 0 only for a faultless document"},
        {"aptix bundle validate --fix answer.md > fixed.json", "the document as it ought to be written"}},
    .run = run_bundle_validate,
};

extern constexpr Command kPatchValidate = {
    .name = "patch validate",
    .summary = "check a batch of line changes or a structured patch, and write nothing",
    .operands = "[FILE...]",
    .description =
        "Does what 'aptix patch apply' does up to the first write. First it checks every rule of the form (required "
        "fields and types, one entry for a docPath, hashes, the order of changes, ranges that overlap, fields that "
        "must not be there), then the files: their SHA-256, the ranges, the expected lines. All faults are reported at "
        "once, each with its place in the document.",
    .shared = kDocument | kForm | kLimits | kDryRun | kDiff | kStrict | kNoSync | kYes | kEverywhere,
    .options = {flag("schema-only", "check the document alone, not whether it fits the files")},
    .examples = {{"aptix patch validate batch.json",
                     "check a batch against its rules and the files, and list every fault"},
        {"aptix patch validate --schema-only --json batch.json", "for a check where the files are not at hand"}},
    .run = run_patch_validate,
};

}  // namespace aptix::app
