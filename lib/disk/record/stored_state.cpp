#include "disk/record/stored_state.h"

#include "base/assert.h"
#include "model/rel_path.h"

namespace aptix::disk {
namespace {

constexpr std::string_view kFileKindNames[] = {"regular", "executable", "symlink"};  // of FileKind; never rename

}  // namespace

void write_state(json::Writer& out, std::string_view key, const StoredState& state) {
  if (!state.exists) return;
  ASSERT(state.kind != FileKind::other);
  out.key(key).begin_object();
  out.field("kind", kFileKindNames[static_cast<size_t>(state.kind)])
      .field("mode", state.mode)
      .field("size", state.size);
  out.field("sha256", state.sha.hex()).end_object();
}

StoredState read_state(json::RecordFields& fields, const json::Value& object, std::string_view key) {
  StoredState state;
  if (!object.find(key)) return state;
  auto value = json::member(object, key, json::Type::object);
  fields.bad = fields.bad || !value;
  if (!value) return state;
  state.exists = true;
  state.kind = fields.one_of<FileKind>(*value, "kind", kFileKindNames);
  state.mode = read_mode(fields, *value);
  state.size = fields.number(*value, "size", INT64_MAX);
  state.sha = fields.needed(Sha256::parse(fields.text(*value, "sha256")));
  return state;
}

std::string read_path(json::RecordFields& fields, const json::Value& object, std::string_view key) {
  std::string path = fields.text(object, key);
  fields.bad = fields.bad || !RelPath::parse(path, PathRules::git);
  return path;
}

uint32_t read_mode(json::RecordFields& fields, const json::Value& object) {
  return static_cast<uint32_t>(fields.number(object, "mode", 07777));
}

}  // namespace aptix::disk
