#include "ops/tools/copy.h"

namespace aptix::ops {
namespace {

void write_objects(
    json::Writer& w, const json::Value& list, std::span<const ToolField> members, size_t most, size_t most_inner) {
  w.begin_array();
  for (json::Value one : list) {
    if (most-- == 0) break;
    if (one.type() != json::Type::object) continue;
    w.begin_object();
    write_fields(w, one, members, most_inner, most_inner);
    w.end_object();
  }
  w.end_array();
}

void write_texts(json::Writer& w, const json::Value& list) {
  w.begin_array();
  for (json::Value one : list)
    if (one.type() == json::Type::string) w.value(one.text());
  w.end_array();
}

// A number may be given for a text: to a model, ids are texts.
bool fits(json::Type type, FieldType field) {
  switch (field) {
    case FieldType::text: return type == json::Type::string || type == json::Type::number;
    case FieldType::number: return type == json::Type::number;
    case FieldType::flag: return type == json::Type::boolean;
    case FieldType::texts:
    case FieldType::objects: return type == json::Type::array;
    case FieldType::object: return type == json::Type::object;
  }
  return false;
}

void write_field_value(
    json::Writer& w, const json::Value& value, const ToolField& field, size_t most_objects, size_t most_inner) {
  switch (field.type) {
    case FieldType::text: w.value(value.text()); return;
    case FieldType::number: w.raw(value.text()); return;
    case FieldType::flag: w.value(value.boolean()); return;
    case FieldType::texts: write_texts(w, value); return;
    case FieldType::objects: write_objects(w, value, field.members, most_objects, most_inner); return;
    case FieldType::object:
      w.begin_object();
      write_fields(w, value, field.members, most_inner, most_inner);
      w.end_object();
  }
}

}  // namespace

void write_value(json::Writer& w, const json::Value& value) {
  switch (value.type()) {
    case json::Type::null: w.null(); return;
    case json::Type::boolean: w.value(value.boolean()); return;
    case json::Type::number: w.raw(value.text()); return;
    case json::Type::string: w.value(value.text()); return;
    case json::Type::array:
      w.begin_array();
      for (json::Value one : value) write_value(w, one);
      w.end_array();
      return;
    case json::Type::object:
      w.begin_object();
      for (auto it = value.begin(); it != value.end(); ++it) {
        w.key(it.member().key);
        write_value(w, *it);
      }
      w.end_object();
  }
}

void write_fields(json::Writer& w, const json::Value& object, std::span<const ToolField> fields, size_t most_objects,
    size_t most_inner) {
  for (const ToolField& field : fields) {
    auto value = object.find(field.from.empty() ? field.name : field.from);
    if (!value || !fits(value->type(), field.type)) continue;
    w.key(field.name);
    write_field_value(w, *value, field, most_objects, most_inner);
  }
}

}  // namespace aptix::ops
