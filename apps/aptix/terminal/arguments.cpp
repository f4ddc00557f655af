// Reads the command line. The only file that uses CLI11; it gives it the rows of one command at a time.
#include "terminal/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "base/assert.h"
#include "base/text/bytes.h"
#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::app {
namespace {

// Options that may come before the command.
constexpr Shared kBeforeCommand = kRoot | kState | kJson | kDryRun | kDiff | kQuiet | kVerbose | kColor | kStrict |
    kNoSync | kYes | kInteractive | kHelp;
constexpr Option kVersion = {.name = "version", .letter = 'V'};  // only without a command

// CLI11 treats an operand "++" as a separator, so it is passed as a word with a NUL, which no typed word has.
constexpr std::string_view kPlusses = "++", kPlussesForCli("\0++", 3);
constexpr std::string_view kNoValueForCli = "\x1F";  // given for an option whose value is optional and missing

using Words = std::vector<std::string>;

std::string word_for_display(std::string_view word) { return escape_for_display(word.substr(0, 200)); }

Error usage_error(std::string message, std::string hint = {}) {
  return make_error(Code::usage, std::move(message), std::move(hint));
}

// As CLI11 distinguishes them: "-", "---", "- a" and "-1" are operands.
bool is_option(std::string_view word) {
  if (word == "--") return true;
  size_t dashes = word.starts_with("--") ? 2 : 1;
  if (word.size() <= dashes || word[0] != '-' || std::string_view("-! \n").find(word[dashes]) != std::string_view::npos)
    return false;
  return dashes == 2 || !is_digit(word[1]);
}

// Parses words by rows of options.
class WordReader {
 public:
  enum class Until : uint8_t { end, first_operand };  // first_operand: stops there

  // `where`: what was typed so far, for messages.
  WordReader(std::string where, std::vector<const Option*> rows, Until until, ExitCodes manner = ExitCodes::ours)
      : where_(std::move(where)),
        rows_(std::move(rows)),
        until_(until),
        manner_(manner) {}

  Status read(const Words& words) {
    auto is_operand = [](std::string_view word) { return word == "-" || !word.starts_with('-'); };
    if (std::all_of(words.begin(), words.end(), is_operand)) {
      operands = words;  // CLI11 costs more than parsing a small document
      return {};
    }
    app_.emplace();
    app_->set_help_flag();
    app_->allow_extras();
    app_->prefix_command(until_ == Until::first_operand);
    for (const Option* row : rows_) options_.push_back(may_be_typed(*row, words) ? add(*row) : nullptr);
    auto end = until_ == Until::first_operand ? words.end() : std::find(words.begin(), words.end(), "--");
    Words last_first;  // in reverse, as CLI11 wants them
    for (auto word = end; word != words.begin();) {
      --word;
      TRY(check_value_after_equals_sign(*word));
      last_first.push_back(*word == kPlusses ? std::string(kPlussesForCli) : in_full(*word));
    }
    try {
      app_->parse(std::move(last_first));
    } catch (const CLI::ParseError& error) {
      return fail(explain(error));
    }
    note_typed();
    TRY(sort_out(app_->remaining()));
    if (end != words.end()) operands.insert(operands.end(), end + 1, words.end());
    return {};
  }

  std::vector<Arguments::Typed> typed;
  Words operands;

 private:
  CLI::Option* add(const Option& row) {
    std::string names = fmt::format("--{}", row.name);
    if (row.letter != 0) names += fmt::format(",-{}", row.letter);
    if (!row.is_flag())
      return app_->add_option(names)->expected(1)->allow_extra_args(false)->multi_option_policy(
          CLI::MultiOptionPolicy::TakeAll);
    // As in git, `--no-check` cancels an earlier `--check`, and `--add` a `--no-add`.
    std::string opposite =
        row.name.starts_with("no-") ? std::string(row.name.substr(3)) : fmt::format("no-{}", row.name);
    if (manner_ == ExitCodes::git && find(opposite) == nullptr) names += fmt::format(",!--{}", opposite);
    return app_->add_flag(names)->disable_flag_override()->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }

