// Reads the command line. The one file that knows CLI11, which is given the rows of one command.
// Its traps: exit codes of its own, greedy vectors, "++", extras in reverse; all handled here.
#include "terminal/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/assert.h"
#include "base/text/text.h"
#include "terminal/suggest.h"

namespace aptix::app {
namespace {

// Options that may stand before the command.
constexpr Shared kAnywhere =
    kRoot | kJson | kDryRun | kDiff | kQuiet | kVerbose | kColor | kStrict | kNoSync | kYes | kInteractive | kHelp;

std::string shown_word(std::string_view word) { return escape_for_display(word.substr(0, 200)); }

const Option* find_global(std::string_view word) {
  std::string_view name = word.substr(0, word.find('='));
  for (const SharedOption& shared : shared_options()) {
    if ((shared.bit & kAnywhere) == 0) continue;
    bool is_long = name.starts_with("--") && name.substr(2) == shared.option.name;
    bool is_short = word.size() >= 2 && word[0] == '-' && word[1] != '-' && word[1] == shared.option.letter;
    if (is_long || is_short) return &shared.option;
  }
  return nullptr;
}

Error unknown_option(std::string_view word, std::span<const std::string_view> known, std::string_view where) {
  std::string_view name = word.substr(0, word.find('='));
  std::string_view guess = nearest_word(name, known);
  std::string hint = guess.empty() ? fmt::format("see '{} --help'", where) : fmt::format("did you mean '{}'?", guess);
  return make_error(Code::usage, fmt::format("'{}' has no option '{}'", where, shown_word(name)), std::move(hint));
}

bool is_group(std::string_view word) {
  return std::any_of(commands().begin(), commands().end(), [&](const Command* command) {
    return command->name.starts_with(word) && command->name.substr(word.size()).starts_with(' ');
  });
}

}  // namespace

Error unknown_command(std::string_view typed) {
  std::vector<std::string_view> known;
  std::vector<const Command*> owners;
  for (const Command* command : commands()) {
    std::string_view name = command->name;
    for (std::string_view word : {name, name.substr(0, name.find(' ')), name.substr(name.rfind(' ') + 1)}) {
      known.push_back(word);
      owners.push_back(command);
    }
  }
  std::string_view guess = nearest_word(typed, known);
  std::string hint = "'aptix help' lists the commands";
  if (!guess.empty()) {
    auto index = static_cast<size_t>(std::find(known.begin(), known.end(), guess) - known.begin());
    // A command of that very name, rather than one that has it for its second word.
    hint = fmt::format("did you mean 'aptix {}'?", find_command(guess) != nullptr ? guess : owners[index]->name);
  }
  return make_error(Code::usage, fmt::format("there is no command '{}'", shown_word(typed)), std::move(hint));
}

namespace {

// Walks to the command's name; what stands before it may only be options that every command knows.
class Finder {
 public:
  explicit Finder(std::span<const std::string_view> words) : words_(words) {}

  Result<Invocation> run() {
    while (next_ < words_.size()) {
      std::string_view word = words_[next_];
      if (word.starts_with('-') && word.size() > 1) {
        TRY(take_option(word));
        continue;
      }
      ++next_;
      TRY_ASSIGN(done, take_name(word));
      if (done) break;
    }
    for (; next_ < words_.size(); ++next_) found_.words.emplace_back(words_[next_]);
    return std::move(found_);
  }

 private:
  Status take_option(std::string_view word) {
    if (word == "--version" || word == "-V") {
      found_.version = true;
      ++next_;
      return {};
    }
    const Option* option = find_global(word);
    if (option == nullptr) return fail(unknown_option(word, known_globals(), "aptix"));
    if (option->name == "help") found_.help = true;
    return take_option(word, *option);
  }

  // In its long form, so that a command may use the letter for something else.
  Status take_option(std::string_view word, const Option& option) {
    ++next_;
    bool is_long = word.starts_with("--");
    std::string name = fmt::format("--{}", option.name);
    if (option.is_flag()) {
      if (is_long && word.size() != name.size())
        return fail(Code::usage, fmt::format("option '{}' takes no value", name));
      found_.words.push_back(name);
      if (is_long || word.size() == 2) return {};
      std::string rest = fmt::format("-{}", word.substr(2));  // -nq is -n -q
      const Option* other = find_global(rest);
      if (other == nullptr) return fail(unknown_option(rest, known_globals(), "aptix"));
      --next_;
      return take_option(rest, *other);
    }
    std::string_view value;
    if (is_long && word.size() > name.size()) value = word.substr(name.size() + 1);
    else if (!is_long && word.size() > 2) value = word.substr(2);
    else if (next_ < words_.size()) value = words_[next_++];
    if (value.empty())
      return fail(
          Code::usage, fmt::format("option '{}' needs a value", name), fmt::format("give it a {}", option.argument));
    found_.words.push_back(fmt::format("{}={}", name, value));
    return {};
  }

