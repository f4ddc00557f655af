// What the commands that read an answer have in common.
#pragma once

#include "ops/apply.h"
#include "session.h"

namespace aptix::app {

// Opens, reads the inputs, lets `adjust` set what the command is about, applies, answers.
Answer run_apply(Session& session, void (*adjust)(ops::ApplyRequest&));

}  // namespace aptix::app
