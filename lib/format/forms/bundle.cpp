// File bundles: SYS-004 §3, APTIX_FILE_SPEC §1.
#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "format/forms/diff_edits.h"
#include "format/forms/forms.h"
#include "format/json/json_support.h"
#include "format/json/style.h"

namespace aptix::format {
namespace {

class BundleReader {
 public:
  explicit BundleReader(JsonReading& reading) : reading_(reading), findings_(reading.findings) {}

  void read(const json::Value& document) {
    if (!expect_object(reading_, document, "", "a file bundle")) return;
    std::vector<FieldValue> fields = read_fields(reading_, document, "", bundle::kDocumentFields);
    if (fields[2].present)
      findings_.error(Code::format_mixed, fields[2].key_offset, "/patches", "one object has both 'files' and 'patches'",
          "put the patches into an entry of 'files' with \"operation\": \"patch\"");
    root_ = read_root(reading_, document, fields[0]);
    if (!fields[1].value) return;
    if (fields[1].value->size() == 0)
      findings_.error(Code::input_no_edit, fields[1].value->offset(), "/files", "'files' is empty",
          "add an entry for each file to change");
    size_t index = 0;
    for (json::Value entry : *fields[1].value) read_entry(entry, element_pointer("/files", index++));
  }

 private:
  void read_entry(const json::Value& entry, const std::string& pointer) {
    if (!expect_object(reading_, entry, pointer, "an entry of 'files'")) return;
    std::optional<json::Value> path = entry.find("path");
    findings_.about(
        path && path->type() == json::Type::string ? path->text().substr(0, kLongestPath) : std::string_view());
    read_fields_of(entry, pointer);
    findings_.about({});
  }

  void read_fields_of(const json::Value& entry, const std::string& pointer) {
    std::vector<FieldValue> fields = read_fields(reading_, entry, pointer, bundle::kEntryFields);
    std::optional<RelPath> path = read_path(reading_, fields[0], pointer, root_);
    const bundle::OperationRow* row = read_operation(fields[1], pointer);
    if (row == nullptr) return;
    check_content(*row, entry, fields[2], pointer);
    check_patches(*row, entry, fields[3], pointer);
    if (row->name == "gitPatch" && path) return read_git_patch(*path, fields[2], pointer);
    // Without a usable path the entry is read all the same, for its other faults; the plan is not used then.
    if (!path) path = RelPath::parse("unnamed").value();
    FileEdit edit{.operation = row->operation,
        .path = std::move(*path),
        .block = reading_.options.block_index,
        .origin = findings_.origin(entry.offset(), pointer)};
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
    static constexpr std::string_view kNames[] = {"create", "replace", "delete", "patch", "gitPatch"};
    bool moves = name == "rename" || name == "move" || name == "copy";
    bool changes = name == "update" || name == "modify" || name == "edit" || name == "change";
    std::string verb = name == "copy" ? "copy" : "rename";
    findings_.error(Code::field_value, operation.value->offset(), member_pointer(pointer, "operation"),
        "'operation' is '" + excerpt_for_display(name) + "', which is not one of the five operations",
        moves         ? "use 'gitPatch' with a diff that has '" + verb + " from' and '" + verb + " to' lines"
            : changes ? "use 'replace' with the whole content, or 'patch' with texts to find and replace"
                      : did_you_mean(name, kNames));
    return nullptr;
  }

  static std::string quoted_name(const bundle::OperationRow& row) {
    return row.name.empty() ? std::string("an entry without 'operation'") : "'" + std::string(row.name) + "'";
  }

  void check_content(const bundle::OperationRow& row, const json::Value& entry, const FieldValue& content,
      const std::string& pointer) {
    if (row.content == bundle::Use::needed && !content.present) {
      findings_.error(Code::field_missing, entry.offset(), pointer,
          "'content' is missing, which " + quoted_name(row) + " needs",
          row.name.empty() ? "add \"content\", or the \"operation\" that is meant" : "add \"content\", a string");
    } else if (row.content == bundle::Use::needed && is_null(content)) {
      findings_.error(Code::field_type, content.value->offset(), member_pointer(pointer, "content"),
          "'content' must be a string, not null", right_type(json::Type::string, *content.value));
    } else if (row.content == bundle::Use::ignored && content.present && !is_null(content)) {
      findings_.warning(Code::field_unexpected, content.key_offset, member_pointer(pointer, "content"),
          "'content' does not go with " + quoted_name(row) + "; it was ignored", "leave it out");
    }
  }

  void check_patches(const bundle::OperationRow& row, const json::Value& entry, const FieldValue& patches,
      const std::string& pointer) {
    std::string at = member_pointer(pointer, "patches");
    if (row.patches == bundle::Use::needed && !patches.present) {
      findings_.error(Code::field_missing, entry.offset(), pointer, "'patches' is missing, which 'patch' needs",
          "add \"patches\", an array of objects with 'find' and 'replace'");
    } else if (row.patches == bundle::Use::needed && is_null(patches)) {
      findings_.error(Code::field_type, patches.value->offset(), at, "'patches' must be an array, not null",
          right_type(json::Type::array, *patches.value));
    } else if (row.patches == bundle::Use::forbidden && patches.present && !is_null(patches)) {
      findings_.error(Code::field_unexpected, patches.key_offset, at, "'patches' does not go with " + quoted_name(row),
          "use \"operation\": \"patch\", or leave 'patches' out");
    }
  }

  void add_content(FileEdit& edit, const FieldValue& content, const std::string& pointer) {
    if (!content.value || is_null(content)) return;
    edit.edits.push_back({Whole{content.value->text()},
        findings_.origin(content.value->offset(), member_pointer(pointer, "content"))});
  }

  void add_patches(FileEdit& edit, const FieldValue& patches, const std::string& pointer) {
    if (!patches.value || is_null(patches)) return;
    edit.edits = read_replacements(reading_, *patches.value, member_pointer(pointer, "patches"));
  }

  void read_git_patch(const RelPath& path, const FieldValue& content, const std::string& pointer) {
    if (!content.value || is_null(content)) return;
    EmbeddedDiff diff;
    diff.text = content.value->text();
    diff.root = root_;
    diff.path = path;
    diff.offset = content.value->offset();
    diff.pointer = member_pointer(pointer, "content");
    read_embedded_diff(findings_, diff, reading_.options, reading_.plan);
  }

  static constexpr size_t kLongestPath = 4096;

  JsonReading& reading_;
  Findings& findings_;
  std::string root_;
};

}  // namespace

Diagnostics parse_bundle(const Input& input, const Block& block, const ParseOptions& options, Plan& plan) {
  JsonReading reading(input, block, options, plan);
  if (options.formatting) check_style(reading.findings, input, block);
  if (std::optional<json::Document> document = read_document(reading)) BundleReader(reading).read(document->root());
  return reading.findings.take();
}

}  // namespace aptix::format
