// --interactive: shows each change on the person's terminal and reads what is to be done with it.
#pragma once

#include <memory>

#include "base/result.h"
#include "ops/apply/review.h"
#include "terminal/session.h"

namespace aptix::app {

// Null without --interactive, and with --yes, which answers every question. Fails with usage: no terminal, or an
// option that cannot go with it.
Result<std::unique_ptr<ops::Reviewer>> make_reviewer(const Session& session, uint64_t most_bytes);

}  // namespace aptix::app
