// Git is asked for names, modes and blobs in three calls, for any number of files.
#include "ops/write/write.h"

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::ops {
namespace {

// One line of `git diff --raw -z`: modes, blobs, path.
struct RawChange {
  std::string_view old_mode, new_mode, old_blob, new_blob, path;
};

// Parses ":100644 100755 <blob> <blob> M\0path\0", repeated.
std::vector<RawChange> raw_changes(std::string_view list) {
  std::vector<RawChange> raw;
  while (list.starts_with(':')) {
    std::vector<std::string_view> words = split(take_line(list, '\0').substr(1), ' ');
    std::string_view path = take_line(list, '\0');
    if (words.size() < 4) break;
    raw.push_back({words[0], words[1], words[2], words[3], path});
  }
  return raw;
}

class GitChanges {
 public:
  GitChanges(const RunGit& git, Reader& reader, const GitRange& range, const std::vector<std::string>& paths)
      : git_(git),
        reader_(reader),
        range_(range),
        paths_(paths.empty() ? std::vector<std::string>{"."} : paths) {}

  Outcome<ChangeSet> run() {
    if (Status done = collect(); !done) out_.add(std::move(done).error());
    return std::move(out_);
  }

 private:
  Status collect() {
    TRY(check_range());
    TRY_ASSIGN(list, ask_for_names());
    std::vector<RawChange> raw = raw_changes(list);
    TRY(fetch_blobs(raw));
    for (const RawChange& one : raw)
      if (Status added = add(one); !added) out_.diagnostics.errors.push_back(std::move(added).error());
    return range_.to ? Status() : add_untracked();
  }

  Status check_range() {
    TRY_ASSIGN(inside, git_says(git_, {"rev-parse", "--is-inside-work-tree"}));
    if (!inside)
      return fail(Code::usage, "the root is not in a git work tree, so there is nothing to compare its files with",
          "use '--whole' for the files as they are, or '--transaction'");
    for (const auto& rev : {range_.from, range_.to}) {
      if (!rev) continue;
      TRY_ASSIGN(known, git_says(git_, {"rev-parse", "-q", "--verify", *rev + "^{tree}"}));
      if (!known)
        return fail(Code::usage, fmt::format("git knows no commit '{}'", escape_for_display(*rev)), "see 'git log'");
    }
    return {};
  }

  Result<std::string> ask_for_names() {
    std::string from = range_.from.value_or("HEAD");
    if (!range_.from && !git_({"rev-parse", "-q", "--verify", "HEAD"}, "")) {
      TRY_ASSIGN(empty, git_({"hash-object", "-t", "tree", "--stdin"}, ""));
      from = first_line(empty);
    }
    std::vector<std::string> arguments = {"--literal-pathspecs", "diff", "--raw", "-z", "--no-renames", "--no-abbrev",
        "--relative", "--ignore-submodules=none", from};
    if (range_.to) arguments.push_back(*range_.to);
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), paths_.begin(), paths_.end());
    return git_(arguments, "");
  }

  Status fetch_blobs(const std::vector<RawChange>& raw) {
    std::string wanted;
    for (const RawChange& one : raw) {
      if (kind_of_mode(one.old_mode) != FileKind::other) wanted += std::string(one.old_blob) + "\n";
      if (range_.to && kind_of_mode(one.new_mode) != FileKind::other) wanted += std::string(one.new_blob) + "\n";
    }
    if (wanted.empty()) return {};
    TRY_ASSIGN(answer, git_({"cat-file", "--batch"}, wanted));
    std::string_view rest = out_.value.texts.emplace_back(std::move(answer));
    while (!rest.empty()) {
      auto blob = take_blob(rest);
      if (!blob || !blob->bytes)
        return fail(Code::io_error, "git has not all the contents that it names", "run 'git fsck'");
      blobs_.emplace(blob->name, *blob->bytes);
    }
    return {};
  }

  Status add(const RawChange& raw) {
    TRY_ASSIGN(path, RelPath::parse(raw.path));
    FileChange change{.path = std::move(path)};
    for (std::string_view mode : {raw.old_mode, raw.new_mode})
      if (mode != "000000" && kind_of_mode(mode) == FileKind::other)
        return fail_at(raw.path, Code::path_special, fmt::format("'{}' is a submodule", escape_for_display(raw.path)),
            "name the other paths");
    if (raw.old_mode != "000000") {
      change.before.exists = true;
      change.before.kind = kind_of_mode(raw.old_mode);
      change.before.bytes = blobs_.find(raw.old_blob)->second;
    }
    if (raw.new_mode != "000000") {
      if (range_.to) change.set_after(kind_of_mode(raw.new_mode), 0, blobs_.find(raw.new_blob)->second);
      else TRY(read_work_tree(change));
    }
    out_.value.changes.push_back(std::move(change));
    return {};
  }

  Status read_work_tree(FileChange& change) {
    TRY_ASSIGN(image, reader_.read(change.path));
    if (image.kind == FileKind::other) return {};  // a folder replaced it
    if (image.owner != nullptr) out_.value.owners.push_back(image.owner);
    bool is_output = !change.before.exists && range_.output == std::pair(image.identity.device, image.identity.inode);
    if (image.exists && !is_output) change.set_after(image.kind, 0, image.bytes);
    return {};
  }

  Status add_untracked() {
    TRY_ASSIGN(files, untracked_files(git_, paths_));
    for (const std::string& name : files) {
      auto path = RelPath::parse(name);
      Status added = path ? Status() : fail(std::move(path).error());
      if (path) {
        FileChange change{.path = std::move(*path)};
        added = read_work_tree(change);
        if (added && change.after_exists) out_.value.changes.push_back(std::move(change));
      }
      if (!added) out_.diagnostics.errors.push_back(std::move(added).error());
    }
    return {};
  }

  const RunGit& git_;
  Reader& reader_;
  const GitRange& range_;
  std::vector<std::string> paths_;
  Outcome<ChangeSet> out_;
  std::map<std::string_view, std::string_view> blobs_;
};

}  // namespace

