// Content of files that is not held but goes to standard output in pieces, and what is said where another process
// changes the file meanwhile.
#pragma once

#include <string_view>

#include "ops/context/context.h"
#include "ops/files/read.h"
#include "terminal/session.h"
#include "terminal/signals.h"

namespace aptix::app {

// While it lives, a run that ends because a mapped file was cut short names this one.
class NamedInLastWords {
 public:
  NamedInLastWords(const Session& session, std::string_view path);
  ~NamedInLastWords() { run_state().cut_short = nullptr; }
  NamedInLastWords(const NamedInLastWords&) = delete;
  NamedInLastWords& operator=(const NamedInLastWords&) = delete;

 private:
  CutShort words_;
};

// A part of the text that `pieces` gives, or any other. A terminal would obey control characters: there they are shown
// escaped. Fails with file_changed, interrupted, io_error.
Status print_in_pieces(const Session& session, ops::TreePieces& pieces, std::string_view part);

// Whether all of a file is shown as JSON, to nobody who notes or limits what is read: then it need not be held.
ops::Content content_for(const Session& session, const ops::ReadRequest& request);

// An answer whose object `said.json` ends with an empty string, where the content of the file belongs, which is viewed.
// Standard output gets all of it up to the end of the content; what is left is the answer. Fails as print_in_pieces,
// and with file_changed where what goes out has not the hash of the file: of one of more than 64 MiB standard output is
// no JSON then.
enum class InJson : uint8_t { text, base64 };
Result<Answer> print_viewed(const Session& session, Said& said, const ops::ContextFile& file, InJson form);

}  // namespace aptix::app
