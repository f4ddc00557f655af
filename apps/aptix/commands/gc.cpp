// Commands for the state folder. aptix checkpoint: stores the whole work tree as a version. aptix gc: enforces the
// limits of the operation log. aptix recover: rolls back what a crash left.
#include "disk/checkpoints.h"
#include "disk/history.h"
#include "disk/session_file.h"
#include "ops/history/history.h"
#include "shared/reading.h"
#include "shared/records.h"
#include "shared/sources.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

uint64_t bytes_of(const disk::Checkpoint& checkpoint) {
  uint64_t bytes = 0;
  for (const disk::CheckpointFile& file : checkpoint.files) bytes += file.state.size;
  return bytes;
}

std::string size_of(const disk::Checkpoint& checkpoint) {
  return fmt::format(
      "{}, {}", render::count_of(checkpoint.files.size(), "file"), render::count_of(bytes_of(checkpoint), "byte"));
}

void write_checkpoint(json::Writer& w, const disk::Checkpoint& checkpoint) {
  w.field("name", checkpoint.name).field("time", utc_time(checkpoint.time_ns)).field("caller", checkpoint.caller);
  w.field("files", checkpoint.files.size()).field("bytes", bytes_of(checkpoint));
}

Result<Answer> list_all(const Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  auto all = disk::read_checkpoints(*opened.workspace);
  if (!all.ok()) return make_answer(session, {.diagnostics = std::move(all.diagnostics)});
  auto tell = [](json::Writer& w, const disk::Checkpoint& checkpoint) {
    write_checkpoint(w, checkpoint);
    return fmt::format("{:<16}  {}  {}  {}\n", checkpoint.name, local_time(checkpoint.time_ns), size_of(checkpoint),
        escape_for_display(checkpoint.caller));
  };
  Said said = list_of("checkpoints", all.value, "there are no checkpoints\n", tell);
  said.diagnostics = std::move(all.diagnostics);
  return make_answer(session, said);
}

Result<Answer> drop(const Session& session, const std::string& name) {
  Said said;
  TRY_ASSIGN(found, lock_sources(session));
  TRY(disk::drop_checkpoint(*found.opened.workspace, name));
  said.json = json::object([&](json::Writer& w) { w.field("dropped", name); });
  said.remark = fmt::format("dropped the checkpoint '{}'; 'aptix gc' removes the texts that only it had\n", name);
  return make_answer(session, said);
}

Result<Answer> make(const Session& session, const std::string& name) {
  Said said;
  TRY_ASSIGN(found, lock_sources(session));
  disk::Workspace& workspace = *found.opened.workspace;
  auto paths = said.diagnostics.take(files_of_tree(session, workspace));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  ops::MadeCheckpoint made = said.diagnostics.take(ops::make_checkpoint(workspace,
      {.name = name,
          .paths = std::move(paths),
          .syncs = session.flag("no-sync") ? disk::Syncs::none : disk::Syncs::all,
          .dry_run = session.dry_run()}));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  said.json = json::object([&](json::Writer& w) {
    write_checkpoint(w, made.checkpoint);
    w.field("dryRun", session.dry_run()).field("newTexts", made.new_texts).field("newBytes", made.new_bytes);
    w.field("leftOut", made.left_out);
  });
  std::string left_out = made.left_out == 0
      ? ""
      : fmt::format("; {} that may not or cannot be read {} left out", render::count_of(made.left_out, "file"),
            made.left_out == 1 ? "is" : "are");
  said.remark = session.dry_run()
      ? fmt::format("dry run: nothing was written; {} would be stored{}\n", size_of(made.checkpoint), left_out)
      : fmt::format("checkpoint '{}': {}, {} new{}; go back with 'aptix rollback --to {}'\n", made.checkpoint.name,
            size_of(made.checkpoint), render::count_of(made.new_bytes, "byte"), left_out, made.checkpoint.name);
  return make_answer(session, said);
}

