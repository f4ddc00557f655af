// What the patch commands have in common: who stores what when.
#pragma once

#include "base/json/json_writer.h"
#include "ops/batch/batches.h"
#include "terminal/session.h"

namespace aptix::app {

// Now, by the session's caller, with fresh random bits.
ops::Occasion occasion(const Session& session);

// " as transaction 7" or " and there was nothing to change".
std::string as_transaction(const store::Application& application);

// The field "applications": [{transaction, time}]; the transaction is null when there was nothing to change.
void write_applications(json::Writer& w, const store::StoredBatch& batch);

}  // namespace aptix::app
