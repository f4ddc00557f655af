#include "ops/files/run_git.h"

namespace aptix::ops {

Result<bool> git_says(const RunGit& run, std::vector<std::string> question) {
  question.insert(question.begin(), std::string(kGitLanguage) + "C");
  auto answer = run ? run(question, "") : fail(Code::io_error, "");
  if (answer) return true;
  const std::string& said = answer.error().message;
  bool refused = said.find(": fatal: ") != std::string::npos && said.find("not a git repository") == std::string::npos;
  if (refused) return fail(std::move(answer).error());
  return false;
}

}  // namespace aptix::ops
