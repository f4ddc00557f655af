// aptix patch submit: checks a batch, gives it ids and stores it; patch apply ID carries it out later.
#include "disk/commit.h"
#include "render/json.h"
#include "shared/after_commit.h"
#include "shared/apply.h"

namespace aptix::app {
namespace {

Error not_one_batch(size_t count) {
  return make_error(Code::input_no_edit,
      fmt::format("the input holds {} line-patch batches; one is stored at a time", count),
      "choose one with '--block N'");
}

Status store(
    disk::Workspace& workspace, const store::StoredBatch& batch, std::string_view document, Diagnostics& diagnostics) {
  diagnostics.add(disk::lock(workspace).diagnostics);
  if (!diagnostics.ok()) return {};
  TRY_ASSIGN(batches, ops::open_batches(workspace, {.create = true, .journal = store::Journal::log}));
  return batches->add(batch, document);
}

std::string submitted_text(const Session& session, const ops::NewBatch& batch) {
  std::string what = fmt::format(
      "{}, {}", render::count_of(batch.stored.files, "file"), render::count_of(batch.stored.changes, "change"));
  if (session.dry_run()) return fmt::format("dry run: nothing was stored; {} would be\n", what);
  return fmt::format("batch {}: {} stored; apply with 'aptix patch apply {}'\n", batch.names.id, what, batch.names.id);
}

Result<Answer> run_patch_submit(Session& session) {
  TRY_ASSIGN(applied, apply_document(session, [](ops::ApplyRequest& request) {
    request.stop = ops::Stop::after_parse;
    request.formats = {"line-patch"};
  }));
  Report& report = applied.report;
  size_t count = report.batch_blocks.size();
  if (report.successful() && count != 1) report.diagnostics.errors.push_back(not_one_batch(count));
  if (!report.successful()) return make_answer(session, report, applied.inputs);

  ops::NewBatch batch = ops::new_batch(report.batch_blocks.front(), occasion(session));
  Status stored = begin_audit(session);
  if (stored && !session.dry_run())
    stored = store(*applied.opened.workspace, batch.stored, report.batch_blocks.front().body, report.diagnostics);
  if (!stored) report.diagnostics.errors.push_back(std::move(stored).error());
  Said said{.diagnostics = std::move(report.diagnostics), .inputs = applied.inputs};
  if (!said.diagnostics.ok()) return make_answer(session, said);
  said.json = json::object([&](json::Writer& w) {
    render::write_batch(w, batch.names);
    w.field("dryRun", session.dry_run());
    if (!session.dry_run()) w.field("state", ops::name(ops::BatchState::stored));
  });
  said.remark = submitted_text(session, batch);
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kPatchSubmit = {
    .name = "patch submit",
    .summary = "store a batch of line changes to be applied later",
    .operands = "[FILE]",
    .description =
        "Reads one line-patch batch, bare or in a whole answer, checks every rule of its form, gives ids (UUIDs of "
        "version 7) to the batch, to each file and to each change, and stores the batch in the workspace. It looks at "
        "no file and changes none. The keys, labels and descriptions of the batch are kept and shown with the ids.\n\n"
        "'aptix patch apply ID' carries the batch out; 'aptix patch show ID' shows any part of it. What was stored "
        "with --allow-placeholders must be applied with it, too.",
    .shared = kBatch | kInputLimits | kDryRun | kStrict | kEverywhere,
    .examples = {{"aptix patch submit batch.json", "store a batch and print its id"},
        {"aptix patch submit --json batch.json", "the ids of the batch, its files and its changes"}},
    .run = run_patch_submit,
    .audited = Audited::writes,
};

}  // namespace aptix::app
