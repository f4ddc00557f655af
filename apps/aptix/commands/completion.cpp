// aptix completion: scripts for three shells, made from the command table.
#include <string>
#include <vector>

#include "commands/help.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

// The name in a shell: "bundle apply" is two words, completed one after the other.
std::vector<std::string_view> first_words() {
  std::vector<std::string_view> words;
  for (const Command* command : commands()) {
    std::string_view word = command->name.substr(0, command->name.find(' '));
    if (words.empty() || words.back() != word) words.push_back(word);
  }
  return words;
}

// The rest of the commands that begin with the word `group`.
std::vector<const Command*> members(std::string_view group) {
  std::vector<const Command*> found;
  for (const Command* command : commands())
    if (command->name.starts_with(group) && command->name.substr(group.size()).starts_with(' '))
      found.push_back(command);
  return found;
}

std::string_view second_word(const Command& command) { return command.name.substr(command.name.find(' ') + 1); }

std::string second_words(std::string_view group) {
  std::string words;
  for (const Command* command : members(group))
    words += fmt::format("{}{}", words.empty() ? "" : " ", second_word(*command));
  return words;
}

std::string word_list(const std::vector<std::string_view>& words) {
  std::string out;
  for (std::string_view word : words) out += fmt::format("{}{}", out.empty() ? "" : " ", word);
  return out;
}

std::string with_spaces(std::string_view words) {
  std::string out(words);
  for (char& c : out)
    if (c == '|') c = ' ';
  return out;
}

bool has_fixed_words(const Option& option) { return option.argument.find('|') != std::string_view::npos; }

// The words that the first operand may be; "" where they are not fixed.
std::string operand_words(const Command& command) {
  if (command.operands == "[COMMAND]") return word_list(first_words());
  bool fixed = !command.takes_files() && command.operands.find('|') != std::string_view::npos;
  return fixed ? with_spaces(command.operands.substr(0, command.operands.find(' '))) : "";
}

// What lists the IDs that an operand may be, one a line, in a shell; "" where it is not an ID.
std::string list_of_ids(const Command& command) {
  if (command.operands.find("ID") == std::string_view::npos) return {};
  for (std::string_view group : {"patch", "session"})
    if (command.name.starts_with(group) && command.name.size() > group.size())
      return fmt::format("aptix {} list 2>/dev/null | grep -oE \"^[0-9a-f-]{{36}}\"", group);
  return "aptix log --limit 50 2>/dev/null | grep -oE \"^ *[0-9]+\"";
}

std::string option_names(const Command& command) {
  std::string names;
  for_each_option(command, [&](const Option& option) {
    if (option.hidden) return;
    names += fmt::format("{}--{}", names.empty() ? "" : " ", option.name);
    if (option.letter != 0) names += fmt::format(" -{}", option.letter);
  });
  return names;
}

// Every option with a value, of any command: how a shell completes the value.
std::string bash_values() {
  std::vector<std::string_view> seen;
  std::string out;
  auto add = [&](const Option& option) {
    if (!option.takes_word() || option.hidden || std::find(seen.begin(), seen.end(), option.name) != seen.end()) return;
    seen.push_back(option.name);
    std::string pattern = fmt::format("--{}", option.name);
    if (option.letter != 0) pattern += fmt::format("|-{}", option.letter);
    std::string reply = "return";
    if (option.argument == "DIR") reply = "COMPREPLY=($(compgen -d -- \"$current\")); return";
    if (option.argument == "FILE") reply = "COMPREPLY=($(compgen -f -- \"$current\")); return";
    if (has_fixed_words(option))
      reply = fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$current\")); return", with_spaces(option.argument));
    out += fmt::format("    {}) {} ;;\n", pattern, reply);
  };
  for (const Command* command : commands()) for_each_option(*command, add);
  return out;
}

