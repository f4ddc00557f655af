// Questions on the person's terminal: with --interactive about each change, and whether a change that needs approval
// may be made.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "ops/apply/apply.h"
#include "terminal/session.h"

namespace aptix::app {

// Null without --interactive, and with --yes, which answers every question. Fails with usage if there is no terminal or
// an option excludes --interactive.
Result<std::unique_ptr<ops::Reviewer>> make_reviewer(const Session& session, uint64_t most_bytes);

// Shows a diff on the terminal and asks; only "y" and "yes" mean yes. nullopt: there is no terminal, or standard error
// does not go to one.
Result<std::optional<bool>> confirm(const Session& session, std::string_view diff, std::string_view question);

// Asks the person about a change that needs approval. Null under --json: a program reads that.
disk::AskPerson make_ask(const Session& session);

}  // namespace aptix::app
