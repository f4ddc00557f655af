#include "answer/tree/batch_names.h"

#include "base/assert.h"
#include "base/json/record.h"

namespace aptix::answer {
namespace {

OwnText own_text(const json::Value& object, std::string_view key) { return OwnText(json::text_member(object, key)); }

std::string own_text_of(const json::Value& object, std::string_view key) { return own_text(object, key).value_or(""); }

}  // namespace

BatchNames read_batch_names(std::string_view document) {
  json::ReadResult read = json::read(document);
  ASSERT(read.document);
  json::Value root = read.document->root();
  BatchNames batch;
  batch.key = own_text(root, "batchKey");
  batch.label = own_text(root, "batchLabel");
  auto files = root.find("files");
  ASSERT(files);
  for (json::Value entry : *files) {
    FilePatchNames& file = batch.files.emplace_back();
    file.key = own_text(entry, "fileKey");
    file.label = own_text(entry, "fileLabel");
    file.doc_path = own_text_of(entry, "docPath");
    file.original_sha = own_text_of(entry, "originalSha256");
    auto changes = entry.find("changes");
    ASSERT(changes);
    for (json::Value change : *changes)
      file.changes.push_back({.id = {},
          .key = own_text(change, "changeKey"),
          .operation = own_text_of(change, "operation"),
          .description = own_text(change, "description")});
  }
  return batch;
}

}  // namespace aptix::answer
