#include "ops/publish/publish.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"
#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "edit/basis/line_stats.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

using End = PublishRequest::End;

void check_size(const ChangeSet& changes, uint64_t most, Diagnostics& said) {
  uint64_t total = 0;
  for (const FileChange& change : changes.changes) total += change.after_size;
  if (most == 0 || total <= most) return;
  said.errors.push_back(
      make_error(Code::limit_exceeded, fmt::format("the result has {} bytes, more than the limit of {}", total, most),
          "raise the limit with --max-result"));
}

void write(disk::Workspace& workspace, ChangeSet& changes, const PublishRequest& request, Background& hashing,
    Outcome<Published>& out) {
  if (request.end == End::committed) {
    if (Status ready = workspace.ready(); !ready) return out.add(std::move(ready).error());
    disk::CommitOptions options = request.commit;
    if (request.checks != nullptr && !request.checks->command.empty())
      options.verify = [&] { return verify(*request.checks, workspace.root_path()); };
    auto committed = disk::commit(workspace, changes, options, hashing);
    out.value.transaction = committed.value.id;
    out.value.directories_removed = std::move(committed.value.directories_removed);
    out.diagnostics.add(std::move(committed.diagnostics));
    return;
  }
  if (request.end == End::foreseen) out.diagnostics.add(disk::foresee(workspace, changes));
  hashing.finish();
}

// "" if the change failed: the page would wrongly say that there was nothing to change.
std::string page_of(const ChangeSet& changes, const PublishRequest& request, const Outcome<Published>& out) {
  Diagnostics remarks = request.said != nullptr ? *request.said : Diagnostics();
  if (request.said != nullptr) remarks.add(Diagnostics(out.diagnostics));
  const PageRequest& page = **request.page;
  render::HtmlOptions options{.title = "Pending change", .facts = page.facts, .remarks = remarks.errors};
  options.remarks.insert(options.remarks.end(), remarks.warnings.begin(), remarks.warnings.end());
  options.rest_hint = "'--dry-run --diff' prints all of it.";
  if (uint64_t transaction = out.value.transaction; transaction != 0) {
    options.title = fmt::format("Transaction {}", transaction);
    options.rest_hint = fmt::format("'aptix show --diff {}' prints all of it.", transaction);
  } else if (request.end == End::committed) {
    if (!remarks.ok()) return {};
    options.title = "Nothing to change";
  }
  return render::html_page(changes, options);
}

}  // namespace

Outcome<Published> publish(disk::Workspace& workspace, ChangeSet& changes, const PublishRequest& request) {
  Outcome<Published> out;
  const std::string prefix = request.prefix.value_or(workspace.root_prefix());
  Background hashing, counting;  // both finish in any case; the report shows them
  Background::When when = when_beside(changes, request.commit.threads);
  hashing.plan(when, [&changes, threads = request.commit.threads] { hash_changes(changes, threads); });
  counting.plan(
      when, [&changes] { edit::count_changed_lines(changes); }, &hashing);  // two threads are enough
  check_size(changes, request.most_bytes, out.diagnostics);
  out.diagnostics.add(judge(workspace, changes, prefix, request.states_base, request.commit.threads));
  if (request.end == End::committed && !out.ok()) {
    hashing.finish();
    counting.finish();  // files are not read while a person decides
    wait_for_person(workspace, changes, prefix, out.diagnostics);
  }
  bool has_page = request.page != nullptr && *request.page;
  if (out.ok() && request.end != End::refused && has_page) {
    out.diagnostics.add(overwritten_by_page(**request.page, workspace.root_path(), changes));
    out.diagnostics.add(page_refused(**request.page, workspace));
  }
  bool looks_closer = out.ok() && request.end != End::refused && request.checks != nullptr;
  if (looks_closer) out.diagnostics.add(check_syntax(*request.checks, changes));
  bool goes_on = out.ok() && request.end != End::refused;
  if (goes_on) {
    write(workspace, changes, request, hashing, out);
    if (request.see) request.see(changes, workspace);
    if (request.want_diff) out.value.diff = render::unified_diff(changes);
    if (has_page) out.value.page = page_of(changes, request, out);
  }
  hashing.finish();
  bool looks_only = request.end == End::planned || request.end == End::foreseen;
  if (!looks_only) out.diagnostics.add(note_touched(workspace, changes, prefix, out.value.transaction));
  counting.finish();
  return out;
}

Published publish(disk::Workspace& workspace, ChangeSet& changes, const Making& how, Diagnostics& said) {
  PublishRequest tail{.end = !said.ok() ? End::refused
          : how.dry_run                 ? End::foreseen
                                        : End::committed,
      .want_diff = how.want_diff,
      .commit = how.commit};
  return said.take(publish(workspace, changes, tail));
}