  // True when the name is complete.
  Result<bool> take_name(std::string_view word) {
    std::string name = found_.group.empty() ? std::string(word) : fmt::format("{} {}", found_.group, word);
    found_.command = find_command(name);
    if (found_.command != nullptr) {
      found_.group.clear();
      return true;
    }
    if (!found_.group.empty() || !is_group(name)) return fail(unknown_command(name));
    found_.group = name;
    return false;
  }

  static std::vector<std::string_view> known_globals() {
    static constexpr std::string_view kNames[] = {"--root", "--json", "--dry-run", "--diff", "--quiet", "--verbose",
        "--color", "--strict", "--no-sync", "--yes", "--interactive", "--help", "--version"};
    return {std::begin(kNames), std::end(kNames)};
  }

  std::span<const std::string_view> words_;
  size_t next_ = 0;
  Invocation found_;
};

}  // namespace

Result<Invocation> find_invocation(std::span<const std::string_view> words) { return Finder(words).run(); }

bool asks_for_json(std::span<const std::string_view> words) {
  for (std::string_view word : words) {
    if (word == "--") return false;
    if (word == "--json") return true;
  }
  return false;
}

std::string one_of(std::span<const std::string_view> words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i != 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

const Arguments::Given& Arguments::given(std::string_view option) const {
  for (const Given& given : given_)
    if (given.option->name == option) return given;
  throw Bug(fmt::format("option '{}' has no row in this command", option));
}

bool Arguments::knows(std::string_view option) const {
  return std::any_of(given_.begin(), given_.end(), [&](const Given& given) { return given.option->name == option; });
}

bool Arguments::has(std::string_view option) const { return !given(option).values.empty(); }

const std::vector<std::string>& Arguments::values(std::string_view option) const { return given(option).values; }

std::optional<std::string_view> Arguments::value(std::string_view option) const {
  const Given& found = given(option);
  if (found.values.empty()) return std::nullopt;
  return found.values.back();
}

// One command's options, handed to CLI11 and read back.
class Parser {
 public:
  explicit Parser(const Command& command) : command_(command), where_(fmt::format("aptix {}", command.name)) {
    app_.set_help_flag();
    app_.allow_extras();
    for_each_option(command, [&](const Option& option) { add(option); });
    app_.add_option("operands", operands_);
  }

  Result<Arguments> run(const std::vector<std::string>& words) {
    TRY(read(words));
    for (size_t i = 0; i < result_.given_.size(); ++i) {
      result_.given_[i].values = options_[i]->results();
      TRY(check(result_.given_[i].option, result_.given_[i].values));
    }
    note_order();
    result_.operands_ = std::move(operands_);
    result_.operands_.insert(result_.operands_.end(), behind_dashes_.begin(), behind_dashes_.end());
    TRY(check_operands());
    return std::move(result_);
  }

 private:
  void note_order() {
    std::vector<size_t> used(options_.size(), 0);
    for (const CLI::Option* parsed : app_.parse_order()) {
      auto place = std::find(options_.begin(), options_.end(), parsed);
      if (place == options_.end()) continue;  // the operands
      auto index = static_cast<size_t>(place - options_.begin());
      const Arguments::Given& given = result_.given_[index];
      if (used[index] < given.values.size()) result_.typed_.push_back({given.option, given.values[used[index]++]});
    }
  }

  void add(const Option& option) {
    std::string names = fmt::format("--{}", option.name);
    if (option.letter != 0) names = fmt::format("-{},{}", option.letter, names);
    CLI::Option* added = option.is_flag() ? app_.add_flag(names) : app_.add_option(names);
    added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    if (!option.is_flag()) added->expected(1)->allow_extra_args(false);
    options_.push_back(added);
    result_.given_.push_back({.option = &option, .values = {}});
  }

  // As git has it, a long option may be cut short where only one begins so.
  std::string in_full(const std::string& word) const {
    if (!word.starts_with("--")) return word;
    size_t end = std::min(word.find('='), word.size());
    std::string_view typed = std::string_view(word).substr(2, end - 2);
    std::string_view only;
    for (const Arguments::Given& given : result_.given_) {
      if (given.option->name == typed) return word;
      if (!given.option->name.starts_with(typed)) continue;
      if (!only.empty()) return word;
      only = given.option->name;
    }
    return only.empty() ? word : fmt::format("--{}{}", only, word.substr(end));
  }

  const Option* flag_of(std::string_view name) const {
    for (const Arguments::Given& given : result_.given_)
      if (given.option->is_flag() && given.option->name == name) return given.option;
    return nullptr;
  }

  // As git has it, `--no-check` takes back a `--check` before it, and `--add` a `--no-add`.
  std::vector<std::string> without_taken_back(const std::vector<std::string>& words) const {
    std::vector<std::string> kept;
    for (auto word = words.begin(); word != words.end(); ++word) {
      if (*word == "--") {
        kept.insert(kept.end(), word, words.end());
        break;
      }
      const Option* taken_back = nullptr;
      if (word->starts_with("--") && flag_of(std::string_view(*word).substr(2)) == nullptr)
        taken_back = flag_of(word->starts_with("--no-") ? word->substr(5) : "no-" + word->substr(2));
      if (taken_back == nullptr) {
        kept.push_back(in_full(*word));
        continue;
      }
      std::erase(kept, fmt::format("--{}", taken_back->name));
      if (taken_back->letter != 0) std::erase(kept, fmt::format("-{}", taken_back->letter));
    }
    return kept;
  }

  // What stands behind "--" never gets to CLI11, nor does "++", which it would take as an order.
  Status read(const std::vector<std::string>& given) {
    std::vector<std::string> words = command_.exit_codes == ExitCodes::git ? without_taken_back(given) : given;
    auto dashes = std::find(words.begin(), words.end(), "--");
    if (dashes != words.end()) behind_dashes_.assign(dashes + 1, words.end());
    std::vector<std::string> reversed;
    for (auto word = dashes; word != words.begin();) {
      --word;
      if (*word == "++") behind_dashes_.insert(behind_dashes_.begin(), *word);
      else reversed.push_back(*word);
    }
    try {
      app_.parse(std::move(reversed));
    } catch (const CLI::ParseError& error) {
      return fail(explain(error));
    }
    std::vector<std::string> extras = app_.remaining();
    for (auto word = words.begin(); word != dashes; ++word)
      if (std::find(extras.begin(), extras.end(), *word) != extras.end()) return fail(unknown(*word));
    if (!extras.empty()) return fail(unknown(extras.front()));
    return {};
  }

  Error unknown(const std::string& word) const {
    std::vector<std::string> names;
    for_each_option(command_, [&](const Option& option) {
      if (!option.hidden) names.push_back(fmt::format("--{}", option.name));
    });
    std::vector<std::string_view> known(names.begin(), names.end());
    return unknown_option(word, known, where_);
  }

  // CLI11 says "--block: 1 required missing"; what matters is the option.
  Error explain(const CLI::ParseError& error) const {
    std::string_view text = error.what();
    std::string_view name = text.substr(0, std::min(text.find_first_of(": "), text.size()));
    if (!name.starts_with('-'))
      return make_error(Code::usage, shown_word(text), fmt::format("see '{} --help'", where_));
    std::string message = fmt::format("option '{}' needs a value", shown_word(name));
    for (const Arguments::Given& given : result_.given_)
      if (fmt::format("--{}", given.option->name) == name && given.option->is_flag())
        message = fmt::format("option '{}' takes no value", name);
    return make_error(Code::usage, std::move(message), fmt::format("see '{} --help'", where_));
  }

  Status check(const Option* option, const std::vector<std::string>& values) const {
    std::vector<std::string_view> words = split(option->argument);
    for (const std::string& value : values) {
      if (option->is_flag() && value != "true")
        return fail(Code::usage, fmt::format("option '--{}' takes no value", option->name));
      if (words.size() > 1 && std::find(words.begin(), words.end(), value) == words.end())
        return fail(Code::usage, fmt::format("'{}' is no value of option '--{}'", shown_word(value), option->name),
            fmt::format("give {}", one_of(words)));
    }
    return {};
  }

  Status check_operands() const {
    if (result_.has("help")) return {};
    std::string usage = fmt::format("usage: {} {}", where_, command_.operands);
    if (result_.operands_.size() < command_.least)
      return fail(Code::usage, fmt::format("'{}' needs {}", where_, command_.operands), std::move(usage));
    if (result_.operands_.size() > command_.most)
      return fail(Code::usage,
          fmt::format("'{}' is one operand too many for '{}'", shown_word(result_.operands_[command_.most]), where_),
          fmt::format("see '{} --help'", where_));
    return {};
  }

  static std::vector<std::string_view> split(std::string_view words) {
    std::vector<std::string_view> parts;
    while (true) {
      size_t bar = words.find('|');
      parts.push_back(words.substr(0, bar));
      if (bar == std::string_view::npos) return parts;
      words.remove_prefix(bar + 1);
    }
  }

  const Command& command_;
  std::string where_;
  CLI::App app_;
  std::vector<CLI::Option*> options_;
  std::vector<std::string> operands_;
  std::vector<std::string> behind_dashes_;
  Arguments result_;
};

Result<Arguments> Arguments::parse(const Command& command, const std::vector<std::string>& words) {
  return Parser(command).run(words);
}

}  // namespace aptix::app
