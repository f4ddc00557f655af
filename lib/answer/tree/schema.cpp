// Turns rows of fields into nodes of a schema, and those into text. Operations with different fields are separate
// objects under anyOf.
#include "answer/tree/schema.h"

#include <utility>
#include <vector>

#include "answer/tree/fields.h"

namespace aptix::answer {
namespace {

struct Node {
  std::string_view name = {};          // of a member
  json::Type type = json::Type::null;  // null: a choice
  std::string_view description = {};
  std::vector<Node> inner = {};  // members of an object, alternatives of a choice, or the one element of an array
  std::span<const std::string_view> words = {};
  std::string_view pattern = {};
  bool nullable = false;
};

Node node_of(const Field& field, std::vector<Node> inner = {}) {
  return {.name = field.name, .type = field.type, .description = field.meaning, .inner = std::move(inner)};
}

Node word_of_field(const Field& field, std::span<const std::string_view> words) {
  Node node = node_of(field);
  node.words = words;
  return node;
}

Node nullable(const Field& field) {
  Node node = node_of(field);
  node.nullable = true;
  return node;
}

Node object_of(std::vector<Node> members, std::string_view description = {}) {
  return {.type = json::Type::object, .description = description, .inner = std::move(members)};
}

// One object for each operation that has a meaning.
template <class Rows>
Node choice_of(const Rows& rows, Node (*object)(const std::ranges::range_value_t<Rows>& row)) {
  Node choice;
  for (const auto& row : rows)
    if (!row.meaning.empty()) choice.inner.push_back(object(row));
  return choice;
}

std::vector<Node> find_replace() {
  auto [find, replace, limit] = kFindReplaceFields;
  return {node_of(find), node_of(replace), word_of_field(limit, kLimitWords)};
}

Node bundle_entry(const bundle::OperationRow& row) {
  auto [path, operation, content, patches] = bundle::kEntryFields;
  Node node = object_of({node_of(path), word_of_field(operation, {&row.name, 1})}, row.meaning);
  if (row.content == bundle::Use::needed) node.inner.push_back(node_of(content));
  if (row.patches == bundle::Use::needed) node.inner.push_back(node_of(patches, {object_of(find_replace())}));
  return node;
}

Node bundle_document() {
  auto [root, files, patches] = bundle::kDocumentFields;
  return object_of({node_of(root), node_of(files, {choice_of(bundle::kOperations, bundle_entry)})});
}

Node patch_document(std::vector<Node> entry) {
  auto [root, patches, files] = patch::kDocumentFields;
  return object_of({node_of(root), node_of(patches, {object_of(std::move(entry))})});
}

Node flat_patch() {
  std::vector<Node> entry = find_replace();
  entry.insert(entry.begin(), node_of(patch::kFlatFields[3]));
  return patch_document(std::move(entry));
}

Node replacements_patch() {
  return patch_document({node_of(patch::kListFields[0]), node_of(patch::kListFields[1], {object_of(find_replace())})});
}

Node line_change(const line_patch::OperationRow& row) {
  using namespace line_patch;
  Node node = object_of({word_of_field(kChangeFields[kOperation], {&row.name, 1})}, row.meaning);
  for (size_t i = 0; i < kChangeFieldCount; ++i) {
    const Field& field = kChangeFields[i];
    if ((row.needed & bit(static_cast<ChangeField>(i))) == 0) continue;
    node.inner.push_back(
        field.type == json::Type::array ? node_of(field, {{.type = json::Type::string}}) : node_of(field));
  }
  node.inner.push_back(nullable(kChangeFields[kDescription]));
  return node;
}

// Fields that are not lists may be null.
Node line_patch_document() {
  Node document = object_of({});
  for (const Field& field : line_patch::kDocumentFields) {
    if (field.meaning.empty()) continue;
    if (field.type != json::Type::array) {
      document.inner.push_back(nullable(field));
      continue;
    }
    Node sha = node_of(line_patch::kFileFields[1]);
    sha.pattern = "^[0-9a-f]{64}$";
    Node changes = node_of(line_patch::kFileFields[2], {choice_of(line_patch::kOperations, line_change)});
    document.inner.push_back(
        node_of(field, {object_of({node_of(line_patch::kFileFields[0]), std::move(sha), std::move(changes)})}));
  }
  return document;
}

void write_body(json::Writer& w, const Node& node) {
  if (!node.description.empty()) w.field("description", node.description);
  auto write_inner = [&](const Node& inner) { write_body(w, inner); };
  if (node.type == json::Type::null) {
    w.objects("anyOf", node.inner, write_inner);
    return;
  }
  // All numbers in our documents are line numbers.
  std::string_view type = node.type == json::Type::number ? std::string_view("integer") : json::name(node.type);
  w.key("type");
  if (node.nullable) w.begin_array().value(type).value("null").end_array();
  else w.value(type);
  if (!node.words.empty()) w.list("enum", node.words);
  if (!node.pattern.empty()) w.field("pattern", node.pattern);
  if (node.type == json::Type::object) {
    w.key("properties").begin_object();
    for (const Node& member : node.inner) {
      w.key(member.name).begin_object();
      write_body(w, member);
      w.end_object();
    }
    w.end_object().list("required", node.inner, [&](const Node& member) { w.value(member.name); });
    w.field("additionalProperties", false);
  } else if (!node.inner.empty()) {
    w.field("minItems", 1).key("items").begin_object();
    write_body(w, node.inner.front());
    w.end_object();
  }
}

template <Node (*document)()>
void write(json::Writer& w) {
  w.begin_object().field("$schema", "https://json-schema.org/draft/2020-12/schema");
  write_body(w, document());
  w.end_object();
}

constexpr Schema kSchemas[] = {
    {"bundle", "file bundle: whole files, replacements and diffs", write<bundle_document>},
    {"patch", "structured patch, one replacement an entry", write<flat_patch>},
    {"replacements", "structured patch, the replacements of a file in one entry", write<replacements_patch>},
    {"line-patch", "line changes against exactly the file that was read", write<line_patch_document>},
};

}  // namespace

std::span<const Schema> schemas() { return kSchemas; }

}  // namespace aptix::answer
