// What git's own files say: its configuration, as far as its own text goes (files that it includes are not read), and
// the paths that it tracks, read off its index (versions 2 to 4). Pure. Never writes one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace aptix::context {

struct GitSetting {
  std::string key;                   // "core.excludesfile", "remote.Origin.url": small letters but for the middle
  std::optional<std::string> value;  // nothing: the name stands alone, which is true
};

// In the order of the file: the last one of a key counts. A line that is malformed is left out.
std::vector<GitSetting> read_git_config(std::string_view text);

// Sorted bytewise, each once, without submodules.
struct TrackedFiles {
  std::vector<std::string_view> paths, submodules;
  std::shared_ptr<const void> owner = {};  // of names that do not point into what was read
};

// Nothing where the file is not one that is understood: damaged, split, with folders instead of their files, of another
// version. git can be asked then. `digest`: bytes of an object's name, 20 or 32. The paths may point into `index`.
std::optional<TrackedFiles> read_index(std::string_view index, size_t digest);

// The same of what `git ls-files -s -z` prints.
TrackedFiles read_ls_files(std::string output);

// Paths by their names in small letters, those of ASCII alone: so git compares with core.ignoreCase.
class PathsOfAnyCase {
 public:
  // Point into what these point into.
  explicit PathsOfAnyCase(const std::vector<std::string_view>& paths);
  // The path that is `path` but for the case of letters; "": there is none.
  std::string_view find(std::string_view path) const;

 private:
  std::unordered_map<std::string, std::string_view> paths_;
};

}  // namespace aptix::context
