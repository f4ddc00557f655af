// aptix patch apply: line-patch batches and structured patches, on the same path as bundle apply. aptix patch submit:
// checks a batch, gives it ids and stores it; patch apply ID applies it later. aptix patch list, patch show: stored
// batches.
#include <algorithm>

#include "base/uuid.h"
#include "disk/commit.h"
#include "ops/context/context.h"
#include "render/json.h"
#include "shared/apply.h"
#include "shared/records.h"
#include "shared/sources.h"

namespace aptix::app {
namespace {

using StoredBatches = std::vector<store::StoredBatch>;

// Stores what was applied. The run is finished and reported by now, so a failure is only a warning: the batch is then
// missing in 'aptix patch list', but its transaction is in the log.
Diagnostics remember(disk::Workspace& workspace, const StoredBatches& batches, const std::vector<Block>& blocks) {
  for (size_t i = 0; i < batches.size(); ++i) {
    Status stored = ops::leave_applied(workspace, batches[i], blocks[i].body);
    if (stored) continue;
    Diagnostic warning = std::move(stored).error();
    warning.notes.push_back("the changes are made, but 'aptix patch list' and 'aptix patch show' do not know of them");
    warning.hint = "nothing has to be done again: 'aptix log' has the transaction";
    return {.warnings = {std::move(warning)}};
  }
  return {};
}

enum class Ids : uint8_t { told, not_told };

// The applied batches in the form to be stored, in the order of their blocks. Reporting their ids requires reading them
// again.
struct AppliedBatches {
  StoredBatches stored;
  std::vector<BatchNames> names;  // Ids::told
};

AppliedBatches applied_batches(const Report& report, ops::Occasion now, Ids ids) {
  AppliedBatches batches;
  for (const Block& block : report.batch_blocks) {
    if (ids == Ids::told) {
      ops::NewBatch batch = ops::new_batch(block, now);
      batches.names.push_back(std::move(batch.names));
      batches.stored.push_back(std::move(batch.stored));
    } else {
      batches.stored.push_back(ops::unread_batch(now));
    }
    batches.stored.back().applications.push_back({report.transaction, now.now_ns});
    now.random += 0x9E37'79B9'7F4A'7C15;  // another family of ids
  }
  return batches;
}

// False if only a part of a batch was applied, or it was changed: that is not the batch that was given.
bool is_to_be_stored(const Report& report) {
  bool as_given = !report.is_part && std::none_of(report.files.begin(), report.files.end(), [](const FileReport& file) {
    return file.left_out != 0 || file.by_hand;
  });
  return report.successful() && !report.dry_run && !report.batch_blocks.empty() && as_given;
}

Result<Answer> apply_files(Session& session) {
  TRY_ASSIGN(applied, apply_document(session, [](ops::ApplyRequest& request) {
    request.formats = {"line-patch", "patch"};
  }));
  auto kept = std::make_shared<Applied>(std::move(applied));
  Report& report = kept->report;
  std::shared_ptr<Opened> opened(kept, &kept->opened);
  return answer_and_push(session, opened, {.transaction = report.transaction}, report.diagnostics, [&] {
    if (!is_to_be_stored(report)) return make_answer(session, report, kept->inputs);
    // Without --json nobody waits for the ids.
    ops::Occasion now = occasion(session);
    AppliedBatches batches;
    if (session.json()) batches = applied_batches(report, now, Ids::told);
    report.batches = std::move(batches.names);
    Answer answer = make_answer(session, report, kept->inputs);
    answer.afterwards = [kept, stored = std::move(batches.stored), now, options = session.text_options()] {
      bool made = !stored.empty();
      Diagnostics said = remember(*kept->opened.workspace,
          made ? stored : applied_batches(kept->report, now, Ids::not_told).stored, kept->report.batch_blocks);
      return render::render_diagnostics(said, options);
    };
    return answer;
  });
}

Error no_such_batch(std::string_view id) {
  return make_error(Code::batch_unknown, fmt::format("there is no stored batch with the id '{}'", id),
      "'aptix patch list' lists them");
}

// A stored batch, and its database.
struct FoundBatch {
  store::Batches batches;
  store::StoredBatch batch;
};

// REQUIRES: the workspace is locked, or this is a dry run.
Result<FoundBatch> find_batch(
    const Session& session, disk::Workspace& workspace, const std::string& id, Diagnostics& said) {
  TRY_ASSIGN(batches, ops::open_batches(workspace, {.journal = store::Journal::log}));
  if (!batches) return fail(no_such_batch(id));
  TRY_ASSIGN(batch, batches->find(id));
  if (!batch) return fail(no_such_batch(id));
  std::vector<disk::Record> log = said.take(disk::read_log(workspace));
  if (session.dry_run()) ops::follow_log(*batch, log);
  else TRY(ops::store_by_log(*batches, *batch, log));
  return FoundBatch{std::move(*batches), std::move(*batch)};
}

// Locks the workspace before looking up the batch, so that only one of two runs applies it.
Result<Answer> apply_stored(Session& session, const std::string& id) {
  Diagnostics said;
  TRY_ASSIGN(found, open_workspace(session));
  auto opened = std::make_shared<Opened>(std::move(found));
  TRY_ASSIGN(request, make_apply_request(session, *opened));
  request.formats = {"line-patch"};
  request.commit.batch = id;
  if (!request.root_given && !opened->workspace->root_prefix().empty())
    TRY_SET(opened->workspace, opened->workspace->at_top());
  TRY(lock(session, *opened->workspace));
  TRY_ASSIGN(stored, find_batch(session, *opened->workspace, id, said));
  if (!stored.batch.applications.empty() && !session.flag("again"))
    return fail(Code::batch_applied,
        fmt::format("the batch {} was applied already,{}", id, as_transaction(stored.batch.applications.back())),
        "apply it once more with '--again'");

  std::vector<std::unique_ptr<Input>> inputs;
  TRY_ASSIGN(document, stored.batches.document(id));
  inputs.push_back(std::make_unique<Input>("batch " + id, std::move(document)));
  Report report = ops::apply(inputs, *opened->workspace, request);
  for (const Block& block : report.batch_blocks) report.batches.push_back(ops::stored_names(block.body, id));
  report.diagnostics.add(std::exchange(session.said, {}));
  report.diagnostics.add(std::move(said));
  save_page(request.page, report);
  hide_from_models(session, *opened, report);
  if (!report.dry_run && (report.successful() || report.transaction != 0)) {
    Status recorded = stored.batches.add_application(id, {report.transaction, occasion(session).now_ns});
    if (!recorded) report.diagnostics.warnings.push_back(std::move(recorded).error());
  }
  return answer_and_push(session, opened, {.transaction = report.transaction}, report.diagnostics,
      [&] { return make_answer(session, report, inputs); });
}

// The whole batch is recorded as applied, so options that apply a part of it are errors.
Status refuse_parts(const Session& session, const std::string& id) {
  if (session.flag("interactive") && !session.flag("yes"))
    return fail(Code::usage, "'--interactive' asks about batches in files, not about stored ones",
        fmt::format("look first: 'aptix patch apply --dry-run --diff {}'", id));
  for (std::string_view option : {"only", "keep-going"})
    if (session.arguments.has(option))
      return fail(Code::usage,
          fmt::format("'--{}' takes a part of a batch, and a stored one is applied as a whole", option),
          "leave it out, or give the batch as a file");
  return {};
}

Result<Answer> run_patch_apply(Session& session) {
  const std::vector<std::string>& operands = session.arguments.operands();
  auto id = operands.size() == 1 ? parse_family_id(operands.front()) : std::nullopt;
  if (!id) return apply_files(session);
  TRY(refuse_parts(session, id->first));
  if (id->number != 0)
    return fail(Code::usage, fmt::format("'{}' is a part of a batch", operands.front()),
        fmt::format("apply the whole batch: 'aptix patch apply {}'", id->first));
  return apply_stored(session, id->first);
}

Status store(
    const Session& session, disk::Workspace& workspace, const store::StoredBatch& batch, std::string_view document) {
  TRY(lock(session, workspace));
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
  if (report.successful() && count != 1)
    report.diagnostics.errors.push_back(make_error(Code::input_no_edit,
        fmt::format("the input holds {} line-patch batches; one is stored at a time", count),
        "choose one with '--block N'"));
  if (!report.successful()) return make_answer(session, report, applied.inputs);

  ops::NewBatch batch = ops::new_batch(report.batch_blocks.front(), occasion(session));
  Status stored = begin_audit(session);
  if (stored && !session.dry_run())
    stored = store(session, *applied.opened.workspace, batch.stored, report.batch_blocks.front().body);
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

// For a tool: removes credentials, and all of a file that is sensitive or may not be read.
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
  const std::string& id = session.arguments.operands().front();
  TRY_ASSIGN(shown, ops::show_batch(*opened.workspace, id, opened.settings, base_places(opened)));
  Said said;
  if (session.tool != nullptr) hide_diff(opened, shown, said.diagnostics);
  ops::follow_log(shown.stored, said.diagnostics.take(disk::read_log(*opened.workspace)));
  ops::BatchState state = ops::state_of(shown.stored);
  if (session.json()) said.json = patch_json(shown, state);
  else said.text = patch_text(shown, state);
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kPatchApply = {
    .name = "patch apply",
    .summary = "apply a batch of line changes or a structured patch, all or none",
    .operands = "[FILE...|ID]",
    .description =
        "Reads line-patch batches and structured patches, bare or in a whole answer, from the FILEs or from standard "
        "input, and applies them as one transaction. When the answer also holds a block of another form, all of it is "
        "refused. With the ID of a batch that 'aptix patch submit' has stored, that batch is applied; once, unless "
        "--again is given.\n\n"
        "A line-patch batch names each file by its docPath, anywhere in the workspace, or below --root when that is "
        "given. Its changes are made only if the file still has the SHA-256 that 'originalSha256' states, and if the "
        "expected lines stand where the change says. Line numbers are those of the file as it was read. Otherwise "
        "nothing changes, and the report says what is different: which lines still stand and, when the log still has "
        "the text that the changes were made for, what has changed since and how they could be carried over. --merge "
        "carries them over where that is clean, and says so. Where it is not, --json has, as 'conflicts' in the "
        "details of the error, the lines of the base, of the file ('ours') and of the change ('theirs'), with their "
        "numbers.\n\n"
        "'aptix read --json' shows a file with its docPath and its SHA-256; 'aptix undo' takes a transaction back. "
        "What was applied is also stored as a batch: --json tells its ids, and 'aptix patch show' knows them. It is "
        "not stored where --only, --keep-going or --interactive left something out. A stored batch is applied as a "
        "whole, so --only and --keep-going do not go with an ID.",
    .shared = kDocument | kForm | kLimits | kVerify | kDryRun | kDiff | kHtml | kStrict | kNoSync | kYes |
        kInteractive | kEverywhere,
    .options = {flag("again", "apply a stored batch that was applied before")},
    .examples = {{"aptix patch apply batch.json", "apply a batch of line changes, all or none"},
        {"aptix patch apply -n --diff batch.json", "show what would change, as a diff, and write nothing"},
        {"aptix patch apply 0190163d-8694-739b-aea5-966c00000000",
            "apply a batch that 'aptix patch submit' has stored"}},
    .run = run_patch_apply,
    .audited = Audited::writes,
};

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

extern constexpr Command kPatchList = {
    .name = "patch list",
    .summary = "list the stored batches, the newest first",
    .description =
        "One line for each batch: its id, the local time, its state (stored, applied, or undone with its transaction), "
        "how much is in it, its label. Batches that 'aptix patch apply FILE' has carried out are in the list, too.",
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
