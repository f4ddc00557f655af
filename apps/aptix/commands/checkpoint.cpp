// aptix checkpoint: the whole work tree as a version.
#include "ops/history/history.h"

#include "shared/listed_files.h"
#include "shared/records.h"
#include "shared/sources.h"

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
  Said said{.diagnostics = std::move(opened.warnings)};
  auto all = said.diagnostics.take(disk::read_checkpoints(*opened.workspace));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  for (const disk::Checkpoint& checkpoint : all)
    said.text += fmt::format("{:<16}  {}  {}  {}\n", checkpoint.name, local_time(checkpoint.time_ns),
        size_of(checkpoint), escape_for_display(checkpoint.caller));
  said.json = json::object([&](json::Writer& w) {
    w.objects("checkpoints", all, [&](const disk::Checkpoint& checkpoint) { write_checkpoint(w, checkpoint); });
  });
  if (all.empty()) said.remark = "there are no checkpoints\n";
  return make_answer(session, said);
}

Result<Answer> drop(const Session& session, const std::string& name) {
  Said said;
  TRY_ASSIGN(found, lock_sources(session, said.diagnostics));
  TRY(disk::drop_checkpoint(*found.opened.workspace, name));
  said.json = json::object([&](json::Writer& w) { w.field("dropped", name); });
  said.remark = fmt::format("dropped the checkpoint '{}'; 'aptix gc' removes the texts that only it had\n", name);
  return make_answer(session, said);
}

Result<Answer> make(const Session& session, const std::string& name) {
  Said said;
  TRY_ASSIGN(found, lock_sources(session, said.diagnostics));
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

}  // namespace

extern constexpr Command kCheckpoint = {
    .name = "checkpoint",
    .summary = "store the whole work tree as a version",
    .operands = "[NAME]",
    .description =
        "Stores what every file of the workspace has now, whoever changed it: aptix, a shell, a person. These are the "
        "files that 'aptix files' lists, but for those that the policy does not let be read. 'aptix diff --from NAME' "
        "shows what has changed since; 'aptix rollback --to NAME' brings all back, by a transaction that 'aptix undo' "
        "takes back: changed files get their texts and modes again, missing ones come back, and files that were not "
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

}  // namespace aptix::app
