// The command line as typed: command, options, operands. What they mean is decided elsewhere.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "terminal/command.h"

namespace aptix::app {

// A command line whose options are not read yet: that needs only the rows of its command.
struct Invocation {
  const Command* command = nullptr;    // null: none was named
  std::string group;                   // "bundle" if only that was given
  std::vector<std::string> words;      // everything except the command's name, in order
  bool help = false, version = false;  // given without a command
};

// The error for an unknown command; suggests a similar one.
Error unknown_command(std::string_view typed);

// Finds the command. Fails (Code::usage) for an unknown command, with a suggestion, and for an unknown option before
// the command.
Result<Invocation> find_invocation(std::span<const std::string_view> words);
// The name of the command in a command line from the log; the line itself if it names no command of ours.
std::string command_in(std::string_view line);

// True if --json occurs anywhere, even if the rest of the line is invalid.
bool asks_for_json(std::span<const std::string_view> words);

// The known word most similar to a mistyped one; "" if more than a third of the letters differ from all.
std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> known);

class Arguments {
 public:
  // A typed option with its value.
  struct Typed {
    const Option* option;
    std::string value;

    std::string word() const;  // as one word for another command: "--root=x", "--no-sync"
  };

  // Fails (Code::usage) for unknown options, missing values, values that are not among the fixed ones, and, without
  // --help, a wrong number of operands.
  static Result<Arguments> parse(const Command& command, const std::vector<std::string>& words);
  // For a command run by a program: options in the form of Typed::word(). Same checks.
  static Result<Arguments> of_words(
      const Command& command, const std::vector<std::string>& options, std::vector<std::string> operands);

  bool knows(std::string_view option) const;     // the command has the option
  bool is_typed(std::string_view option) const;  // false also if the command does not have it
  // REQUIRES for all three: the command has the option.
  bool has(std::string_view option) const;
  std::optional<std::string_view> value(std::string_view option) const;  // the last one given
  std::vector<std::string> values(std::string_view option) const;
  // Those of these options that were typed, each as its word.
  std::vector<std::string> words_of(std::initializer_list<std::string_view> options) const;

  const std::vector<std::string>& operands() const { return operands_; }
  const std::vector<Typed>& typed() const { return typed_; }  // in the order of typing

 private:
  explicit Arguments(const Command& command) : command_(&command) {}
  Status check() const;

  const Command* command_;
  std::vector<Typed> typed_;
  std::vector<std::string> operands_;
};

}  // namespace aptix::app
