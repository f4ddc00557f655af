// Writes reports and diagnostics as JSON. Every value passes through the writer, which escapes it.
#include "render/json.h"

#include <span>

namespace aptix::render {
namespace {

void write_optional(json::Writer& w, std::string_view key, std::string_view text) {
  if (!text.empty()) w.field(key, text);
}

void write_own_text(json::Writer& w, std::string_view key, const OwnText& text) {
  if (text) w.field(key, *text);
}

void write_place(json::Writer& w, const Place& where) {
  if (where.input.empty()) return;
  w.key("where").begin_object();
  w.field("input", where.input);
  if (where.line != 0) w.field("line", where.line);
  if (where.line != 0 && where.column != 0) w.field("column", where.column);
  write_optional(w, "pointer", where.pointer);
  w.end_object();
}

void write_candidates(json::Writer& w, const std::vector<Candidate>& candidates) {
  if (candidates.empty()) return;
  w.objects("candidates", candidates, [&](const Candidate& candidate) {
    w.field("line", candidate.line);
    if (candidate.above != 0) w.field("textLine", candidate.first_line());
    w.field("text", candidate.text);
    write_optional(w, "differs", candidate.differs);
  });
}

void write_side(json::Writer& w, std::string_view name, const ConflictSide& side) {
  w.key(name).begin_object().field("startLine", side.first).field("endLine", side.first + side.lines.size() - 1);
  w.list("lines", side.lines).end_object();
}

void write_conflicts(json::Writer& w, const std::vector<Conflict>& conflicts) {
  if (conflicts.empty()) return;
  w.objects("conflicts", conflicts, [&](const Conflict& conflict) {
    write_side(w, "base", conflict.base);
    write_side(w, "ours", conflict.ours);
    write_side(w, "theirs", conflict.theirs);
  });
}

void write_details(json::Writer& w, const Diagnostic& diagnostic) {
  bool any = !diagnostic.notes.empty() || !diagnostic.extracts.empty() || !diagnostic.conflicts.empty();
  if (!any && diagnostic.approval.empty() && !diagnostic.hidden) return;
  w.key("details").begin_object();
  if (!diagnostic.approval.empty()) w.field("approval", diagnostic.approval);
  if (diagnostic.hidden) w.field("hidden", true);
  if (!diagnostic.notes.empty()) w.list("notes", diagnostic.notes);
  if (!diagnostic.extracts.empty())
    w.objects("extracts", diagnostic.extracts, [&](const Extract& extract) {
      w.field("name", extract.name);
      if (extract.line != 0) w.field("line", extract.line);
      w.field("text", extract.text);
    });
  write_conflicts(w, diagnostic.conflicts);
  w.end_object();
}

void write_diagnostics(json::Writer& w, std::string_view name, const std::vector<Diagnostic>& diagnostics) {
  w.objects(name, diagnostics, [&](const Diagnostic& diagnostic) {
    w.field("errorCode", info(diagnostic.code).id).field("message", diagnostic.message);
    write_optional(w, "hint", diagnostic.hint);
    write_optional(w, "path", diagnostic.path);
    write_optional(w, "docPath", diagnostic.doc_path);
    write_place(w, diagnostic.where);
    write_candidates(w, diagnostic.candidates);
    write_details(w, diagnostic);
  });
}

void write_block(json::Writer& w, const BlockReport& block) {
  w.field("number", block.number);
  w.field_or_null("format", block.format);
  w.field("passedOver", block.format.empty());
  write_optional(w, "why", block.why);
  w.field("fenced", block.fenced).field("info", block.info);
  w.field("line", block.line).field("bytes", block.bytes).field("edits", block.edits);
}

void write_edit(json::Writer& w, const EditReport& edit) {
  bool placed = edit.status == EditStatus::applied || edit.status == EditStatus::already;
  w.field("status", name(edit.status));
  if (placed) w.field("rule", name(edit.rule));
  if (edit.line != 0) w.field("line", edit.line);
  if (placed) w.field("offset", edit.offset).field("places", edit.places);
  write_optional(w, "pointer", edit.pointer);
}

void write_file(json::Writer& w, const FileReport& file) {
  w.field("path", file.path);
  write_optional(w, "docPath", file.doc_path);
  write_optional(w, "from", file.from);
  w.field("operation", file.operation).field("status", file.status);
  w.field_or_null("before", hex_of(file.before_sha)).field_or_null("after", hex_of(file.after_sha));
  w.field("linesAdded", file.lines_added).field("linesRemoved", file.lines_removed);
  if (file.left_out != 0) w.field("leftOut", file.left_out);
  if (file.by_hand) w.field("byHand", true);
  w.objects("edits", file.edits, [&](const EditReport& edit) { write_edit(w, edit); });
}

// The element at index `only`, or all for -1.
template <class T>
std::span<const T> one_or_all(const std::vector<T>& list, int64_t only) {
  return only < 0 ? std::span(list) : std::span(list).subspan(static_cast<size_t>(only), 1);
}

void write_file_patch(json::Writer& w, const FilePatchNames& file, int64_t only) {
  w.field("filePatchId", file.id);
  write_own_text(w, "fileKey", file.key);
  write_own_text(w, "fileLabel", file.label);
  w.field("docPath", file.doc_path).field("originalSha256", file.original_sha);
  w.objects("changes", one_or_all(file.changes, only), [&](const ChangeNames& change) {
    w.field("changeId", change.id);
    write_own_text(w, "changeKey", change.key);
    w.field("operation", change.operation);
    write_own_text(w, "description", change.description);
  });
}

std::string write_result(const Report& report) {
  bool nothing = report.feedback.empty() && report.blocks.empty() && report.files.empty() && report.transaction == 0;
  if (nothing && !report.successful()) return {};
  return json::object([&](json::Writer& w) {
    w.field("command", report.command).field("dryRun", report.dry_run).field("complete", report.complete);
    w.field_or_null("transaction", report.transaction);
    write_optional(w, "verified", report.verified);
    w.objects("blocks", report.blocks, [&](const BlockReport& block) { write_block(w, block); });
    w.objects("files", report.files, [&](const FileReport& file) { write_file(w, file); });
    if (!report.batches.empty())
      w.objects("batches", report.batches, [&](const BatchNames& batch) { write_batch(w, batch); });
    write_optional(w, "diff", report.diff);
    write_optional(w, "feedback", report.feedback);
  });
}

}  // namespace

std::string envelope(std::string_view result, const Diagnostics& diagnostics) {
  return json::object([&](json::Writer& w) {
    w.field("schemaVersion", kSchemaVersion).field("successful", diagnostics.ok());
    w.key("result").raw(result.empty() ? "null" : result);
    write_diagnostics(w, "errors", diagnostics.errors);
    if (diagnostics.more_errors != 0) w.field("errorsNotListed", diagnostics.more_errors);
    write_diagnostics(w, "warnings", diagnostics.warnings);
    if (diagnostics.more_warnings != 0) w.field("warningsNotListed", diagnostics.more_warnings);
  }) + "\n";
}

bool add_warnings(std::string& envelope, const std::vector<Diagnostic>& warnings) {
  constexpr std::string_view kMember = "\"warnings\":[";
  size_t list = envelope.rfind(kMember), end = envelope.rfind(']');
  if (list == std::string::npos) return false;
  if (warnings.empty()) return true;
  std::string more = json::object([&](json::Writer& w) { write_diagnostics(w, "warnings", warnings); });
  std::string_view items = std::string_view(more).substr(kMember.size() + 1, more.size() - kMember.size() - 3);
  bool first = end == list + kMember.size();
  envelope.insert(end, (first ? "" : ",") + std::string(items));
  return true;
}

void write_batch(json::Writer& w, const BatchNames& batch, const BatchPart& part) {
  w.field("batchId", batch.id);
  write_own_text(w, "batchKey", batch.key);
  write_own_text(w, "batchLabel", batch.label);
  w.objects("files", one_or_all(batch.files, part.file),
      [&](const FilePatchNames& file) { write_file_patch(w, file, part.change); });
}

std::string render_json(const Report& report) { return envelope(write_result(report), report.diagnostics); }

}  // namespace aptix::render
