#include "ops/cloud_pull.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "disk/io_error.h"
#include "edit/resolve.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

struct Take {
  std::string doc_path;
  Sha256 sha;
};

// The file is not what was last seen here of the cloud: nothing of it may be lost.
Error changed_here(const std::string& path, const store::CloudFile& copy, const std::optional<Sha256>& synced) {
  std::string name = disk::quoted(path), key = escape_for_display(copy.doc_path);
  bool only_here = synced && *synced == copy.sha;
  Error error = make_error(Code::cloud_conflict,
                           !synced     ? fmt::format("{} is not the cloud copy, and was never pulled or pushed here", name)
                           : only_here ? fmt::format("{} was changed here since its cloud copy was last seen", name)
                                       : fmt::format("{} was changed here and in the cloud since its cloud copy was last seen", name),
                           only_here ? fmt::format("make it the new copy with 'aptix cloud push --doc-path {}', or move it away and pull again", key)
                                     : fmt::format("move it away, take the copy with 'aptix cloud pull --doc-path {}', and carry your changes over", key));
  if (!only_here) error.notes.push_back(fmt::format("{} wrote the cloud copy as version {}", escape_for_display(copy.caller), copy.version));
  error.doc_path = copy.doc_path;
  return std::move(error).at(path);
}

// Adds what one file needs to the plan; nothing when it is the copy already.
Status plan_one(Sources& sources, const std::string& doc_path, Plan& plan, std::vector<Take>& takes) {
  TRY_ASSIGN(set, sources.cloud());
  TRY_ASSIGN(copy, set->look(doc_path));
  if (!copy)
    return fail(at_doc_path(make_error(Code::file_missing, fmt::format("there is no cloud copy of {}", disk::quoted(doc_path)), "'aptix cloud list' lists them"), doc_path));
  takes.push_back({doc_path, copy->sha});
  auto found = sources.doc_paths().path_of(doc_path);
  if (!found && found.error().code != Code::file_missing) return fail(std::move(found).error());
  TRY_ASSIGN(path, RelPath::parse(found ? *found : copy->path));
  if (found) {
    TRY_ASSIGN(here, sources.read_disk(*found));
    Sha256 sha = sha256(here);
    if (sha == copy->sha) return {};
    TRY_ASSIGN(synced, sources.synced(doc_path));
    if (!synced || *synced != sha) return fail(changed_here(*found, *copy, synced));
  }
  TRY_ASSIGN(content, set->read(doc_path, copy->sha));
  if (!content) return fail(Code::io_error, fmt::format("the cloud copy of {} has gone", disk::quoted(doc_path)), "pull again");
  FileEdit edit{.operation = Operation::write, .path = std::move(path), .doc_path = doc_path};
  edit.edits.emplace_back().what = Whole{plan.keep(std::move(*content))};
  plan.files.push_back(std::move(edit));
  return {};
}

// All is one transaction; those that could be taken can be taken by name.
void note_others(const Plan& plan, Error& last) {
  constexpr size_t kMostNamed = 10;
  if (plan.files.empty()) return;
  std::string names;
  for (size_t i = 0; i < std::min(plan.files.size(), kMostNamed); ++i) names += ' ' + escape_for_display(plan.files[i].doc_path);
  last.notes.push_back(fmt::format("nothing was pulled, for all of it is one transaction; what can be taken is taken by name: 'aptix cloud pull --doc-path{}'{}", names,
                                   plan.files.size() > kMostNamed ? fmt::format(", and {} more", plan.files.size() - kMostNamed) : ""));
}

}  // namespace

Outcome<Pulled> pull(disk::Workspace& workspace, Sources& sources, const PullRequest& request) {
  Outcome<Pulled> out;
  Plan plan;
  std::vector<Take> takes;
  for (const std::string& doc_path : request.doc_paths)
    if (Status planned = plan_one(sources, doc_path, plan, takes); !planned) out.diagnostics.errors.push_back(std::move(planned).error());
  if (!out.ok()) {
    note_others(plan, out.diagnostics.errors.back());
    return out;
  }
  Input none("cloud", "");
  std::unique_ptr<Reader> reader = workspace.reader(request.limits, request.commit.threads);
  auto resolved = edit::resolve(none, plan, *reader, {.limits = request.limits, .allow_placeholders = true, .keep_line_ends = false});
  out.diagnostics.add(std::move(resolved.diagnostics));
  if (!out.ok()) return out;
  for (const FileChange& change : resolved.value.changes) out.value.changed.push_back(change.path.str());
  if (request.want_diff) out.value.diff = render::unified_diff(resolved.value);
  if (request.dry_run) return out;
  disk::CommitOptions options = request.commit;
  options.kind = disk::TransactionKind::pull;
  auto committed = disk::commit(workspace, resolved.value, options);
  out.diagnostics.add(std::move(committed.diagnostics));
  if (!out.ok()) return out;
  out.value.transaction = committed.value.id;
  for (const Take& take : takes)
    if (Status noted = sources.set_synced(take.doc_path, take.sha); !noted) out.diagnostics.warnings.push_back(std::move(noted).error());
  return out;
}

}  // namespace aptix::ops
