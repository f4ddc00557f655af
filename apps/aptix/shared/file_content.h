// The content of one file as an answer: as it is, or with everything there is to know about it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ops/files/read.h"
#include "ops/files/sources.h"
#include "terminal/session.h"

namespace aptix::app {

// Which file it is, and whose copy.
struct Identity {
  std::string path, display_path, doc_path, source;  // as it was named; from the workspace on
  Diagnostics said = {};                             // warnings about how it was found
  const std::string* whole = nullptr;                // its content, where it was read as a whole
  bool sensitive = false;                            // then no copy of it is kept
};

// How the content differs from what the session was shown before.
struct Delta {
  bool unchanged = false;
  std::optional<std::string> diff{};  // nothing: all of the content is shown
};
Identity identity_of(const ops::SourcedFile& file);

// The content on standard output (on a terminal, control characters are shown escaped), or with --json the content
// and its facts; what is not UTF-8 is base64 there. What is shown is noted first.
Result<Answer> tell(
    const Session& session, const Identity& file, const ops::ReadRequest& request, std::string_view content);

// The same of what has changed since the session was shown the file: a diff, or "unchanged"; all of it the first time.
// REQUIRES: there is a session, and `file.whole`.
Result<Answer> tell_delta(const Session& session, const Identity& file, const ops::ReadRequest& request);

}  // namespace aptix::app
