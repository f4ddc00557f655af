#include "terminal/interactive.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "render/diff.h"
#include "render/style.h"
#include "terminal/program.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

// --- the terminal

constexpr int kLook = 200;  // milliseconds between checks for a signal that came just before the wait
constexpr size_t kLongest = 4096;

// EIO: the terminal was closed, so nobody can answer.
Error stream_failure(std::string_view doing, int error) {
  if (error == EIO) return make_error(Code::interrupted, "interrupted: the terminal has gone");
  return make_error(Code::io_error, fmt::format("cannot {} the terminal: {}", doing, system_message(error)));
}

// The person's terminal, even if the standard streams are redirected: writes text, reads lines. It stays in line mode,
// so nothing must be restored at the end.
class Terminal {
 public:
  // Fails with usage if the process has no terminal. `environment` must outlive it.
  static Result<std::unique_ptr<Terminal>> open(const Environment& environment) {
    int fd = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
      return fail(Code::usage, "there is no terminal to ask on",
          "leave out '--interactive'; '--dry-run --diff' shows the change without asking");
    return std::unique_ptr<Terminal>(new Terminal(fd, environment));
  }
  ~Terminal() { ::close(fd_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // Writes `text` as it is: text from outside must be escaped before.
  Status write(std::string_view text) {
    while (!text.empty()) {
      ssize_t written = ::write(fd_, text.data(), text.size());
      if (written >= 0) text.remove_prefix(static_cast<size_t>(written));
      else if (errno != EINTR) return fail(stream_failure("write to", errno));
      else if (was_interrupted()) return fail(Code::interrupted, "interrupted");
    }
    return {};
  }

  // Asks `question` and returns the typed line, without its line feed; nullopt at the end of input. Fails with
  // interrupted, io_error.
  Result<std::optional<std::string>> ask(std::string_view question) {
    TRY(write(question));
    auto line = read_line();
    if (!line || !*line) static_cast<void>(write("\n"));  // start the next text on a new line
    return line;
  }

  // Lets the person edit a text in a temporary private copy, and returns what was saved. `name`: last component of the
  // file's path, so that the editor recognizes its type. Fails with io_error (no private folder, the editor fails or
  // cannot be started, no readable result), interrupted.
  Result<std::string> edit(std::string_view name, std::string_view text, uint64_t most) {
    ScratchFolder scratch(environment_.temp, "editor");
    TRY_ASSIGN(folder, scratch.path());
    std::string path = fmt::format("{}/{}", folder, name);
    if (int error = write_to_file(path, O_EXCL | O_NOFOLLOW, 0600, text); error != 0)
      return fail(Code::io_error, "cannot make a copy for the editor: " + system_message(error),
          "let TMPDIR name a folder that can be written to");
    // While the editor runs, it handles signals from the keyboard.
    struct sigaction ignored = {}, interrupt = {}, quit = {};
    ignored.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &ignored, &interrupt);
    ::sigaction(SIGQUIT, &ignored, &quit);
    // As git does: the shell splits the variable into words; the file name is a separate argument.
    const std::string& editor = environment_.editor;
    ProgramRun run =
        run_to_end({.words = {"/bin/sh", "-c", editor + " \"$@\"", editor, path}, .time_limit = {}, .terminal = fd_});
    ::sigaction(SIGINT, &interrupt, nullptr);
    ::sigaction(SIGQUIT, &quit, nullptr);
    if (run.error != 0) return fail(Code::io_error, "cannot start the editor: " + system_message(run.error));
    if (!run.went_well)
      return fail(Code::io_error, fmt::format("the editor '{}' failed", escape_for_display(editor)),
          "set VISUAL or EDITOR to one that works");
    if (was_interrupted()) return fail(Code::interrupted, "interrupted");
    struct stat about;
    if (::lstat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode))
      return fail(Code::io_error, "the editor left no file");
    return read_file(path, most, nullptr);
  }

 private:
  Terminal(int fd, const Environment& environment) : fd_(fd), environment_(environment) {}
  bool was_interrupted() const { return environment_.around.interrupted->load(); }

  Status wait() const {
    while (true) {
      if (was_interrupted()) return fail(Code::interrupted, "interrupted");
      pollfd wanted{fd_, POLLIN, 0};
      int ready = ::poll(&wanted, 1, kLook);
      if (ready > 0) return {};
      if (ready < 0 && errno != EINTR) return fail(stream_failure("read from", errno));
    }
  }

  Result<std::optional<std::string>> read_line() {
    while (true) {
      if (size_t end = buffer_.find('\n'); end != std::string::npos) {
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return line;
      }
      if (buffer_.size() > kLongest) buffer_.clear();  // no answer is that long
      TRY(wait());
      char piece[512];
      ssize_t got = ::read(fd_, piece, sizeof piece);
      if (got == 0) return std::nullopt;
      if (got > 0) buffer_.append(piece, static_cast<size_t>(got));
      else if (errno != EINTR) return fail(stream_failure("read from", errno));
    }
  }

