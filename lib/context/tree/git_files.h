// Reads git's own files: its configuration (without included files), and the tracked paths from its index (versions 2
// to 4). Pure; never writes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace aptix::context {

struct GitSetting {
  std::string key;                   // "core.excludesfile", "remote.Origin.url": lower case except the middle
  std::optional<std::string> value;  // nothing: the name alone, which means true
};

// In the order of the file; the last one of a key wins. Skips malformed lines.
std::vector<GitSetting> read_git_config(std::string_view text);

// Sorted bytewise, each once, without submodules.
struct TrackedFiles {
  std::vector<std::string_view> paths, submodules;
  std::shared_ptr<const void> owner = {};  // of names that do not view the index
};

// Nothing if the index is damaged, split, sparse with folders in place of files, or of another version: then ask git.
// `digest`: bytes of an object's name, 20 or 32. The paths may view `index`.
std::optional<TrackedFiles> read_index(std::string_view index, size_t digest);

// The same from the output of `git ls-files -s -z`.
TrackedFiles read_ls_files(std::string output);

// Looks up paths ignoring the case of ASCII letters, as git does with core.ignoreCase.
class PathsOfAnyCase {
 public:
  // Views what `paths` view.
  explicit PathsOfAnyCase(const std::vector<std::string_view>& paths);
  // The path that equals `path` except for letter case; "" if there is none.
  std::string_view find(std::string_view path) const;

 private:
  std::unordered_map<std::string, std::string_view> paths_;
};

}  // namespace aptix::context
