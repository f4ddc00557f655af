// What the commands that read an answer have in common.
#pragma once

#include "ops/apply.h"
#include "session.h"

namespace aptix::app {

// What an apply worked on, and what came of it.
struct Applied {
  Opened opened;
  std::vector<std::unique_ptr<Input>> inputs;  // the report views them
  Report report;
};

// The options of the command line and the settings as a request.
Result<ops::ApplyRequest> make_apply_request(const Session& session, const Opened& opened);

// Opens, reads the inputs, lets `adjust` set what the command is about, applies.
Result<Applied> apply_document(const Session& session, void (*adjust)(ops::ApplyRequest&));

// The same, and the answer.
Answer run_apply(const Session& session, void (*adjust)(ops::ApplyRequest&));

}  // namespace aptix::app
