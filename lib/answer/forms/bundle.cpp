// File bundles: SYS-004 §3, APTIX_FILE_SPEC §1.
#include <algorithm>
#include <utility>

#include "answer/edits/diff_edits.h"
#include "answer/forms/forms.h"
#include "answer/tree/json_support.h"

namespace aptix::answer {
namespace {

class BundleReader {
 public:
  explicit BundleReader(BlockReading& reading) : reading_(reading), findings_(reading.findings) {}

  void read(const json::Value& document) {
    if (!expect_object(reading_, document, "", "a file bundle")) return;
    std::vector<FieldValue> fields = read_fields(reading_, document, "", bundle::kDocumentFields);
    root_ = read_root(reading_, document, fields[0]);
    std::optional<json::Value> files = read_entry_list(reading_, fields[1], fields[2],
        {"files", "patches", "put the patches into an entry of 'files' with \"operation\": \"patch\"",
            "add an entry for each file to change"});
    if (!files) return;
    reading_.plan.files.reserve(reading_.plan.files.size() + files->size());
    size_t index = 0;
    for (json::Value entry : *files) read_entry(entry, element_pointer("/files", index++));
  }

 private:
  void read_entry(const json::Value& entry, const std::string& pointer) {
    if (!expect_object(reading_, entry, pointer, "an entry of 'files'")) return;
    findings_.about(stated_path(entry, "path"));
    read_fields_of(entry, pointer);
    findings_.about({});
  }

  void read_fields_of(const json::Value& entry, const std::string& pointer) {
    std::vector<FieldValue> fields = read_fields(reading_, entry, pointer, bundle::kEntryFields);
    std::optional<RelPath> path = read_path(reading_, fields[0], pointer, root_);
    const bundle::OperationRow* row = read_operation(fields[1], pointer);
    if (row == nullptr) return;
    check_part(*row, entry,
        {bundle::kEntryFields[2], row->content, fields[2],
            row->name.empty() ? "add \"content\", or the \"operation\" that is meant" : "add \"content\", a string",
            ""},
        pointer);
    check_part(*row, entry,
        {bundle::kEntryFields[3], row->patches, fields[3],
            "add \"patches\", an array of objects with 'find' and 'replace'",
            "use \"operation\": \"patch\", or leave 'patches' out"},
        pointer);
    if (row->name == "gitPatch" && path) return read_git_patch(*path, fields[2], pointer);
    // Without a usable path the entry is read all the same, for its other faults; the plan is not used then.
    if (!path) path = RelPath::parse("unnamed").value();
    FileEdit edit{.operation = row->operation,
        .path = std::move(*path),
        .block = reading_.options.block_index,
        .origin = reading_.origin(entry.offset(), pointer)};
    if (row->content == bundle::Use::needed) add_content(edit, fields[2], pointer);
    if (row->patches == bundle::Use::needed) add_patches(edit, fields[3], pointer);
    reading_.plan.files.push_back(std::move(edit));
  }

  const bundle::OperationRow* read_operation(const FieldValue& operation, const std::string& pointer) {
    if (!operation.present) return &bundle::kOperations[0];
    if (!operation.value) return nullptr;
    std::string_view name = operation.value->text();
    for (const bundle::OperationRow& row : bundle::kOperations)
      if (!row.name.empty() && row.name == name) return &row;
    bool moves = name == "rename" || name == "move" || name == "copy";
    bool changes = name == "update" || name == "modify" || name == "edit" || name == "change";
    std::string verb = name == "copy" ? "copy" : "rename";
    findings_.error(Code::field_value, operation.value->offset(), member_pointer(pointer, "operation"),
        "'operation' is " + excerpt_in_quotes(name) + ", which is not one of the five operations",
        moves         ? "use 'gitPatch' with a diff that has '" + verb + " from' and '" + verb + " to' lines"
            : changes ? "use 'replace' with the whole content, or 'patch' with texts to find and replace"
                      : did_you_mean(name, bundle::kOperationNames));
    return nullptr;
  }

  static std::string quoted_name(const bundle::OperationRow& row) {
    return row.name.empty() ? std::string("an entry without 'operation'") : "'" + std::string(row.name) + "'";
  }

  // 'content' or 'patches', and what is to be done about it where it does not go with the operation.
  struct Part {
    const Field& field;
    bundle::Use use;
    const FieldValue& value;
    std::string_view to_add, to_mend;
  };

  void check_part(
      const bundle::OperationRow& row, const json::Value& entry, const Part& part, const std::string& pointer) {
    bool given = part.value.present && !is_null(part.value);
    if (given == (part.use == bundle::Use::needed)) return;
    std::string name = "'" + std::string(part.field.name) + "'";
    std::string at = member_pointer(pointer, part.field.name);
    std::string surplus = name + " does not go with " + quoted_name(row);
    if (part.use == bundle::Use::needed && !part.value.present)
      findings_.error(Code::field_missing, entry.offset(), pointer,
          name + " is missing, which " + quoted_name(row) + " needs", std::string(part.to_add));
    else if (part.use == bundle::Use::needed)
      findings_.error(Code::field_type, part.value.value->offset(), at,
          wrong_type(name, part.field.type, *part.value.value), right_type(part.field.type, *part.value.value));
    else if (part.use == bundle::Use::ignored)
      findings_.warning(
          Code::field_unexpected, part.value.key_offset, at, surplus + "; it was ignored", "leave it out");
    else findings_.error(Code::field_unexpected, part.value.key_offset, at, surplus, std::string(part.to_mend));
  }

  void add_content(FileEdit& edit, const FieldValue& content, const std::string& pointer) {
    if (!content.value || is_null(content)) return;
    edit.edits.push_back(
        {Whole{content.value->text()}, reading_.origin(content.value->offset(), member_pointer(pointer, "content"))});
  }

  void add_patches(FileEdit& edit, const FieldValue& patches, const std::string& pointer) {
    if (!patches.value || is_null(patches)) return;
    edit.edits = read_replacements(reading_, *patches.value, member_pointer(pointer, "patches"));
  }

  void read_git_patch(const RelPath& path, const FieldValue& content, const std::string& pointer) {
    if (!content.value || is_null(content)) return;
    DiffSource diff{.text = content.value->text(), .end_is_certain = true};  // the JSON around it is complete
    diff.in_json = {content.value->offset(), reading_.plan.keep(member_pointer(pointer, "content"))};
    diff.root = root_;
    diff.entry_path = path;
    read_diff_text(reading_, diff);
  }

  BlockReading& reading_;
  Findings& findings_;
  std::string root_;
};

}  // namespace

void parse_bundle(BlockReading& reading) {
  if (std::optional<json::Document> document = read_document(reading)) BundleReader(reading).read(document->root());
}

}  // namespace aptix::answer
