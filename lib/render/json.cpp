// Writes reports and diagnostics as JSON. Every value goes through the writer, which escapes it.
#include "render/json.h"

namespace aptix::render {
namespace {

void write_optional(json::Writer& w, std::string_view key, std::string_view text) {
  if (!text.empty()) w.field(key, text);
}

void write_own_text(json::Writer& w, std::string_view key, const OwnText& text) {
  if (text) w.field(key, *text);
}

void write_text_or_null(json::Writer& w, std::string_view key, const std::string& text) {
  w.key(key);
  if (text.empty()) w.null();
  else w.value(text);
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
  w.key("candidates").begin_array();
  for (const Candidate& candidate : candidates) {
    w.begin_object();
    w.field("line", candidate.line);
    if (candidate.above != 0) w.field("textLine", candidate.first_line());
    w.field("text", candidate.text);
    write_optional(w, "differs", candidate.differs);
    w.end_object();
  }
  w.end_array();
}

void write_side(json::Writer& w, std::string_view name, const ConflictSide& side) {
  w.key(name)
      .begin_object()
      .field("startLine", side.first)
      .field("endLine", side.first + side.lines.size() - 1)
      .key("lines")
      .begin_array();
  for (const std::string& line : side.lines) w.value(line);
  w.end_array().end_object();
}

void write_conflicts(json::Writer& w, const std::vector<Conflict>& conflicts) {
  if (conflicts.empty()) return;
  w.key("conflicts").begin_array();
  for (const Conflict& conflict : conflicts) {
    w.begin_object();
    write_side(w, "base", conflict.base);
    write_side(w, "ours", conflict.ours);
    write_side(w, "theirs", conflict.theirs);
    w.end_object();
  }
  w.end_array();
}

void write_details(json::Writer& w, const Diagnostic& diagnostic) {
  if (diagnostic.notes.empty() && diagnostic.extracts.empty() && diagnostic.conflicts.empty()) return;
  w.key("details").begin_object();
  if (!diagnostic.notes.empty()) {
    w.key("notes").begin_array();
    for (const std::string& note : diagnostic.notes) w.value(note);
    w.end_array();
  }
  if (!diagnostic.extracts.empty()) {
    w.key("extracts").begin_array();
    for (const Extract& extract : diagnostic.extracts) {
      w.begin_object().field("name", extract.name);
      if (extract.line != 0) w.field("line", extract.line);
      w.field("text", extract.text).end_object();
    }
    w.end_array();
  }
  write_conflicts(w, diagnostic.conflicts);
  w.end_object();
}

std::string write_diagnostics(const std::vector<Diagnostic>& diagnostics) {
  json::Writer w;
  w.begin_array();
  for (const Diagnostic& diagnostic : diagnostics) {
    w.begin_object();
    w.field("errorCode", info(diagnostic.code).id).field("message", diagnostic.message);
    write_optional(w, "hint", diagnostic.hint);
    write_optional(w, "path", diagnostic.path);
    write_optional(w, "docPath", diagnostic.doc_path);
    write_place(w, diagnostic.where);
    write_candidates(w, diagnostic.candidates);
    write_details(w, diagnostic);
    w.end_object();
  }
  w.end_array();
  return w.take();
}

void write_block(json::Writer& w, const BlockReport& block) {
  w.begin_object();
  w.field("number", block.number);
  write_text_or_null(w, "format", block.format);
  w.field("passedOver", block.format.empty());
  write_optional(w, "why", block.why);
  w.field("fenced", block.fenced).field("info", block.info);
  w.field("line", block.line).field("bytes", block.bytes).field("edits", block.edits);
  w.end_object();
}

void write_edit(json::Writer& w, const EditReport& edit) {
  bool placed = edit.status == EditStatus::applied || edit.status == EditStatus::already;
  w.begin_object();
  w.field("status", name(edit.status));
  if (placed) w.field("rule", name(edit.rule));
  if (edit.line != 0) w.field("line", edit.line);
  if (placed) w.field("offset", edit.offset).field("places", edit.places);
  write_optional(w, "pointer", edit.pointer);
  w.end_object();
}

void write_file(json::Writer& w, const FileReport& file) {
  w.begin_object();
  w.field("path", file.path);
  write_optional(w, "docPath", file.doc_path);
  write_optional(w, "from", file.from);
  w.field("operation", file.operation).field("status", file.status);
  write_text_or_null(w, "before", file.before_sha);
  write_text_or_null(w, "after", file.after_sha);
  w.field("linesAdded", file.lines_added).field("linesRemoved", file.lines_removed);
  if (file.left_out != 0) w.field("leftOut", file.left_out);
  if (file.by_hand) w.field("byHand", true);
  w.key("edits").begin_array();
  for (const EditReport& edit : file.edits) write_edit(w, edit);
  w.end_array().end_object();
}

void write_file_patch(json::Writer& w, const FilePatchNames& file, int64_t only) {
  w.begin_object().field("filePatchId", file.id);
  write_own_text(w, "fileKey", file.key);
  write_own_text(w, "fileLabel", file.label);
  w.field("docPath", file.doc_path).field("originalSha256", file.original_sha);
  w.key("changes").begin_array();
  for (size_t i = 0; i < file.changes.size(); ++i) {
    if (only >= 0 && static_cast<size_t>(only) != i) continue;
    const ChangeNames& change = file.changes[i];
    w.begin_object().field("changeId", change.id);
    write_own_text(w, "changeKey", change.key);
    w.field("operation", change.operation);
    write_own_text(w, "description", change.description);
    w.end_object();
  }
  w.end_array().end_object();
}

std::string write_result(const Report& report) {
  bool nothing = report.feedback.empty() && report.blocks.empty() && report.files.empty() && report.transaction == 0;
  if (nothing && !report.successful()) return {};
  json::Writer w;
  w.begin_object();
  w.field("command", report.command).field("dryRun", report.dry_run).field("complete", report.complete);
  w.key("transaction");
  if (report.transaction == 0) w.null();
  else w.value(report.transaction);
  w.key("blocks").begin_array();
  for (const BlockReport& block : report.blocks) write_block(w, block);
  w.end_array();
  w.key("files").begin_array();
  for (const FileReport& file : report.files) write_file(w, file);
  w.end_array();
  if (!report.batches.empty()) {
    w.key("batches").begin_array();
    for (const BatchNames& batch : report.batches) {
      w.begin_object();
      write_batch(w, batch);
      w.end_object();
    }
    w.end_array();
  }
  write_optional(w, "diff", report.diff);
  write_optional(w, "feedback", report.feedback);
  w.end_object();
  return w.take();
}

}  // namespace

std::string envelope(std::string_view result, const Diagnostics& diagnostics) {
  std::string out = "{\"schemaVersion\":" + std::to_string(kSchemaVersion);
  out += diagnostics.ok() ? ",\"successful\":true,\"result\":" : ",\"successful\":false,\"result\":";
  out += result.empty() ? std::string_view("null") : result;
  out += ",\"errors\":" + write_diagnostics(diagnostics.errors);
  if (diagnostics.more_errors != 0) out += ",\"errorsNotListed\":" + std::to_string(diagnostics.more_errors);
  out += ",\"warnings\":" + write_diagnostics(diagnostics.warnings);
  if (diagnostics.more_warnings != 0) out += ",\"warningsNotListed\":" + std::to_string(diagnostics.more_warnings);
  out += "}\n";
  return out;
}

void write_batch(json::Writer& w, const BatchNames& batch, const BatchPart& part) {
  w.field("batchId", batch.id);
  write_own_text(w, "batchKey", batch.key);
  write_own_text(w, "batchLabel", batch.label);
  w.key("files").begin_array();
  for (size_t i = 0; i < batch.files.size(); ++i)
    if (part.file < 0 || static_cast<size_t>(part.file) == i) write_file_patch(w, batch.files[i], part.change);
  w.end_array();
}

std::string render_json(const Report& report) { return envelope(write_result(report), report.diagnostics); }

}  // namespace aptix::render
