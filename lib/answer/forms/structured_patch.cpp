// Structured patches: the flat shape of SYS-004 §4 and `replacements` of APTIX_FILE_SPEC §2.
#include <utility>

#include "answer/forms/forms.h"
#include "answer/tree/json_support.h"

namespace aptix::answer {
namespace {

class PatchReader {
 public:
  explicit PatchReader(BlockReading& reading) : reading_(reading), findings_(reading.findings) {}

  void read(const json::Value& document) {
    if (!expect_object(reading_, document, "", "a structured patch")) return;
    std::vector<FieldValue> fields = read_fields(reading_, document, "", patch::kDocumentFields);
    root_ = read_root(reading_, document, fields[0]);
    std::optional<json::Value> patches = read_entry_list(reading_, fields[1], fields[2],
        {"patches", "files", "put the patches into an entry of 'files' with \"operation\": \"patch\"",
            "add an entry for each text to change"});
    if (!patches) return;
    size_t index = 0;
    for (json::Value entry : *patches) read_entry(entry, element_pointer("/patches", index++));
  }

 private:
  void read_entry(const json::Value& entry, const std::string& pointer) {
    if (!expect_object(reading_, entry, pointer, "an entry of 'patches'")) return;
    findings_.about(stated_path(entry, "path"));
    if (entry.find("replacements")) read_list(entry, pointer);
    else read_flat(entry, pointer);
    findings_.about({});
  }

  void read_flat(const json::Value& entry, const std::string& pointer) {
    std::vector<FieldValue> fields = read_fields(reading_, entry, pointer, patch::kFlatFields);
    std::optional<RelPath> path = read_path(reading_, fields[3], pointer, root_);
    std::optional<FindReplace> edit = read_find_replace(reading_, pointer, fields);
    if (!path || !edit) return;
    FileEdit& file = add(std::move(*path), entry, pointer);
    file.edits.push_back({*edit, file.origin});
  }

  void read_list(const json::Value& entry, const std::string& pointer) {
    std::vector<FieldValue> fields = read_fields(reading_, entry, pointer, patch::kListFields);
    std::optional<RelPath> path = read_path(reading_, fields[0], pointer, root_);
    for (size_t i = 2; i < fields.size(); ++i) forbid(patch::kListFields[i].name, fields[i], pointer);
    if (!fields[1].value) return;
    std::vector<Edit> edits = read_replacements(reading_, *fields[1].value, member_pointer(pointer, "replacements"));
    if (path) add(std::move(*path), entry, pointer).edits = std::move(edits);
  }

  void forbid(std::string_view name, const FieldValue& field, const std::string& pointer) {
    if (!field.present) return;
    findings_.error(Code::field_unexpected, field.key_offset, member_pointer(pointer, name),
        "'" + std::string(name) + "' does not go with 'replacements'", "put it into an entry of 'replacements'");
  }

  FileEdit& add(RelPath path, const json::Value& entry, const std::string& pointer) {
    reading_.plan.files.push_back(FileEdit{.operation = Operation::modify,
        .path = std::move(path),
        .block = reading_.options.block_index,
        .origin = reading_.origin(entry.offset(), pointer)});
    return reading_.plan.files.back();
  }

  BlockReading& reading_;
  Findings& findings_;
  std::string root_;
};

}  // namespace

void parse_structured_patch(BlockReading& reading) {
  if (std::optional<json::Document> document = read_document(reading)) PatchReader(reading).read(document->root());
}

}  // namespace aptix::answer
