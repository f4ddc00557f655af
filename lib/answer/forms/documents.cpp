// File bundles (SYS-004 §3, APTIX_FILE_SPEC §1) and structured patches: the flat shape of SYS-004 §4 and
// `replacements` of APTIX_FILE_SPEC §2.
#include <algorithm>
#include <utility>

#include "answer/forms/forms.h"
#include "answer/tree/json_support.h"

namespace aptix::answer {
namespace {

class DocumentReader {
 public:
  explicit DocumentReader(BlockReading& reading) : reading_(reading), findings_(reading.findings) {}

  void read_bundle(const json::Value& document) {
    read_entries(document, bundle::kDocumentFields, {"files", "patches", kBoth, "add an entry for each file to change"},
        &DocumentReader::read_file);
  }

  void read_patch(const json::Value& document) {
    read_entries(document, patch::kDocumentFields, {"patches", "files", kBoth, "add an entry for each text to change"},
        &DocumentReader::read_replacement);
  }

 private:
  using ReadEntry = void (DocumentReader::*)(const json::Value& entry, const std::string& pointer);
  static constexpr std::string_view kBoth = "put the patches into an entry of 'files' with \"operation\": \"patch\"";

  // The fields: the root, the list, and the one that must not stand next to it.
  void read_entries(const json::Value& document, const Field (&table)[3], const EntryList& row, ReadEntry read) {
    std::string name(row.name);
    if (!expect_object(reading_, document, "", name == "files" ? "a file bundle" : "a structured patch")) return;
    auto fields = read_fields(reading_, document, "", table);
    root_ = read_root(reading_, document, fields[0]);
    std::optional<json::Value> list = read_entry_list(reading_, fields[1], fields[2], row);
    if (!list) return;
    size_t index = 0;
    for (json::Value entry : *list) {
      std::string pointer = element_pointer("/" + name, index++);
      if (!expect_object(reading_, entry, pointer, "an entry of '" + name + "'")) continue;
      findings_.about(stated_path(entry, "path"));
      (this->*read)(entry, pointer);
      findings_.about({});
    }
  }

  void read_file(const json::Value& entry, const std::string& pointer) {
    auto fields = read_fields(reading_, entry, pointer, bundle::kEntryFields);
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
    const FieldValue &content = fields[2], &patches = fields[3];
    bool has_content = content.value && !is_null(content), has_patches = patches.value && !is_null(patches);
    if (row->name == "gitPatch" && path) {
      if (has_content) read_git_patch(*path, *content.value, pointer);
      return;
    }
    // Without a usable path the entry is read all the same, for its other faults; the plan is not used then.
    FileEdit& edit = add(path ? std::move(*path) : RelPath::parse("unnamed").value(), entry, pointer);
    edit.operation = row->operation;
    if (row->content == bundle::Use::needed && has_content)
      edit.edits.push_back(
          {Whole{content.value->text()}, reading_.origin(content.value->offset(), member_pointer(pointer, "content"))});
    if (row->patches == bundle::Use::needed && has_patches)
      edit.edits = read_replacements(reading_, *patches.value, member_pointer(pointer, "patches"));
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
    std::string operation = row.name.empty() ? "an entry without 'operation'" : "'" + std::string(row.name) + "'";
    std::string surplus = name + " does not go with " + operation;
    if (part.use == bundle::Use::needed && !part.value.present)
      findings_.error(Code::field_missing, entry.offset(), pointer, name + " is missing, which " + operation + " needs",
          std::string(part.to_add));
    else if (part.use == bundle::Use::needed)
      findings_.error(Code::field_type, part.value.value->offset(), at,
          wrong_type(name, part.field.type, *part.value.value), right_type(part.field.type, *part.value.value));
    else if (part.use == bundle::Use::ignored)
      findings_.warning(
          Code::field_unexpected, part.value.key_offset, at, surplus + "; it was ignored", "leave it out");
    else findings_.error(Code::field_unexpected, part.value.key_offset, at, surplus, std::string(part.to_mend));
  }

  void read_git_patch(const RelPath& path, const json::Value& content, const std::string& pointer) {
    DiffSource diff{.text = content.text(), .end_is_certain = true};  // the JSON around it is complete
    diff.in_json = {content.offset(), reading_.plan.keep(member_pointer(pointer, "content"))};
    diff.root = root_;
    diff.entry_path = path;
    read_diff_text(reading_, diff);
  }

  void read_replacement(const json::Value& entry, const std::string& pointer) {
    if (entry.find("replacements")) return read_list(entry, pointer);
    auto fields = read_fields(reading_, entry, pointer, patch::kFlatFields);
    std::optional<RelPath> path = read_path(reading_, fields[3], pointer, root_);
    std::optional<FindReplace> edit = read_find_replace(reading_, pointer, fields);
    if (!path || !edit) return;
    FileEdit& file = add(std::move(*path), entry, pointer);
    file.edits.push_back({*edit, file.origin});
  }

  void read_list(const json::Value& entry, const std::string& pointer) {
    auto fields = read_fields(reading_, entry, pointer, patch::kListFields);
    std::optional<RelPath> path = read_path(reading_, fields[0], pointer, root_);
    for (size_t i = 2; i < fields.size(); ++i) {
      std::string name(patch::kListFields[i].name);
      if (fields[i].present)
        findings_.error(Code::field_unexpected, fields[i].key_offset, member_pointer(pointer, name),
            "'" + name + "' does not go with 'replacements'", "put it into an entry of 'replacements'");
    }
    if (!fields[1].value) return;
    std::vector<Edit> edits = read_replacements(reading_, *fields[1].value, member_pointer(pointer, "replacements"));
    if (path) add(std::move(*path), entry, pointer).edits = std::move(edits);
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

void parse_bundle(BlockReading& reading) {
  if (std::optional<json::Document> document = read_document(reading))
    DocumentReader(reading).read_bundle(document->root());
}

void parse_structured_patch(BlockReading& reading) {
  if (std::optional<json::Document> document = read_document(reading))
    DocumentReader(reading).read_patch(document->root());
}

}  // namespace aptix::answer
