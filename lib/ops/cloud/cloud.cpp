#include "ops/cloud/cloud.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/merge3.h"
#include "disk/reader.h"
#include "edit/lines/stale_base.h"
#include "edit/resolve.h"

namespace aptix::ops {
namespace {

struct Take {
  std::string doc_path;
  Sha256 sha;
};

// A file here and its cloud copy.
struct Both {
  const std::string& path;
  const std::string& here;
  const store::CloudFile& copy;
  std::optional<Sha256> synced;

  bool is_changed_there() const { return !synced || *synced != copy.sha; }
};

std::string by_hand(const Both& both) {
  return fmt::format("move it away, take the copy with 'aptix cloud pull --doc-path {}', and carry your changes over",
      shell_word(both.copy.doc_path));
}

// The error if the file differs from the copy last seen here: no local change may be lost.
Error changed_here(const Both& both) {
  std::string name = in_quotes(both.path), key = shell_word(both.copy.doc_path);
  std::string way_out = by_hand(both);
  if (!both.is_changed_there())
    way_out =
        fmt::format("make it the new copy with 'aptix cloud push --doc-path {}', or move it away and pull again", key);
  else if (both.synced)
    way_out =
        fmt::format("merge the two with 'aptix cloud pull --merge --doc-path {}', or move it away and pull again", key);
  Error error = make_error(Code::cloud_conflict,
      !both.synced ? fmt::format("{} is not the cloud copy, and was never pulled or pushed here", name)
          : both.is_changed_there()
          ? fmt::format("{} was changed here and in the cloud since its cloud copy was last seen", name)
          : fmt::format("{} was changed here since its cloud copy was last seen", name),
      std::move(way_out));
  if (both.is_changed_there())
    error.notes.push_back(
        fmt::format("{} wrote the cloud copy as version {}", escape_for_display(both.copy.caller), both.copy.version));
  error.doc_path = both.copy.doc_path;
  return std::move(error).at(both.path);
}

Error cannot_merge(const Both& both, std::string_view why) {
  Error error = changed_here(both);
  error.hint = by_hand(both);
  error.notes.emplace_back(why);
  return error;
}

// The error if a file at the copy's path would have another docPath here.
Error of_another_file(const store::CloudFile& copy, std::string_view key_here) {
  return at_doc_path(
      make_error(Code::path_invalid,
          fmt::format("the cloud copy of {} is for the path {}, which has the docPath {} here",
              in_quotes(copy.doc_path), in_quotes(copy.path), in_quotes(key_here)),
          fmt::format("pull it in the workspace that it belongs to, or print it with 'aptix cloud read {}'",
              shell_word(copy.doc_path))),
      copy.doc_path);
}

// Collects the plan of one pull.
class Puller {
 public:
  Puller(disk::Workspace& workspace, Sources& sources, const PullRequest& request)
      : workspace_(workspace),
        sources_(sources),
        request_(request) {}

  Plan plan;
  std::vector<Take> takes;
  Diagnostics said;

  // Adds what one file needs to the plan; nothing if it already equals the copy.
  Status add(const std::string& doc_path) {
    TRY_ASSIGN(set, sources_.cloud());
    TRY_ASSIGN(copy, set->look(doc_path));
    if (!copy) return fail(not_in_cloud(doc_path));
    takes.push_back({doc_path, copy->sha});
    auto found = sources_.doc_paths().path_of(doc_path);
    if (!found && found.error().code != Code::file_missing) return fail(std::move(found).error());
    if (std::string key = sources_.doc_paths().key_of(copy->path); !found && key != doc_path)
      return fail(of_another_file(*copy, key));
    TRY_ASSIGN(path, RelPath::parse(found ? *found : copy->path));
    TRY_ASSIGN(content,
        sources_.content_of({.doc_path = doc_path, .path = copy->path, .source = FileSource::cloud, .cloud = *copy}));
    std::optional<Sha256> here;
    if (found) {
      TRY_ASSIGN(text, sources_.read_disk(*found));
      here = sha256(text);
      if (*here == copy->sha) return {};
      TRY_ASSIGN(synced, sources_.active_list().synced(doc_path));
      Both both{*found, text, *copy, synced};
      bool changed = !synced || *synced != *here;
      if (changed && !(request_.merge && both.is_changed_there())) return fail(changed_here(both));
      if (changed) TRY_SET(content, merge(*set, both, content));
    }
    // Written so that a file that somebody changes meanwhile is not overwritten.
    FileEdit edit{.operation = here ? Operation::write : Operation::create,
        .path = std::move(path),
        .names = {.doc_path = doc_path}};
    std::string_view kept = plan.keep(std::move(content));
    Edit& all = edit.edits.emplace_back();
    if (here) all.what = Binary{kept, *here};
    else all.what = Whole{kept};
    plan.files.push_back(std::move(edit));
    return {};
  }

