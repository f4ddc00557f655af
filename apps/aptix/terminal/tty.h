// The terminal of the person who runs the program, for what is asked on it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "terminal/environment.h"

namespace aptix::app {

// The person's terminal, even where the standard streams are others: text out, lines in. It stays in its own line mode,
// so that nothing has to be put back when the program ends.
class Terminal {
 public:
  // Fails with usage where the process has none. `environment` outlives it.
  static Result<std::unique_ptr<Terminal>> open(const Environment& environment);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // `text` is shown as it is: whatever comes from outside must be escaped by then.
  Status write(std::string_view text);
  // What is typed after `question`, without its line feed; nothing when the person ends the input. Fails with
  // interrupted, io_error.
  Result<std::optional<std::string>> ask(std::string_view question);
  // What was saved of a text that the person edits, on a private copy that is gone afterwards. `name` is the file's
  // last component, so that the editor knows its kind. Fails with io_error: no private folder, an editor that fails or
  // cannot be started, nothing that can be read afterwards; with interrupted.
  Result<std::string> edit(std::string_view name, std::string_view text, uint64_t most);

 private:
  Terminal(int fd, const Environment& environment) : fd_(fd), environment_(environment) {}
  bool was_interrupted() const { return environment_.interrupted->load(); }
  Status wait() const;
  Result<std::optional<std::string>> read_line();

  int fd_;
  const Environment& environment_;
  std::string buffer_;  // read, but not asked for yet
};

}  // namespace aptix::app
