// What every command that changes files has to do when the transaction is done.
#pragma once

#include <functional>
#include <memory>

#include "ops/batch/batches.h"
#include "ops/cloud/cloud.h"
#include "terminal/session.h"

namespace aptix::app {

// Now, by the session's caller, with fresh random bits.
ops::Occasion occasion(const Session& session);

// Brings the Cloud File Set up to date where one is configured, and makes the answer. With --json what there is
// to say of it belongs to the answer, and so the push comes first: `diagnostics` takes it before `make` is
// called. Otherwise the answer goes out first, and warnings follow on standard error.
Answer answer_and_push(const Session& session, std::shared_ptr<Opened> opened, ops::DoneTransaction done,
    Diagnostics& diagnostics, const std::function<Answer()>& make);

}  // namespace aptix::app
