// The repository of a root, as far as applying patches needs it. Asks git's plumbing, and only if a patch needs what
// the files do not tell.
#pragma once

#include <set>

#include "git/source.h"
#include "git/whitespace.h"
#include "ops/files/git.h"

namespace aptix::ops {

// What is known of the repository without running git.
struct GitPlace {
  bool exists = false;
  bool in_git_folder = false;     // the root is in the repository's own folder: names have no prefix
  std::string prefix;             // the root relative to the top of the work tree: "" or ending in '/'
  bool may_have_settings = true;  // a configuration file may set whitespace or line ends
  // True if a path (relative to the top of the work tree) may have attributes.
  std::function<bool(const std::string& path)> may_have_attributes;
  // An empty folder for objects that are not needed after the run; always the same one.
  std::function<Result<std::string>()> scratch_folder;
};

class GitRepository final : public git::Source {
 public:
  GitRepository(GitPlace place, RunGit run) : place_(std::move(place)), run_(std::move(run)) {}

  const GitPlace& place() const { return place_; }

  // A setting by its name in lower case, such as "apply.whitespace"; nullopt if it is not set.
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
  // True if an entry with this name would be file and folder at once, given the entries that stay when `gone` are
  // removed.
  bool clashes(const std::string& path, const std::set<std::string, std::less<>>& gone) const;

  // Reads the entries of the index, and which files differ from theirs. Call it once, before anything asks for an
  // entry; without it there are none. Fails if git cannot use the repository.
  Status read_index();

  // Asks for the attributes of many paths with one process.
  void expect_paths(const std::vector<std::string>& paths);
  bool may_have_attributes() const { return place_.exists && place_.may_have_attributes != nullptr; }
  bool may_have_attributes(const std::string& path) const {
    return may_have_attributes() && place_.may_have_attributes(path);
  }

  // Reads many blobs with one process, for later calls of blob().
  void expect_blobs(const std::vector<std::string>& names);

  // core.fileMode: true if the x bit of files in the work tree is meaningful.
  bool trusts_file_modes();

  // Updates the index for these paths from the work tree; `executable` may override the x bit.
  enum class Executable : uint8_t { as_in_tree, yes, no };
  Status update_index(const std::vector<std::string>& paths, Executable executable);
  Status add_intent(const std::vector<std::string>& paths);

  // A new entry of the index; mode 0 removes the entry.
  struct NewEntry {
    std::string path;
    uint32_t mode = 0;
    std::string blob{};
    unsigned stage = 0;
  };
  // The full name of an existing blob; `name` may be abbreviated.
  std::optional<std::string> full_name(const std::string& name);
  // Stores blobs. Returns their names, in order.
  Result<std::vector<std::string>> store_blobs(const std::vector<std::string_view>& contents);
  Status write_entries(const std::vector<NewEntry>& entries);
  // Writes an index of its own to `file`, which may exist, with exactly these entries.
  Status write_other_index(const std::string& file, const std::vector<NewEntry>& entries);
  // Lets git resolve conflicts as they were resolved before (rerere), if enabled.
  void replay_resolutions();

 private:
  // Attributes of a path, by name: "set", "unset", "unspecified" or a value.
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
  std::map<std::string, std::string> blobs_;  // those read by expect_blobs()
  std::map<std::string, git::IndexEntry, std::less<>> index_;
  std::set<std::string, std::less<>> changed_;  // paths that differ from the index
};

}  // namespace aptix::ops
