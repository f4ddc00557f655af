#include "interactive.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "editor.h"
#include "render/diff.h"
#include "render/style.h"
#include "terminal.h"

namespace aptix::app {
namespace {

using ops::Choice;
using ops::Question;
using About = Question::About;

constexpr uint8_t kFile = 1, kEdit = 2, kMisfit = 4;

struct Key {
  char letter;
  std::string_view word;
  uint8_t about;         // the questions that have it
  Choice choice;
  std::string_view says;
};

constexpr Key kKeys[] = {
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

std::string letters_of(const Question& question) {
  std::string letters;
  for (const Key& key : kKeys)
    if (offers(question, key)) letters += fmt::format("{},", key.letter);
  return letters + "?";
}

std::string what_is_asked(const Question& question) {
  std::string place = fmt::format("({}/{})", question.number, question.count);
  switch (question.about) {
    case About::file: return fmt::format("{} apply the change to '{}'", place, escape_for_display(question.path));
    case About::edit: return fmt::format("{} apply this edit to '{}'", place, escape_for_display(question.path));
    case About::misfit: return fmt::format("{} this edit does not fit without what was left out; leave it out, too", place);
  }
  return {};
}

class TerminalReviewer final : public ops::Reviewer {
 public:
  TerminalReviewer(const Environment& environment, render::TextOptions options, std::unique_ptr<Terminal> terminal, uint64_t most)
      : environment_(environment), options_(options), terminal_(std::move(terminal)), most_(most) {}

  Result<Choice> choose(const Question& question) override {
    TRY(terminal_->write(change_text(question)));
    while (true) {
      TRY(terminal_->write(prompt(question)));
      auto read = terminal_->read_line();
      // What comes next begins on a line of its own.
      if (!read || !*read) static_cast<void>(terminal_->write("\n"));
      TRY_ASSIGN(line, std::move(read));
      if (!line) return Choice::quit;
      const Key* key = key_of(question, *line);
      if (key != nullptr) return key->choice;
      TRY(terminal_->write(help(question, *line)));
    }
  }

  Result<std::optional<std::string>> rewrite(const RelPath& path, std::string_view content) override {
    std::string_view name = path.str();
    auto saved = edit_text(environment_, terminal_->fd(), name.substr(name.rfind('/') + 1), content, most_);
    if (saved) return std::optional(std::move(*saved));
    if (saved.error().code == Code::interrupted) return fail(std::move(saved).error());
    tell({std::move(saved).error()});
    return std::optional<std::string>();
  }

  void tell(const std::vector<Diagnostic>& said) override {
    // A terminal that cannot be written to is noticed with the next question.
    static_cast<void>(terminal_->write(render::render_diagnostics({.errors = said, .warnings = {}}, options_)));
  }

 private:
  std::string change_text(const Question& question) const {
    std::string text;
    if (!question.diff.empty()) text = options_.colour_err ? render::colour_diff(question.diff) : escape_block_for_display(question.diff);
    Diagnostics said;
    (question.about == About::misfit ? said.errors : said.warnings) = question.said;
    return text + render::render_diagnostics(said, options_);
  }

  std::string prompt(const Question& question) const {
    std::string text;
    render::style::append(text, options_.colour_err ? render::style::kStrong : std::string_view(),
                          fmt::format("{} [{}]? ", what_is_asked(question), letters_of(question)));
    return text;
  }

  static const Key* key_of(const Question& question, std::string_view line) {
    while (!line.empty() && is_blank(line.substr(0, 1))) line.remove_prefix(1);
    while (!line.empty() && is_blank(line.substr(line.size() - 1))) line.remove_suffix(1);
    for (const Key& key : kKeys)
      if (offers(question, key) && (line == key.word || line == std::string_view(&key.letter, 1))) return &key;
    return nullptr;
  }

  static std::string help(const Question& question, std::string_view line) {
    std::string text;
    if (!is_blank(line) && line != "?") text = fmt::format("'{}' is no answer here\n", excerpt_for_display(line, 40));
    for (const Key& key : kKeys)
      if (offers(question, key)) text += fmt::format("{} - {}\n", key.letter, key.says);
    return text + "? - show this help\n";
  }

  const Environment& environment_;
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
  TRY_ASSIGN(terminal, Terminal::open(session.environment.interrupted));
  reviewer = std::make_unique<TerminalReviewer>(session.environment, terminal_options(session), std::move(terminal), most_bytes);
  return reviewer;
}

}  // namespace aptix::app
