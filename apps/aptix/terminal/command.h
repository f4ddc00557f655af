// The command table: name, arguments and function of each command. Parsing, help, manual pages and completion are all
// made from these rows; a new command is one file and one row.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "base/result.h"
#include "base/text/literal.h"

namespace aptix::app {

struct Session;
struct Answer;

// One option: how it is typed, and its help.
struct Option {
  Literal name;           // without dashes: "block"
  char letter = 0;        // 'n' for -n
  Literal argument = {};  // "N", or "auto|always|never" for fixed words; "" for a flag
  Literal help = {};
  bool repeatable = false;  // each use adds a value; else the last one counts
  bool hidden = false;      // not in help, manual and completion

  bool is_flag() const { return argument.empty(); }
  bool may_have_value() const { return argument.starts_with("[="); }  // "[=REV]": --from, --from=REV
  bool takes_word() const { return !is_flag() && !may_have_value(); }
};

// Helpers for rows of options.
constexpr Option flag(Literal name, Literal help, char letter = 0) {
  return {.name = name, .letter = letter, .help = help};
}
constexpr Option option(Literal name, Literal argument, Literal help, char letter = 0) {
  return {.name = name, .letter = letter, .argument = argument, .help = help};
}
constexpr Option repeatable(Option option) {
  option.repeatable = true;
  return option;
}
constexpr Option hidden(Option option) {
  option.hidden = true;
  return option;
}

// Options with the same meaning in every command that has them. A command's row has a set of these bits.
using Shared = uint32_t;
inline constexpr Shared kRoot = 1u << 0;
inline constexpr Shared kRootLong = 1u << 1;  // --root without -C, which git apply uses for something else
inline constexpr Shared kJson = 1u << 2;
inline constexpr Shared kDryRun = 1u << 3;
inline constexpr Shared kDiff = 1u << 4;
inline constexpr Shared kQuiet = 1u << 5;
inline constexpr Shared kVerbose = 1u << 6;
inline constexpr Shared kColor = 1u << 7;
inline constexpr Shared kStrict = 1u << 8;
inline constexpr Shared kNoSync = 1u << 9;
inline constexpr Shared kYes = 1u << 10;
inline constexpr Shared kDocument = 1u << 11;  // what of an answer to apply, and how
inline constexpr Shared kLimits = 1u << 12;
inline constexpr Shared kHelp = 1u << 13;
inline constexpr Shared kInteractive = 1u << 14;
inline constexpr Shared kHtml = 1u << 15;
inline constexpr Shared kBatch = 1u << 16;        // the part of kDocument that matters if no file is read
inline constexpr Shared kInputLimits = 1u << 17;  // the same part of kLimits
inline constexpr Shared kState = 1u << 18;        // the state folder and its lock
inline constexpr Shared kForm = 1u << 21;         // --format of the input
inline constexpr Shared kVerify = 1u << 20;       // programs that check a change

// Options of every command, so that a wrapper can always pass them.
inline constexpr Shared kEverywhere = kRoot | kState | kJson | kQuiet | kVerbose | kColor | kHelp;

struct SharedOption {
  Shared bit;
  Option option;
};
std::span<const SharedOption> shared_options();

struct Example {
  Literal line;  // what is typed
  Literal says;  // what it does, lower case, no full stop
};

// Whether a run is recorded in the audit: writes always, reads only if a caller is named.
enum class Audited : uint8_t { no, reads, writes };

enum class ExitCodes : uint8_t { ours, git };  // git: 0, 1, 128, 129 instead of our classes

struct Command {
  std::string_view name;           // "bundle apply"
  std::string_view summary;        // one line, lower case, no full stop
  std::string_view operands = {};  // "[FILE...]", "ID", "bash|zsh|fish": gives their number and kind
  std::string_view description;    // paragraphs, separated by empty lines
  Shared shared = kEverywhere;
  std::initializer_list<Option> options = {};
  std::initializer_list<Example> examples = {};
  Result<Answer> (*run)(Session&) = nullptr;
  ExitCodes exit_codes = ExitCodes::ours;
  Audited audited = Audited::no;
  bool is_json = false;          // its output is JSON even without --json
  bool outside_session = false;  // ignores APTIX_SESSION

  unsigned least_operands() const;
  unsigned most_operands() const;
  bool takes_files() const;
};

// In the order in which help lists them.
std::span<const Command* const> commands();

// Null: there is no such command.
const Command* find_command(std::string_view name);

// Calls `visit` for every option of a command, its own first, also hidden ones.
template <class Visit>
void for_each_option(const Command& command, Visit visit) {
  for (const Option& option : command.options) visit(option);
  for (const SharedOption& shared : shared_options())
    if ((command.shared & shared.bit) != 0) visit(shared.option);
}

}  // namespace aptix::app
