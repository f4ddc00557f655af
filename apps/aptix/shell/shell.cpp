#include "shell/shell.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "base/json/record.h"
#include "base/text/bytes.h"
#include "base/text/shell_word.h"
#include "base/text/trim.h"
#include "terminal/program.h"
#include "terminal/session.h"

namespace aptix::app::shell {
namespace {

constexpr std::string_view kPrompt = "aptix> ", kMore = "... ", kEndOfAnswer = ".";

// A command of the shell, and the aptix command that it runs.
struct Row {
  std::string_view name, command, operands, says;
};
constexpr Row kRows[] = {
    {"/files", "files", "[GLOB]", "list the files"},
    {"/open", "read", "PATH[:A-B]", "show a file, or some of its lines"},
    {"/patch", "", "", "take an answer, show what it would change, and ask"},
    {"/diff", "diff", "[PATH]", "what was edited by something else since"},
    {"/undo", "undo", "[ID]", "undo the newest transaction"},
    {"/search", "search", "TEXT", "where a text stands"},
    {"/history", "history", "PATH", "the versions of a file"},
    {"/stats", "stats", "[files]", "how many files there are of which kind"},
    {"/session", "session show", "", "what was read and written"},
    {"/approve", "approve", "[ID]", "the changes that wait for a person"},
    {"/help", "", "", "this list"},
    {"/quit", "", "", "leave"},
};

const Row* find_row(std::string_view name) {
  auto found = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& row) { return row.name == name; });
  return found == std::end(kRows) ? nullptr : &*found;
}

// A slash and a word; a path in an answer contains more.
bool is_command(std::string_view name) {
  return name.size() > 1 && name.front() == '/' && std::ranges::all_of(name.substr(1), is_small_letter);
}

std::string help_text() {
  std::string text;
  for (const Row& row : kRows)
    text += fmt::format("{:<24} {}\n", fmt::format("{} {}", row.name, row.operands), row.says);
  return text + "Any other line begins an answer, which a line '.' or the end of the input ends.\n";
}

// "src/a.c:3-9" means lines 3 to 9 of that file.
std::vector<std::string> words_to_open(const std::string& typed) {
  size_t colon = typed.rfind(':');
  std::string_view range = colon == std::string::npos ? std::string_view() : std::string_view(typed).substr(colon + 1);
  size_t first = leading_digits(range);
  bool is_range = first > 0 && range.substr(first).starts_with('-') &&
      leading_digits(range.substr(first + 1)) == range.size() - first - 1;
  if (!is_range) return {"--number", "--", typed};
  return {"--number", fmt::format("--lines={}:{}", range.substr(0, first), range.substr(first + 1)), "--",
      typed.substr(0, colon)};
}

void put(std::string_view text) {
  Output out(STDOUT_FILENO);
  out.write(text);
  out.flush();
}

}  // namespace

Shell::Shell(const Environment& environment, ShellOptions options)
    : environment_(environment),
      options_(std::move(options)),
      editor_(environment.terminal_in ? LineEditor::From::terminal : LineEditor::From::pipe,
          [this](std::string_view before, std::string_view word) { return complete(before, word); }) {}

int Shell::run() {
  for (;;) {
    auto line = editor_.next(std::string(kPrompt));
    if (!line) return exit_code_;
    std::string_view typed = trim(*line);
    if (typed.empty()) continue;
    if (typed == "/quit") return exit_code_;
    std::string_view name = typed.substr(0, typed.find(' '));
    if (name == "/patch") apply(take_answer({}));
    else if (find_row(name) != nullptr) carry_out(std::string(typed));
    else if (is_command(name)) refuse(fmt::format("there is no command '{}'", name), "/help lists them");
    else apply(take_answer(*line + "\n"));
  }
}

std::string Shell::take_answer(std::string answer) {
  for (;;) {
    auto line = editor_.next(std::string(kMore));
    if (!line || *line == kEndOfAnswer) return answer;
    answer += *line + "\n";
  }
}