Result<Answer> run_checkpoint(Session& session) {
  const std::vector<std::string>& operands = session.arguments.operands();
  std::string name = operands.empty() ? "" : operands.front();
  if (session.flag("list") && (session.flag("drop") || !name.empty()))
    return fail(Code::usage, "'--list' takes neither a name nor '--drop'", "leave the other out");
  if (session.flag("drop") && name.empty())
    return fail(Code::usage, "'--drop' needs the name of a checkpoint", "'aptix checkpoint --list' lists them");
  if (session.flag("drop") && session.dry_run())
    return fail(Code::usage, "'--drop' does not go with '--dry-run'", "'aptix checkpoint --list' shows what there is");
  if (session.flag("list")) return list_all(session);
  return session.flag("drop") ? drop(session, name) : make(session, name);
}

constexpr int64_t kTextsOfSessions = 30ll * 24 * 60 * 60 * 1'000'000'000;  // how long they are kept

std::string remark_of(const disk::Pruned& gone, const disk::CheckpointsGone& checkpoints, std::string_view verb) {
  std::string text;
  if (gone.records + gone.texts != 0)
    text += fmt::format("{}: {} whole, the old texts of {} more, {}\n", verb, render::count_of(gone.records, "record"),
        gone.texts, render::count_of(gone.bytes, "byte"));
  if (gone.kept.files != 0)
    text += fmt::format("{}: {} set aside, {}\n", verb, render::count_of(gone.kept.files, "text"),
        render::count_of(gone.kept.bytes, "byte"));
  if (checkpoints.checkpoints + checkpoints.texts != 0)
    text +=
        fmt::format("{}: {}, {} that no other has, {}\n", verb, render::count_of(checkpoints.checkpoints, "checkpoint"),
            render::count_of(checkpoints.texts, "text"), render::count_of(checkpoints.bytes, "byte"));
  return text.empty() ? "nothing to remove: the log is within its limits\n" : text;
}

Result<Answer> run_gc(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  if (!session.dry_run()) TRY(begin_audit(session));
  const ops::Settings& settings = opened.settings;
  Said said;
  disk::Pruned gone = said.diagnostics.take(disk::collect(*opened.workspace,
      {.keep_transactions = settings.keep_transactions,
          .keep_bytes = settings.keep_bytes,
          .keep_days = settings.keep_days,
          .dry_run = session.dry_run()}));
  if (!session.dry_run()) disk::drop_old_texts(*opened.workspace, now_ns() - kTextsOfSessions);
  disk::CheckpointsGone checkpoints;
  if (said.diagnostics.ok())
    checkpoints = said.diagnostics.take(disk::collect_checkpoints(
        *opened.workspace, {.keep = settings.keep_checkpoints, .looks_only = session.dry_run()}));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  said.json = json::object([&](json::Writer& w) {
    w.field("dryRun", session.dry_run()).field("records", gone.records).field("texts", gone.texts);
    w.field("bytes", gone.bytes).field("setAside", gone.kept.files).field("setAsideBytes", gone.kept.bytes);
    w.field("checkpoints", checkpoints.checkpoints).field("checkpointTexts", checkpoints.texts);
    w.field("checkpointBytes", checkpoints.bytes);
  });
  said.remark = remark_of(gone, checkpoints, session.dry_run() ? "would go" : "went");
  return make_answer(session, said);
}

std::string recovered_text(const Session& session, const disk::Recovered& recovered) {
  if (!recovered.found) return "nothing to recover\n";
  std::string text;
  for (const std::string& path : recovered.restored)
    text += fmt::format("{} {}\n", session.dry_run() ? "restore" : "restored", escape_for_display(path));
  for (const std::string& path : recovered.kept)
    text += fmt::format("{} {}\n", session.dry_run() ? "keep" : "kept", escape_for_display(path));
  std::string files = render::count_of(recovered.restored.size(), "file");
  if (session.dry_run())
    return text +
        fmt::format("dry run: nothing was written; of an interrupted run {} would be restored, {} kept\n", files,
            recovered.kept.size());
  return text + fmt::format("rolled back an interrupted run: {} restored, {} kept\n", files, recovered.kept.size());
}

