#include "shared/clipboard.h"

#include <cerrno>
#include <initializer_list>
#include <vector>

#include "base/text/text.h"
#include "terminal/program.h"

namespace aptix::app {
namespace {

using Words = std::vector<std::string>;

// The first that is there and works: one for Wayland is of no use under X, and the other way round.
Result<std::string> first_that_works(
    std::initializer_list<Words> commands, std::string_view input, size_t most, std::string_view doing) {
  std::string failed;
  for (const Words& words : commands) {
    ProgramRun run = run_to_end({.words = words, .input = input, .most_output = most});
    if (run.went_well) return std::move(run.output);
    if (run.too_much)
      return fail(Code::limit_exceeded, "the clipboard holds more than the limit", "raise the limit with --max-input");
    if (run.error != ENOENT) failed += (failed.empty() ? "" : ", ") + in_quotes(words.front());
  }
  if (failed.empty())
    return fail(Code::usage, "there is no program for the clipboard", "install wl-clipboard, xclip or xsel");
  return fail(Code::io_error, "cannot " + std::string(doing) + " the clipboard: " + failed + " failed",
      "run it by hand to see why");
}

}  // namespace

Result<std::string> read_clipboard(size_t most) {
  return first_that_works({{"wl-paste", "--no-newline"}, {"xclip", "-selection", "clipboard", "-o"},
                              {"xsel", "--clipboard", "--output"}, {"pbpaste"}},
      "", most == 0 ? SIZE_MAX : most, "read");
}

Status write_clipboard(std::string_view text) {
  TRY(first_that_works(
      {{"wl-copy"}, {"xclip", "-selection", "clipboard"}, {"xsel", "--clipboard", "--input"}, {"pbcopy"}}, text,
      1 << 20, "write"));
  return {};
}

}  // namespace aptix::app
