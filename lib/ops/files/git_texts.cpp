// git names a text by another hash, so that candidates are read and hashed: first the two likeliest, then
// those of the history.
#include "ops/files/git_texts.h"

#include <charconv>
#include <set>
#include <span>
#include <vector>

namespace aptix::ops {
namespace {

constexpr const char* kMostCommits = "5000";          // of the history that are looked at
constexpr const char* kMostTexts = "100";             // of the path in it
constexpr uint64_t kMostBytes = uint64_t{256} << 20;  // of all texts that are read

struct Candidate {
  std::string revision;
  std::string object;  // as git names it
  uint64_t size = 0;
};

// A partial clone would fetch what it lacks; a path is not a pattern.
Result<std::string> ask(const RunGit& run, std::vector<std::string> arguments, std::string_view input) {
  arguments.insert(arguments.begin(), {"-c", "protocol.allow=never", "--literal-pathspecs"});
  return run(arguments, input);
}

std::string_view take_line(std::string_view& text) {
  size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// "<object> blob <size>"; false for anything else ("... missing").
bool read_header(std::string_view line, Candidate& candidate) {
  size_t type = line.find(" blob ");
  if (type == std::string_view::npos) return false;
  std::string_view size = line.substr(type + 6);
  candidate.object = line.substr(0, type);
  return std::from_chars(size.data(), size.data() + size.size(), candidate.size).ec == std::errc();
}

// What stands at the path in these revisions, each text once, as long as there is room.
std::vector<Candidate> list_candidates(
    const RunGit& run, std::span<const std::string> revisions, const std::string& path, uint64_t& room) {
  std::string names;
  for (const std::string& revision : revisions) names += revision + ":./" + path + "\n";
  std::vector<Candidate> candidates;
  auto answer = ask(run, {"cat-file", "--batch-check"}, names);
  if (!answer) return candidates;
  std::set<std::string> seen;
  std::string_view rest = *answer;
  for (const std::string& revision : revisions) {
    Candidate candidate{.revision = revision, .object = {}};
    if (!read_header(take_line(rest), candidate) || candidate.size > room || !seen.insert(candidate.object).second)
      continue;
    room -= candidate.size;
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

std::optional<GitText> find_among(const RunGit& run, std::span<const std::string> revisions, const std::string& path,
    const Sha256& sha, uint64_t& room) {
  std::vector<Candidate> candidates = list_candidates(run, revisions, path, room);
  std::string names;
  for (const Candidate& candidate : candidates) names += candidate.object + "\n";
  auto answer = names.empty() ? Result<std::string>(std::string()) : ask(run, {"cat-file", "--batch"}, names);
  if (!answer) return std::nullopt;
  std::string_view rest = *answer;
  for (const Candidate& wanted : candidates) {
    Candidate found;
    if (!read_header(take_line(rest), found) || found.object != wanted.object || rest.size() < found.size)
      return std::nullopt;
    std::string_view text = rest.substr(0, found.size);
    rest.remove_prefix(std::min(found.size + 1, rest.size()));
    if (sha256(text) == sha) return GitText{std::string(text), wanted.revision.empty() ? "the index" : wanted.revision};
  }
  return std::nullopt;
}

std::vector<std::string> commits_of(const RunGit& run, const std::string& path) {
  std::vector<std::string> arguments = {"rev-list", "-n", kMostTexts, "HEAD"};
  auto bound = ask(run, {"rev-list", "-n", "1", "--skip", kMostCommits, "HEAD"}, {});
  std::vector<std::string> commits;
  if (!bound) return commits;
  std::string_view first_left_out = *bound;
  if (!first_left_out.empty()) arguments.push_back("^" + std::string(take_line(first_left_out)));
  arguments.insert(arguments.end(), {"--", path});
  auto answer = ask(run, std::move(arguments), {});
  if (!answer) return commits;
  for (std::string_view rest = *answer; !rest.empty();) commits.emplace_back(take_line(rest));
  return commits;
}

}  // namespace

std::optional<GitText> find_git_text(const RunGit& run, const std::string& path, const Sha256& sha) {
  uint64_t room = kMostBytes;
  const std::string near[] = {"", "HEAD"};
  if (auto text = find_among(run, near, path, sha, room)) return text;
  return find_among(run, commits_of(run, path), path, sha, room);
}

}  // namespace aptix::ops
