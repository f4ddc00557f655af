// A document is stored as it came. Ids are numbers in its order, so no table of them is needed.
#include "ops/batch/batches.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/format.h"
#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "base/uuid.h"
#include "diff/read/unified.h"
#include "disk/state_files.h"
#include "edit/lines/line_changes.h"
#include "ops/config.h"

namespace aptix::ops {
namespace {

Error unknown(std::string_view id) {
  return make_error(Code::batch_unknown,
      fmt::format("there is no stored batch or part of one with the id '{}'", excerpt_for_display(id, 60)),
      "'aptix patch list' lists the batches");
}

OwnText own_text(const json::Value& object, std::string_view key) { return OwnText(json::text_member(object, key)); }

// The labels, keys and descriptions of a line-patch batch. REQUIRES: it was read without errors.
BatchNames names_in(std::string_view document) {
  json::ReadResult read = json::read(document);
  json::Value root = read.document.value().root(), files = root.find("files").value();
  BatchNames batch;
  batch.key = own_text(root, "batchKey");
  batch.label = own_text(root, "batchLabel");
  for (json::Value entry : files) {
    FilePatchNames& file = batch.files.emplace_back();
    file.key = own_text(entry, "fileKey");
    file.label = own_text(entry, "fileLabel");
    file.doc_path = own_text(entry, "docPath").value();
    file.original_sha = own_text(entry, "originalSha256").value();
    json::Value changes = entry.find("changes").value();
    for (json::Value change : changes)
      file.changes.push_back({.id = {},
          .key = own_text(change, "changeKey"),
          .operation = own_text(change, "operation").value(),
          .description = own_text(change, "description")});
  }
  return batch;
}

// Stored documents were valid; errors mean that somebody else wrote to the database or the inbox.
Diagnostics parse_document(const Input& input, const Limits& limits, Plan& plan) {
  return answer::format_named("line-patch").parse(input, whole_block(input), {.limits = limits}, plan);
}

void take_names(store::StoredBatch& stored, const BatchNames& names) {
  stored.key = names.key.value_or("");
  stored.label = names.label.value_or("");
  stored.files = names.files.size();
  stored.changes = names.change_count();
}

// Reads what leave_applied() wrote: a line about the batch, then its document. nullopt for any other text, or if the
// end is missing, which a crash of the machine may cause.
std::optional<store::BatchWithDocument> read_left(const std::string& name, std::string_view text) {
  std::string_view document = text;
  std::optional<json::Document> about = json::read_record(take_line(document));
  if (!about) return std::nullopt;
  auto number = [root = about->root()](std::string_view key) { return json::number_member(root, key); };
  auto transaction = number("transaction"), time = number("timeNs"), bytes = number("bytes");
  auto caller = json::text_member(about->root(), "caller");
  if (!transaction || !time || !caller || bytes != document.size()) return std::nullopt;
  store::StoredBatch batch;
  batch.id = name;
  batch.caller = *caller;
  batch.time_ns = static_cast<int64_t>(*time);
  batch.applications = {{.transaction = *transaction, .time_ns = batch.time_ns}};
  // An invalid document, which only somebody else can have put there, is kept without files.
  Plan plan;
  Input input(batch.id, std::string(document));
  if (parse_document(input, Limits{}, plan).ok()) take_names(batch, names_in(input.bytes));
  return store::BatchWithDocument{std::move(batch), std::string(document)};
}

// The text that the changes were made for: on disk, or wherever old texts are known.
std::optional<std::string> find_base(const FileEdit& file, Sources& sources, KnownBases& bases) {
  auto path = sources.doc_paths().path_of(file.names.doc_path);
  if (!path || !file.proof.sha) return std::nullopt;
  auto now = sources.read_disk(*path);
  if (now && sha256(*now) == *file.proof.sha) return std::move(*now);
  auto name = RelPath::parse(*path);
  if (!name) return std::nullopt;
  auto base = bases.find(*name, *file.proof.sha);
  return base ? std::optional(std::move(base->text)) : std::nullopt;
}

// `shift`: number of lines that the changes above have added.
void append_change(std::string& out, const LineChange& change, int64_t shift) {
  if (change.kind == LineChange::Kind::match) {
    out += "@@ @@\n";
  } else {
    size_t before = change.expected.size(), after = change.lines.size();
    // An empty side is given by the line before it.
    int64_t first = static_cast<int64_t>(change.first);
    int64_t gap = change.kind == LineChange::Kind::insert ? first : first - 1;
    int64_t new_start = gap + shift + (after == 0 ? 0 : 1);
    out += fmt::format("@@ -{},{} +{},{} @@\n", first, before, new_start, after);
  }
  for (std::string_view line : change.expected) out.append("-").append(line).append("\n");
  for (std::string_view line : change.lines) out.append("+").append(line).append("\n");
}

bool is_wanted(int64_t only, size_t index) { return only < 0 || static_cast<size_t>(only) == index; }

// Shows what a line-patch batch, or one change of it, does to a file: a unified diff with docPaths as names. If the old
// text is not known, it has no context, and lines that are matched by their text have no numbers.
void append_file(std::string& out, const FileEdit& file, int64_t only, const std::optional<std::string>& base) {
  const std::string& key = file.names.doc_path;
  out += fmt::format("--- {}\n+++ {}\n", diff::quote_name("a/" + key), diff::quote_name("b/" + key));
  std::vector<const LineChange*> changes;
  for (size_t i = 0; i < file.edits.size(); ++i)
    if (is_wanted(only, i)) changes.push_back(&std::get<LineChange>(file.edits[i].what));
  if (base) {  // with context, if the changes fit
    edit::LineChangesResult applied = edit::apply_line_changes(*base, changes, file.path);
    if (applied.errors.empty()) {
      out += diff::print_hunks(*base, joined(applied.pieces));
      return;
    }
  }
  int64_t shift = 0;
  for (size_t i = 0; i < file.edits.size(); ++i) {
    const LineChange& change = std::get<LineChange>(file.edits[i].what);
    if (is_wanted(only, i)) append_change(out, change, only < 0 ? shift : 0);
    shift += static_cast<int64_t>(change.lines.size()) - static_cast<int64_t>(change.expected.size());
  }
}

}  // namespace

NewBatch new_batch(const Block& block, const Occasion& occasion) {
  NewBatch batch{.names = names_in(block.body), .stored = unread_batch(occasion)};
  UuidFamily family(occasion.now_ns, occasion.random);
  assign_ids(batch.names, [&](uint32_t number) { return family.id(number); });
  take_names(batch.stored, batch.names);
  return batch;
}

store::StoredBatch unread_batch(const Occasion& occasion) {
  store::StoredBatch stored;
  stored.id = UuidFamily(occasion.now_ns, occasion.random).id(0);
  stored.caller = occasion.caller;
  stored.time_ns = occasion.now_ns;
  return stored;
}

Status leave_applied(disk::Workspace& workspace, const store::StoredBatch& batch, std::string_view document) {
  if (document.size() > store::kLargestValue)
    return fail(Code::limit_exceeded,
        fmt::format("the batch has {} bytes, and the database takes {}", document.size(), store::kLargestValue));
  json::Writer about;
  about.begin_object()
      .field("transaction", batch.applications.front().transaction)
      .field("timeNs", batch.time_ns)
      .field("caller", batch.caller);
  about.field("bytes", document.size()).end_object();
  std::string line = about.take() + "\n";
  return disk::leave_in(workspace, disk::Box::inbox, batch.id, {line, document});
}

BatchNames stored_names(std::string_view document, std::string_view id) {
  BatchNames names = names_in(document);
  assign_ids(names, [&](uint32_t number) { return member_id(id, number); });
  return names;
}

Result<std::vector<store::StoredBatch>> list_batches(disk::Workspace& workspace) {
  TRY_ASSIGN(batches, open_batches(workspace, {}));
  if (!batches) return std::vector<store::StoredBatch>();
  return batches->list();
}

Result<std::optional<store::Batches>> open_batches(disk::Workspace& workspace, store::OpenOptions options) {
  TRY_ASSIGN(names, disk::names_in(workspace, disk::Box::inbox));
  if (!names.empty()) options = {.create = true, .journal = store::Journal::log};
  TRY_ASSIGN(batches, store::Batches::open(workspace.state_path() + "/aptix.db", options));
  if (names.empty()) return batches;
  // Files that leave_applied() did not write stay in the inbox. A batch leaves it only when it is durable in the
  // database. All are added in one transaction, because each waits for the disk.
  std::vector<std::string> taken;
  auto next = names.begin();
  TRY(batches->add_all([&]() -> std::optional<store::BatchWithDocument> {
    while (next != names.end()) {
      const std::string& name = *next++;
      auto family = parse_family_id(name);
      auto text = family && family->first == name ? disk::read_from(workspace, disk::Box::inbox, name) : std::nullopt;
      auto left = text ? read_left(name, *text) : std::nullopt;
      if (!left) continue;
      taken.push_back(name);
      return left;
    }
    return std::nullopt;
  }));
  for (const std::string& name : taken) disk::take_from(workspace, disk::Box::inbox, name);
  return batches;
}

Result<ShownBatch> show_batch(
    disk::Workspace& workspace, std::string_view id, const Settings& settings, const BasePlaces& places) {
  auto family = parse_family_id(id);
  if (!family) return fail(unknown(id));
  TRY_ASSIGN(batches, open_batches(workspace, {}));
  if (!batches) return fail(unknown(id));
  TRY_ASSIGN(stored, batches->find(family->first));
  if (!stored) return fail(unknown(id));
  ShownBatch shown{.stored = std::move(*stored)};

  TRY_ASSIGN(document, batches->document(shown.stored.id));
  Input input(shown.stored.id, std::move(document));
  Plan plan;
  Diagnostics faults = parse_document(input, settings.limits, plan);
  if (!faults.ok()) return fail(std::move(faults.errors.front()));
  shown.names = stored_names(input.bytes, family->first);
  shown.part = part_of(shown.names, family->number);
  if (!shown.part.exists) return fail(unknown(id));
  TRY_ASSIGN(top, workspace.at_top());
  TRY_ASSIGN(sources, Sources::open(*top, settings.repository, places.cloud));
  KnownBases bases(*top, settings.repository, places);
  for (size_t i = 0; i < plan.files.size(); ++i)
    if (is_wanted(shown.part.file, i))
      append_file(shown.diff, plan.files[i], shown.part.change, find_base(plan.files[i], sources, bases));
  return shown;
}

void follow_log(store::StoredBatch& batch, const std::vector<disk::Record>& log) {
  std::vector<store::Application>& known = batch.applications;
  for (const disk::Record& record : log) {
    if (record.reverses != 0) continue;
    auto at = std::ranges::find_if(
        known, [&](const store::Application& application) { return application.transaction == record.id; });
    if (at != known.end()) at->undone = record.undone;
    else if (record.batch == batch.id) known.push_back({record.id, record.time_ns, record.undone});
  }
}

Status store_by_log(store::Batches& batches, store::StoredBatch& batch, const std::vector<disk::Record>& log) {
  std::vector<store::Application> before = batch.applications;
  follow_log(batch, log);
  for (size_t i = 0; i < batch.applications.size(); ++i) {
    const store::Application& now = batch.applications[i];
    if (i >= before.size()) TRY(batches.add_application(batch.id, now));
    else if (before[i].undone != now.undone)
      TRY(batches.set_state(
          now.transaction, now.undone ? store::ApplicationState::undone : store::ApplicationState::done));
  }
  return {};
}

BatchState state_of(const store::StoredBatch& batch) {
  if (batch.applications.empty()) return BatchState::stored;
  bool undone =
      std::ranges::all_of(batch.applications, [](const store::Application& application) { return application.undone; });
  return undone ? BatchState::undone : BatchState::applied;
}

std::string_view name(BatchState state) {
  switch (state) {
    case BatchState::stored: return "stored";
    case BatchState::applied: return "applied";
    case BatchState::undone: return "undone";
  }
  return "";
}

}  // namespace aptix::ops