// Finds the command in what was typed so far: its name may be two words.
std::string command_loop(std::string_view steps, std::string_view word) {
  std::string out = fmt::format("  for (({})); do\n    word={}\n    case $word in\n", steps, word);
  out +=
      "      -C|--root|--color|--state-dir|--wait) ((i++)); continue ;;\n      -*) continue ;;\n    esac\n"
      "    case $command in\n      '') command=$word ;;\n";
  for (std::string_view group : first_words())
    if (!members(group).empty()) out += fmt::format("      {}) command=\"{} $word\" ;;\n", group, group);
  return out + "    esac\n  done\n";
}

std::string bash_script() {
  std::string out =
      "# bash completion for aptix: source it, or put it where bash-completion looks\n"
      "_aptix() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command='' word i\n"
      "  COMPREPLY=()\n"
      "  case $previous in\n" +
      bash_values() + "  esac\n" + command_loop("i = 1; i < COMP_CWORD; i++", "${COMP_WORDS[i]}") +
      "  local options='' words='' files=''\n  case $command in\n";
  out += fmt::format("    '') options='--help --version --root -C --json'; words='{}' ;;\n", word_list(first_words()));
  for (std::string_view group : first_words())
    if (!members(group).empty()) out += fmt::format("    {}) words='{}' ;;\n", group, second_words(group));
  for (const Command* command : commands()) {
    std::string ids = list_of_ids(*command);
    std::string words = ids.empty() ? fmt::format("'{}'", operand_words(*command)) : fmt::format("$({})", ids);
    out += fmt::format("    '{}') options='{}'; words={}; files={} ;;\n", command->name, option_names(*command), words,
        command->takes_files() ? "yes" : "''");
  }
  out +=
      "  esac\n"
      "  if [[ $current == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
      "  elif [[ -n $files ]]; then\n"
      "    COMPREPLY=($(compgen -f -W \"$words\" -- \"$current\"))\n"
      "  else\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  fi\n"
      "}\n"
      "complete -o filenames -F _aptix aptix\n";
  return out;
}

