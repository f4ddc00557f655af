// The one JSON object that every command prints under --json. Fields may be added, never changed.
// {"schemaVersion":1,"successful":...,"result":{...}|null,"errors":[...],"warnings":[...]}
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/json/json_writer.h"
#include "model/batch.h"
#include "model/report.h"

namespace aptix::render {

inline constexpr int kSchemaVersion = 1;

// `result`: a JSON object as text, or "" for null. One line, with its line feed.
std::string envelope(std::string_view result, const Diagnostics& diagnostics);
// Puts more warnings into the envelope: what is known only when the answer is made. False: it is no envelope.
bool add_warnings(std::string& envelope, const std::vector<Diagnostic>& warnings);

// What an apply has to say, with the result of each block, file and edit. On failure the result is
// still given when there is anything in it.
std::string render_json(const Report& report);

// The fields batchId, batchKey, batchLabel and files of a line-patch batch, or of one part of it: the ids next to the
// model's own names.
void write_batch(json::Writer& w, const BatchNames& batch, const BatchPart& part = {.exists = true});

}  // namespace aptix::render
