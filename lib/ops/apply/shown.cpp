#include "ops/apply/shown.h"

#include <fmt/format.h>

#include "base/text/text.h"

namespace aptix::ops {
namespace {

Diagnostic changed_meanwhile(const RelPath& path) {
  return make_error(Code::file_changed,
      fmt::format("'{}' was changed while you were asked about it", escape_for_display(path.str())),
      "run the command again, to see the change as it would be made now")
      .at(path.str());
}

}  // namespace

Shown shown_files(const ChangeSet& changes) {
  Shown shown;
  for (const FileChange& change : changes.changes) shown.emplace(change.path, change.before_sha);
  for (const KeptFile& kept : changes.kept) shown.emplace(kept.path, kept.sha);
  return shown;
}

std::vector<Diagnostic> compare_with_shown(const Shown& shown, const ChangeSet& changes) {
  std::vector<Diagnostic> errors;
  for (const auto& [path, sha] : shown_files(changes)) {
    auto before = shown.find(path);
    if (before == shown.end() || before->second != sha) errors.push_back(changed_meanwhile(path));
  }
  return errors;
}

}  // namespace aptix::ops
