// Reads the command line, from the rows of the table alone. As getopt_long(3) reads it, but that no
// long option may be abbreviated.
#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/assert.h"
#include "base/text.h"
#include "suggest.h"

namespace aptix::app {
namespace {

// Options that may stand before the command.
constexpr Shared kAnywhere =
    kRoot | kJson | kDryRun | kDiff | kQuiet | kVerbose | kColor | kStrict | kNoSync | kYes | kHelp;

constexpr Option kVersion = {.name = "version", .letter = 'V', .help = "tell the version"};

std::string shown(std::string_view word) { return escape_for_display(word.substr(0, 200)); }

bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

using Rows = std::vector<const Option*>;

Rows global_rows() {
  Rows rows{&kVersion};
  for (const SharedOption& shared : shared_options())
    if ((shared.bit & kAnywhere) != 0) rows.push_back(&shared.option);
  return rows;
}

// Reads single options off a line of words.
class OptionReader {
 public:
  // `where` is who is asked for the options, for messages: "aptix sha".
  OptionReader(const Rows& rows, std::string where) : rows_(rows), where_(std::move(where)) {}

  // Reads the word at `next`, a cluster of letters letter by letter, and steps behind it and its value.
  // REQUIRES: it is an option.
  template <class Word>
  Status read(std::span<const Word> words, size_t& next, const std::function<void(const Option&, std::string_view)>& take) const {
    std::string_view word = words[next++];
    if (word.starts_with("--")) return read_long(word, words, next, take);
    for (size_t i = 1; i < word.size(); ++i) {
      const Option* option = find([&](const Option& row) { return row.letter == word[i]; });
      if (option == nullptr) return fail(unknown(fmt::format("-{}", word.substr(i, 1))));
      if (option->is_flag()) {
        take(*option, "true");
        continue;
      }
      std::string_view value = word.substr(i + 1);
      if (value.empty() && next < words.size()) value = words[next++];
      return take_value(*option, value, take);
    }
    return {};
  }

 private:
  using Take = std::function<void(const Option&, std::string_view)>;

  template <class Word>
  Status read_long(std::string_view word, std::span<const Word> words, size_t& next, const Take& take) const {
    size_t equals = word.find('=');
    std::string_view name = word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
    const Option* option = find([&](const Option& row) { return row.name == name; });
    if (option == nullptr) return fail(unknown(word.substr(0, equals)));
    if (option->is_flag()) {
      if (equals != std::string_view::npos) return fail(Code::usage, fmt::format("option '--{}' takes no value", name), see_help());
      take(*option, "true");
      return {};
    }
    if (equals != std::string_view::npos) return take_value(*option, word.substr(equals + 1), take);
    return take_value(*option, next < words.size() ? std::string_view(words[next++]) : std::string_view(), take);
  }

  Status take_value(const Option& option, std::string_view value, const Take& take) const {
    if (value.empty()) return fail(Code::usage, fmt::format("option '--{}' needs a value", option.name), see_help());
    std::vector<std::string_view> words = split(option.argument);
    if (words.size() > 1 && std::find(words.begin(), words.end(), value) == words.end())
      return fail(Code::usage, fmt::format("'{}' is no value of option '--{}'", shown(value), option.name),
                  fmt::format("give {}", one_of(words)));
    take(option, value);
    return {};
  }

  template <class Fits>
  const Option* find(Fits fits) const {
    for (const Option* row : rows_)
      if (fits(*row)) return row;
    return nullptr;
  }

  Error unknown(std::string_view word) const {
    std::vector<std::string> names;
    for (const Option* row : rows_)
      if (!row->hidden) names.push_back(fmt::format("--{}", row->name));
    std::string_view guess = nearest_word(word, std::vector<std::string_view>(names.begin(), names.end()));
    return make_error(Code::usage, fmt::format("'{}' has no option '{}'", where_, shown(word)),
                      guess.empty() ? see_help() : fmt::format("did you mean '{}'?", guess));
  }

