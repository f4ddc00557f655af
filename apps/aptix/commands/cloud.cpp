// aptix cloud push, pull, list, status, watch: the work tree and the Cloud File Set (AGN-007 §3.2).
#include <unistd.h>

#include "ops/cloud/cloud.h"
#include "shared/records.h"
#include "shared/sources.h"

namespace aptix::app {
namespace {

// The named files, or the active ones, relative to the workspace.
Result<std::vector<std::string>> files_to_push(const Session& session, OpenedSources& found) {
  ops::Sources& sources = found.sources;
  std::vector<std::string> paths;
  for (const std::string& typed : session.arguments.operands()) {
    TRY_ASSIGN(path, locate(session, found, typed));
    paths.push_back(std::move(path));
  }
  if (!session.arguments.operands().empty()) return paths;
  TRY_ASSIGN(entries, sources.active());
  for (const ops::ActiveEntry& entry : entries)
    if (!entry.missing && check_below_root(session, found, entry.file.path, entry.file.path))
      paths.push_back(entry.file.path);
  return paths;
}

Result<Answer> run_push(Session& session) {
  Said said;
  TRY_ASSIGN(found, lock_sources(session));
  TRY(found.sources.cloud());
  TRY_ASSIGN(paths, files_to_push(session, found));
  ops::Sources::Pusher by = pusher(session);
  auto push = [&](json::Writer& w, const std::string& path) {
    auto pushed = found.sources.push(path, by);
    if (!pushed) return said.diagnostics.errors.push_back(std::move(pushed).error());
    w.begin_object().field("docPath", found.sources.doc_paths().key_of(path)).field("path", path);
    w.field("status", *pushed ? "pushed" : "unchanged").end_object();
    std::string_view verb = !*pushed ? "unchanged" : by.dry_run ? "would push" : "pushed";
    said.remark += fmt::format("{} {}\n", verb, escape_for_display(path));
  };
  said.json = json::object([&](json::Writer& w) {
    w.list("files", paths, [&](const std::string& path) { push(w, path); });
    w.field("dryRun", by.dry_run);
  });
  if (paths.empty()) said.remark = "there is no active file to push: name files, or add some with 'aptix active add'\n";
  return make_answer(session, said);
}

// The docPath of what was typed: an existing file, or one that only the cloud has.
Result<std::string> key_to_pull(const Session& session, OpenedSources& found, const std::string& typed) {
  if (session.flag("doc-path")) return typed;
  if (auto path = found.sources.locate(typed)) return found.sources.doc_paths().key_of(*path);
  auto path = found.sources.path_in_workspace(typed);
  if (!path) return typed;
  std::string key = found.sources.doc_paths().key_of(*path);
  TRY_ASSIGN(set, found.sources.cloud());
  TRY_ASSIGN(copy, set->look(key));
  return copy ? key : typed;
}

// The named docPaths, or all that are newer in the cloud, including those that were also changed here.
Result<std::vector<std::string>> files_to_pull(const Session& session, OpenedSources& found) {
  std::vector<std::string> keys;
  for (const std::string& typed : session.arguments.operands()) {
    TRY_ASSIGN(key, key_to_pull(session, found, typed));
    keys.push_back(std::move(key));
  }
  if (!keys.empty()) return keys;
  TRY_ASSIGN(entries, found.sources.status());
  for (const ops::CloudEntry& entry : entries) {
    bool newer = entry.state == ops::CloudState::changed_there || entry.state == ops::CloudState::only_there ||
        entry.state == ops::CloudState::changed_both;
    if (newer && check_below_root(session, found, entry.path, entry.path)) keys.push_back(entry.doc_path);
  }
  return keys;
}

std::string pulled_text(const Session& session, const ops::Pulled& pulled) {
  std::string text;
  for (const std::string& path : pulled.changed)
    text += fmt::format("{} {}\n", session.dry_run() ? "would pull" : "pulled", escape_for_display(path));
  size_t files = pulled.changed.size();
  if (files == 0) return "nothing to do: the files already are as in the cloud\n";
  return text +
      end_of_changes(session, files,
          fmt::format("transaction {}: {} changed; undo with 'aptix undo'\n", pulled.transaction,
              render::count_of(files, "file")));
}

Result<Answer> run_pull(Session& session) {
  Said said;
  TRY_ASSIGN(found, lock_sources(session));
  TRY_ASSIGN(keys, files_to_pull(session, found));
  const ops::Settings& settings = found.opened.settings;
  ops::PullRequest request{.doc_paths = std::move(keys),
      .limits = settings.limits,
      .merge = session.flag("merge"),
      .how = making(session, settings)};
  ops::Pulled pulled = said.diagnostics.take(ops::pull(*found.opened.workspace, found.sources, request));
  said.transaction = pulled.transaction;
  said.diff = std::move(pulled.diff);
  said.json = json::object([&](json::Writer& w) {
    w.field_or_null("transaction", pulled.transaction).field("dryRun", session.dry_run()).list("files", pulled.changed);
    if (session.flag("diff")) w.field("diff", said.diff);
  });
  if (said.diagnostics.ok()) said.remark = pulled_text(session, pulled);
  return make_answer(session, said);
}

std::string tell_copy(json::Writer& w, const store::CloudFile& copy) {
  w.field("docPath", copy.doc_path).field("displayPath", copy.path).field("version", copy.version);
  w.field("sizeBytes", copy.size).field("sha256", copy.sha.hex()).field("time", utc_time(copy.time_ns));
  w.field("caller", copy.caller);
  return fmt::format("{}  version {}  {}  {}  {}\n", local_time(copy.time_ns), copy.version,
      render::count_of(copy.size, "byte"), escape_for_display(copy.caller), escape_for_display(copy.doc_path));
}

Result<Answer> run_cloud_list(Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(set, found.sources.cloud());
  TRY_ASSIGN(copies, set->list());
  return make_answer(session, list_of("files", copies, "the Cloud File Set is empty\n", tell_copy));
}

// Printed at once, while the command continues.
void tell_start(const Session& session, const store::CloudNews& start) {
  if (session.flag("quiet") || session.json()) return;
  Output err(STDERR_FILENO);
  err.write(fmt::format("watching from version {} of the set on; Ctrl-C ends it\n", start.version));
  if (!start.prompt)
    err.write("changes are seen within two seconds: the server cannot tell of them here, as through a pooler\n");
  err.flush();
}

Result<Answer> run_watch(Session& session) {
  if (session.line != nullptr) session.line->stop();  // it takes as long as the person wants
  constexpr int kWaitMs = 60'000;                     // then it asks again
  TRY_ASSIGN(since, number_of(session.arguments, "since", UINT64_MAX));
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(set, found.sources.cloud());
  auto news = set->watch(std::nullopt, 0);
  if (news && since != UINT64_MAX) news->version = since;
  if (news) tell_start(session, *news);
  while (news) {
    news = set->watch(news->version, kWaitMs);
    if (!news || news->files.empty()) continue;
    Said said;
    said.json = json::object([&](json::Writer& w) {
      w.field("version", news->version);
      w.objects("files", news->files, [&](const store::CloudFile& copy) { said.text += tell_copy(w, copy); });
    });
    if (session.json() || session.flag("once")) return make_answer(session, said);
    session.out.write(said.text);
    session.out.flush();
    if (session.out.failed()) return Answer{};
  }
  if (news.error().code == Code::interrupted) return Answer{.exit_code = 130};  // the normal end
  return fail(std::move(news).error());
}

Result<Answer> run_status(Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(entries, found.sources.status());
  auto tell = [](json::Writer& w, const ops::CloudEntry& entry) {
    w.field("docPath", entry.doc_path).field("displayPath", entry.path).field("state", ops::name(entry.state));
    return fmt::format("{:<21}  {}\n", ops::name(entry.state), escape_for_display(entry.path));
  };
  return make_answer(session, list_of("files", entries, "", tell));
}

}  // namespace

extern constexpr Command kCloudPush = {
    .name = "cloud push",
    .summary = "make files the new copies in the Cloud File Set",
    .operands = "[PATH...]",
    .description =
        "Without PATH: the active files. A copy is replaced only if it is still the one that was last pushed or pulled "
        "here, so that two people cannot overwrite each other unseen; otherwise the push of that file is refused.\n\n"
        "After every command that changes files (apply, gitpatch, undo, redo), the active files among them and those "
        "that have a copy are pushed in the same way. A push that is refused is a warning then, and the result here "
        "stays.\n\n"
        "The Cloud File Set is a SQLite file or a database that workspaces share; the user's configuration names it as "
        "'file' or 'url' in its table 'cloud', see aptix-cloud-helper(7).",
    .shared = kDryRun | kEverywhere,
    .options = {kByDocPath},
    .examples = {{"aptix cloud push src/main.c", "make the file the new cloud copy"},
        {"aptix cloud push", "the same with every active file"}},
    .run = run_push,
    .audited = Audited::writes,
};

extern constexpr Command kCloudPull = {
    .name = "cloud pull",
    .summary = "take copies from the Cloud File Set into the work tree",
    .operands = "[PATH...]",
    .description =
        "Without PATH: every copy that is newer there, or whose file is missing here. All of them are one transaction, "
        "which 'aptix undo' undoes. A file that was changed here, too, is never overwritten: the whole pull is "
        "refused, each such file is named, and so is the way to pull the others by name. With --merge both changes are "
        "kept where they do not touch the same lines; the result is then to be pushed. PATH is a path, or a docPath. "
        "With --root only what is below it is pulled.",
    .shared = kDryRun | kDiff | kNoSync | kEverywhere,
    .options = {kByDocPath,
        flag("merge",
            "merge a file that was also changed here with its copy, where the two did not change the same lines")},
    .examples = {{"aptix cloud pull src/main.c", "take the cloud copy into the work tree"},
        {"aptix cloud pull", "take every copy that is newer there"}},
    .run = run_pull,
    .audited = Audited::writes,
};

extern constexpr Command kCloudList = {
    .name = "cloud list",
    .summary = "list the copies in the Cloud File Set",
    .description =
        "One line for each copy, of all repositories: when it was written, its version, its size, by whom, its "
        "docPath.",
    .examples = {{"aptix cloud list", "list all copies with version, size and writer"}},
    .run = run_cloud_list,
};

extern constexpr Command kCloudStatus = {
    .name = "cloud status",
    .summary = "compare the files with their copies in the Cloud File Set",
    .description =
        "Lists the active files and those that have a cloud copy: same, changed here, changed there, changed on both "
        "sides, only here, only there.",
    .examples = {{"aptix cloud status", "compare the work tree with the cloud"}},
    .run = run_status,
};

extern constexpr Command kCloudWatch = {
    .name = "cloud watch",
    .summary = "tell which copies in the Cloud File Set change, as they do",
    .description =
        "One line for each copy that is pushed, as 'aptix cloud list' shows it, until Ctrl-C. The set is looked at "
        "every "
        "two seconds, and sooner where it can tell by itself. With --json it ends with the first change.",
    .options = {flag("once", "end with the first change"),
        option("since", "VERSION", "begin with what has changed since that version of the set, not with what is next")},
    .examples = {{"aptix cloud watch", "tell of each push as it comes"},
        {"aptix cloud watch --once && aptix cloud pull", "wait for a change, and take it"}},
    .run = run_watch,
};

}  // namespace aptix::app
