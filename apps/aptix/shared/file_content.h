// The content of one file as an answer: as it is, or with everything there is to know about it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ops/files/read.h"
#include "ops/files/sources.h"
#include "terminal/session.h"

namespace aptix::app {

// Which file it is, and whose copy.
struct Identity {
  std::string path, display_path, doc_path, source;  // as it was named; from the workspace on
  Diagnostics said = {};                             // warnings about how it was found
};
Identity identity_of(const ops::SourcedFile& file);

// Hands the content on in pieces: of a file, or of a copy in memory.
using Content = std::function<Result<ops::ReadResult>(const std::function<bool(std::string_view)>&)>;

// The bytes on standard output (on a terminal, control characters are shown escaped), or with --json the content
// and its facts; what is not UTF-8 is base64 there.
Result<Answer> tell(const Session& session, const Identity& file, const ops::ReadRequest& request, const Content& read);

}  // namespace aptix::app