 private:
  // Why the copy last seen here may not be a merge base; "": it may be. If the last pull of the file was undone, the
  // file is not based on that copy: a merge would revert what the copy brought. The database records undone pulls; the
  // log also has those of a run that was killed before it wrote to the database.
  Result<std::string_view> doubt_of_base(const Both& both) {
    if (!log_) log_ = disk::read_log(workspace_);
    if (!log_->ok() || !log_->diagnostics.warnings.empty())
      return "a part of the log cannot be read, so there is no sure base for a merge";
    TRY_ASSIGN(known, sources_.active_list().doubt_of(both.copy.doc_path));
    bool taken_back = false;
    for (const disk::Record& record : log_->value) {
      if (record.kind != disk::TransactionKind::pull) continue;
      uint64_t newest = record.id;  // the newest record of that pull or of its undo and redo
      for (const disk::Record& other : log_->value)
        if (other.reverses == record.id) newest = other.id;
      for (const disk::RecordedFile& file : record.files)
        if (file.path == both.path) taken_back = record.undone && newest > known.after;
    }
    if (!taken_back && known.taken_back == store::TakenBack::no) return "";
    return "the last pull of it was undone, so there is no sure base for a merge";
  }

  // Merges what both sides made of the copy last seen here.
  Result<std::string> merge(store::CloudSet& set, const Both& both, std::string_view theirs) {
    if (!both.synced) return fail(changed_here(both));
    TRY_ASSIGN(doubt, doubt_of_base(both));
    if (!doubt.empty()) return fail(cannot_merge(both, doubt));
    TRY_ASSIGN(base, set.read(both.copy.doc_path, *both.synced));
    if (!base) return fail(cannot_merge(both, "the copy that both were made from is not kept any more"));
    edit::MergeSides sides{*base, both.here, theirs};
    for (std::string_view side : {sides.base, sides.ours, sides.theirs})
      if (side.find('\0') != side.npos) return fail(cannot_merge(both, "what is not text is not merged"));
    diff::Merged merged = diff::merge3(*base, both.here, theirs);
    if (!merged.clean()) {
      Error error = changed_here(both);
      error.code = Code::merge_conflict;
      error.hint = by_hand(both);
      edit::add_conflicts(sides, merged, error);
      return fail(std::move(error));
    }
    Diagnostic& made = said.warnings.emplace_back(
        at_doc_path(make_error(Code::merge_made, fmt::format("{} was merged with its cloud copy", in_quotes(both.path)),
                        "look at the result, and make it the new copy with 'aptix cloud push'; 'aptix undo' undoes it"),
            both.copy.doc_path));
    made.path = both.path;
    return joined(merged.pieces());
  }