  // Declaring an option costs CLI11 as much as reading a small document, so only typed options are declared.
  bool may_be_typed(const Option& row, const Words& words) const {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      if (!word.starts_with("-")) return false;
      if (manner_ == ExitCodes::git) return true;  // abbreviations and opposites
      if (!word.starts_with("--")) return row.letter != 0 && word.find(row.letter) != std::string_view::npos;
      return word.substr(2, word.find('=') - 2) == row.name;
    });
  }

  // For "--root=", CLI11 would use the next word as the value.
  Status check_value_after_equals_sign(std::string_view word) const {
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) return {};
    const Option* row = find(word.substr(2, word.size() - 3));
    if (row == nullptr || row->is_flag()) return {};
    return fail(needs_value(*row));
  }

  const Option* find(std::string_view name) const {
    auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Option* row) { return row->name == name; });
    return found != rows_.end() ? *found : nullptr;
  }

  // As in git, a long option may be abbreviated if the abbreviation is unique.
  std::string in_full(const std::string& word) const {
    const Option* row = word.starts_with("--") ? find(std::string_view(word).substr(2)) : nullptr;
    if (row != nullptr && row->may_have_value()) return fmt::format("{}={}", word, kNoValueForCli);
    size_t end = std::min(word.find('='), word.size());
    if (manner_ != ExitCodes::git || !word.starts_with("--") || end < 3) return word;
    std::string_view typed_name = std::string_view(word).substr(2, end - 2), only;
    if (find(typed_name) != nullptr) return word;
    for (const Option* other : rows_) {
      if (!other->name.starts_with(typed_name)) continue;
      if (!only.empty()) return word;
      only = other->name;
    }
    return only.empty() ? word : fmt::format("--{}{}", only, word.substr(end));
  }

  void note_typed() {
    std::vector<size_t> used(options_.size(), 0);
    for (const CLI::Option* parsed : app_->parse_order()) {
      auto index = static_cast<size_t>(std::find(options_.begin(), options_.end(), parsed) - options_.begin());
      std::string value = parsed->results()[used[index]++];
      const Option* row = rows_[index];
      if (row->is_flag() && value == "false")
        std::erase_if(typed, [&](const Arguments::Typed& before) { return before.option == row; });
      else if (value == kNoValueForCli) typed.push_back({row, ""});
      else typed.push_back({row, value == kPlussesForCli ? std::string(kPlusses) : std::move(value)});
    }
  }

  // Sorts what CLI11 left: operands, and unknown options.
  Status sort_out(const Words& left) {
    for (const std::string& word : left) {
      bool may_be_option = operands.empty() || until_ == Until::end;
      if (may_be_option && is_option(word)) return fail(unknown(word));
      operands.push_back(word == kPlussesForCli ? std::string(kPlusses) : word);
    }
    return {};
  }

  Error unknown(std::string_view word) const {
    Words names;
    for (const Option* row : rows_)
      if (!row->hidden) names.push_back(fmt::format("--{}", row->name));
    std::vector<std::string_view> known(names.begin(), names.end());
    std::string_view name = word.substr(0, word.find('=')), guess = nearest_word(name, known);
    std::string message = fmt::format("'{}' has no option '{}'", where_, word_for_display(name));
    return usage_error(std::move(message), guess.empty() ? see_help() : fmt::format("did you mean '{}'?", guess));
  }

  // Replaces messages of CLI11, such as "--block: 1 required missing" and "json was given a disallowed flag override",
  // by our own about the option.
  Error explain(const CLI::ParseError& error) const {
    std::string_view text = error.what();
    std::string_view name = text.substr(0, std::min(text.find_first_of(": "), text.size()));
    if (text.ends_with("flag override")) return usage_error(fmt::format("option '--{}' takes no value", name));
    const Option* row = name.starts_with("--") ? find(name.substr(2)) : nullptr;
    return row != nullptr ? needs_value(*row) : usage_error(word_for_display(text), see_help());
  }

  static Error needs_value(const Option& row) {
    return usage_error(fmt::format("option '--{}' needs a value", row.name),
        fmt::format("write it as '--{} {}'", row.name, row.argument));
  }

  std::string see_help() const { return fmt::format("see '{} --help'", where_); }

  std::string where_;
  std::vector<const Option*> rows_;
  Until until_;
  ExitCodes manner_;
  std::optional<CLI::App> app_;
  std::vector<CLI::Option*> options_;  // one per row
};

