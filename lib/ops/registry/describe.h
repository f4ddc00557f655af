// What is said of a file beyond what the registry holds: its tags, its key, its version, whether it is sensitive.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "context/tree/tags.h"
#include "ops/config.h"
#include "ops/files/doc_paths.h"
#include "ops/registry/registry.h"

namespace aptix::ops {

// Of the files of one registry, which outlives it.
class Describer {
 public:
  // Fails with io_error.
  static Result<Describer> open(const disk::Workspace& workspace, const Settings& settings, const Registry& registry);

  std::string from_workspace(const RegisteredFile& file) const { return registry_->prefix + std::string(file.path); }
  context::FileContent content(const RegisteredFile& file) const { return registry_->content_of(file); }
  std::vector<std::string_view> tags(const RegisteredFile& file) const;
  bool has_tag(const RegisteredFile& file, const context::TagFilter& filter) const;
  bool is_sensitive(const RegisteredFile& file) const;
  std::optional<std::string> doc_path(const RegisteredFile& file) const;     // nothing: its name is not UTF-8
  std::optional<std::string> link_target(const RegisteredFile& file) const;  // nothing: it is not a link

 private:
  Describer(const Settings& settings, const Registry& registry, DocPaths doc_paths)
      : settings_(&settings),
        registry_(&registry),
        doc_paths_(std::move(doc_paths)) {}

  const Settings* settings_;
  const Registry* registry_;
  DocPaths doc_paths_;
};

// How many files, and their bytes.
struct FileSum {
  uint64_t count = 0, bytes = 0;
  void add(uint64_t size) {
    ++count;
    bytes += size;
  }
};
using FileSums = std::map<std::string, FileSum, std::less<>>;
FileSums sums_by_tag(const Describer& describer, const Registry& registry);

// The paths, from the root on, that git calls modified, added, renamed or untracked. Fails with usage outside of git.
Result<std::set<std::string, std::less<>>> changed_paths(const GitTree& tree, const GitSurroundings& git);

}  // namespace aptix::ops
