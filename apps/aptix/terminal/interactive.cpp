#include "terminal/interactive.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "render/diff.h"
#include "render/style.h"
#include "terminal/tty.h"

namespace aptix::app {
namespace {

using ops::Choice;
using ops::Question;
using About = Question::About;

constexpr size_t kShownLines = 400;  // of a diff, before somebody asks for all of it

constexpr uint8_t kFile = 1, kEdit = 2, kMisfit = 4;

struct Key {
  char letter;
  std::string_view word;
  uint8_t about;  // the questions that have it
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

uint8_t bit_of(About about) {
  switch (about) {
    case About::file: return kFile;
    case About::edit: return kEdit;
    case About::misfit: return kMisfit;
  }
  return 0;
}

bool offers(const Question& question, const Key& key) {
  if ((key.about & bit_of(question.about)) == 0) return false;
  if (key.choice == Choice::split) return question.can_split;
  return key.choice != Choice::edit || question.can_edit;
}

// What is asked, and how much of it is shown.
struct ShownQuestion {
  const Question& question;
  std::string_view diff;  // the lines that are shown at first
  uint64_t more = 0;      // the lines after them
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
      std::string asked = fmt::format("which one is meant [{}q]? ", numbers);
      text.clear();
      render::style::append(text, options_.colour_err ? render::style::kStrong : std::string_view(), asked);
      TRY_ASSIGN(line, terminal_->ask(text));
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
    // A terminal that cannot be written to is noticed with the next question.
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

  std::string prompt(const ShownQuestion& shown) const {
    std::string text;
    render::style::append(text, options_.colour_err ? render::style::kStrong : std::string_view(),
        fmt::format("{} [{}]? ", what_is_asked(shown.question), letters_of(shown)));
    return text;
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

// As for a standard error that is a terminal.
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
