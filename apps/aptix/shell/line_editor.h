// Reads lines from a person, with history and completion, or from a pipe, without.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::app::shell {

class LineEditor {
 public:
  // Candidates that may replace the word being typed; `before` is the line up to it.
  using Complete = std::function<std::vector<std::string>(std::string_view before, std::string_view word)>;

  enum class From : uint8_t { terminal, pipe };
  LineEditor(From from, Complete complete);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // The next line without its line feed; nullopt at the end of input. From a pipe, no prompt is shown.
  std::optional<std::string> next(const std::string& prompt);

 private:
  struct Terminal;
  std::optional<std::string> next_from_pipe();

  std::unique_ptr<Terminal> terminal_;  // null for a pipe
  std::string held_;
  bool at_end_ = false;
};

// The longest common prefix.
std::string common_beginning(const std::vector<std::string>& words);

}  // namespace aptix::app::shell
