// What was typed: the command, its options, its operands. Nothing here says what they mean.
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

// The command line before its options are read: only the rows of the one command are needed then.
struct Invocation {
  const Command* command = nullptr;    // null: none was named
  std::string group;                   // "bundle" when only that was given
  std::vector<std::string> words;      // everything but the command's name, in order
  bool help = false, version = false;  // given before any command
};

// What to say where there is no command of that name: with the one that may be meant.
Error unknown_command(std::string_view typed);

// Finds the command. Fails (Code::usage) for an unknown command, with what may have been meant, and
// for an unknown option before it.
Result<Invocation> find_invocation(std::span<const std::string_view> words);
// The name of the command in a line of the log; the line itself where it names none of ours.
std::string command_in(std::string_view line);

// Was --json typed anywhere? Known even where the rest of the line cannot be read.
bool asks_for_json(std::span<const std::string_view> words);

// The known word that is nearest to a mistyped one; "" when none is near: more than a third of the letters differ.
std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> known);

class Arguments {
 public:
  // An option as it was typed, with its value.
  struct Typed {
    const Option* option;
    std::string value;

    std::string word() const;  // as one word for another command: "--root=x", "--no-sync"
  };

  // Fails (Code::usage) for unknown options, missing values, words that are not among the fixed ones
  // and a wrong number of operands (unless --help is given).
  static Result<Arguments> parse(const Command& command, const std::vector<std::string>& words);
  // What a program runs the command with: options as Typed::word() gives them. The same checks.
  static Result<Arguments> of_words(
      const Command& command, const std::vector<std::string>& options, std::vector<std::string> operands);

  bool knows(std::string_view option) const;     // the command's rows have the option
  bool is_typed(std::string_view option) const;  // whether or not the command knows it
  // REQUIRES for all three: the command knows the option.
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
