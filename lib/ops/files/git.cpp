#include "ops/files/git.h"

#include <fcntl.h>

#include "base/text/ascii.h"
#include "base/text/trim.h"
#include "context/tree/git_files.h"

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

// "<full name> blob <size>", the bytes and a line feed; or "<name> missing".
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

std::vector<std::string_view> parts_of(std::string_view printed) {
  std::vector<std::string_view> parts;
  while (!printed.empty()) parts.push_back(take_line(printed, '\0'));
  return parts;
}

GitSettings read_settings(std::string_view printed) {
  GitSettings settings;
  for (std::string_view entry : parts_of(printed)) {
    size_t feed = entry.find('\n');
    settings[std::string(entry.substr(0, feed))] = feed == entry.npos ? "true" : entry.substr(feed + 1);
  }
  return settings;
}

bool is_true(const GitSettings& settings, const std::string& name) {
  auto found = settings.find(name);
  std::string word = found == settings.end() ? "" : ascii_lower(found->second);
  return word == "true" || word == "yes" || word == "on" || word == "1";
}

Result<std::vector<std::string>> untracked_files(const RunGit& run, std::vector<std::string> paths) {
  paths.insert(paths.begin(), {"--literal-pathspecs", "ls-files", "-z", "--others", "--exclude-standard", "--"});
  TRY_ASSIGN(printed, run(paths, ""));
  std::vector<std::string> files;
  for (std::string_view name : parts_of(printed))
    if (!name.ends_with('/')) files.emplace_back(name);
  return files;
}

FileKind kind_of_mode(std::string_view mode) {
  if (mode == "100755") return FileKind::executable;
  if (mode == "120000") return FileKind::symlink;
  return mode.starts_with("100") ? FileKind::regular : FileKind::other;
}

namespace {

constexpr uint64_t kMaxConfig = 1 << 20;

// Opens a path from one of git's files, which may be relative to the folder of that file.
disk::Fd open_named(disk::FileSystem& fs, int dir, const std::string& path) {
  if (path.starts_with('/')) return disk::Fd(fs, fs.open_root(path.c_str()));
  std::string base;
  if (fs.path_of(dir, base) < 0) return {};
  return disk::Fd(fs, fs.open_root((base + "/" + path).c_str()));
}

}  // namespace

std::string read_git_file(disk::FileSystem& fs, int dir, const char* name) {
  std::string text;
  return disk::read_whole(fs, dir, name, kMaxConfig, text) == 0 ? text : std::string();
}

GitFolder git_folder(disk::FileSystem& fs, int top) {
  constexpr std::string_view kPrefix = "gitdir:";
  GitFolder git{.own = disk::Fd(fs, fs.open(top, ".git", O_RDONLY | O_DIRECTORY, 0)), .common = {}};
  std::string file = git.own.ok() ? std::string() : read_git_file(fs, top, ".git");
  if (file.starts_with(kPrefix))
    git.own = open_named(fs, top, std::string(trim(std::string_view(file).substr(kPrefix.size()))));
  if (!git.own.ok()) return git;
  std::string common(trim(read_git_file(fs, git.own.get(), "commondir")));
  git.common = open_named(fs, git.own.get(), common.empty() ? "." : common);
  return git;
}

bool is_repository(disk::FileSystem& fs, int dir) {
  GitFolder git = git_folder(fs, dir);
  struct stat about {};
  auto has = [&](const disk::Fd& folder, const char* name) { return fs.stat(folder.get(), name, about) == 0; };
  return git.ok() && has(git.own, "HEAD") && has(git.common, "objects") && has(git.common, "refs");
}

std::string origin_name(disk::FileSystem& fs, int top) {
  GitFolder git = git_folder(fs, top);
  if (!git.ok()) return {};
  std::string url;
  for (context::GitSetting& setting : context::read_git_config(read_git_file(fs, git.common.get(), "config")))
    if (setting.key == "remote.origin.url") url = setting.value.value_or("");
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(".git")) url.resize(url.size() - 4);
  while (url.ends_with('/')) url.pop_back();
  return url.substr(url.find_last_of("/:") + 1);
}

}  // namespace aptix::ops
