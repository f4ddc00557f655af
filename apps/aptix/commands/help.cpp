// Help texts, manual pages, and the command that shows them. Texts about commands and errors come from their tables.
#include "commands/help.h"

#include <algorithm>

#include "answer/format.h"
#include "base/diagnostic.h"
#include "base/text/ascii.h"
#include "base/text/trim.h"
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
         "with a record that can undo them.\n\n"
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

// --- man(7)

// When the pages last changed in more than their tables; with a clock every build would differ.
constexpr std::string_view kDate = "2026-11-21";

// man/aptix.1.in, in which such a line is replaced by text from the tables.
constexpr std::string_view kMark = ".\\\" insert the ", kMainPage =
#include "main_page.h"
    ;

// Escapes text for man(7): backslashes, leading dots, minus signs.
std::string roff(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool at_start = i == 0 || text[i - 1] == '\n';
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else if (c == '~') out += "\\(ti";
    else if (c == '"') out += "\\(dq";
    else out += c;
  }
  return out;
}

// Source lines of readable length.
std::string lines(std::string_view text) { return roff(wrap(text, 0, 79)); }

// A phrase of a table as a sentence.
std::string sentence(std::string_view phrase) { return lines(fmt::format("{}.", phrase)); }

// Starts each sentence on a new line, as roff prefers; an empty line separates paragraphs.
std::string paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t stop = text.find(". ");
    size_t paragraph = text.find("\n\n");
    if (paragraph < stop) {
      out += lines(text.substr(0, paragraph)) + ".PP\n";
      text.remove_prefix(paragraph + 2);
    } else if (stop != std::string_view::npos) {
      out += lines(text.substr(0, stop + 1));
      text.remove_prefix(stop + 2);
    } else {
      out += lines(text);
      text = {};
    }
  }
  return out;
}

std::string header(std::string_view name) {
  std::string upper;
  for (char c : name) upper += ascii_upper(c);
  return fmt::format(".TH {} 1 {} \"aptix {}\" \"aptix manual\"\n", roff(upper), kDate, APTIX_VERSION);
}

std::string option_term(const Option& option) {
  std::string term;
  if (option.letter != 0) term = fmt::format("\\fB\\-{}\\fR, ", option.letter);
  term += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
  if (!option.is_flag()) term += fmt::format("{}\\fI{}\\fR", option.takes_word() ? " " : "", roff(option.argument));
  return term;
}

std::string examples(const Command& command) {
  std::string out;
  for (const Example& example : command.examples)
    out += fmt::format(".TP\n.B {}\n{}", roff(example.line), sentence(example.says));
  return out;
}

std::string command_table() {
  std::string out;
  for (const Command* command : commands())
    out += fmt::format(".TP\n.BR {} (1)\n{}", roff(page_name(*command)), sentence(command->summary));
  return out;
}

std::string error_table() {
  std::string out;
  for (const CodeInfo& code : all_codes())
    out += fmt::format(".TP\n.BR {} \" ({})\"\n{}", roff(code.id), code.exit_class, sentence(code.meaning));
  return out;
}

std::string form_table() {
  std::string out;
  for (const answer::Format& form : answer::formats()) {
    out += fmt::format(".TP\n.BR {}\n{}", roff(form.name), sentence(form.summary));
    std::string example = roff(form.example);
    if (example.ends_with('\n')) example.pop_back();
    if (!example.empty()) out += fmt::format(".nf\n{}\n.fi\n", example);
  }
  return out;
}

std::string limit_options() {
  std::string out;
  for (const SharedOption& shared : shared_options())
    if ((shared.bit & kLimits) != 0)
      out += fmt::format(".TP\n{}\n{}", option_term(shared.option), sentence(shared.option.help));
  return out;
}

constexpr struct {
  std::string_view name;
  std::string (*write)();
} kTables[] = {{"header", [] { return header("aptix"); }}, {"commands", command_table}, {"forms", form_table},
    {"limits", limit_options}, {"errors", error_table},
    {"examples", [] { return examples(*find_command("bundle apply")); }}};

}  // namespace

std::string page_name(const Command& command) {
  std::string name = fmt::format("aptix-{}", command.name);
  for (char& c : name)
    if (c == ' ') c = '-';
  return name;
}

std::string command_page(const Command& command) {
  std::string name = page_name(command);
  std::string out = header(name);
  out += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(command.summary));
  out += fmt::format(".SH SYNOPSIS\n.B aptix {}\n[\\fIOPTION\\fR...]", roff(command.name));
  out += command.operands.empty() ? "\n" : fmt::format(" {}\n", roff(command.operands));
  out += ".SH DESCRIPTION\n" + paragraphs(command.description);
  out += ".SH OPTIONS\n";
  for_each_option(command, [&](const Option& option) {
    if (!option.hidden) out += fmt::format(".TP\n{}\n{}", option_term(option), sentence(option.help));
  });
  out += ".SH EXIT STATUS\n";
  out += command.exit_codes == ExitCodes::git
      ? "0 applied, 1 does not apply, 128 cannot be read or refused, 129 wrong command line.\n"
      : "As in\n.BR aptix (1).\n";
  out += ".SH EXAMPLES\n" + examples(command);
  out += ".SH SEE ALSO\n.BR aptix (1)\n";
  return out;
}

std::string main_page() {
  std::string out;
  for (std::string_view rest = kMainPage; !rest.empty();) {
    std::string_view line = take_line(rest);
    if (!line.starts_with(kMark)) (out += line) += '\n';
    for (const auto& table : kTables)
      if (line.starts_with(kMark) && line.substr(kMark.size()) == table.name) out += table.write();
  }
  return out;
}

namespace {

// --- the command

Result<std::string> help_text(const std::string& topic, std::string_view format) {
  bool manual = format == "man";
  if (format == "names") {
    std::string names;
    for (const Command* command : commands()) names += fmt::format("{}\n", command->name);
    return names;
  }
  if (topic.empty()) return manual ? main_page() : overview();
  if (const Command* command = find_command(topic)) return manual ? command_page(*command) : command_help(*command);
  bool group = std::any_of(commands().begin(), commands().end(),
      [&](const Command* command) { return command->name.starts_with(topic + " "); });
  if (group && !manual) return group_help(topic);
  return fail(unknown_command(topic));
}

Result<Answer> run_help(Session& session) {
  std::string topic;
  for (const std::string& word : session.arguments.operands()) topic += (topic.empty() ? "" : " ") + word;
  TRY_ASSIGN(text, help_text(topic, session.arguments.value("print-as").value_or("text")));
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
