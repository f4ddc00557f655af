#include "format/batch_names.h"

#include "base/assert.h"
#include "base/json.h"

namespace aptix::format {
namespace {

std::string text_of(const json::Value& object, std::string_view key) {
  auto value = object.find(key);
  return value && value->type() == json::Type::string ? std::string(value->text()) : std::string();
}

}  // namespace

BatchNames read_batch_names(std::string_view document) {
  json::ReadResult read = json::read(document);
  ASSERT(read.document);
  json::Value root = read.document->root();
  BatchNames batch;
  batch.key = text_of(root, "batchKey");
  batch.label = text_of(root, "batchLabel");
  auto files = root.find("files");
  ASSERT(files);
  for (json::Value entry : *files) {
    FilePatchNames& file = batch.files.emplace_back();
    file.key = text_of(entry, "fileKey");
    file.label = text_of(entry, "fileLabel");
    file.doc_path = text_of(entry, "docPath");
    file.original_sha = text_of(entry, "originalSha256");
    auto changes = entry.find("changes");
    ASSERT(changes);
    for (json::Value change : *changes)
      file.changes.push_back({.id = {},
                              .key = text_of(change, "changeKey"),
                              .operation = text_of(change, "operation"),
                              .description = text_of(change, "description")});
  }
  return batch;
}

}  // namespace aptix::format
