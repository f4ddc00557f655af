// aptix undo and aptix redo: a transaction that takes another one back, or restores it.
#include "base/text/shell_word.h"
#include "ops/batch/batches.h"
#include "ops/context/context.h"
#include "ops/history/history.h"
#include "ops/publish/publish.h"
#include "shared/after_commit.h"
#include "shared/records.h"
#include "terminal/git.h"

namespace aptix::app {
namespace {

enum class Direction : uint8_t { back, forth };

std::string undone_json(const Session& session, const disk::Undone& undone, const std::string& diff) {
  return json::object([&](json::Writer& w) {
    w.field("command", session.command.name).field("dryRun", session.dry_run());
    w.field_or_null("transaction", undone.committed.id).field("target", undone.target.id);
    write_files(w, ops::effect(undone));
    if (session.flag("diff")) w.field("diff", diff);
  });
}

std::string undone_text(const Session& session, const disk::Undone& undone) {
  std::string text = describe(ops::effect(undone));
  std::string files = render::count_of(undone.target.files.size(), "file");
  if (session.dry_run()) return text + fmt::format("dry run: nothing was written; {} would change\n", files);
  return text +
      fmt::format("transaction {}: {} transaction {}, {}; reverse with 'aptix {}'\n", undone.committed.id,
          undone.restores ? "restored" : "took back", undone.target.id, files, undone.restores ? "undo" : "redo");
}

Result<disk::UndoOptions> make_options(const Session& session, const ops::Settings& settings, Direction direction) {
  disk::UndoOptions options;
  options.redo = direction == Direction::forth;
  options.dry_run = session.dry_run();
  options.commit = commit_options(session, settings);
  if (!session.arguments.operands().empty()) TRY_SET(options.id, parse_id(session.arguments.operands().front()));
  return options;
}

// What was done, or in a dry run would be.
Outcome<std::string> diff_of(disk::Workspace& workspace, const disk::Undone& undone) {
  std::vector<Diagnostic> unreadable;
  TRY_ASSIGN(texts, disk::SavedTexts::open(workspace, unreadable));
  const disk::Record* done = ops::find_record(texts.records(), undone.committed.id);
  return ops::record_diff(workspace, texts, done != nullptr ? *done : ops::effect(undone));
}

// Stored batches know what became of them when the record is no longer in the log. Without the database nothing is lost
// but that: the log tells the same for as long as it reaches.
std::string note_in_batches(
    disk::Workspace& workspace, const disk::Undone& undone, const render::TextOptions& options) {
  auto note = [&]() -> Status {
    TRY_ASSIGN(batches, ops::open_batches(workspace, {.journal = store::Journal::lazy_log}));
    auto state = undone.restores ? store::ApplicationState::done : store::ApplicationState::undone;
    return batches ? batches->set_state(undone.target.id, state) : Status();
  };
  Diagnostics said;
  if (Status noted = note(); !noted) said.warnings.push_back(std::move(noted).error());
  return render::render_diagnostics(said, options);
}

// Whether the command of a record changed git's index as well.
bool changed_index(const disk::Record& record) {
  std::vector<std::string> typed = split_shell_words(record.command);
  std::vector<std::string_view> words(typed.begin(), typed.end());
  if (!words.empty() && words.front() == "aptix") words.erase(words.begin());
  auto found = find_invocation(words);
  if (!found || found->command == nullptr || found->command->name != "gitpatch") return false;
  auto arguments = Arguments::parse(*found->command, found->words);
  return arguments && (arguments->has("index") || arguments->has("3way"));
}

Diagnostic index_stays(const disk::Record& record, const std::string& root_prefix) {
  constexpr size_t kMostNamed = 5;
  std::string paths;
  for (const disk::RecordedFile& file : record.files) paths += " " + shell_word(file.path);
  bool names_all = record.files.size() <= kMostNamed && root_prefix.empty();
  return make_error(Code::index_kept, "git's index stays as it is: only the files are changed",
      names_all ? fmt::format("'git add -A --{}' makes it what the files are now", paths)
                : "look at 'git status' and put the index in order");
}

// Whether all that keeps a transaction from being taken back is what came after it.
bool is_kept_by_later_edits(const Diagnostics& said) {
  return !said.ok() && std::all_of(said.errors.begin(), said.errors.end(), [](const Diagnostic& error) {
    return error.code == Code::undo_changed || error.code == Code::undo_later;
  });
}

std::string merged_json(const Session& session, const ops::MergedUndo& done) {
  return json::object([&](json::Writer& w) {
    w.field("command", session.command.name).field("dryRun", session.dry_run());
    w.field_or_null("transaction", done.published.transaction).field("target", done.target);
    write_files(w, done.changes);
    if (session.flag("diff")) w.field("diff", done.published.diff);
  });
}

std::string merged_text(const Session& session, const ops::MergedUndo& done) {
  std::string text = describe(done.changes), files = render::count_of(done.changes.changes.size(), "file");
  if (session.dry_run()) return text + fmt::format("dry run: nothing was written; {} would change\n", files);
  return text +
      fmt::format(
          "transaction {}: took back of transaction {} what later edits leave alone, {}; undo with 'aptix "
          "undo'\n",
          done.published.transaction, done.target, files);
}

// REQUIRES: `opened` is at the top of the workspace, and locked unless this is a dry run.
Result<Answer> undo_the_rest(Session& session, Opened opened, const disk::UndoOptions& options) {
  disk::Workspace& workspace = *opened.workspace;
  Said said{.diagnostics = std::move(opened.warnings)};
  auto versions = said.diagnostics.take(
      ops::Versions::open(workspace, {.run_git = git_runner(workspace.path())}, ops::Damaged::refused));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  ops::MergedUndo done = said.diagnostics.take(ops::undo_merge(workspace, *versions,
      {.id = options.id,
          .how = {.dry_run = options.dry_run, .want_diff = session.flag("diff"), .commit = options.commit}}));
  said.transaction = done.published.transaction;
  if (said.diagnostics.ok() || said.transaction != 0) {
    said.diff = done.published.diff;
    said.json = merged_json(session, done);
    said.remark = merged_text(session, done);
  }
  auto kept = std::make_shared<Opened>(std::move(opened));
  return answer_and_push(
      session, kept, {.transaction = said.transaction}, said.diagnostics, [&] { return make_answer(session, said); });
}

Result<Answer> run_undo(Session& session, Direction direction) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(options, make_options(session, opened.settings, direction));
  Said said;
  if (session.flag("merge")) {
    TRY_SET(opened.workspace, opened.workspace->at_top());
    auto first = disk::undo(*opened.workspace, {.id = options.id, .dry_run = true});
    if (is_kept_by_later_edits(first.diagnostics)) {
      if (!options.dry_run) {
        said.diagnostics = disk::lock(*opened.workspace).diagnostics;
        if (!said.diagnostics.ok()) return make_answer(session, said);
        TRY(begin_audit(session));
        opened.warnings.add(std::move(said.diagnostics));
      }
      return undo_the_rest(session, std::move(opened), options);
    }
  }
  disk::Undone undone = said.diagnostics.take(ops::undo(*opened.workspace, options));
  said.transaction = undone.committed.id;
  said.diagnostics.add(std::move(opened.warnings));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  if (!undone.restores && changed_index(undone.target))
    said.diagnostics.warnings.push_back(index_stays(undone.target, opened.workspace->root_prefix()));
  if (session.flag("diff")) said.diff = said.diagnostics.take(diff_of(*opened.workspace, undone));
  if (session.tool != nullptr) {
    std::vector<std::string> paths;
    for (const disk::RecordedFile& file : undone.target.files) paths.push_back(file.path);
    said.diff = ops::diff_for_models(*opened.workspace, opened.settings.policy, "", paths, said.diff, said.diagnostics);
  }
  said.json = undone_json(session, undone, said.diff);
  said.remark = undone_text(session, undone);
  auto kept = std::make_shared<Opened>(std::move(opened));
  return answer_and_push(
      session, kept, {.transaction = said.transaction, .reversed = undone.target}, said.diagnostics, [&] {
        Answer answer = make_answer(session, said);
        if (said.transaction != 0 && undone.target.command.find("patch") != std::string::npos)
          answer.afterwards = [kept, undone, options = session.text_options()] {
            return note_in_batches(*kept->workspace, undone, options);
          };
        return answer;
      });
}

}  // namespace

