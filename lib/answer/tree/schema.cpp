// From rows of fields to nodes of a schema, and from these to text. Where operations need different fields, each
// has an object of its own under anyOf.
#include "answer/tree/schema.h"

#include <utility>
#include <vector>

#include "answer/tree/fields.h"

namespace aptix::answer {
namespace {

constexpr std::string_view kSha256Pattern = "^[0-9a-f]{64}$";

struct Node {
  std::string_view type = {};  // "string", "integer", "array", "object"; "" for a choice
  bool nullable = false;
  std::string_view description = {};
  std::span<const std::string_view> words = {};
  std::string_view pattern = {};
  std::vector<std::pair<std::string_view, Node>> members = {};
  std::vector<Node> choices = {};
  std::vector<Node> elements = {};  // the one of an array
};

std::string_view type_name(json::Type type) {
  // All numbers of our documents are those of lines.
  return type == json::Type::number ? std::string_view("integer") : json::name(type);
}

Node node_of(const Field& field) {
  Node node{.type = type_name(field.type), .description = field.meaning};
  return node;
}

Node word_node(const Field& field, std::span<const std::string_view> words) {
  Node node = node_of(field);
  node.words = words;
  return node;
}

Node array_of(const Field& field, Node element) {
  Node node = node_of(field);
  node.elements.push_back(std::move(element));
  return node;
}

Node object_of(std::string_view description = {}) { return {.type = "object", .description = description}; }

void add(Node& object, const Field& field, Node node) { object.members.emplace_back(field.name, std::move(node)); }
void add(Node& object, const Field& field) { add(object, field, node_of(field)); }

void add_find_replace(Node& object) {
  add(object, kFindReplaceFields[0]);
  add(object, kFindReplaceFields[1]);
  add(object, kFindReplaceFields[2], word_node(kFindReplaceFields[2], kLimitWords));
}

Node find_replace() {
  Node node = object_of();
  add_find_replace(node);
  return node;
}

Node bundle_entry(const bundle::OperationRow& row) {
  auto [path, operation, content, patches] = bundle::kEntryFields;
  Node node = object_of(row.meaning);
  add(node, path);
  add(node, operation, word_node(operation, {&row.name, 1}));
  if (row.content == bundle::Use::needed) add(node, content);
  if (row.patches == bundle::Use::needed) add(node, patches, array_of(patches, find_replace()));
  return node;
}

Node bundle_document() {
  Node entry;
  for (const bundle::OperationRow& row : bundle::kOperations)
    if (!row.meaning.empty()) entry.choices.push_back(bundle_entry(row));
  Node node = object_of();
  add(node, bundle::kDocumentFields[0]);
  add(node, bundle::kDocumentFields[1], array_of(bundle::kDocumentFields[1], std::move(entry)));
  return node;
}

Node patch_document(Node entry) {
  Node node = object_of();
  add(node, patch::kDocumentFields[0]);
  add(node, patch::kDocumentFields[1], array_of(patch::kDocumentFields[1], std::move(entry)));
  return node;
}

Node flat_patch() {
  Node entry = object_of();
  add(entry, patch::kFlatFields[3]);
  add_find_replace(entry);
  return patch_document(std::move(entry));
}

Node replacements_patch() {
  Node entry = object_of();
  add(entry, patch::kListFields[0]);
  add(entry, patch::kListFields[1], array_of(patch::kListFields[1], find_replace()));
  return patch_document(std::move(entry));
}

Node line_change(const line_patch::OperationRow& row) {
  using namespace line_patch;
  Node node = object_of(row.meaning);
  add(node, kChangeFields[kOperation], word_node(kChangeFields[kOperation], {&row.name, 1}));
  for (size_t i = 0; i < kChangeFieldCount; ++i) {
    const Field& field = kChangeFields[i];
    if ((row.needed & bit(static_cast<ChangeField>(i))) == 0) continue;
    if (field.type == json::Type::array) add(node, field, array_of(field, {.type = "string"}));
    else add(node, field);
  }
  Node description = node_of(kChangeFields[kDescription]);
  description.nullable = true;
  add(node, kChangeFields[kDescription], std::move(description));
  return node;
}

Node line_patch_file() {
  Node change;
  for (const line_patch::OperationRow& row : line_patch::kOperations)
    if (!row.meaning.empty()) change.choices.push_back(line_change(row));
  Node file = object_of();
  Node sha = node_of(line_patch::kFileFields[1]);
  sha.pattern = kSha256Pattern;
  add(file, line_patch::kFileFields[0]);
  add(file, line_patch::kFileFields[1], std::move(sha));
  add(file, line_patch::kFileFields[2], array_of(line_patch::kFileFields[2], std::move(change)));
  return file;
}

// Rows that are asked for next to those with a node of their own may be null.
Node line_patch_document() {
  Node node = object_of();
  for (const Field& field : line_patch::kDocumentFields) {
    if (field.meaning.empty()) continue;
    if (field.type == json::Type::array) {
      add(node, field, array_of(field, line_patch_file()));
      continue;
    }
    Node label = node_of(field);
    label.nullable = true;
    add(node, field, std::move(label));
  }
  return node;
}

void write_body(json::Writer& w, const Node& node);

void write_node(json::Writer& w, const Node& node) {
  w.begin_object();
  write_body(w, node);
  w.end_object();
}

void write_type(json::Writer& w, const Node& node) {
  w.key("type");
  if (node.nullable) w.begin_array().value(node.type).value("null").end_array();
  else w.value(node.type);
}

void write_members(json::Writer& w, const Node& node) {
  w.key("properties").begin_object();
  for (const auto& [name, member] : node.members) {
    w.key(name);
    write_node(w, member);
  }
  w.end_object().key("required").begin_array();
  for (const auto& [name, member] : node.members) w.value(name);
  w.end_array().field("additionalProperties", false);
}

void write_body(json::Writer& w, const Node& node) {
  if (!node.description.empty()) w.field("description", node.description);
  if (!node.choices.empty()) {
    w.key("anyOf").begin_array();
    for (const Node& choice : node.choices) write_node(w, choice);
    w.end_array();
    return;
  }
  write_type(w, node);
  if (!node.words.empty()) {
    w.key("enum").begin_array();
    for (std::string_view word : node.words) w.value(word);
    w.end_array();
  }
  if (!node.pattern.empty()) w.field("pattern", node.pattern);
  if (node.type == "object") write_members(w, node);
  if (node.elements.empty()) return;
  w.field("minItems", 1).key("items");
  write_node(w, node.elements.front());
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
