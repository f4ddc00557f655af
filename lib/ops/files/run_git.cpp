#include "ops/files/run_git.h"

#include "base/text/trim.h"

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

// "<whole name> blob <size>", the bytes and a line feed; or "<name> missing".
std::optional<AskedBlob> take_blob(std::string_view& answer) {
  constexpr std::string_view kBlob = " blob ", kMissing = " missing";
  std::string_view head = take_line(answer);
  if (head.ends_with(kMissing)) return AskedBlob{head.substr(0, head.size() - kMissing.size()), std::nullopt};
  size_t type = head.find(kBlob);
  auto size = type == std::string_view::npos ? std::nullopt : parse_number(head.substr(type + kBlob.size()));
  if (!size || answer.size() <= *size) return std::nullopt;
  AskedBlob blob{head.substr(0, type), answer.substr(0, *size)};
  answer.remove_prefix(*size + 1);
  return blob;
}

}  // namespace aptix::ops
