// The texts of help, and the command that shows them.
#include "commands/help.h"

#include <algorithm>

#include "terminal/arguments.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

constexpr size_t kOptionColumn = 28;

std::string command_lines(std::string_view prefix) {
  size_t width = 0;
  for (const Command* command : commands()) width = std::max(width, command->name.size());
  std::string out;
  for (const Command* command : commands())
    if (command->name.starts_with(prefix)) out += fmt::format("  {:<{}}  {}\n", command->name, width, command->summary);
  return out;
}

// "-n, --dry-run", "    --block N"
std::string option_words(const Option& option) {
  std::string words = option.letter != 0 ? fmt::format("-{}, ", option.letter) : "    ";
  words += fmt::format("--{}", option.name);
  if (!option.is_flag()) words += fmt::format("{}{}", option.takes_word() ? " " : "", option.argument);
  return words;
}

std::string usage_line(const Command& command) {
  return fmt::format("aptix {} [OPTION...]{}{}", command.name, command.operands.empty() ? "" : " ", command.operands);
}

std::string option_lines(const Option& option) {
  std::string words = "  " + option_words(option);
  std::string help = wrap(option.help, kOptionColumn);
  if (words.size() + 2 > kOptionColumn) return words + "\n" + help;
  words.resize(kOptionColumn, ' ');
  return words + help.substr(kOptionColumn);
}

}  // namespace

std::string wrap(std::string_view text, size_t indent, size_t width) {
  std::string out;
  std::string line(indent, ' ');
  auto finish = [&] {
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
    line.assign(indent, ' ');
  };
  while (!text.empty()) {
    size_t end = std::min(text.find_first_of(" \n"), text.size());
    std::string_view word = text.substr(0, end);
    if (line.size() > indent && line.size() + word.size() > width) finish();
    line += word;
    if (end < text.size() && text[end] == '\n') finish();
    else line += ' ';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (line.size() > indent) finish();
  return out;
}

std::string short_help() {
  return "aptix applies the edits in a language model's answer to your files: all of them or none,\n"
         "with a record that can take them back.\n\n"
         "  aptix bundle apply answer.md            apply the answer\n"
         "  aptix bundle apply -n --diff answer.md  show what it would change\n\n"
         "'aptix help' lists the commands, 'aptix help bundle apply' explains one.\n";
}

std::string overview() {
  return "usage: aptix [OPTION...] COMMAND [ARGUMENT...]\n\ncommands:\n" + command_lines("") +
      "\n'aptix help COMMAND' or 'aptix COMMAND --help' explains one, with examples. 'aptix --version' tells\n"
      "the version. Options such as -C, --json, -n and -q may stand before or after the command.\n";
}

std::string group_help(std::string_view group) {
  return fmt::format(
      "usage: aptix {} COMMAND [ARGUMENT...]\n\ncommands:\n{}", group, command_lines(std::string(group) + " "));
}

std::string command_help(const Command& command) {
  std::string out = fmt::format("aptix {}: {}\n\nusage: {}\n\n", command.name, command.summary, usage_line(command));
  out += wrap(command.description, 0);
  out += "\noptions:\n";
  for_each_option(command, [&](const Option& option) {
    if (!option.hidden) out += option_lines(option);
  });
  out += "\nexamples:\n";
  for (const Example& example : command.examples) out += fmt::format("  {}\n{}", example.line, wrap(example.says, 6));
  return out;
}

namespace {

std::string with_spaces_between(const std::vector<std::string>& words) {
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  return name;
}

std::string all_names() {
  std::string names;
  for (const Command* command : commands()) names += fmt::format("{}\n", command->name);
  return names;
}

Result<std::string> help_text(const std::string& topic, std::string_view format) {
  bool manual = format == "man";
  if (format == "names") return all_names();
  if (topic.empty()) return manual ? main_page() : overview();
  if (const Command* command = find_command(topic)) return manual ? command_page(*command) : command_help(*command);
  bool group = std::any_of(commands().begin(), commands().end(),
      [&](const Command* command) { return command->name.starts_with(topic + " "); });
  if (group && !manual) return group_help(topic);
  return fail(unknown_command(topic));
}

Result<Answer> run_help(Session& session) {
  TRY_ASSIGN(text,
      help_text(
          with_spaces_between(session.arguments.operands()), session.arguments.value("print-as").value_or("text")));
  return make_answer(session, text_alone(text));
}

}  // namespace

extern constexpr Command kHelpCommand = {
    .name = "help",
    .summary = "explain a command",
    .operands = "[COMMAND]",
    .description =
        "Without COMMAND it lists the commands. With it, it shows what the command does, its options and examples.",
    .options = {hidden(
        option("print-as", "text|man|names", "man: the source of the manual page; names: of all commands"))},
    .examples = {{"aptix help", "list the commands"},
        {"aptix help bundle apply", "explain one command, with all its options"}},
    .run = run_help,
};

}  // namespace aptix::app
