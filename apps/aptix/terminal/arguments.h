// What was typed: the command, its options, its operands. Nothing here says what they mean.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "command.h"

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

// Was --json typed anywhere? Known even where the rest of the line cannot be read.
bool asks_for_json(std::span<const std::string_view> words);

class Arguments {
 public:
  // REQUIRES for all: the command's rows have the option.
  bool has(std::string_view option) const;
  std::optional<std::string_view> value(std::string_view option) const;  // the last one given
  const std::vector<std::string>& values(std::string_view option) const;
  const std::vector<std::string>& operands() const { return operands_; }
  // Every option in the order in which it was typed, with its value.
  struct Typed {
    const Option* option;
    std::string value;
  };
  const std::vector<Typed>& typed() const { return typed_; }
  bool knows(std::string_view option) const;  // the command's rows have the option

  // Fails (Code::usage) for unknown options, missing values, words that are not among the fixed ones
  // and a wrong number of operands (unless --help is given).
  static Result<Arguments> parse(const Command& command, const std::vector<std::string>& words);

 private:
  struct Given {
    const Option* option;
    std::vector<std::string> values;  // "true" for each use of a flag
  };
  const Given& given(std::string_view option) const;

  std::vector<Given> given_;
  std::vector<std::string> operands_;
  std::vector<Typed> typed_;
  friend class Parser;
};

// "apply or validate", for messages
std::string one_of(std::span<const std::string_view> words);

}  // namespace aptix::app