bool is_group(std::string_view word) {
  return std::any_of(commands().begin(), commands().end(), [&](const Command* command) {
    return command->name.starts_with(word) && command->name.substr(word.size()).starts_with(' ');
  });
}

// Removes the options before a word of the command's name. Keeps them in their long form, because the command may use
// the letters for something else.
Status take_options(Invocation& found, Words& rest) {
  std::vector<const Option*> rows;
  for (const SharedOption& shared : shared_options())
    if ((shared.bit & kBeforeCommand) != 0) rows.push_back(&shared.option);
  rows.push_back(&kVersion);
  WordReader reader("aptix", std::move(rows), WordReader::Until::first_operand);
  TRY(reader.read(rest));
  rest = std::move(reader.operands);
  for (const Arguments::Typed& typed : reader.typed) {
    if (typed.option->name == "help") found.help = true;
    if (typed.option == &kVersion) found.version = true;
    else found.words.push_back(typed.word());
  }
  return {};
}

// Null: the command has no such option.
const Option* row_of(const Command& command, std::string_view name) {
  const Option* row = nullptr;
  for_each_option(command, [&](const Option& one) {
    if (one.name == name) row = &one;
  });
  return row;
}

std::vector<std::string_view> fixed_words(const Option& option) {
  std::vector<std::string_view> words = split(option.argument, '|');
  return words.size() > 1 ? words : std::vector<std::string_view>();
}

// "apply, validate or create"
std::string one_of(std::span<const std::string_view> words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return text;
}

}  // namespace

Error unknown_command(std::string_view typed) {
  std::vector<std::string_view> known;
  for (const Command* command : commands()) {
    std::string_view name = command->name;
    known.insert(known.end(), {name, name.substr(0, name.find(' ')), name.substr(name.rfind(' ') + 1)});
  }
  std::string_view guess = nearest_word(typed, known);
  std::string hint = "'aptix help' lists the commands";
  if (!guess.empty()) {
    // Prefer a command with that exact name to one with it as one of its words; each command has three entries.
    auto index = static_cast<size_t>(std::find(known.begin(), known.end(), guess) - known.begin());
    hint =
        fmt::format("did you mean 'aptix {}'?", find_command(guess) != nullptr ? guess : commands()[index / 3]->name);
  }
  return usage_error(fmt::format("there is no command '{}'", word_for_display(typed)), std::move(hint));
}

Result<Invocation> find_invocation(std::span<const std::string_view> words) {
  Invocation found;
  Words rest(words.begin(), words.end());
  while (found.command == nullptr && !rest.empty()) {
    if (rest.front().starts_with('-')) TRY(take_options(found, rest));
    if (rest.empty()) break;
    std::string name = found.group.empty() ? rest.front() : fmt::format("{} {}", found.group, rest.front());
    found.command = find_command(name);
    bool group = found.command == nullptr && found.group.empty() && is_group(name);
    if (found.command == nullptr && !group) return fail(unknown_command(name));
    found.group = group ? name : "";
    rest.erase(rest.begin());
  }
  // A command may be a group as well: "audit", "audit verify".
  if (found.command != nullptr && !rest.empty())
    if (const Command* longer = find_command(fmt::format("{} {}", found.command->name, rest.front()))) {
      found.command = longer;
      rest.erase(rest.begin());
    }
  found.words.insert(found.words.end(), rest.begin(), rest.end());
  return found;
}

std::string command_in(std::string_view line) {
  std::vector<std::string> typed = split_shell_words(line);
  auto found =
      find_invocation(std::vector<std::string_view>(typed.begin() + (typed.front() == "aptix" ? 1 : 0), typed.end()));
  return found && found->command != nullptr ? std::string(found->command->name) : std::string(line);
}

bool asks_for_json(std::span<const std::string_view> words) {
  auto end = std::find(words.begin(), words.end(), "--");
  return std::find(words.begin(), end, "--json") != end;
}