  std::string see_help() const { return fmt::format("see '{} --help'", where_); }

  static std::vector<std::string_view> split(std::string_view words) {
    std::vector<std::string_view> parts;
    for (size_t bar = words.find('|'); bar != std::string_view::npos; bar = words.find('|')) {
      parts.push_back(words.substr(0, bar));
      words.remove_prefix(bar + 1);
    }
    parts.push_back(words);
    return parts;
  }

  const Rows& rows_;
  std::string where_;
};

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
    hint = fmt::format("did you mean 'aptix {}'?", owners[index]->name);
  }
  return make_error(Code::usage, fmt::format("there is no command '{}'", shown(typed)), std::move(hint));
}

bool is_group(std::string_view word) {
  return std::any_of(commands().begin(), commands().end(), [&](const Command* command) {
    return command->name.starts_with(word) && command->name.substr(word.size()).starts_with(' ');
  });
}

// Adds a word to the command's name. Fails for a name that no command begins with.
Status take_name(std::string_view word, Invocation& found) {
  std::string name = found.group.empty() ? std::string(word) : fmt::format("{} {}", found.group, word);
  found.command = find_command(name);
  bool more = found.command == nullptr && found.group.empty() && is_group(name);
  if (found.command == nullptr && !more) return fail(unknown_command(name));
  found.group = more ? name : std::string();
  return {};
}

}  // namespace

// An option that stands before the command is handed on in its long form, so that a command may use
// the letter for something else.
Result<Invocation> find_invocation(std::span<const std::string_view> words) {
  Invocation found;
  Rows rows = global_rows();
  OptionReader reader(rows, "aptix");
  size_t next = 0;
  while (next < words.size() && found.command == nullptr) {
    if (!is_option(words[next])) {
      TRY(take_name(words[next++], found));
      continue;
    }
    TRY(reader.read(words, next, [&](const Option& option, std::string_view value) {
      if (option.name == "version") found.version = true;
      else found.words.push_back(option.is_flag() ? fmt::format("--{}", option.name) : fmt::format("--{}={}", option.name, value));
      if (option.name == "help") found.help = true;
    }));
  }
  for (; next < words.size(); ++next) found.words.emplace_back(words[next]);
  return found;
}

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

Status Arguments::check_operands(const Command& command) const {
  if (has("help")) return {};
  std::string where = fmt::format("aptix {}", command.name);
  if (operands_.size() < command.least)
    return fail(Code::usage, fmt::format("'{}' needs {}", where, command.operands), fmt::format("usage: {} {}", where, command.operands));
  if (operands_.size() > command.most)
    return fail(Code::usage, fmt::format("'{}' is one operand too many for '{}'", shown(operands_[command.most]), where),
                fmt::format("see '{} --help'", where));
  return {};
}

Result<Arguments> Arguments::parse(const Command& command, const std::vector<std::string>& words) {
  Arguments result;
  Rows rows;
  for_each_option(command, [&](const Option& option) {
    rows.push_back(&option);
    result.given_.push_back({.option = &option, .values = {}});
  });
  OptionReader reader(rows, fmt::format("aptix {}", command.name));
  size_t next = 0;
  while (next < words.size()) {
    if (words[next] == "--") {
      result.operands_.insert(result.operands_.end(), words.begin() + static_cast<ptrdiff_t>(next) + 1, words.end());
      break;
    }
    if (!is_option(words[next])) {
      result.operands_.push_back(words[next++]);
      continue;
    }
    TRY(reader.read(std::span<const std::string>(words), next, [&](const Option& option, std::string_view value) {
      auto row = static_cast<size_t>(std::find(rows.begin(), rows.end(), &option) - rows.begin());
      result.given_[row].values.emplace_back(value);
    }));
  }
  TRY(result.check_operands(command));
  return result;
}

}  // namespace aptix::app
