// The repository that a root is in, as far as applying patches needs it: asked through git's own
// plumbing, and only when a patch needs an answer that the files do not give.
#pragma once

#include <set>

#include "git/source.h"
#include "git/whitespace.h"
#include "ops/files/git.h"

namespace aptix::ops {

// What the surroundings tell of the repository, found without running git.
struct GitPlace {
  bool exists = false;
  bool in_git_folder = false;     // the root is the repository's own folder, or lies in it: names have no prefix
  std::string prefix;             // the root below the top of the work tree, "" or with '/' at its end
  bool may_have_settings = true;  // a configuration file may speak of whitespace or line ends
  // A path (from the top of the work tree) to which attributes may have been given.
  std::function<bool(const std::string& path)> may_have_attributes;
  // An empty folder for objects that nobody needs after the run; always the same one.
  std::function<Result<std::string>()> scratch_folder;
};

class GitRepository final : public git::Source {
 public:
  GitRepository(GitPlace place, RunGit run) : place_(std::move(place)), run_(std::move(run)) {}

  const GitPlace& place() const { return place_; }

  // Settings: a name in lower case, such as "apply.whitespace"; nothing when it is not set.
  std::optional<std::string> setting(const std::string& name);
  Result<git::WhitespaceRule> whitespace_rule(const std::string& path);

  Result<std::optional<std::string>> blob(const std::string& name) override;
  git::LineEndRule line_ends(const std::string& path) override;
  bool has_filters(const std::string& path) override;
  Result<std::string> clean(const std::string& path, std::string_view content) override;
  Result<std::string> smudge(const std::string& path, std::string_view content) override;
  std::optional<git::IndexEntry> index_entry(const std::string& path) override;
  bool has_submodule(const std::string& path) override;
  bool matches_index(const std::string& path) override;
  // Would an entry of this name be a file and a folder at once, next to the entries that stay when `gone` go?
  bool clashes(const std::string& path, const std::set<std::string, std::less<>>& gone) const;

  // Reads the entries of the index, and which files differ from theirs. To be called once, before anything asks for an
  // entry; without it, there is none. Fails where git cannot use the repository.
  Status read_index();

  // Asks for the attributes of many paths at once: one process instead of one for each.
  void expect_paths(const std::vector<std::string>& paths);
  bool may_have_attributes() const { return place_.exists && place_.may_have_attributes != nullptr; }
  bool may_have_attributes(const std::string& path) const {
    return may_have_attributes() && place_.may_have_attributes(path);
  }

  // Reads many blobs at once, for blob() to give: one process instead of one for each.
  void expect_blobs(const std::vector<std::string>& names);

  // core.fileMode: does the x bit of a file in the work tree mean anything?
  bool trusts_file_modes();

  // Makes the index say what the work tree says about these paths, but for the x bit where it is stated.
  enum class Executable : uint8_t { as_in_tree, yes, no };
  Status update_index(const std::vector<std::string>& paths, Executable executable);
  Status add_intent(const std::vector<std::string>& paths);

  // One entry of the index as it is to be; mode 0 removes it.
  struct NewEntry {
    std::string path;
    uint32_t mode = 0;
    std::string blob{};
    unsigned stage = 0;
  };
  // The whole name of a blob that is there; `name` may be a short one.
  std::optional<std::string> full_name(const std::string& name);
  // Stores blobs; their names, in order.
  Result<std::vector<std::string>> store_blobs(const std::vector<std::string_view>& contents);
  Status write_entries(const std::vector<NewEntry>& entries);
  // An index of its own in `file`, which may be there: with these entries and no other.
  Status write_other_index(const std::string& file, const std::vector<NewEntry>& entries);
  // Lets git resolve conflicts as they were resolved before, where that is switched on.
  void replay_resolutions();

 private:
  // What was given to a path, by the name of the attribute: "set", "unset", "unspecified" or a value.
  using Attributes = std::map<std::string, std::string, std::less<>>;
  const GitSettings& settings();
  const Attributes& attributes(const std::string& path);
  std::vector<std::string> below_root(std::vector<std::string> paths) const;

  std::string as_index_info(const std::vector<NewEntry>& entries);
  Result<std::string> run_aside(std::vector<std::string> arguments, std::string_view input);

  GitPlace place_;
  RunGit run_;
  std::vector<std::string> aside_;  // settings that make git store objects in the scratch folder
  std::optional<GitSettings> settings_;
  std::map<std::string, Attributes, std::less<>> attributes_;
  std::map<std::string, std::string> blobs_;  // those that were asked for at once
  std::map<std::string, git::IndexEntry, std::less<>> index_;
  std::set<std::string, std::less<>> changed_;  // paths that differ from the index
};

}  // namespace aptix::ops
