// The content of one file as an answer: as it is, or with everything there is to know about it.
#pragma once

#include "ops/context/context.h"
#include "ops/files/read.h"
#include "terminal/session.h"

namespace aptix::app {

// What of a file a session takes for shown: nothing but its lines, its text, or its text of which no copy is kept.
enum class Shown : uint8_t { lines, text, sensitive_text };

// The content on standard output; on a terminal, control characters are shown escaped.
Result<Answer> print_content(const Session& session, const ops::ReadRequest& request, std::string_view content);

// The same, or with --json the content and its facts; what is not UTF-8 is base64 there. What is shown is noted first.
Result<Answer> tell(const Session& session, const ops::ContextFile& file, Shown shown, const ops::ReadRequest& request);

// The same of what has changed since the session was shown the file: a diff, or "unchanged"; all of it the first time.
// REQUIRES: there is a session.
Result<Answer> tell_delta(
    const Session& session, const ops::ContextFile& file, Shown shown, const ops::ReadRequest& request);

}  // namespace aptix::app
