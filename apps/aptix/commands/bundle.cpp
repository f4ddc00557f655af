// aptix bundle apply, the main job; aptix bundle validate and patch validate: the same path as apply, stopped before
// anything is written. aptix bundle create: a document of existing changes.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/text/trim.h"
#include "disk/reader.h"
#include "ops/context/context.h"
#include "ops/files/doc_paths.h"
#include "ops/history/history.h"
#include "ops/publish/publish.h"
#include "ops/write/write.h"
#include "render/text.h"
#include "shared/apply.h"
#include "shared/records.h"
#include "shared/sources.h"
#include "terminal/git.h"

namespace aptix::app {
namespace {

Result<Answer> run_bundle_apply(Session& session) {
  return run_apply(session, [](ops::ApplyRequest&) {});
}

// The canonical form exists only for whole JSON documents.
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
  TRY_ASSIGN(applied, prepare(session));
  applied.request.stop = ops::Stop::before_stage;
  Report report = ops::apply(applied.inputs, *applied.opened.workspace, applied.request);
  Said said{.diagnostics = std::move(report.diagnostics), .inputs = applied.inputs};
  // A document that does not fit the files may still be well-formed.
  bool well_formed = std::ranges::all_of(
      said.diagnostics.errors, [](const Diagnostic& error) { return info(error.code).exit_class == 1; });
  if (!well_formed) return make_answer(session, said);
  auto outcome = ops::canonical_documents(applied.inputs, applied.request);
  bool all = outcome.ok();
  auto documents = said.diagnostics.take(std::move(outcome));
  if (!all) return make_answer(session, said);
  said.json = json::object([&](json::Writer& w) {
    w.objects("documents", documents, [&](const ops::CanonicalDocument& one) {
      w.field("block", one.block).field("form", one.form).field("document", one.text);
    });
  });
  for (const ops::CanonicalDocument& one : documents) said.text += (said.text.empty() ? "" : "\n") + one.text;
  return make_answer(session, said);
}

void check_format_too(ops::ApplyRequest& request) {
  if (request.stop != ops::Stop::after_parse) request.stop = ops::Stop::before_stage;
  request.formatting = true;
}

// For a service that shows findings to others than the owner of the files.
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
  const std::string& summary = session.environment.step_summary;
  if (format != "github" || summary.empty()) return answer;
  if (int error = write_to_file(summary, O_APPEND | O_NOCTTY, 0666, render::github_summary(said, options)); error != 0)
    answer.err +=
        fmt::format("aptix: cannot write the summary '{}': {}\n", escape_for_display(summary), system_message(error));
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

// Errors for options that exclude each other.
Status check_options(const Arguments& arguments) {
  int sources = int{arguments.has("from")} + int{arguments.has("transaction")} + int{arguments.has("whole")};
  if (sources > 1)
    return fail(Code::usage, "'--from', '--transaction' and '--whole' exclude each other", "give one of them");
  if (arguments.has("to") && !arguments.has("from"))
    return fail(Code::usage, "'--to' needs '--from'", "give both commits; the form is chosen with '--as'");
  if (arguments.has("whole") && arguments.operands().empty())
    return fail(Code::usage, "'--whole' needs a PATH", "name the files or folders");
  if (arguments.has("transaction") && !arguments.operands().empty())
    return fail(Code::usage, "'--transaction' takes no PATH", "leave the paths out");
  for (const char* option : {"from", "to"})
    if (auto rev = arguments.value(option); rev && (rev->empty() || rev->front() == '-'))
      return fail(Code::usage, fmt::format("'--{}' needs a commit", option), "give a name that 'git log' takes");
  return {};
}

// "7", or "7..9": first and last. Fails with undo_unknown.
Result<std::pair<uint64_t, uint64_t>> range_of(const ops::Timeline& timeline, std::string_view word) {
  size_t dots = word.find("..");
  auto first = parse_number(word.substr(0, dots));
  auto last = dots == std::string_view::npos ? first : parse_number(word.substr(dots + 2));
  if (!first || !last) return fail(parse_id(word).error());
  for (auto id : {first, last})
    if (timeline.find(*id) == nullptr)
      return fail(Code::undo_unknown, fmt::format("there is no transaction '{}'", escape_for_display(word)),
          "'aptix log' lists them");
  if (*first > *last)
    return fail(Code::usage, fmt::format("the range '{}' ends before it begins", escape_for_display(word)),
        "write the older transaction first");
  return std::pair(*first, *last);
}

Outcome<ChangeSet> changes_of_transaction(const Opened& opened, std::string_view word) {
  disk::Workspace& workspace = *opened.workspace;
  auto versions = ops::Versions::open(workspace, {.run_git = git_runner(workspace.path())}, ops::Damaged::refused);
  if (!versions.ok()) return {{}, std::move(versions.diagnostics)};
  TRY_ASSIGN(range, range_of(versions.value->timeline(), word));
  Outcome<ChangeSet> outcome = ops::changes_of_range(*versions.value, range.first, range.second);
  if (Status moved = ops::move_to_root(outcome.value, workspace.root_prefix()); !moved)
    outcome.add(std::move(moved).error());
  return outcome;
}

// The output file of 'aptix bundle create > FILE', which the shell has created already.
std::optional<std::pair<uint64_t, uint64_t>> standard_output_file() {
  struct stat about {};
  if (::fstat(STDOUT_FILENO, &about) != 0 || !S_ISREG(about.st_mode)) return {};
  return std::pair<uint64_t, uint64_t>(about.st_dev, about.st_ino);
}

Status check_paths(const Session& session, const Opened& opened) {
  TRY_ASSIGN(places, places_of(session, opened));
  for (size_t i = 0; i < places.size(); ++i)
    if (!rest_below(places[i] + "/", opened.workspace->root_prefix()))
      return fail_at(session.arguments.operands()[i], Code::path_outside_root,
          in_quotes(session.arguments.operands()[i]) + " lies outside the root",
          "run it in the folder of the workspace, or give another root with '--root'");
  return {};
}

Outcome<ChangeSet> gather(const Session& session, const Opened& opened) {
  const Arguments& arguments = session.arguments;
  disk::Workspace& workspace = *opened.workspace;
  if (auto id = arguments.value("transaction")) return changes_of_transaction(opened, *id);
  TRY(check_paths(session, opened));
  std::unique_ptr<Reader> reader = disk::reader(workspace, opened.settings.limits);
  if (arguments.has("whole")) {
    TRY_ASSIGN(tree, ops::Tree::open_root(workspace));
    return ops::whole_files(tree, *reader, arguments.operands());
  }
  ops::GitRange range;
  if (auto from = arguments.value("from")) range.from = std::string(*from);
  if (auto to = arguments.value("to")) range.to = std::string(*to);
  range.output = standard_output_file();
  reader = disk::reader(workspace, opened.settings.limits, disk::Links::seen);
  return ops::git_changes(git_runner(workspace.root_path()), *reader, range, arguments.operands());
}

Result<Answer> run_bundle_create(Session& session) {
  TRY(check_options(session.arguments));
  auto form = ops::document_form(session.arguments.value("as").value_or("bundle"));
  TRY_ASSIGN(opened, open_workspace(session));
  Said said;
  ChangeSet changes = said.diagnostics.take(gather(session, opened));
  if (said.diagnostics.ok()) said.diagnostics.add(ops::judge_shown(*opened.workspace, changes));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  if (changes.changes.empty())
    said.diagnostics.errors.push_back(make_error(Code::form_no_change, "there is no change to make a document from",
        "change a file, or see '--from' and '--whole'"));
  if (changes.changes.empty()) return make_answer(session, said);
  std::string document = said.diagnostics.take(
      ops::create_document(changes, *form, ops::doc_paths_of(*opened.workspace, opened.settings.repository)));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  std::vector<std::string> paths;
  for (const FileChange& change : changes.changes) paths.push_back(change.path.str());
  said.json = document_json(session.arguments.value("as").value_or("bundle"), paths, document);
  said.text = std::move(document);
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kBundleApply = {
    .name = "bundle apply",
    .summary = "apply the edits in a model's answer, all or none",
    .operands = "[FILE...]",
    .description =
        "Reads a model's whole answer, or a bare document, from the FILEs or from standard input ('-' is standard "
        "input, too). Finds the edits in it, checks each against the files below the root, and applies all of them as "
        "one transaction: afterwards every edit is in place, or no file has changed. Prose is skipped.\n\n"
        "An edit whose result is already in place changes nothing, so a run may be repeated. Where a JSON document "
        "looks for a text that the file does not have, that edit is skipped with a warning that shows the nearest "
        "text, and the last line on standard error counts such edits. Any other edit that does not fit makes aptix "
        "refuse the whole answer. Several FILEs are one transaction, in their order.\n\n"
        "A file bundle is a JSON object: {\"root\": \".\", \"files\": [{\"path\": \"a.txt\", \"operation\": "
        "\"create\", \"content\": \"text\\n\"}]}. The operations are 'create', 'replace' and, without 'content', "
        "'delete'; 'patch' with \"patches\": [{\"find\": \"old\", \"replace\": \"new\", \"limit\": \"once\"}]; "
        "'gitPatch' with a unified diff as 'content'.\n\n"
        "A structured patch is a JSON object: {\"root\": \".\", \"patches\": [{\"path\": \"a.txt\", \"find\": \"old\", "
        "\"replace\": \"new\", \"limit\": \"all\"}]}. Several texts of one file may stand in a list "
        "\"replacements\".\n\n"
        "A unified diff has the lines '--- a/a.txt' and '+++ b/a.txt', and for each hunk '@@ -1,2 +1,2 @@' and lines "
        "that begin with ' ', '-' or '+'. A new file has '--- /dev/null'.\n\n"
        "A SEARCH/REPLACE block has the path of its file above it, and is the lines '<<<<<<< SEARCH', old lines, "
        "'=======', new lines, '>>>>>>> REPLACE'. A V4A patch goes from '*** Begin Patch' to '*** End Patch'. A call "
        "of an edit tool, as JSON or in tags, is read by what its fields mean, whatever the tool is called: a path "
        "with old and new text, a content or a patch. Commands that only write, move and delete files are read, too: "
        "cat > FILE from a here-document, mkdir -p, mv, rm.\n\n"
        "A code block that carries the path of a file, in its info string, as its first line or above it, is laid on "
        "that file, next to edits of any form. A missing file is made. In one that is there, what the block does not "
        "show at its ends stays, and so does what a line such as '// ... existing code ...' stands for; what it leaves "
        "out between two lines that it shows is removed. A block that shows both ends of the file and keeps half of "
        "its lines is the whole file. A part must have exactly one place, and a warning names what was replaced (an "
        "error with --strict); else the answer is refused. '--whole' widens or narrows this; '--format whole' reads "
        "nothing but whole files, and replaces what is there.\n\n"
        "What is left to a person, code blocks that are no edits, is told on standard error, with the numbers of their "
        "lines. Prose is never an edit.\n\n"
        "With --interactive each file's change is shown on the terminal, also when the answer comes through a pipe: y "
        "applies it, n leaves it out, s asks about each of its edits, e opens the new content in the editor, a and d "
        "answer for all that follows, q writes nothing at all. What was chosen is checked against the files once more "
        "and is one transaction. Choosing nothing is nothing to do: exit code 0; under --json 'complete' is false "
        "where something was left out.\n\n"
        "--html writes what was changed, or with --dry-run would be, to FILE as one page for a browser, side by side "
        "or unified, that loads nothing. An existing FILE is overwritten, unless the change is about it. FILE does not "
        "belong to the transaction, and a run that fails leaves it as it is.\n\n"
        "With --verify the change is made, CMD runs with 'sh -c' in the root, and unless it exits with 0 the change is "
        "undone: the exit code is 8, and the end of what CMD printed is in the report, under --json and with "
        "--feedback. A run that is killed meanwhile is rolled back by the next one. What CMD itself changed in the "
        "files of the change is kept in .aptix/kept before they get their old text; what it wrote elsewhere stays. It "
        "cannot write with aptix in the same workspace, which is locked. Mind that it runs what the answer may have "
        "written. Where nothing changes it is not run.\n\n"
        "With --check-syntax the programs that '[check]' in your configuration names for a kind of file look at each "
        "new text, in a folder of their own, before anything is written. A fault refuses the answer with exit code 3, "
        "unless the old text has one, too. What is not installed is told.\n\n"
        "'aptix undo' takes a transaction back.",
    .shared = kDocument | kForm | kLimits | kVerify | kDryRun | kDiff | kHtml | kStrict | kNoSync | kYes |
        kInteractive | kEverywhere,
    .options = {flag("clipboard", "read the answer from the clipboard (wl-paste, xclip, xsel or pbpaste)")},
    .examples = {{"aptix bundle apply answer.md", "apply the edits in a saved answer"},
        {"llm 'fix the failing test' | aptix bundle apply", "apply an answer as it comes out of a pipe"},
        {"aptix bundle apply --clipboard", "apply the answer that was copied from a chat in the browser"},
        {"aptix bundle apply -n --diff answer.md", "show what would change, as a diff, and write nothing"},
        {"aptix bundle apply -n --html change.html answer.md", "the same as a page to be read in a browser"},
        {"llm 'tidy up' | aptix bundle apply -i", "look at each change and choose"},
        {"aptix bundle apply --verify 'make test' --feedback answer.md",
            "keep the change only if the tests pass, and print for the model what they said"},
        {"aptix bundle apply --only 'src/**' --strict answer.md",
            "only files below src, and only what is exactly as written"}},
    .run = run_bundle_apply,
    .audited = Audited::writes,
};

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

extern constexpr Command kBundleCreate = {
    .name = "bundle create",
    .summary = "make a document of changes: uncommitted ones, those between commits, a transaction's",
    .operands = "[PATH...]",
    .description =
        "The reverse of 'bundle apply': prints a document that turns the old files into the new ones. Without options "
        "that is a file bundle of the uncommitted changes below the PATHs (below the root without any), new files "
        "included, ignored ones not.\n\n"
        "Each change is said by the weakest operation that can say it: find and replace with the fewest lines that "
        "stand once in the file, then whole content, then a diff. The document is read back and applied to the old "
        "files before it is printed. What the form cannot say is refused, naming the file.",
    .options = {option("as", ops::kDocumentForms,
                    "the form of the document: a file bundle (the default), a structured patch, line changes against "
                    "exactly these files, a diff, or a dialect that models write"),
        option("from", "REV", "the changes since the commit REV instead of the last one"),
        option("to", "REV", "with --from: the changes up to the commit REV instead of the files as they are"),
        option("transaction", "ID", "what the transaction ID changed; A..B: all from A to B, taken together"),
        flag("whole", "the files that the PATHs name, whole, as new ones")},
    .examples = {{"aptix bundle create", "the uncommitted changes as a file bundle"},
        {"aptix bundle create --as patch src", "those below src as finds and replaces"},
        {"aptix bundle create --from v1.0 --to v1.1 --as gitpatch", "the changes between two commits as a diff"},
        {"aptix bundle create --transaction 7", "what a transaction did, to do it again elsewhere"},
        {"aptix bundle create --transaction 7..9 | aptix bundle apply -C ../other", "do three again in another tree"},
        {"aptix bundle create --whole src/main.c", "a file as it is, to show it to a model"}},
    .run = run_bundle_create,
    .audited = Audited::reads,
};

}  // namespace aptix::app