  int fd_;
  const Environment& environment_;
  std::string buffer_;  // read, but not returned yet
};

// --- the questions

using ops::Choice;
using ops::Question;
using About = Question::About;

constexpr size_t kShownLines = 400;  // lines of a diff shown before asking to see all

constexpr uint8_t bit_of(About about) { return static_cast<uint8_t>(1u << static_cast<uint8_t>(about)); }
constexpr uint8_t kFile = bit_of(About::file), kEdit = bit_of(About::edit), kMisfit = bit_of(About::misfit);

struct Key {
  char letter;
  std::string_view word;
  uint8_t about;  // bits of the questions that have it
  Choice choice;
  std::string_view says;
};

constexpr Key kReviewKeys[] = {
    {'y', "apply", kFile, Choice::take, "apply this change"},
    {'y', "apply", kEdit, Choice::take, "apply this edit"},
    {'n', "skip", kFile, Choice::skip, "leave it out"},
    {'n', "skip", kEdit | kMisfit, Choice::skip, "leave this edit out"},
    {'r', "again", kMisfit, Choice::again, "begin again with this file"},
    {'s', "split", kFile, Choice::split, "split it: ask about each of its edits"},
    {'e', "edit", kFile | kEdit, Choice::edit, "edit the new content of the file by hand"},
    {'a', "all", kFile, Choice::take_rest, "apply this and all that follows"},
    {'a', "all", kEdit, Choice::take_rest, "apply this and all further edits of the file"},
    {'d', "done", kFile, Choice::skip_rest, "leave this and all that follows out"},
    {'d', "done", kEdit, Choice::skip_rest, "leave this and all further edits of the file out"},
    {'q', "quit", kFile | kEdit | kMisfit, Choice::quit, "quit: write nothing, not even what was chosen"},
};

bool offers(const Question& question, const Key& key) {
  if ((key.about & bit_of(question.about)) == 0) return false;
  if (key.choice == Choice::split) return question.can_split;
  return key.choice != Choice::edit || question.can_edit;
}

// A question, and how much of its diff is shown.
struct ShownQuestion {
  const Question& question;
  std::string_view diff;  // the part shown at first
  uint64_t more = 0;      // number of lines after it
};

ShownQuestion show_first(const Question& question) {
  size_t end = 0;
  for (size_t lines = 0; lines < kShownLines && end < question.diff.size(); ++lines)
    end = std::min(question.diff.find('\n', end), question.diff.size() - 1) + 1;
  std::string_view diff = question.diff;
  return {question, diff.substr(0, end), count_lines(diff.substr(end))};
}

std::string letters_of(const ShownQuestion& shown) {
  std::string letters;
  for (const Key& key : kReviewKeys)
    if (offers(shown.question, key)) letters += fmt::format("{},", key.letter);
  return letters + (shown.more != 0 ? "v,?" : "?");
}

std::string what_is_asked(const Question& question) {
  std::string place = fmt::format("({}/{})", question.number, question.count);
  switch (question.about) {
    case About::file: return fmt::format("{} apply the change to '{}'", place, escape_for_display(question.path));
    case About::edit: return fmt::format("{} apply this edit to '{}'", place, escape_for_display(question.path));
    case About::misfit:
      return fmt::format("{} this edit does not fit without what was left out; leave it out as well", place);
  }
  return {};
}

std::string shown_diff(std::string_view diff, const render::TextOptions& options) {
  return options.colour_err ? render::colour_diff(diff) : escape_block_for_display(diff);
}

class TerminalReviewer final : public ops::Reviewer {
 public:
  TerminalReviewer(render::TextOptions options, std::unique_ptr<Terminal> terminal, uint64_t most)
      : options_(options),
        terminal_(std::move(terminal)),
        most_(most) {}

  Result<Choice> choose(const Question& question) override {
    ShownQuestion shown = show_first(question);
    TRY(terminal_->write(change_text(shown)));
    while (true) {
      TRY_ASSIGN(line, terminal_->ask(prompt(shown)));
      if (!line) return Choice::quit;
      std::string_view word = trim(*line);
      const Key* key = key_of(question, word);
      if (key != nullptr) return key->choice;
      bool view = shown.more != 0 && (word == "v" || word == "view");
      TRY(terminal_->write(view ? diff_text(question.diff) : help(shown, word)));
    }
  }