Result<Answer> run_recover(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  Said said;
  auto recovered = said.diagnostics.take(disk::recover(*opened.workspace, {.dry_run = session.dry_run()}));
  if (said.diagnostics.ok()) {
    said.json = json::object([&](json::Writer& w) {
      w.field("dryRun", session.dry_run()).field("found", recovered.found);
      w.list("restored", recovered.restored).list("kept", recovered.kept);
    });
    said.remark = recovered_text(session, recovered);
  }
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kCheckpoint = {
    .name = "checkpoint",
    .summary = "store the whole work tree as a version",
    .operands = "[NAME]",
    .description =
        "Stores what every file of the workspace has now, whoever changed it: aptix, a shell, a person. These are the "
        "files that 'aptix files' lists, but for those that the policy does not let be read. 'aptix diff --from NAME' "
        "shows what has changed since; 'aptix rollback --to NAME' brings all back, by a transaction that 'aptix undo' "
        "undoes: changed files get their texts and modes again, missing ones come back, and files that were not "
        "there go, unless they were ignored then.\n\n"
        "NAME has letters, digits, '.', '_' and '-', a letter first; without one it is checkpoint-1, checkpoint-2 and "
        "so on. Each text is stored once, however many files and checkpoints have it.\n\n"
        "'aptix gc' drops the oldest checkpoints when there are more than keep_checkpoints (20), and the texts that no "
        "checkpoint has any more.",
    .shared = kDryRun | kNoSync | kEverywhere,
    .options = {flag("list", "list the checkpoints, the oldest first"), flag("drop", "drop the checkpoint NAME")},
    .examples = {{"aptix checkpoint before-refactoring", "before a tool or a person changes many files"},
        {"aptix checkpoint --list", "which there are, and how large"},
        {"aptix checkpoint --drop before-refactoring", "when it is no longer needed"}},
    .run = run_checkpoint,
    .audited = Audited::writes,
};

extern constexpr Command kGc = {
    .name = "gc",
    .summary = "bring the log of transactions within its limits",
    .description =
        "Removes what is over the limits below [log] in the configuration, the oldest first: whole records when there "
        "are more than keep_transactions (200), and the old texts of others when they have more than keep_bytes (512M) "
        "in all or are older than keep_days. A transaction without its old texts is still listed, but cannot be "
        "undone. Every command that writes does this too, but for keep_days, and lets an eighth of keep_transactions "
        "gather before it drops them.\n\n"
        "The newest transaction stays, and so do changes that wait for an approval and the audit. The copies of texts "
        "that sessions were shown go after 30 days. So does what recovery and --verify set aside in .aptix/kept, and "
        "of that also the oldest when it has more than keep_bytes in all.\n\n"
        "Of the checkpoints the newest keep_checkpoints (20) stay; a text that no checkpoint has any more goes. Only "
        "this command removes any of them.",
    .shared = kDryRun | kEverywhere,
    .examples = {{"aptix gc -n", "see what would go"}, {"aptix gc", "make room now"}},
    .run = run_gc,
    .audited = Audited::writes,
};

extern constexpr Command kRecover = {
    .name = "recover",
    .summary = "roll back what a crash left",
    .description =
        "A run that was killed, or a machine that lost power, may leave a transaction half published. This restores "
        "the files as they were before it. Every command that writes does so first by itself; 'aptix recover' is for "
        "those who want the old files now. It may be repeated, and may itself be killed at any moment.\n\n"
        "A file that somebody else has changed since is left alone and named, with the place where its old text is "
        "kept.",
    .shared = kDryRun | kEverywhere,
    .examples = {{"aptix recover", "bring back the files as they were before a run that was killed"},
        {"aptix recover -n", "list the files that this would bring back"}},
    .run = run_recover,
    .audited = Audited::writes,
    .outside_session = true,
};

}  // namespace aptix::app
