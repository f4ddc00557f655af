// Lines from a person, with a history and completion, or from a pipe, without either.
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
  // What may stand in the place of the word that is being typed; `before` is the line up to it.
  using Complete = std::function<std::vector<std::string>(std::string_view before, std::string_view word)>;

  enum class From : uint8_t { terminal, pipe };
  LineEditor(From from, Complete complete);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // Without its line feed; nothing at the end of the input. From a pipe nothing is shown.
  std::optional<std::string> next(const std::string& prompt);

 private:
  struct Terminal;
  std::optional<std::string> next_from_pipe();

  std::unique_ptr<Terminal> terminal_;  // null: a pipe
  std::string held_;
  bool at_end_ = false;
};

// The longest beginning that all have.
std::string common_beginning(const std::vector<std::string>& words);

}  // namespace aptix::app::shell
