// Git for the other rooms: the seam to whoever runs it, and reading its own files without running it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/confined.h"
#include "model/plan.h"

namespace aptix::ops {

// Runs git: arguments after "git", standard input; returns standard output. Fails if git cannot be run or exits with
// another code than 0. As in a shell, leading arguments like `GIT_INDEX_FILE=...` set git's environment.
using RunGit = std::function<Result<std::string>(const std::vector<std::string>& arguments, std::string_view input)>;
// True if git exits with 0. False without a repository or without git. Fails with git's message if git cannot use the
// repository.
Result<bool> git_says(const RunGit& run, std::vector<std::string> question);

// An answer of 'git cat-file --batch' about one object.
struct AskedBlob {
  std::string_view name;                  // the full name
  std::optional<std::string_view> bytes;  // nullopt: it is missing
};
// Removes the first object from `answer`. nullopt if `answer` does not start with a blob or a missing object.
std::optional<AskedBlob> take_blob(std::string_view& answer);

// Splits output of git with -z, where a NUL ends each part.
std::vector<std::string_view> parts_of(std::string_view printed);

// Settings by name, in lower case as far as git ignores case. One without a value is "true".
using GitSettings = std::map<std::string, std::string>;
GitSettings read_settings(std::string_view printed);  // of 'git config -z'
bool is_true(const GitSettings& settings, const std::string& name);

// The files below these paths that git neither tracks nor ignores, except those in repositories of their own.
Result<std::vector<std::string>> untracked_files(const RunGit& run, std::vector<std::string> paths);

// The kind for a mode as git writes it: "100644".
FileKind kind_of_mode(std::string_view mode);

constexpr std::string_view kGitLanguage = "LC_ALL=";
constexpr std::string_view kGitIndexFile = "GIT_INDEX_FILE=";
constexpr std::string_view kGitObjects = "GIT_OBJECT_DIRECTORY=";
constexpr std::string_view kGitOtherObjects = "GIT_ALTERNATE_OBJECT_DIRECTORIES=";

// The folders of git's own files of a work tree.
struct GitFolder {
  disk::Fd own;     // `.git`, or what a file of that name refers to: the index of this work tree
  disk::Fd common;  // shared by all work trees: configuration, info/exclude

  bool ok() const { return own.ok() && common.ok(); }
};

// `top`: the opened top of a work tree. Not ok() if it has no git folder.
GitFolder git_folder(disk::FileSystem& fs, int top);

// True if `.git` in the folder makes it a repository of its own. As git decides: with HEAD, objects and refs.
bool is_repository(disk::FileSystem& fs, int dir);

// "" if it cannot be read or is longer than 1 MiB.
std::string read_git_file(disk::FileSystem& fs, int dir, const char* name);

// The name of the repository at `top` according to git's origin, without ".git"; "": it has no origin.
std::string origin_name(disk::FileSystem& fs, int top);

}  // namespace aptix::ops
