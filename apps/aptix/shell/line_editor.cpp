// The only file that uses libedit.
#include "shell/line_editor.h"

#include <histedit.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace aptix::app::shell {
namespace {

constexpr int kRemembered = 1000;
constexpr size_t kPiece = 64 << 10;

}  // namespace

std::string common_beginning(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  std::string common = words.front();
  for (const std::string& word : words) {
    auto [end, other] = std::mismatch(common.begin(), common.end(), word.begin(), word.end());
    common.erase(end, common.end());
  }
  return common;
}

struct LineEditor::Terminal {
  explicit Terminal(Complete how) : complete(std::move(how)) {
    lines = ::history_init();
    HistEvent event;
    ::history(lines, &event, H_SETSIZE, kRemembered);
    ::history(lines, &event, H_SETUNIQUE, 1);
    editor = ::el_init("aptix", stdin, stdout, stderr);
    ::el_set(editor, EL_CLIENTDATA, this);
    ::el_set(editor, EL_EDITOR, "emacs");
    ::el_set(editor, EL_SIGNAL, 1);
    ::el_set(editor, EL_PROMPT, [](EditLine* line) -> char* { return of(line).prompt.data(); });
    ::el_set(editor, EL_HIST, ::history, lines);
    ::el_set(editor, EL_ADDFN, "aptix-complete", "completes the word",
        [](EditLine* line, int) -> unsigned char { return of(line).complete_word(); });
    ::el_set(editor, EL_BIND, "^I", "aptix-complete", nullptr);
  }
  ~Terminal() {
    ::el_end(editor);
    ::history_end(lines);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  static Terminal& of(EditLine* line) {
    void* self = nullptr;
    ::el_get(line, EL_CLIENTDATA, &self);
    return *static_cast<Terminal*>(self);
  }

  unsigned char complete_word() {
    const LineInfo* info = ::el_line(editor);
    std::string_view typed(info->buffer, static_cast<size_t>(info->cursor - info->buffer));
    size_t start = typed.rfind(' ') + 1;  // npos + 1 is 0
    std::vector<std::string> words = complete(typed.substr(0, start), typed.substr(start));
    std::string common = common_beginning(words);
    std::string rest = common.size() > typed.size() - start ? common.substr(typed.size() - start) : "";
    if (words.size() == 1 && !common.ends_with('/')) rest += ' ';
    if (!rest.empty()) return ::el_insertstr(editor, rest.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    if (words.size() < 2) return CC_ERROR;
    std::fputc('\n', stdout);
    for (const std::string& word : words) std::fprintf(stdout, "%s\n", word.c_str());
    return CC_REDISPLAY;
  }

  Complete complete;
  std::string prompt;
  EditLine* editor = nullptr;
  History* lines = nullptr;
};

LineEditor::LineEditor(From from, Complete complete) {
  if (from == From::terminal) terminal_ = std::make_unique<Terminal>(std::move(complete));
}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::next_from_pipe() {
  for (;;) {
    size_t end = held_.find('\n');
    if (end != std::string::npos || (at_end_ && !held_.empty())) {
      std::string line = held_.substr(0, end);
      held_.erase(0, end == std::string::npos ? end : end + 1);
      return line;
    }
    if (at_end_) return std::nullopt;
    size_t before = held_.size();
    held_.resize(before + kPiece);
    ssize_t got = ::read(STDIN_FILENO, held_.data() + before, kPiece);
    held_.resize(before + (got > 0 ? static_cast<size_t>(got) : 0));
    at_end_ = got <= 0;
  }
}

std::optional<std::string> LineEditor::next(const std::string& prompt) {
  if (!terminal_) return next_from_pipe();
  terminal_->prompt = prompt;
  int count = 0;
  const char* typed = ::el_gets(terminal_->editor, &count);
  if (typed == nullptr || count <= 0) return std::nullopt;
  std::string line(typed, static_cast<size_t>(count));
  if (line.ends_with('\n')) line.pop_back();
  HistEvent event;
  if (line.find_first_not_of(' ') != std::string::npos) ::history(terminal_->lines, &event, H_ENTER, line.c_str());
  return line;
}

}  // namespace aptix::app::shell
