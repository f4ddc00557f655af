// aptix bundle create: a document of changes that are there already.
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/trim.h"
#include "disk/reader.h"
#include "ops/files/doc_paths.h"
#include "ops/history/history.h"
#include "ops/publish/publish.h"
#include "ops/write/write.h"
#include "shared/apply.h"
#include "shared/records.h"
#include "shared/sources.h"
#include "terminal/git.h"

namespace aptix::app {
namespace {

// Options that contradict each other.
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

// "7", or "7..9": the first and the last of them. Fails with undo_unknown.
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

// Where 'aptix bundle create > FILE' puts the document: the shell made it before we looked.
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
  Said said{.diagnostics = std::move(opened.warnings)};
  ChangeSet changes = said.diagnostics.take(gather(session, opened));
  if (said.diagnostics.ok()) said.diagnostics.add(ops::judge_shown(*opened.workspace, changes));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  if (changes.changes.empty())
    return fail_answer(session, std::move(said.diagnostics),
        make_error(Code::form_no_change, "there is no change to make a document from",
            "change a file, or see '--from' and '--whole'"));
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
