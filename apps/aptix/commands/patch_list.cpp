// aptix patch list and aptix patch show: the batches that are stored.
#include "ops/batch/batches.h"
#include "ops/context/context.h"
#include "render/json.h"
#include "shared/apply.h"
#include "shared/records.h"

namespace aptix::app {
namespace {

std::string tell_batch(json::Writer& w, const store::StoredBatch& batch) {
  ops::BatchState state = ops::state_of(batch);
  w.field("batchId", batch.id);
  if (!batch.key.empty()) w.field("batchKey", batch.key);
  if (!batch.label.empty()) w.field("batchLabel", batch.label);
  w.field("time", utc_time(batch.time_ns)).field("caller", batch.caller).field("state", ops::name(state));
  w.field("fileCount", batch.files).field("changeCount", batch.changes);
  write_applications(w, batch);
  std::string line = fmt::format("{}  {}  {:<7}  {:>8}  {:>10}", batch.id, local_time(batch.time_ns), ops::name(state),
      render::count_of(batch.files, "file"), render::count_of(batch.changes, "change"));
  if (!batch.label.empty()) line += "  " + escape_for_display(batch.label);
  return line + "\n";
}

Result<Answer> run_patch_list(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(batches, ops::list_batches(*opened.workspace));
  auto log = disk::read_log(*opened.workspace);
  for (store::StoredBatch& batch : batches) ops::follow_log(batch, log.value);
  Said said = list_of("batches", batches, "no batches are stored\n", tell_batch);
  said.diagnostics = std::move(log.diagnostics);
  return make_answer(session, said);
}

std::string names_line(
    std::string_view indent, std::string_view what, const std::string& id, const OwnText& key, const OwnText& words) {
  std::string line = fmt::format("{}{} {}", indent, what, id);
  if (key && !key->empty()) line += fmt::format(" ({})", escape_for_display(*key));
  if (words && !words->empty()) line += fmt::format(": {}", escape_for_display(*words));
  return line + "\n";
}

std::string part_text(const ops::ShownBatch& shown) {
  std::string text;
  for (size_t i = 0; i < shown.names.files.size(); ++i) {
    const FilePatchNames& file = shown.names.files[i];
    if (shown.part.file >= 0 && static_cast<size_t>(shown.part.file) != i) continue;
    text += names_line("", "file", file.id, file.key, file.label);
    text += fmt::format("  {}\n", escape_for_display(file.doc_path));
    for (size_t k = 0; k < file.changes.size(); ++k) {
      if (shown.part.change >= 0 && static_cast<size_t>(shown.part.change) != k) continue;
      const ChangeNames& change = file.changes[k];
      text += names_line("  ", escape_for_display(change.operation), change.id, change.key, change.description);
    }
  }
  return text;
}

std::string patch_text(const ops::ShownBatch& shown, ops::BatchState state) {
  const store::StoredBatch& stored = shown.stored;
  std::string text = names_line("", "batch", stored.id, stored.key, stored.label);
  text += fmt::format("submitted: {} by {}\nstate: {}\n", local_time(stored.time_ns), escape_for_display(stored.caller),
      ops::name(state));
  for (const store::Application& application : stored.applications)
    text += fmt::format("applied: {}{}\n", local_time(application.time_ns), as_transaction(application));
  return text + part_text(shown) + escape_block_for_display(shown.diff);
}

std::string patch_json(const ops::ShownBatch& shown, ops::BatchState state) {
  return json::object([&](json::Writer& w) {
    w.field("part", shown.part.file < 0 ? "batch" : shown.part.change < 0 ? "file" : "change");
    render::write_batch(w, shown.names, shown.part);
    w.field("time", utc_time(shown.stored.time_ns)).field("caller", shown.stored.caller);
    w.field("state", ops::name(state));
    write_applications(w, shown.stored);
    w.field("diff", shown.diff);
  });
}

// A tool sees nothing of a file that is sensitive or may not be read, and no credential.
void hide_diff(const Opened& opened, ops::ShownBatch& shown, Diagnostics& said) {
  std::vector<std::string> paths;
  for (size_t i = 0; i < shown.names.files.size(); ++i) {
    const std::string& key = shown.names.files[i].doc_path;
    if (shown.part.file < 0 || static_cast<size_t>(shown.part.file) == i)
      paths.push_back(key.substr(key.find('/') + 1));
  }
  shown.diff = ops::diff_for_models(*opened.workspace, opened.settings.policy, "", paths, shown.diff, said);
}

Result<Answer> run_patch_show(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  const ops::Settings& settings = opened.settings;
  TRY_ASSIGN(shown,
      ops::show_batch(*opened.workspace, session.arguments.operands().front(),
          {.repository = settings.repository, .bases = base_places(opened), .limits = settings.limits}));
  Said said;
  if (session.tool != nullptr) hide_diff(opened, shown, said.diagnostics);
  ops::follow_log(shown.stored, said.diagnostics.take(disk::read_log(*opened.workspace)));
  ops::BatchState state = ops::state_of(shown.stored);
  if (session.json()) said.json = patch_json(shown, state);
  else said.text = patch_text(shown, state);
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kPatchList = {
    .name = "patch list",
    .summary = "list the stored batches, the newest first",
    .description =
        "One line for each batch: its id, the local time, its state (stored, applied, or undone when the transaction "
        "was taken back), how much is in it, its label. Batches that 'aptix patch apply FILE' has carried out are in "
        "the list, too.",
    .examples = {{"aptix patch list", "list the stored batches, the newest first"}},
    .run = run_patch_list,
};

extern constexpr Command kPatchShow = {
    .name = "patch show",
    .summary = "tell about a stored batch, a file of it, or one change",
    .operands = "ID",
    .description =
        "Takes any of the ids that a batch has: its own, that of a file, that of a change. Tells what it was for, "
        "whether, when and by which transaction it was applied, and shows the changes as a unified diff. Files are "
        "named by their docPaths. The diff has no context where the text that the changes are for is no longer known.",
    .examples = {{"aptix patch show 0190163d-8694-739b-aea5-966c00000000",
                     "tell what a batch is for, whether it was applied, and its changes as a diff"},
        {"aptix patch show --json 0190163d-8694-739b-aea5-966c00000002", "the same of one file or one change of it"}},
    .run = run_patch_show,
};

}  // namespace aptix::app
