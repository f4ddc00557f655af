// aptix completion: scripts for three shells, which call it to get candidates for what was typed.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text/shell_word.h"
#include "base/text/trim.h"
#include "ops/batch/batches.h"
#include "ops/publish/publish.h"
#include "ops/session/session.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

// Each script passes what is left of the cursor and gets one candidate per line, followed by a tab and its meaning.
constexpr std::string_view kBashScript =
    R"~(# bash completion for aptix: source it, or put it where bash-completion looks
_aptix() {
  local current=${COMP_WORDS[COMP_CWORD]} word
  [[ $current == = ]] && current=''
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    case $word in
      '<files>') mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current") ;;
      '<folders>') mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current") ;;
      "$current"*) COMPREPLY+=("$word") ;;
    esac
  done < <(aptix completion bash --line "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -o filenames -F _aptix aptix
)~";
constexpr std::string_view kZshScript = R"~(#compdef aptix
# zsh completion for aptix: put it into a folder of $fpath as _aptix
_aptix() {
  local -a names
  local line typed="${(j: :)${(@q)words[1,CURRENT]}}"
  compset -P '--*='
  for line in ${(f)"$(aptix completion zsh --line "$typed" 2>/dev/null)"}; do
    case $line in
      '<files>') _files ;;
      '<folders>') _files -/ ;;
      *$'\t') names+=("${${line%$'\t'}//:/\\:}") ;;
      *) names+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    esac
  done
  (( $#names )) && _describe 'word' names
}
if [ "$funcstack[1]" = _aptix ]; then _aptix "$@"; else compdef _aptix aptix; fi
)~";
constexpr std::string_view kFishScript =
    R"~(# fish completion for aptix: put it into ~/.config/fish/completions/aptix.fish
function __aptix_words
    for line in (aptix completion fish --line (commandline -cp | string collect) 2>/dev/null)
        switch $line
            case '<files>'
                __fish_complete_path (commandline -ct)
            case '<folders>'
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c aptix -f -a '(__aptix_words)'
)~";

// The line up to the cursor.
struct Typed {
  Invocation found;
  std::string_view option;  // as typed, if its value comes next; else ""
  std::string before;       // what fish expects before each candidate: "--color="
};

std::optional<Typed> read_line(std::string_view line, std::string_view shell, std::string& current) {
  std::vector<std::string> words = split_shell_words(line);
  current = words.size() < 2 ? "" : std::move(words.back());
  words.resize(std::max<size_t>(words.size(), 2) - 1);
  std::vector<std::string_view> before(words.begin() + 1, words.end());
  std::erase(before, "");
  Typed typed;
  if (size_t equals = current.find('='); current.starts_with("--") && equals != std::string::npos) {
    typed.option = std::string_view(current).substr(0, equals);
    if (shell == "fish") typed.before = current.substr(0, equals + 1);
  } else if (!before.empty() && before.back().starts_with('-')) {
    typed.option = before.back();
    before.pop_back();  // the line cannot be parsed while its value is missing
  }
  auto found = find_invocation(before);
  if (!found) return std::nullopt;
  typed.found = std::move(*found);
  return typed;
}

// An option of the command or of those allowed before it. Null: there is none with that name.
const Option* option_named(const Command* command, std::string_view word) {
  const Option* found = nullptr;
  auto look = [&](const Option& option) {
    if (word == fmt::format("--{}", option.name) || word == fmt::format("-{}", option.letter)) found = &option;
  };
  if (command != nullptr) for_each_option(*command, look);
  else
    for (const SharedOption& shared : shared_options()) look(shared.option);
  return found;
}

class Candidates {
 public:
  explicit Candidates(std::string before) : before_(std::move(before)) {}
  void add(std::string_view word, std::string_view says = {}) {
    lines += fmt::format("{}{}\t{}\n", before_, word, escape_for_display(says));
  }
  void add_all(std::string_view words) {
    for (std::string_view word : split(words, '|')) add(word);
  }

  std::string lines;

 private:
  std::string before_;
};

void add_value(const Option& option, Candidates& next) {
  if (option.argument == "DIR") next.lines += "<folders>\n";
  if (option.argument == "FILE") next.lines += "<files>\n";
  if (option.argument.find('|') != std::string_view::npos) next.add_all(option.argument);
}

