#include "shared/summarizers.h"

#include <fcntl.h>

#include <algorithm>
#include <memory>

#include "base/text/ascii.h"
#include "base/text/trim.h"
#include "context/redact.h"
#include "ops/context/context.h"
#include "terminal/program.h"
#include "terminal/scratch_folder.h"

namespace aptix::app {
namespace {

// What has a body or a name of its own; not variables, members, enumerators.
constexpr std::string_view kKinds[] = {"alias", "architecture", "class", "constant", "define", "entity", "enum", "func",
    "function", "generator", "getter", "implementation", "index", "interface", "macro", "message", "method", "module",
    "namespace", "object", "package", "procedure", "program", "property", "protocol", "record", "rpc", "selector",
    "service", "setter", "singletonMethod", "struct", "subroutine", "table", "target", "task", "trait", "trigger",
    "type", "typedef", "union", "view"};

bool is_universal() {
  auto version = run_program({.words = {"ctags", "--version"}, .time_limit = std::chrono::seconds(2)});
  return version && version->starts_with("Universal Ctags");
}

// Ctags reads files alone, and knows the language by the name.
Result<std::vector<uint64_t>> run_ctags(ScratchFolder& scratch, const std::string& name, std::string_view content) {
  TRY_ASSIGN(folder, scratch.path());
  std::string path = folder + "/" + name;
  int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0 || write_and_close(fd, content) != 0) return fail(Code::io_error, "cannot write for ctags");
  TRY_ASSIGN(tags, run_program({.words = {"ctags", "--options=NONE", "-x", "--sort=no", "--_xformat=%n %K %l", path}}));
  std::vector<uint64_t> lines;
  for (std::string_view rest = tags; !rest.empty();) {
    std::string_view line = take_line(rest);
    auto words = split(line, ' ');
    auto number = words.size() > 1 ? parse_number(words[0]) : std::nullopt;
    bool method = number && words.back() == "Python" && words[1] == "member";  // what others call a method
    if (number && (method || is_one_of(kKinds, words[1]))) lines.push_back(*number);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// Of a text without credentials; what the program prints may hold some that it was told otherwise.
Result<std::string> run_command(Opened& opened, std::string_view text) {
  const ops::Settings& settings = opened.settings;
  std::string key = ops::summary_key(settings.summarizer, text);
  if (auto kept = ops::find_summary(*opened.workspace, key)) return *kept;
  TRY_ASSIGN(printed,
      run_program({.words = settings.summarizer,
          .input = text,
          .time_limit = std::chrono::seconds(settings.summarizer_timeout)}));
  std::string summary = context::redact(printed).text;
  ops::keep_summary(*opened.workspace, key, summary);
  return summary;
}

}  // namespace

ops::Summarizers summarizers_of(const Session& session, Opened& opened) {
  ops::Summarizers found;
  if (!opened.settings.summarizer.empty())
    found.command = [&opened](std::string_view text) { return run_command(opened, text); };
  if (is_universal())
    found.ctags = [scratch = std::make_shared<ScratchFolder>(session.environment.temp, "ctags")](
                      const std::string& name, std::string_view content) { return run_ctags(*scratch, name, content); };
  return found;
}

}  // namespace aptix::app
