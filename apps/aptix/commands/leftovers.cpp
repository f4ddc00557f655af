// aptix leftovers: finds what an answer left in files by mistake.
#include "ops/files/leftovers.h"

#include "base/text/text.h"
#include "ops/files/tree_file.h"
#include "terminal/git.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

// In a file that git does not track, or outside a repository, each line counts as added.
std::function<bool(uint64_t)> added_lines(const ops::RunGit& git, const std::string& path) {
  auto known = git({"ls-files", "--error-unmatch", "--", path}, "");
  if (!known) return [](uint64_t) { return true; };
  auto diff = git({"diff", "--cached", "--unified=0", "--no-color", "--no-ext-diff", "--", path}, "");
  return [lines = ops::AddedLines(diff.value_or(""))](uint64_t line) { return lines.holds(line); };
}

Error leftover_error(const std::string& path, const ops::Leftover& leftover) {
  std::string place = in_quotes(path);
  if (leftover.line != 0) place = fmt::format("line {} of {}", leftover.line, place);
  return error_at(path, Code::check_failed, fmt::format("{} is {}", place, leftover.what),
      leftover.line == 0 ? "take it out of the commit" : "remove it, or put what is missing in its place");
}

// True for a link or a nested repository: hooks are given these, too.
bool has_no_text(const ops::RunGit& git, const std::string& path, const Error& error) {
  if (error.code == Code::path_symlink) return true;
  if (error.code != Code::path_special) return false;
  auto listed = git({"--literal-pathspecs", "ls-files", "--stage", "-z", "--", path}, "");
  return listed && listed->starts_with("160000 ");
}

Result<Answer> run_leftovers(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(tree, ops::Tree::open_root(*opened.workspace));
  ops::RunGit git = git_runner(opened.workspace->root_path());
  Said said;
  for (const std::string& path : session.arguments.operands()) {
    auto text = tree.read_file(path);
    if (!text && has_no_text(git, path, text.error())) continue;
    if (!text && text.error().code != Code::path_reserved) {
      said.diagnostics.errors.push_back(std::move(text).error());
      continue;
    }
    if (text && text->find('\0') != std::string::npos) continue;
    for (const ops::Leftover& leftover : ops::find_leftovers(path, text.value_or(""), added_lines(git, path)))
      said.diagnostics.errors.push_back(leftover_error(path, leftover));
  }
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kLeftovers = {
    .name = "leftovers",
    .summary = "find what an answer has left in files by mistake",
    .operands = "FILE...",
    .description =
        "Looks in the FILEs for what gets into them when an answer is copied by hand: markers of conflicts and of "
        "SEARCH/REPLACE blocks, a fence on the first or the last line of a file of code, lines such as '// ... "
        "existing "
        "code ...', and files of the state folder. A line that stands for code counts only where the commit that is "
        "being made adds it; in a document nothing counts that is in a code block. Exits with 1 where something is "
        "found. It changes nothing.\n\n"
        "The hook 'aptix-no-leftovers' of pre-commit runs it.",
    .examples = {{"aptix leftovers src/*.c", "see whether something was left in these files"}},
    .run = run_leftovers,
};

}  // namespace aptix::app
