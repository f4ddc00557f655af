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

// `result`: a JSON object as text, or "" for null. Returns one line with its line feed.
std::string envelope(std::string_view result, const Diagnostics& diagnostics);
// Inserts more warnings, which become known only after the envelope is made. False if the text is not an envelope.
bool add_warnings(std::string& envelope, const std::vector<Diagnostic>& warnings);

// The report of a run with the result of each block, file and edit. A failed run also has a result if there is anything
// in it.
std::string render_json(const Report& report);

// Writes the fields batchId, batchKey, batchLabel and files of a line-patch batch, or of a part of it: the ids beside
// the model's own names.
void write_batch(json::Writer& w, const BatchNames& batch, const BatchPart& part = {.exists = true});

}  // namespace aptix::render