bool Shell::agrees() {
  if (options_.yes) return true;
  if (!environment_.terminal_in) {
    put("not applied: nobody can be asked; '-y' applies\n");
    return false;
  }
  auto line = editor_.next("apply? [y/N] ");
  return line && (*line == "y" || *line == "yes");
}

// Shows the change first, then applies it in a second run, whose checks notice changes in between.
void Shell::apply(const std::string& answer) {
  ScratchFolder scratch(environment_.temp, "shell");
  auto folder = scratch.path();
  std::string file = folder ? *folder + "/answer" : "";
  int fd = folder ? ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
  if (fd < 0 || write_and_close(fd, answer) != 0) {
    put("error[io.error]: the answer cannot be kept\n");
    exit_code_ = 5;
    return;
  }
  if (run_command({"bundle", "apply", "--dry-run", "--diff", "--", file}) != 0 || !agrees()) return;
  run_command({"bundle", "apply", "--", file});
}

void Shell::refuse(std::string_view why, std::string_view hint) {
  put(fmt::format("error[usage]: {}\n   = hint: {}\n", why, hint));
  exit_code_ = 2;
}

void Shell::carry_out(const std::string& line) {
  size_t space = std::min(line.find(' '), line.size());
  const Row& row = *find_row(std::string_view(line).substr(0, space));
  std::string rest(trim(std::string_view(line).substr(space)));
  if (row.name == "/help") return put(help_text());
  std::vector<std::string> words;
  for (std::string_view word : split(row.command, ' ')) words.emplace_back(word);
  std::vector<std::string> typed;
  if (row.name == "/open") typed = words_to_open(rest);
  else if (row.name == "/search") typed = {"--", rest};
  else if (!rest.empty()) typed = split_shell_words(rest);
  words.insert(words.end(), typed.begin(), typed.end());
  run_command(std::move(words));
}

int Shell::run_command(std::vector<std::string> words) {
  auto invocation = find_invocation(std::vector<std::string_view>(words.begin(), words.end()));
  Output out(STDOUT_FILENO), err(STDERR_FILENO);
  Answer answer;
  AuditTrail trail;
  std::optional<Result<Arguments>> arguments;
  if (invocation) {
    std::vector<std::string> all = options_.words;
    all.insert(all.end(), invocation->words.begin(), invocation->words.end());
    arguments.emplace(Arguments::parse(*invocation->command, all));
  }
  if (!invocation) answer = usage_answer(std::move(invocation).error(), environment_, {});
  else if (!*arguments) answer = usage_answer(std::move(*arguments).error(), environment_, {});
  else {
    Session session{*invocation->command, **arguments, environment_, out, &trail};
    answer = run_audited(session);
  }
  out.write(answer.out);
  out.flush();
  err.write(answer.err);
  if (answer.afterwards) err.write(answer.afterwards());
  err.flush();
  if (trail.writer) trail.writer->reset();
  if (answer.exit_code != 0) exit_code_ = answer.exit_code;
  return answer.exit_code;
}

// Completes commands at the start of a line, paths after it.
std::vector<std::string> Shell::complete(std::string_view before, std::string_view word) {
  std::vector<std::string> found;
  if (before.empty()) {
    for (const Row& row : kRows)
      if (row.name.starts_with(word)) found.emplace_back(row.name);
    return found;
  }
  constexpr size_t kMostShown = 100;
  const Command* files = find_command("files");
  std::vector<std::string> words = options_.words;
  words.emplace_back("--json");
  auto arguments = Arguments::parse(*files, words);
  if (!arguments) return found;
  Output nowhere(-1);
  Session session{*files, *arguments, environment_, nowhere};
  Answer answer = run_audited(session);
  auto document = json::read_record(answer.out);
  auto result = document ? json::member(document->root(), "result", json::Type::object) : std::nullopt;
  auto list = result ? json::member(*result, "files", json::Type::array) : std::nullopt;
  if (!list) return found;
  for (json::Value file : *list) {
    auto path = json::text_member(file, "path");
    if (path && path->starts_with(word) && found.size() < kMostShown) found.emplace_back(*path);
  }
  return found;
}

}  // namespace aptix::app::shell
