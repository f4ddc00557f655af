// Git for the other rooms: the seam to whoever runs it, and the folders of its own files, found without running it.
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

// How git is run: arguments after "git", standard input; gives standard output. Fails where git cannot
// be run or ends with another code than 0. As for a shell, first arguments like `GIT_INDEX_FILE=...` go
// into git's environment.
using RunGit = std::function<Result<std::string>(const std::vector<std::string>& arguments, std::string_view input)>;
// Whether git says yes: it exits with 0. Where it cannot use the repository that is there, fails with what git says of
// it; where there is no repository or no git, the answer is no.
Result<bool> git_says(const RunGit& run, std::vector<std::string> question);

// What 'git cat-file --batch' says of an object that it was asked for.
struct AskedBlob {
  std::string_view name;                  // the whole one
  std::optional<std::string_view> bytes;  // nothing: it is missing
};
// Takes the first one off; nothing where the answer does not go on so, as for what is not a blob.
std::optional<AskedBlob> take_blob(std::string_view& answer);

// What git prints with -z: each part has a NUL after it.
std::vector<std::string_view> parts_of(std::string_view printed);

// Settings by their names, in lower case where git ignores it. One without a value is "true".
using GitSettings = std::map<std::string, std::string>;
GitSettings read_settings(std::string_view printed);  // by 'git config -z'
bool is_true(const GitSettings& settings, const std::string& name);

// The files below these paths that git neither tracks nor ignores; not those of repositories of their own.
Result<std::vector<std::string>> untracked_files(const RunGit& run, std::vector<std::string> paths);

// Of a mode as git writes it: "100644".
FileKind kind_of_mode(std::string_view mode);

constexpr std::string_view kGitLanguage = "LC_ALL=";
constexpr std::string_view kGitIndexFile = "GIT_INDEX_FILE=";
constexpr std::string_view kGitObjects = "GIT_OBJECT_DIRECTORY=";
constexpr std::string_view kGitOtherObjects = "GIT_ALTERNATE_OBJECT_DIRECTORIES=";

// The folders of git's own files, for a work tree.
struct GitFolder {
  disk::Fd own;     // `.git`, or what a file of that name leads to: the index of this work tree
  disk::Fd common;  // what all work trees of the repository share: configuration, info/exclude

  bool ok() const { return own.ok() && common.ok(); }
};

// Of the work tree whose top is open. Not ok: it has none.
GitFolder git_folder(disk::FileSystem& fs, int top);

// Does a name `.git` in the folder make it a repository of its own? As git tells: with HEAD, objects and refs.
bool is_repository(disk::FileSystem& fs, int dir);

// "" where it cannot be read, or is longer than 1 MiB.
std::string read_git_file(disk::FileSystem& fs, int dir, const char* name);

// The name that git's origin gives the repository at `top`, without ".git"; "": it has no origin.
std::string origin_name(disk::FileSystem& fs, int top);

}  // namespace aptix::ops
