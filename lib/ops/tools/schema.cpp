#include "ops/tools/schema.h"

#include "base/text/trim.h"

namespace aptix::ops {
namespace {

// The most characters that one client accepts for a text result; other results are cut at 50,000.
constexpr uint64_t kMostCharacters = 200'000;

std::string_view json_type(FieldType type) {
  switch (type) {
    case FieldType::text: return "string";
    case FieldType::number: return "integer";
    case FieldType::flag: return "boolean";
    case FieldType::texts:
    case FieldType::objects: return "array";
    case FieldType::object: return "object";
  }
  return {};
}

void write_field(json::Writer& w, const ToolField& field, ToolFamily family) {
  bool may_be_null = family == ToolFamily::openai && field.need == Need::optional;
  w.key(field.name).begin_object();
  if (may_be_null) w.key("type").begin_array().value(json_type(field.type)).value("null").end_array();
  else w.field("type", json_type(field.type));
  w.field("description", field.meaning);
  if (!field.words.empty()) {
    w.key("enum").begin_array();
    for (std::string_view word : split(field.words, '|')) w.value(word);
    if (may_be_null) w.null();
    w.end_array();
  }
  if (field.type == FieldType::number && family != ToolFamily::openai) w.field("minimum", 0);
  if (field.type == FieldType::texts) w.key("items").begin_object().field("type", "string").end_object();
  if (field.type == FieldType::objects) {
    w.key("items");
    write_fields_schema(w, field.members, family);
  }
  if (field.type == FieldType::object) {
    auto members = [&] {
      w.key("properties").begin_object();
      for (const ToolField& member : field.members) write_field(w, member, family);
      w.end_object();
      w.key("required").begin_array();
      for (const ToolField& member : field.members)
        if (member.need == Need::required || family == ToolFamily::openai) w.value(member.name);
      w.end_array().field("additionalProperties", false);
    };
    members();
  }
  w.end_object();
}

void write_annotations(json::Writer& w, const ToolRow& tool) {
  bool reads = tool.permission == Permission::read;
  w.key("annotations").begin_object();
  w.field("title", tool.title).field("readOnlyHint", reads);
  // Undo brings back everything that a write replaces.
  w.field("destructiveHint", false).field("idempotentHint", reads || tool.repeatable).field("openWorldHint", false);
  w.end_object();
}

void write_hints(json::Writer& w, const ToolRow& tool) {
  if (!tool.always_loaded && tool.permission != Permission::read) return;
  w.key("_meta").begin_object();
  if (tool.always_loaded) w.field("anthropic/alwaysLoad", true);
  if (tool.permission == Permission::read) w.field("anthropic/maxResultSizeChars", kMostCharacters);
  w.end_object();
}

}  // namespace

void write_fields_schema(json::Writer& w, std::span<const ToolField> fields, ToolFamily family) {
  w.begin_object().field("type", "object").key("properties").begin_object();
  for (const ToolField& field : fields) write_field(w, field, family);
  w.end_object();
  w.key("required").begin_array();
  for (const ToolField& field : fields)
    if (field.need == Need::required || family == ToolFamily::openai) w.value(field.name);
  w.end_array().field("additionalProperties", false).end_object();
}

void write_tool(json::Writer& w, const ToolRow& tool, ToolFamily family, ToolDetail detail) {
  w.begin_object();
  if (family == ToolFamily::openai) {
    w.field("type", "function").key("function").begin_object();
    w.field("name", tool.name).field("description", tool.description).field("strict", true).key("parameters");
    write_fields_schema(w, tool.arguments, family);
    w.end_object().end_object();
    return;
  }
  w.field("name", tool.name);
  if (family == ToolFamily::mcp && detail == ToolDetail::all) w.field("title", tool.title);
  w.field("description", tool.description);
  w.key(family == ToolFamily::mcp ? "inputSchema" : "input_schema");
  write_fields_schema(w, tool.arguments, family);
  if (family == ToolFamily::mcp) {
    if (tool.gives == Gives::facts && detail == ToolDetail::all) {
      w.key("outputSchema");
      write_fields_schema(w, tool.result, family);
    }
    write_annotations(w, tool);
    write_hints(w, tool);
  }
  w.end_object();
}

}  // namespace aptix::ops