// The second words of a group, or all first words.
void add_commands(std::string_view group, Candidates& next) {
  std::string_view last;
  for (const Command* command : commands()) {
    std::string_view name = command->name, first = name.substr(0, name.find(' '));
    if (!group.empty() && first == group && name != group) next.add(name.substr(first.size() + 1), command->summary);
    if (!group.empty() || first == last) continue;
    const Command* whole = find_command(first);
    next.add(
        first, whole != nullptr ? std::string(whole->summary) : fmt::format("commands that begin with '{}'", first));
    last = first;
  }
}

void add_ids(const Session& session, std::string_view command, Candidates& next) {
  constexpr size_t kMostTransactions = 50;
  auto opened = open_workspace(session);
  if (!opened) return;
  disk::Workspace& workspace = *opened->workspace;
  if (command.starts_with("patch ")) {
    for (const store::StoredBatch& batch : ops::list_batches(workspace).value_or(std::vector<store::StoredBatch>()))
      next.add(batch.id, batch.label);
  } else if (command.starts_with("session ")) {
    for (const ops::ListedSession& one : ops::list_sessions(workspace).value_or(std::vector<ops::ListedSession>()))
      next.add(one.state.id, one.state.name);
  } else if (command == "approve") {
    for (const ops::Pending& pending : ops::list_pending(workspace).value) next.add(pending.id, pending.command);
  } else {
    std::vector<disk::Record> log = disk::read_log(workspace).value;
    for (size_t i = log.size(); i-- > 0 && log.size() - i <= kMostTransactions;)
      next.add(std::to_string(log[i].id), log[i].command);
  }
}

void add_operands(const Session& session, const Invocation& found, Candidates& next) {
  const Command& command = *found.command;
  bool first = std::ranges::all_of(found.words, [](const std::string& word) { return word.starts_with('-'); });
  if (first) add_commands(command.name, next);
  if (command.operands == "[COMMAND]") add_commands(first ? "" : found.words.back(), next);
  else if (command.takes_files()) next.lines += "<files>\n";
  else if (command.operands.find("ID") != std::string_view::npos) add_ids(session, command.name, next);
  else if (command.operands.find('|') != std::string_view::npos && first)
    next.add_all(command.operands.substr(0, command.operands.find(' ')));
}

}  // namespace

std::string next_words(const Session& session, std::string_view shell, std::string_view line) {
  std::string current;
  auto typed = read_line(line, shell, current);
  if (!typed) return {};
  Candidates next(typed->before);
  const Command* command = typed->found.command;
  const Option* option = option_named(command, typed->option);
  if (option != nullptr && option->takes_word()) {
    add_value(*option, next);
  } else if (current.starts_with('-')) {
    auto add = [&](const Option& row) {
      if (row.hidden) return;
      next.add(fmt::format("--{}", row.name), row.help);
      if (row.letter != 0) next.add(fmt::format("-{}", row.letter), row.help);
    };
    if (command != nullptr) for_each_option(*command, add);
    for (const SharedOption& shared : shared_options())
      if (command == nullptr && (shared.bit & kEverywhere) != 0) add(shared.option);
    if (command == nullptr) next.add("--version", "print the version");
  } else if (command == nullptr) {
    add_commands(typed->found.group, next);
  } else {
    add_operands(session, typed->found, next);
  }
  return std::move(next.lines);
}

namespace {

Result<Answer> run_completion(Session& session) {
  const std::string& shell = session.arguments.operands().front();
  std::string_view script = shell == "bash" ? kBashScript
      : shell == "zsh"                      ? kZshScript
      : shell == "fish"                     ? kFishScript
                                            : "";
  if (script.empty()) return fail(Code::usage, "the shell must be bash, zsh or fish", "try 'aptix completion bash'");
  if (auto line = session.arguments.value("line")) return Answer{.out = next_words(session, shell, *line)};
  auto json = json::object([&](json::Writer& w) { w.field("shell", shell).field("script", script); });
  return make_answer(session, {.text = std::string(script), .json = std::move(json)});
}

}  // namespace

extern constexpr Command kCompletion = {
    .name = "completion",
    .summary = "print a script that lets a shell complete commands and options",
    .operands = "bash|zsh|fish",
    .description = "Prints the script for the named shell to standard output.",
    .options = {hidden(option("line", "TEXT", "what was typed up to the cursor: print what may come next instead"))},
    .examples = {{"source <(aptix completion bash)", "complete in this bash"},
        {"aptix completion zsh > ~/.zfunc/_aptix", "complete in every zsh that has ~/.zfunc in fpath"},
        {"aptix completion fish > ~/.config/fish/completions/aptix.fish", "complete in every fish"}},
    .run = run_completion,
};

}  // namespace aptix::app
