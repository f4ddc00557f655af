#include "ops/registry/registry.h"

#include <fcntl.h>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::ops {

Result<Describer> Describer::open(
    const disk::Workspace& workspace, const Settings& settings, const Registry& registry) {
  TRY_ASSIGN(doc_paths, DocPaths::open(disk::posix_file_system(), workspace.path(), settings.repository));
  return Describer(settings, registry, std::move(doc_paths));
}

namespace {

context::TagHints hints_of(const context::FileContent& content) {
  return {.generated = content.generated, .binary = content.binary};
}

}  // namespace

std::vector<std::string_view> Describer::tags(const RegisteredFile& file) const {
  return context::tags_of(from_workspace(file), hints_of(content(file)), settings_->tags);
}

bool Describer::has_tag(const RegisteredFile& file, const context::TagFilter& filter) const {
  std::string whole;
  std::string_view path = file.path;
  if (!registry_->prefix.empty()) path = whole = from_workspace(file);
  return filter.takes(path, hints_of(content(file)), settings_->tags);
}

bool Describer::is_sensitive(const RegisteredFile& file) const {
  return settings_->policy.is_sensitive(from_workspace(file));
}

std::optional<std::string> Describer::doc_path(const RegisteredFile& file) const {
  if (find_invalid_utf8(file.path)) return std::nullopt;
  return doc_paths_.key_of(from_workspace(file));
}

std::optional<std::string> Describer::link_target(const RegisteredFile& file) const {
  if (!file.link) return std::nullopt;
  disk::FileSystem& fs = disk::posix_file_system();
  disk::Folders folders(fs, registry_->tree.top.get(), 1);
  disk::Target at = folders.target(disk::join_path(registry_->tree.start, file.path));
  std::string target;
  if (at.dir < 0 || disk::read_link(fs, at.dir, at.name, target) < 0) target.clear();
  return target;
}

FileSums sums_by_tag(const Describer& describer, const Registry& registry) {
  FileSums sums;
  for (const RegisteredFile& file : registry.files)
    for (std::string_view tag : describer.tags(file)) sums[std::string(tag)].add(file.stamp.size);
  return sums;
}

Result<std::set<std::string, std::less<>>> changed_paths(const GitTree& tree, const GitSurroundings& git) {
  if (!tree.exists)
    return fail(Code::usage, "'--changed' asks git, and the root is not in a work tree of git",
        "leave the option out, or name a work tree with -C");
  TRY_ASSIGN(listed,
      git.run_in(tree.path)({"--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=all"}, {}));
  std::set<std::string, std::less<>> paths;
  std::string start = tree.start.empty() ? "" : tree.start + "/";
  std::string_view rest = listed;
  while (rest.size() > 3) {  // "XY path", and for a rename the old name after it
    std::string_view entry = take_line(rest, '\0');
    bool moved = entry[0] == 'R' || entry[0] == 'C' || entry[1] == 'R' || entry[1] == 'C';
    if (moved) take_line(rest, '\0');
    if (entry.substr(3).starts_with(start)) paths.emplace(entry.substr(3 + start.size()));
  }
  return paths;
}

}  // namespace aptix::ops
