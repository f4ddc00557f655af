#include "render/batch.h"

namespace aptix::render {
namespace {

void write_own_text(json::Writer& w, std::string_view key, const OwnText& text) {
  if (text) w.field(key, *text);
}

void write_patch_file(json::Writer& w, const FilePatchNames& file, int64_t only) {
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

}  // namespace

void write_batch(json::Writer& w, const BatchNames& batch, const BatchPart& part) {
  w.field("batchId", batch.id);
  write_own_text(w, "batchKey", batch.key);
  write_own_text(w, "batchLabel", batch.label);
  w.key("files").begin_array();
  for (size_t i = 0; i < batch.files.size(); ++i)
    if (part.file < 0 || static_cast<size_t>(part.file) == i) write_patch_file(w, batch.files[i], part.change);
  w.end_array();
}

}  // namespace aptix::render