  Result<std::optional<uint64_t>> pick(std::span<const BlockReport> blocks) override {
    std::string text = "only one of these blocks can be meant:\n", numbers;
    for (const BlockReport& block : blocks) {
      text += fmt::format(
          "{} - {} at line {}, {}\n", block.number, block.format, block.line, render::count_of(block.edits, "entry"));
      numbers += fmt::format("{},", block.number);
    }
    while (true) {
      TRY(terminal_->write(text));
      TRY_ASSIGN(line, terminal_->ask(strong(fmt::format("which one is meant [{}q]? ", numbers))));
      std::string_view word = line ? trim(*line) : "q";
      if (word == "q" || word == "quit") return std::optional<uint64_t>();
      for (const BlockReport& block : blocks)
        if (word == std::to_string(block.number)) return std::optional(block.number);
      text = fmt::format("'{}' is not an answer here\n", excerpt_for_display(word, 40));
    }
  }

  Result<std::optional<std::string>> rewrite(const RelPath& path, std::string_view content) override {
    std::string_view name = path.str();
    auto saved = terminal_->edit(base_name(name), content, most_);
    if (saved) return std::optional(std::move(*saved));
    if (saved.error().code == Code::interrupted) return fail(std::move(saved).error());
    tell({std::move(saved).error()});
    return std::optional<std::string>();
  }

  void tell(const std::vector<Diagnostic>& said) override {
    // A failure to write shows with the next question.
    static_cast<void>(terminal_->write(render::render_diagnostics({.errors = said}, options_)));
  }

 private:
  std::string diff_text(std::string_view diff) const { return shown_diff(diff, options_); }

  std::string change_text(const ShownQuestion& shown) const {
    const Question& question = shown.question;
    std::string text = diff_text(shown.diff);
    if (shown.more != 0) text += fmt::format("... {} more; v shows all\n", render::count_of(shown.more, "line"));
    Diagnostics said;
    (question.about == About::misfit ? said.errors : said.warnings) = question.said;
    return text + render::render_diagnostics(said, options_);
  }

  std::string strong(std::string_view asked) const {
    std::string text;
    render::style::append(text, options_.colour_err ? render::style::kStrong : std::string_view(), asked);
    return text;
  }

  std::string prompt(const ShownQuestion& shown) const {
    return strong(fmt::format("{} [{}]? ", what_is_asked(shown.question), letters_of(shown)));
  }

  static const Key* key_of(const Question& question, std::string_view word) {
    for (const Key& key : kReviewKeys)
      if (offers(question, key) && (word == key.word || word == std::string_view(&key.letter, 1))) return &key;
    return nullptr;
  }

  static std::string help(const ShownQuestion& shown, std::string_view word) {
    std::string text;
    if (!word.empty() && word != "?") text = fmt::format("'{}' is not an answer here\n", excerpt_for_display(word, 40));
    for (const Key& key : kReviewKeys)
      if (offers(shown.question, key)) text += fmt::format("{} - {}\n", key.letter, key.says);
    if (shown.more != 0) text += "v - view all of the change\n";
    return text + "? - show this help\n";
  }

  render::TextOptions options_;
  std::unique_ptr<Terminal> terminal_;
  uint64_t most_;
};

// The options for standard error on a terminal.
render::TextOptions terminal_options(const Session& session) {
  Environment environment = session.environment;
  environment.terminal_out = environment.terminal_err = true;
  return Session{session.command, session.arguments, environment, session.out}.text_options();
}

}  // namespace

Result<std::unique_ptr<ops::Reviewer>> make_reviewer(const Session& session, uint64_t most_bytes) {
  std::unique_ptr<ops::Reviewer> reviewer;
  if (!session.flag("interactive")) return reviewer;
  if (session.flag("keep-going"))
    return fail(Code::usage, "'--interactive' and '--keep-going' do not go together", "leave one of them out");
  if (session.flag("yes")) return reviewer;
  if (session.line != nullptr) session.line->stop();
  TRY_ASSIGN(terminal, Terminal::open(session.environment));
  reviewer = std::make_unique<TerminalReviewer>(terminal_options(session), std::move(terminal), most_bytes);
  return reviewer;
}

Result<std::optional<bool>> confirm(const Session& session, std::string_view diff, std::string_view question) {
  auto terminal = session.environment.terminal_err ? Terminal::open(session.environment) : fail(Code::usage, "");
  if (!terminal) return std::optional<bool>();
  if (session.line != nullptr) session.line->stop();
  std::string text = shown_diff(diff, terminal_options(session));
  TRY_ASSIGN(line, (*terminal)->ask(fmt::format("{}{} [y,n]? ", text, question)));
  std::string_view word = line ? trim(*line) : std::string_view();
  return std::optional(word == "y" || word == "Y" || word == "yes");
}

disk::AskPerson make_ask(const Session& session) {
  if (session.json() || session.environment.is_tool) return nullptr;
  return [&session](std::string_view diff, const std::vector<std::string>& paths) {
    std::string which = excerpt_for_display(paths.front(), 200);
    if (paths.size() > 1) which = render::count_of(paths.size(), "file");
    return confirm(session, diff, fmt::format("a change of '{}' needs your approval; make it", which));
  };
}

}  // namespace aptix::app
