// Content of files that is not held but goes to standard output in pieces, and what is said where another process
// changes the file meanwhile.
#pragma once

#include <string_view>

#include "ops/files/tree_file.h"
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

}  // namespace aptix::app
