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
    read_entries(document, bundle::kDocumentFields, "add an entry for each file to change", &DocumentReader::read_file);
  }

  void read_patch(const json::Value& document) {
    read_entries(
        document, patch::kDocumentFields, "add an entry for each text to change", &DocumentReader::read_replacement);
  }

 private:
  using ReadEntry = void (DocumentReader::*)(const json::Value& entry, const std::string& pointer);

  // `table`: the root, the list, and the field that must not be next to it.
  void read_entries(const json::Value& document, const Field (&table)[3], std::string hint_for_none, ReadEntry read) {
    std::string name(table[1].name);
    if (!expect_object(reading_, document, "", name == "files" ? "a file bundle" : "a structured patch")) return;
    auto fields = read_fields(reading_, document, "", table);
    root_ = read_root(reading_, document, fields[0]);
    check_entry_list(findings_, fields[1], fields[2], std::move(hint_for_none),
        "put the patches into an entry of 'files' with \"operation\": \"patch\"");
    if (!fields[1].value) return;
    size_t index = 0;
    for (json::Value entry : *fields[1].value) {
      std::string pointer = element_pointer("/" + name, index++);
      if (!expect_object(reading_, entry, pointer, "an entry of '" + name + "'")) continue;
      findings_.about(stated_path(entry, "path"));
      (this->*read)(entry, pointer);
      findings_.about({});
    }
  }

  void read_file(const json::Value& entry, const std::string& pointer) {
    auto fields = read_fields(reading_, entry, pointer, bundle::kEntryFields);
    std::optional<RelPath> path = read_path(reading_, fields[0], root_);
    const bundle::OperationRow* row = read_operation(fields[1]);
    if (row == nullptr) return;
    const FieldValue &content = fields[2], &patches = fields[3];
    check_part(*row, entry,
        {json::Type::string, row->content, content,
            row->name.empty() ? "add \"content\", or the \"operation\" that is meant" : "add \"content\", a string",
            ""});
    check_part(*row, entry,
        {json::Type::array, row->patches, patches, "add \"patches\", an array of objects with 'find' and 'replace'",
            "use \"operation\": \"patch\", or leave 'patches' out"});
    bool has_content = content.value && !is_null(content), has_patches = patches.value && !is_null(patches);
    if (row->name == "gitPatch" && path) {
      if (has_content) read_git_patch(*path, content);
      return;
    }
    // Without a usable path the entry is still read for its other faults; the plan is not used then.
    FileEdit& edit = add(path ? std::move(*path) : RelPath::parse("unnamed").value(), entry, pointer);
    edit.operation = row->operation;
    if (row->content == bundle::Use::needed && has_content)
      edit.edits.push_back({Whole{content.value->text()}, reading_.origin(content.value->offset(), content.pointer())});
    if (row->patches == bundle::Use::needed && has_patches) edit.edits = read_replacements(reading_, patches);
  }

  const bundle::OperationRow* read_operation(const FieldValue& operation) {
    if (!operation.present) return &bundle::kOperations[0];
    if (!operation.value) return nullptr;
    std::string_view name = operation.value->text();
    for (const bundle::OperationRow& row : bundle::kOperations)
      if (!row.name.empty() && row.name == name) return &row;
    bool moves = name == "rename" || name == "move" || name == "copy";
    bool changes = name == "update" || name == "modify" || name == "edit" || name == "change";
    std::string verb = name == "copy" ? "copy" : "rename";
    field_error(findings_, operation, Code::field_value,
        "'operation' is " + excerpt_in_quotes(name) + ", which is not one of the five operations",
        moves         ? "use 'gitPatch' with a diff that has '" + verb + " from' and '" + verb + " to' lines"
            : changes ? "use 'replace' with the whole content, or 'patch' with texts to find and replace"
                      : did_you_mean(name, bundle::kOperationNames));
    return nullptr;
  }

  // 'content' or 'patches', and hints for when it does not agree with the operation.
  struct Part {
    json::Type type;
    bundle::Use use;
    const FieldValue& value;
    std::string_view to_add, to_mend;
  };

  void check_part(const bundle::OperationRow& row, const json::Value& entry, const Part& part) {
    bool given = part.value.present && !is_null(part.value);
    if (given == (part.use == bundle::Use::needed)) return;
    std::string name = "'" + std::string(part.value.name) + "'", at = part.value.pointer();
    std::string operation = row.name.empty() ? "an entry without 'operation'" : "'" + std::string(row.name) + "'";
    std::string surplus = name + " does not go with " + operation;
    if (part.use == bundle::Use::needed && !part.value.present)
      findings_.error(Code::field_missing, entry.offset(), std::string(part.value.object),
          name + " is missing, which " + operation + " needs", std::string(part.to_add));
    else if (part.use == bundle::Use::needed)
      field_error(findings_, part.value, Code::field_type, wrong_type(name, part.type, *part.value.value),
          right_type(part.type, *part.value.value));
    else if (part.use == bundle::Use::ignored)
      findings_.warning(
          Code::field_unexpected, part.value.key_offset, at, surplus + "; it was ignored", "leave it out");
    else findings_.error(Code::field_unexpected, part.value.key_offset, at, surplus, std::string(part.to_mend));
  }

  void read_git_patch(const RelPath& path, const FieldValue& content) {
    DiffSource diff{.text = content.value->text(), .end_is_certain = true};  // the JSON around it is complete
    diff.in_json = {content.value->offset(), reading_.plan.keep(content.pointer())};
    diff.root = root_;
    diff.entry_path = path;
    read_diff_text(reading_, diff);
  }

  void read_replacement(const json::Value& entry, const std::string& pointer) {
    if (entry.find("replacements")) return read_list(entry, pointer);
    auto fields = read_fields(reading_, entry, pointer, patch::kFlatFields);
    std::optional<RelPath> path = read_path(reading_, fields[3], root_);
    std::optional<FindReplace> edit = read_find_replace(findings_, fields);
    if (!path || !edit) return;
    FileEdit& file = add(std::move(*path), entry, pointer);
    file.edits.push_back({*edit, file.origin});
  }

  void read_list(const json::Value& entry, const std::string& pointer) {
    auto fields = read_fields(reading_, entry, pointer, patch::kListFields);
    std::optional<RelPath> path = read_path(reading_, fields[0], root_);
    for (const FieldValue& field : std::span(fields).subspan(2))
      if (field.present)
        findings_.error(Code::field_unexpected, field.key_offset, field.pointer(),
            "'" + std::string(field.name) + "' does not go with 'replacements'",
            "put it into an entry of 'replacements'");
    if (!fields[1].value) return;
    std::vector<Edit> edits = read_replacements(reading_, fields[1]);
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