  disk::Workspace& workspace_;
  Sources& sources_;
  const PullRequest& request_;
  std::optional<Outcome<std::vector<disk::Record>>> log_;
};

// Notes which files could be pulled: a pull is one transaction, but they can be named alone.
void note_others(const Plan& plan, const PullRequest& request, Error& last) {
  constexpr size_t kMostNamedFiles = 10;
  if (plan.files.empty()) return;
  std::string names;
  for (size_t i = 0; i < std::min(plan.files.size(), kMostNamedFiles); ++i)
    names += ' ' + shell_word(plan.files[i].names.doc_path);
  last.notes.push_back(fmt::format(
      "nothing was pulled, since all of it is one transaction; name what can be pulled: 'aptix cloud pull "
      "{}--doc-path{}'{}",
      request.merge ? "--merge " : "", names,
      plan.files.size() > kMostNamedFiles ? fmt::format(", and {} more", plan.files.size() - kMostNamedFiles) : ""));
}

bool is_about_one_file(Code code) {
  return code == Code::cloud_conflict || code == Code::docpath_twins || code == Code::file_missing ||
      code == Code::path_symlink || code == Code::path_special || code == Code::limit_exceeded;
}

}  // namespace

Outcome<Pulled> pull(disk::Workspace& workspace, Sources& sources, const PullRequest& request) {
  Outcome<Pulled> out;
  Puller puller(workspace, sources, request);
  for (const std::string& doc_path : request.doc_paths)
    if (Status added = puller.add(doc_path); !added) out.diagnostics.errors.push_back(std::move(added).error());
  if (!out.ok()) {
    note_others(puller.plan, request, out.diagnostics.errors.back());
    return out;
  }
  out.diagnostics.add(std::move(puller.said));
  Input none("cloud", "");
  std::unique_ptr<Reader> reader = disk::reader(workspace, request.limits);
  ChangeSet changes = out.diagnostics.take(edit::resolve(
      none, puller.plan, *reader, {.limits = request.limits, .allow_placeholders = true, .keep_line_ends = false}));
  if (!out.ok()) return out;
  for (const FileChange& change : changes.changes) out.value.changed.push_back(change.path.str());
  Making how = request.how;
  how.commit.kind = disk::TransactionKind::pull;
  Published published = publish(workspace, changes, how, out.diagnostics);
  out.value.diff = std::move(published.diff);
  out.value.transaction = published.transaction;
  if (!out.ok() || how.dry_run) return out;
  // If nothing had to be written, the file equals the copy, whatever was undone before.
  auto log = published.transaction == 0 ? disk::read_log(workspace) : Outcome<std::vector<disk::Record>>();
  uint64_t after = log.value.empty() ? 0 : log.value.back().id;
  for (const Take& take : puller.takes)
    if (Status noted = sources.active_list().set_synced(take.doc_path, take.sha, after); !noted)
      out.diagnostics.warnings.push_back(std::move(noted).error());
  return out;
}

// Uses the operation log, so it works the same for every command.
Diagnostics push_transaction(
    disk::Workspace& workspace, Sources& sources, const DoneTransaction& done, const Sources::Pusher& by) {
  Diagnostics said;
  auto log = disk::read_log(workspace);
  const disk::Record* record = find_record(log.value, done.transaction);
  if (record == nullptr) return said;
  if (done.reversed && done.reversed->kind == disk::TransactionKind::pull) {
    // Undoing a pull is meant to restore the old text here, not to push it to everybody else. That the file is not
    // based on the copy must be remembered longer than the log is kept.
    bool undone = record->kind == disk::TransactionKind::undo;
    for (const disk::RecordedFile& file : done.reversed->files) {
      Status noted = sources.active_list().set_taken_back(
          sources.doc_paths().key_of(file.path), undone ? store::TakenBack::yes : store::TakenBack::no);
      if (noted) continue;
      said.warnings.push_back(std::move(noted).error());
      break;  // the database cannot be used: one warning is enough
    }
    return said;
  }
  for (const disk::RecordedFile& file : record->files) {
    bool is_text = is_regular(file.after.kind);
    bool is_new = !file.before.exists || file.before.sha != file.after.sha;
    if (!file.after.exists || !is_text || !is_new) continue;
    std::optional<Sha256> before = file.before.exists ? std::optional(file.before.sha) : std::nullopt;
    auto pushed = sources.push_applied(file.path, before, by);
    if (pushed) continue;
    Error& why = said.warnings.emplace_back(std::move(pushed).error());
    bool goes_on = is_about_one_file(why.code);
    // Readers of this warning must not think that the run failed.
    why.notes.push_back(goes_on ? "the change is made here, but it is not in the Cloud File Set"
                                : "the changes are made here, but they are not in the Cloud File Set, "
                                  "and 'aptix cloud push PATH' pushes them later");
    if (!goes_on) return said;  // the set itself cannot be used: one warning is enough
  }
  return said;
}

}  // namespace aptix::ops
