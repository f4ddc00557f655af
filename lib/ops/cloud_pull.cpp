#include "ops/cloud_pull.h"

#include <fmt/format.h>

#include "disk/io_error.h"
#include "edit/resolve.h"

namespace aptix::ops {
namespace {

struct Take {
  std::string doc_path;
  Sha256 sha;
};

Error changed_here(const std::string& path) {
  return make_error(Code::cloud_conflict, fmt::format("{} was changed here since its cloud copy was last seen", disk::quoted(path)),
                    "push it with 'aptix cloud push', or move it away and pull again")
      .at(path);
}

// Adds what one file needs to the plan; nothing when it is the copy already.
Status plan_one(Sources& sources, const std::string& doc_path, Plan& plan, std::vector<Take>& takes) {
  TRY_ASSIGN(set, sources.cloud());
  TRY_ASSIGN(copy, set->look(doc_path));
  if (!copy)
    return fail(make_error(Code::file_missing, fmt::format("there is no cloud copy of {}", disk::quoted(doc_path)), "'aptix cloud list' lists them").at(doc_path));
  takes.push_back({doc_path, copy->sha});
  auto found = sources.doc_paths().path_of(doc_path);
  if (!found && found.error().code != Code::file_missing) return fail(std::move(found).error());
  TRY_ASSIGN(path, RelPath::parse(found ? *found : copy->path));
  if (found) {
    TRY_ASSIGN(here, sources.read_disk(*found));
    Sha256 sha = sha256(here);
    if (sha == copy->sha) return {};
    TRY_ASSIGN(synced, sources.synced(doc_path));
    if (!synced || *synced != sha) return fail(changed_here(*found));
  }
  TRY_ASSIGN(content, set->read(doc_path, copy->sha));
  if (!content) return fail(Code::io_error, fmt::format("the cloud copy of {} has gone", disk::quoted(doc_path)), "pull again");
  FileEdit edit{.operation = Operation::write, .path = std::move(path)};
  edit.edits.emplace_back().what = Whole{plan.keep(std::move(*content))};
  plan.files.push_back(std::move(edit));
  return {};
}

}  // namespace

Outcome<Pulled> pull(disk::Workspace& workspace, Sources& sources, const std::vector<std::string>& doc_paths, const Limits& limits,
                     disk::CommitOptions options) {
  options.kind = disk::TransactionKind::pull;
  Outcome<Pulled> out;
  Plan plan;
  std::vector<Take> takes;
  for (const std::string& doc_path : doc_paths)
    if (Status planned = plan_one(sources, doc_path, plan, takes); !planned) out.diagnostics.errors.push_back(std::move(planned).error());
  if (!out.ok()) return out;
  Input none("cloud", "");
  std::unique_ptr<Reader> reader = workspace.reader(limits, options.threads);
  auto resolved = edit::resolve(none, plan, *reader, {.limits = limits, .allow_placeholders = true, .keep_line_ends = false});
  out.diagnostics.add(std::move(resolved.diagnostics));
  if (!out.ok()) return out;
  auto committed = disk::commit(workspace, resolved.value, options);
  out.diagnostics.add(std::move(committed.diagnostics));
  if (!out.ok()) return out;
  out.value.transaction = committed.value.id;
  for (const FileChange& change : resolved.value.changes) out.value.changed.push_back(change.path.str());
  for (const Take& take : takes)
    if (Status noted = sources.set_synced(take.doc_path, take.sha); !noted) out.diagnostics.warnings.push_back(std::move(noted).error());
  return out;
}

}  // namespace aptix::ops
