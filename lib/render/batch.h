// A line-patch batch as JSON: ids beside the model's own names. TUL-002 §7.
#pragma once

#include "base/json/json_writer.h"
#include "model/batch.h"

namespace aptix::render {

// The fields batchId, batchKey, batchLabel and files, of the whole batch or of one part.
void write_batch(json::Writer& w, const BatchNames& batch, const BatchPart& part = {.exists = true});

}  // namespace aptix::render
