#include "ops/registry/registry.h"

#include <fcntl.h>

#include <cerrno>

namespace aptix::ops {
namespace {

// False if the text includes another file.
bool add_settings(std::string_view text, GitSettings& values) {
  bool whole = true;
  for (context::GitSetting& setting : context::read_git_config(text)) {
    if (setting.key.starts_with("include.") || setting.key.starts_with("includeif.")) whole = false;
    values[setting.key] = setting.value.value_or("true");
  }
  return whole;
}

GitSettings settings_of(
    disk::FileSystem& fs, const GitFolder& git, const std::string& top, const GitSurroundings& around) {
  GitSettings values;
  bool whole = around.settings_files.has_value();
  for (const std::string& file : around.settings_files.value_or(std::vector<std::string>()))
    if (!add_settings(around.read_file(file), values)) whole = false;
  if (!add_settings(read_git_file(fs, git.common.get(), "config"), values)) whole = false;
  if (values.contains("extensions.worktreeconfig") &&
      !add_settings(read_git_file(fs, git.own.get(), "config.worktree"), values))
    whole = false;
  if (whole) return values;
  auto listed = around.run_in(top)({"config", "-z", "--list"}, {});
  return listed ? read_settings(*listed) : GitSettings();
}

// The file with the user's own ignore rules.
std::string excludes_file(const GitSettings& values, const std::string& top, const GitSurroundings& around) {
  auto found = values.find("core.excludesfile");
  const std::string& own = around.folder_of_settings;
  if (found == values.end()) return own.empty() ? own : own + "ignore";
  const std::string& path = found->second;
  if (path.starts_with("~/")) return around.home + path.substr(1);
  if (path.empty() || path.starts_with('/')) return path;
  bool needs_git = path.starts_with('~') || path.starts_with("%(");
  if (!needs_git) return top + "/" + path;
  auto asked = around.run_in(top)({"config", "--type=path", "--get", "core.excludesfile"}, {});
  return asked ? asked->substr(0, asked->find('\n')) : std::string();
}

Result<context::TrackedFiles> tracked_files(
    disk::FileSystem& fs, const GitFolder& git, const GitSettings& values, const RunGit& run) {
  struct stat about {};
  disk::Fd fd(fs, fs.open(git.own.get(), "index", O_RDONLY | O_NONBLOCK, 0));
  int status = fd.ok() ? fs.fstat(fd.get(), about) : -fd.error();
  if (status == -ENOENT) return context::TrackedFiles{};
  bool is_file = status == 0 && S_ISREG(about.st_mode) && about.st_size != 0;
  auto size = static_cast<size_t>(about.st_size);
  // Safe to map: git replaces its index and never writes into it.
  std::shared_ptr<const void> owner;
  bool mapped = is_file && fs.map(fd.get(), size, owner) == 0;
  auto format = values.find("extensions.objectformat");
  size_t digest = format != values.end() && format->second == "sha256" ? 32 : 20;
  auto read = mapped ? context::read_index({static_cast<const char*>(owner.get()), size}, digest) : std::nullopt;
  if (read) {
    read->owner = std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
        std::move(read->owner), std::move(owner));
    return std::move(*read);
  }
  TRY_ASSIGN(listed, run({"ls-files", "-s", "-z"}, {}));
  return context::read_ls_files(std::move(listed));
}

// Opens the top of the tree: the nearest folder from `bottom` upwards that has a git folder, but not above `home`; or
// else `bottom` itself.
Result<GitFolder> open_top(disk::FileSystem& fs, const std::string& bottom, const std::string& home, GitTree& tree) {
  auto open = [&](const std::string& path) -> Status {
    tree.path = path;
    tree.top = disk::Fd(fs, fs.open_root(path.c_str()));
    return tree.top.ok() ? Status() : fail(disk::root_failure(path, tree.top.error()));
  };
  GitFolder git;
  for (std::string path = bottom;;) {
    Status opened = open(path);
    if (!opened && path == bottom) return fail(std::move(opened).error());
    if (opened) git = git_folder(fs, tree.top.get());
    if (git.ok() || path == "/" || path == home) break;
    size_t slash = path.rfind('/');
    path = slash == 0 ? "/" : path.substr(0, slash);
    if (path == home) break;
  }
  if (!git.ok()) TRY(open(bottom));
  return git;
}

}  // namespace

Result<GitTree> open_git_tree(disk::FileSystem& fs, const disk::Workspace& workspace, const GitSurroundings& around) {
  GitTree tree;
  TRY_ASSIGN(git, open_top(fs, workspace.path(), around.home, tree));
  tree.exists = git.ok();
  size_t top = tree.path == "/" ? 1 : tree.path.size() + 1;
  tree.start = workspace.root_path().substr(std::min(workspace.root_path().size(), top));
  if (!tree.exists) return tree;
  GitSettings values = settings_of(fs, git, tree.path, around);
  if (is_true(values, "core.ignorecase")) tree.letters = Glob::Letters::fold;
  std::string common;
  if (fs.path_of(git.common.get(), common) < 0) common.clear();
  for (const std::string& file : {excludes_file(values, tree.path, around), common + "/info/exclude"})
    if (!file.empty())
      tree.rules = with_list(tree.rules, context::IgnoreList(around.read_file(file), {}, tree.letters));
  TRY_ASSIGN(tracked, tracked_files(fs, git, values, around.run_in(tree.path)));
  tree.tracked = std::move(tracked);
  if (tree.letters == Glob::Letters::fold) tree.any_case.emplace(tree.tracked.paths);
  return tree;
}

}  // namespace aptix::ops