// Within single quotes; for zsh also the characters that part a specification.
std::string quoted(std::string_view text, std::string_view escaped = {}) {
  std::string out;
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (escaped.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_argument(const Option& option) {
  if (!option.takes_word()) return "";
  if (option.argument == "DIR") return ":folder:_files -/";
  if (option.argument == "FILE") return ":file:_files";
  if (has_fixed_words(option)) return fmt::format(":word:({})", with_spaces(option.argument));
  return fmt::format(":{}:", quoted(option.argument, ":\\"));
}

std::string zsh_options(const Command& command) {
  std::string out;
  for_each_option(command, [&](const Option& option) {
    if (option.hidden) return;
    std::string rest = fmt::format("[{}]{}", quoted(option.help, "[]:\\"), zsh_argument(option));
    std::string_view times = option.repeatable ? "*" : "";
    out += fmt::format("    '{}--{}{}{}'\n", times, option.name, !option.takes_word() ? "" : "=", rest);
    if (option.letter != 0)
      out += fmt::format("    '{}-{}{}{}'\n", times, option.letter, !option.takes_word() ? "" : "+", rest);
  });
  std::string words = operand_words(command);
  std::string ids = list_of_ids(command);
  if (command.takes_files()) out += "    '*:file:_files'\n";
  else if (!ids.empty()) out += fmt::format("    \"*:id:($({}))\"\n", ids);
  else if (!words.empty()) out += fmt::format("    '*:word:({})'\n", words);
  return out;
}

// What a first word stands for, in words.
std::string summary_of(std::string_view word) {
  const Command* command = find_command(word);
  return command != nullptr ? std::string(command->summary) : fmt::format("commands on {}s", word);
}

std::string zsh_name(std::string_view word, std::string_view summary) {
  return fmt::format("    '{}:{}'\n", word, quoted(summary, ":\\"));
}

std::string zsh_script() {
  std::string out =
      "#compdef aptix\n"
      "# zsh completion for aptix: put it into a folder of $fpath as _aptix\n"
      "_aptix() {\n"
      "  local -a names options\n"
      "  local command='' word i\n" +
      command_loop("i = 2; i < CURRENT; i++", "$words[i]") + "  case $command in\n";
  auto add_names = [&](std::string_view group, const std::string& names) {
    out += fmt::format("    {}) names=(\n{}    ); _describe 'command' names; return ;;\n", group, names);
  };
  std::string names;
  for (std::string_view word : first_words()) names += zsh_name(word, summary_of(word));
  add_names("''", names);
  for (std::string_view group : first_words()) {
    names.clear();
    for (const Command* command : members(group)) names += zsh_name(second_word(*command), command->summary);
    if (!names.empty()) add_names(group, names);
  }
  for (const Command* command : commands())
    out += fmt::format("    '{}') options=(\n{}    ) ;;\n", command->name, zsh_options(*command));
  out +=
      "  esac\n  _arguments -s $options\n}\n"
      "if [ \"$funcstack[1]\" = _aptix ]; then _aptix \"$@\"; else compdef _aptix aptix; fi\n";
  return out;
}

std::string fish_condition(const Command& command) {
  size_t blank = command.name.find(' ');
  if (blank == std::string_view::npos) return fmt::format("__fish_seen_subcommand_from {}", command.name);
  return fmt::format("__fish_seen_subcommand_from {}; and __fish_seen_subcommand_from {}",
      command.name.substr(0, blank), command.name.substr(blank + 1));
}

std::string fish_options(const Command& command) {
  std::string out;
  std::string condition = fish_condition(command);
  for_each_option(command, [&](const Option& option) {
    if (option.hidden) return;
    std::string line = fmt::format("complete -c aptix -n '{}' -l {}", condition, option.name);
    if (option.letter != 0) line += fmt::format(" -s {}", option.letter);
    if (option.argument == "DIR" || option.argument == "FILE") line += " -r";
    else if (has_fixed_words(option)) line += fmt::format(" -x -a '{}'", with_spaces(option.argument));
    else if (option.takes_word()) line += " -x";
    out += fmt::format("{} -d '{}'\n", line, quoted(option.help));
  });
  if (command.takes_files()) out += fmt::format("complete -c aptix -n '{}' -F\n", condition);
  if (std::string ids = list_of_ids(command); !ids.empty())
    out += fmt::format("complete -c aptix -n '{}' -a '({} | string trim)'\n", condition, ids);
  if (std::string words = operand_words(command); !words.empty())
    out += fmt::format("complete -c aptix -n '{}' -a '{}'\n", condition, words);
  return out;
}

std::string fish_script() {
  std::string out =
      "# fish completion for aptix: put it into ~/.config/fish/completions/aptix.fish\ncomplete -c aptix -f\n";
  for (std::string_view word : first_words())
    out += fmt::format("complete -c aptix -n __fish_use_subcommand -a {} -d '{}'\n", word, quoted(summary_of(word)));
  for (std::string_view group : first_words())
    for (const Command* command : members(group))
      out += fmt::format(
          "complete -c aptix -n '__fish_seen_subcommand_from {}; and not __fish_seen_subcommand_from {}' -a {} -d "
          "'{}'\n",
          group, second_words(group), second_word(*command), quoted(command->summary));
  for (const Command* command : commands()) out += fish_options(*command);
  return out;
}

Result<Answer> run_completion(Session& session) {
  const std::string& shell = session.arguments.operands().front();
  std::string script = completion_script(shell);
  if (script.empty()) return fail(Code::usage, "the shell must be bash, zsh or fish", "try 'aptix completion bash'");
  auto json = json::object([&](json::Writer& w) { w.field("shell", shell).field("script", script); });
  return make_answer(session, {.text = std::move(script), .json = std::move(json)});
}

}  // namespace

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  return {};
}

extern constexpr Command kCompletion = {
    .name = "completion",
    .summary = "print a script that lets a shell complete commands and options",
    .operands = "bash|zsh|fish",
    .description = "Prints the script for the named shell to standard output.",
    .examples = {{"source <(aptix completion bash)", "complete in this bash"},
        {"aptix completion zsh > ~/.zfunc/_aptix", "complete in every zsh that has ~/.zfunc in fpath"},
        {"aptix completion fish > ~/.config/fish/completions/aptix.fish", "complete in every fish"}},
    .run = run_completion,
};

}  // namespace aptix::app
