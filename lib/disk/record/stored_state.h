// Paths and states of files as records in the state folder have them. A planted record may name any path, so that the
// same rules hold as for a document.
#pragma once

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "disk/os/file_on_disk.h"

namespace aptix::disk {

// Nothing is written for a file that does not exist. REQUIRES: state.kind != FileKind::other.
void write_state(json::Writer& out, std::string_view key, const StoredState& state);

StoredState read_state(json::RecordFields& fields, const json::Value& object, std::string_view key);
std::string read_path(json::RecordFields& fields, const json::Value& object, std::string_view key);
uint32_t read_mode(json::RecordFields& fields, const json::Value& object);

}  // namespace aptix::disk
