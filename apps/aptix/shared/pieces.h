// Prints file content to standard output in pieces, without holding all of it; and the last words if another process
// changes the file meanwhile.
#pragma once

#include <string_view>

#include "ops/context/context.h"
#include "ops/files/read.h"
#include "terminal/session.h"
#include "terminal/signals.h"

namespace aptix::app {

// While this lives, a run that ends because a mapped file was truncated names this file.
class NamedInLastWords {
 public:
  NamedInLastWords(const Session& session, std::string_view path);
  ~NamedInLastWords() { run_state().cut_short = nullptr; }
  NamedInLastWords(const NamedInLastWords&) = delete;
  NamedInLastWords& operator=(const NamedInLastWords&) = delete;

 private:
  CutShort words_;
};

// Prints a part of the text of `pieces`, or any other text. On a terminal, control characters are escaped. Fails with
// file_changed, interrupted, io_error.
Status print_in_pieces(const Session& session, ops::TreePieces& pieces, std::string_view part);

// Content::viewed if the whole file is shown, as JSON, and nobody records or limits reads; else Content::held.
ops::Content content_for(const Session& session, const ops::ReadRequest& request);

// Makes an answer whose object `said.json` ends with an empty string, and puts the content of the viewed file there.
// Prints everything up to the end of the content; the rest is the answer. Fails as print_in_pieces, and with
// file_changed if the printed content does not have the file's hash. For more than 64 MiB, standard output is then
// incomplete JSON.
enum class InJson : uint8_t { text, base64 };
Result<Answer> print_viewed(const Session& session, Said& said, const ops::ContextFile& file, InJson form);

}  // namespace aptix::app