std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> known) {
  size_t limit = std::max<size_t>(1, typed.size() / 3);
  if (typed.size() > 64) return {};
  std::string_view best;
  for (std::string_view word : known) {
    size_t distance = edit_distance(typed, word, limit);
    if (distance > limit) continue;
    best = word;
    if (distance == 0) break;
    limit = distance - 1;  // only a more similar word may replace it
    if (limit == 0) break;
  }
  if (!best.empty()) return best;
  // "--norm" may be an abbreviation.
  for (std::string_view word : known)
    if (typed.size() >= 3 && word.starts_with(typed) && typed.find_first_not_of('-') + 2 < typed.size()) return word;
  return {};
}

Result<Arguments> Arguments::parse(const Command& command, const std::vector<std::string>& words) {
  std::vector<const Option*> rows;
  for_each_option(command, [&](const Option& option) { rows.push_back(&option); });
  WordReader reader(fmt::format("aptix {}", command.name), std::move(rows), WordReader::Until::end, command.exit_codes);
  TRY(reader.read(words));
  Arguments arguments(command);
  arguments.typed_ = std::move(reader.typed);
  arguments.operands_ = std::move(reader.operands);
  TRY(arguments.check());
  return arguments;
}

Result<Arguments> Arguments::of_words(
    const Command& command, const std::vector<std::string>& options, std::vector<std::string> operands) {
  Arguments arguments(command);
  for (std::string_view word : options) {
    size_t end = std::min(word.find('='), word.size());
    const Option* row = row_of(command, word.substr(0, end).substr(2));
    if (row == nullptr) throw Bug(fmt::format("'{}' has no row in '{}'", word, command.name));
    arguments.typed_.push_back({row, std::string(word.substr(std::min(end + 1, word.size())))});
  }
  arguments.operands_ = std::move(operands);
  TRY(arguments.check());
  return arguments;
}

bool Arguments::knows(std::string_view option) const { return row_of(*command_, option) != nullptr; }

bool Arguments::is_typed(std::string_view option) const {
  return std::any_of(typed_.begin(), typed_.end(), [&](const Typed& typed) { return typed.option->name == option; });
}

bool Arguments::has(std::string_view option) const { return value(option).has_value(); }

std::string Arguments::Typed::word() const {
  return option->is_flag() ? fmt::format("--{}", option->name) : fmt::format("--{}={}", option->name, value);
}

std::optional<std::string_view> Arguments::value(std::string_view option) const {
  auto last =
      std::find_if(typed_.rbegin(), typed_.rend(), [&](const Typed& typed) { return typed.option->name == option; });
  if (last != typed_.rend()) return last->value;
  if (!knows(option)) throw Bug(fmt::format("option '{}' has no row in this command", option));
  return std::nullopt;
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  std::vector<std::string> all;
  for (const Typed& typed : typed_)
    if (typed.option->name == option) all.push_back(typed.value);
  return all;
}

std::vector<std::string> Arguments::words_of(std::initializer_list<std::string_view> options) const {
  std::vector<std::string> words;
  for (const Typed& typed : typed_)
    if (std::ranges::find(options, typed.option->name) != options.end()) words.push_back(typed.word());
  return words;
}

Status Arguments::check() const {
  for (const Typed& typed : typed_) {
    std::vector<std::string_view> words = fixed_words(*typed.option);
    if (!words.empty() && std::find(words.begin(), words.end(), typed.value) == words.end())
      return fail(usage_error(
          fmt::format("'{}' is not a value of option '--{}'", word_for_display(typed.value), typed.option->name),
          fmt::format("give {}", one_of(words))));
  }
  if (has("help")) return {};
  std::string where = fmt::format("aptix {}", command_->name);
  if (operands_.size() < command_->least_operands())
    return fail(
        usage_error(fmt::format("'{}' needs {}", where, command_->operands.substr(0, command_->operands.find(" ["))),
            fmt::format("usage: {} {}", where, command_->operands)));
  if (operands_.size() > command_->most_operands())
    return fail(usage_error(fmt::format("'{}' is one operand too many for '{}'",
                                word_for_display(operands_[command_->most_operands()]), where),
        fmt::format("see '{} --help'", where)));
  return {};
}

}  // namespace aptix::app