Outcome<ChangeSet> whole_files(const Tree& tree, Reader& reader, const std::vector<std::string>& paths) {
  Outcome<ChangeSet> outcome;
  auto refuse = [&](Error error) { outcome.diagnostics.errors.push_back(std::move(error)); };
  for (const std::string& named : paths) {
    std::vector<std::string> files{named};
    if (tree.is_folder(named)) {
      auto listed = tree.list_files(named);
      if (!listed) {
        refuse(std::move(listed).error());
        continue;
      }
      files = std::move(*listed);
    }
    for (const std::string& file : files) {
      auto path = RelPath::parse(file.starts_with("./") ? std::string_view(file).substr(2) : std::string_view(file));
      auto image = path ? reader.read(*path) : Result<FileImage>(fail(path.error()));
      if (!image) {
        refuse(std::move(image).error());
        continue;
      }
      if (!image->exists) {
        refuse(error_at(file, Code::file_missing, fmt::format("'{}' does not exist", escape_for_display(file)),
            "name a file that is there"));
        continue;
      }
      FileChange change{.path = std::move(*path)};
      if (image->owner != nullptr) outcome.value.owners.push_back(image->owner);
      change.set_after(image->kind, 0, image->bytes);
      outcome.value.changes.push_back(std::move(change));
    }
  }
  return outcome;
}

Outcome<ChangeSet> git_changes(
    const RunGit& git, Reader& reader, const GitRange& range, const std::vector<std::string>& paths) {
  return GitChanges(git, reader, range, paths).run();
}

Status move_to_root(ChangeSet& changes, const std::string& prefix) {
  if (prefix.empty()) return {};
  for (FileChange& change : changes.changes) {
    std::string_view path = change.path.str();
    auto below = rest_below(path, prefix);
    if (!below)
      return fail_at(path, Code::path_outside_root, fmt::format("'{}' is not below the root", escape_for_display(path)),
          "give the folder of the workspace as the root");
    TRY_SET(change.path, RelPath::parse(*below));
    change.from.reset();
  }
  return {};
}

}  // namespace aptix::ops
