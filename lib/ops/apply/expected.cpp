#include "ops/apply/expected.h"

#include <fmt/format.h>

#include "base/hash/sha256.h"
#include "base/text/text.h"

namespace aptix::ops {
namespace {

bool is_the_same(const FileChange& change) {
  return change.before.exists && change.after_exists && change.after_kind == change.before.kind &&
      change.after_bytes() == change.before.bytes;
}

void check_base(const ExpectedFile& expected, const FileImage& file, Diagnostics& said) {
  if (expected.sha.empty() && (!expected.needs_sha || !file.exists)) return;
  std::string now = file.exists ? sha256(file.bytes).hex() : "";
  std::string name = in_quotes(expected.path);
  if (expected.sha.empty()) {
    said.errors.push_back(error_at(expected.path, Code::file_exists,
        fmt::format("{} is there, and it is not said which text of it is to be replaced", name),
        fmt::format("read it; if all of it is to go, give 'base_sha256' \"{}\"", now)));
  } else if (!now.starts_with(expected.sha)) {
    std::string what = now.empty() ? fmt::format("{} is not there any more", name)
                                   : fmt::format("{} has changed since it was read: its SHA-256 is {}", name, now);
    said.errors.push_back(
        error_at(expected.path, Code::hash_mismatch, std::move(what), "read the file again and make the edit anew"));
  }
}

std::string path_before(const FileChange& change) { return change.from ? change.from->str() : change.path.str(); }

}  // namespace

Diagnostics hold_to_expected(ExpectedFile expected, const Outcome<ChangeSet>& resolved, Reader& reader) {
  const std::vector<FileChange>& all = resolved.value.changes;
  Diagnostics said;
  if (expected.path.empty() && all.size() > 1)
    said.errors.push_back(make_error(Code::usage,
        fmt::format("the patch changes {} files, and 'base_sha256' is the SHA-256 of one", all.size()),
        "give each file a patch of its own, or leave 'base_sha256' out"));
  if (expected.path.empty() && all.size() == 1) expected.path = path_before(all.front());
  if (expected.path.empty()) return said;
  bool changes = !resolved.ok();
  for (const FileChange& change : all) {
    bool meant = change.path.str() == expected.path || path_before(change) == expected.path;
    if (meant) changes = changes || !is_the_same(change);
    else
      said.errors.push_back(error_at(change.path.str(), Code::diff_path_mismatch,
          fmt::format(
              "the patch changes {}, and 'filepath' names {}", in_quotes(change.path.str()), in_quotes(expected.path)),
          "leave 'filepath' out where the patch names its files"));
  }
  auto path = RelPath::parse(expected.path, PathRules::documents);
  if (!changes || !path) return said;
  if (auto file = reader.read(*path)) check_base(expected, *file, said);
  return said;
}

}  // namespace aptix::ops