extern constexpr Command kUndo = {
    .name = "undo",
    .summary = "take back a transaction",
    .operands = "[ID]",
    .description =
        "Takes back the newest transaction that is not taken back yet; called again, the one before. With ID it takes "
        "back that one alone, and refuses when a later one touched the same files. A file that somebody else has "
        "changed since is never overwritten: then nothing is taken back, and each such file is named.\n\n"
        "With --merge it takes back only what the transaction did where later edits, of whomever, leave it alone. That "
        "is a transaction of its own, which 'aptix undo' takes back.\n\n"
        "Undoing is a transaction, too: 'aptix redo' reverses it. 'aptix log' lists the IDs.",
    .shared = kDryRun | kDiff | kNoSync | kYes | kEverywhere,
    .options = {flag("merge", "take back only what later edits leave alone; the rest stays and is named")},
    .examples = {{"aptix undo", "take back the newest transaction; again: the one before"},
        {"aptix undo 17", "take back that one alone"},
        {"aptix undo --merge 17", "take back of it what later edits do not touch"},
        {"aptix undo -n --diff", "show what taking it back would change"}},
    .run = [](Session& session) { return run_undo(session, Direction::back); },
    .audited = Audited::writes,
};

extern constexpr Command kRedo = {
    .name = "redo",
    .summary = "restore what was undone last",
    .description =
        "Restores the change that the last 'aptix undo' took back. It refuses when a file has changed since.",
    .shared = kDryRun | kDiff | kNoSync | kYes | kEverywhere,
    .examples = {{"aptix redo", "restore what was undone last"}},
    .run = [](Session& session) { return run_undo(session, Direction::forth); },
    .audited = Audited::writes,
};

}  // namespace aptix::app