Diagnostics overwritten_by_page(const PageRequest& request, const std::string& root, const ChangeSet& changes) {
  Diagnostics said;
  for (const FileChange& change : changes.changes) {
    const FileImage& before = change.before;
    bool same_file = before.exists && request.inode != 0 && before.identity.inode == request.inode &&
        before.identity.device == request.device;
    if (same_file || request.target == (root == "/" ? "" : root) + "/" + change.path.str())
      said.errors.push_back(error_at(change.path.str(), Code::usage,
          fmt::format("the page would overwrite {}, which the change is about", in_quotes(change.path.str())),
          "give '--html' another FILE"));
  }
  return said;
}

Diagnostics page_refused(const PageRequest& request, const disk::Workspace& workspace) {
  std::string top = workspace.path() == "/" ? "/" : workspace.path() + "/";
  const Guard* guard = workspace.guard().get();
  if (guard == nullptr || !request.target.starts_with(top)) return {};
  std::string path = request.target.substr(top.size());
  Diagnostics found = guard->judge_write(path);
  if (auto unread = guard->refuses_reading(path)) found.errors.push_back(std::move(*unread));
  found.make_strict();
  if (found.ok()) return {};
  Error error = std::move(found.errors.front());
  error.notes.insert(error.notes.begin(), error.message);
  error.message = fmt::format("the page must not take the place of {}", in_quotes(path));
  error.hint = "give '--html' another FILE";
  return {.errors = {std::move(error)}};
}

namespace {

constexpr std::string_view kPrinted = "the end of what it printed";

Extract printed_by(const ProgramEnd& end) {
  return {.name = std::string(kPrinted), .text = end.output, .is_end = true};
}

std::string line_of(const Checker& checker) {
  std::vector<std::string_view> words(checker.words.begin(), checker.words.end());
  std::string line = join_shell_words(words);
  return escape_for_display(line.substr(line.find(' ') + 1));  // without the name of this program
}

}  // namespace

Diagnostics check_syntax(const Checks& checks, const ChangeSet& changes) {
  Diagnostics said;
  auto look = [&](const Checker& checker, const FileChange& change, std::string_view text) {
    const std::string& path = change.path.str();
    Result<ProgramEnd> end = checks.run_checker(checker, path, text);
    if (!end || end->is_missing || end->too_late) {
      std::string why = !end ? end.error().message : end->is_missing ? "it is not installed" : "it took too long";
      said.warnings.push_back(error_at(path, Code::syntax_unchecked,
          fmt::format("{} was not checked by '{}': {}", in_quotes(path), line_of(checker), why),
          "run it by hand, or mend '[check]' in your configuration file"));
      return;
    }
    if (end->went_well()) return;
    Error fault = error_at(path, Code::syntax_failed,
        fmt::format("'{}' finds a fault in the new text of {}", line_of(checker), in_quotes(path)),
        "correct the edits by what it says");
    fault.extracts.push_back(printed_by(*end));
    bool had_text = change.before.exists && is_regular(change.before.kind);
    Result<ProgramEnd> before = had_text ? checks.run_checker(checker, path, change.before.bytes) : ProgramEnd();
    if (!before || before->went_well()) return said.errors.push_back(std::move(fault));
    fault.message += ", as it does in the old one";
    said.warnings.push_back(std::move(fault));
  };
  for (const FileChange& change : changes.changes) {
    bool has_text = change.after_exists && is_regular(change.after_kind) && !checks.checkers.empty();
    std::string text = has_text ? change.after_bytes() : std::string();
    bool is_new = has_text && (!change.before.exists || text != change.before.bytes);
    for (const Checker& checker : checks.checkers)
      if (is_new && checker.files.matches(change.path.str())) look(checker, change, text);
  }
  return said;
}

Status verify(const Checks& checks, const std::string& folder) {
  TRY_ASSIGN(end, checks.run_command(checks.command, folder));
  if (end.went_well()) return {};
  // These exit codes of the shell say nothing about the edits.
  constexpr int kCannotRun = 126, kNotFound = 127;
  bool did_not_run = end.exit_code == kCannotRun || end.exit_code == kNotFound;
  Error error = make_error(Code::verify_failed,
      fmt::format("the command of '--verify' {}: {}",
          end.too_late ? "took longer than its time limit" : fmt::format("failed with exit code {}", end.exit_code),
          excerpt_in_quotes(checks.command)),
      end.too_late      ? "give it longer with '--verify-timeout', or correct the edits; the files are as they were"
          : did_not_run ? "see whether the command runs here by itself; the files are as they were"
                        : "correct the edits by what it says; the files are as they were");
  if (!end.output.empty()) error.extracts.push_back(printed_by(end));
  return fail(std::move(error));
}

}  // namespace aptix::ops
