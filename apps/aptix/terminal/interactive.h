// What is asked on the person's terminal: with --interactive what is to be done with each change; and whether a change
// that waits for an approval may be made.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "ops/apply/apply.h"
#include "terminal/session.h"

namespace aptix::app {

// Null without --interactive, and with --yes, which answers every question. Fails with usage: no terminal, or an
// option that cannot go with it.
Result<std::unique_ptr<ops::Reviewer>> make_reviewer(const Session& session, uint64_t most_bytes);

// Shows a diff on the terminal and asks; only "y" and "yes" are a yes. Nothing: there is no terminal, or nobody sees
// standard error on it.
Result<std::optional<bool>> confirm(const Session& session, std::string_view diff, std::string_view question);

// What a run asks the person about a change that waits. Null under --json: a program reads that.
disk::AskPerson make_ask(const Session& session);

}  // namespace aptix::app
