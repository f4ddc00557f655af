// aptix cloud push, pull: the work tree and the Cloud File Set (AGN-007 §3.2).
#include <fmt/format.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "ops/cloud_pull.h"
#include "sources.h"

namespace aptix::app {
namespace {

constexpr Example kPushExamples[] = {
    {"aptix cloud push src/main.c", "make the file the new cloud copy"},
    {"aptix cloud push", "the same with every active file"},
};
constexpr Example kPullExamples[] = {
    {"aptix cloud pull src/main.c", "take the cloud copy into the work tree"},
    {"aptix cloud pull", "take every copy that is newer there"},
};

// The files that were named, or the active ones; paths from the workspace on.
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
    if (!entry.missing) paths.push_back(entry.file.path);
  return paths;
}

Answer run_push(Session& session) {
  Said said;
  auto found = lock_sources(session, said.diagnostics);
  if (!found) return make_answer(session, std::move(found).error());
  if (auto set = found->sources.cloud(); !set) return make_answer(session, std::move(set).error());
  auto paths = files_to_push(session, *found);
  if (!paths) return make_answer(session, std::move(paths).error());
  ops::Sources::Pusher by = pusher(session);
  json::Writer w;
  w.begin_object().key("files").begin_array();
  for (const std::string& path : *paths) {
    auto pushed = found->sources.push(path, by);
    if (!pushed) {
      said.diagnostics.errors.push_back(std::move(pushed).error());
      continue;
    }
    w.begin_object().field("docPath", found->sources.doc_paths().key_of(path)).field("path", path);
    w.field("status", *pushed ? "pushed" : "unchanged").end_object();
    if (!session.flag("quiet")) said.text += fmt::format("{} {}\n", *pushed ? "pushed" : "unchanged", escape_for_display(path));
  }
  w.end_array().end_object();
  said.json = w.take();
  return make_answer(session, said);
}

// The docPaths that were named, or all that are newer in the cloud, those that were changed here as well among them.
Result<std::vector<std::string>> files_to_pull(const Session& session, ops::Sources& sources) {
  std::vector<std::string> keys;
  for (const std::string& typed : session.arguments.operands()) {
    auto path = sources.locate(typed);
    keys.push_back(path ? sources.doc_paths().key_of(*path) : typed);
  }
  if (!keys.empty()) return keys;
  TRY_ASSIGN(entries, sources.status());
  for (const ops::CloudEntry& entry : entries)
    if (entry.state == ops::CloudState::changed_there || entry.state == ops::CloudState::only_there || entry.state == ops::CloudState::changed_both) keys.push_back(entry.doc_path);
  return keys;
}

Answer run_pull(Session& session) {
  Said said;
  auto found = lock_sources(session, said.diagnostics);
  if (!found) return make_answer(session, std::move(found).error());
  auto keys = files_to_pull(session, found->sources);
  if (!keys) return make_answer(session, std::move(keys).error());
  disk::CommitOptions options;
  options.threads = session.environment.threads;
  options.keep_transactions = found->opened.settings.keep_transactions;
  options.keep_bytes = found->opened.settings.keep_bytes;
  auto pulled = ops::pull(*found->opened.workspace, found->sources, *keys, found->opened.settings.limits, options);
  said.diagnostics.add(std::move(pulled.diagnostics));
  said.transaction = pulled.value.transaction;
  json::Writer w;
  w.begin_object().key("transaction");
  if (pulled.value.transaction == 0) w.null();
  else w.value(pulled.value.transaction);
  w.key("files").begin_array();
  for (const std::string& path : pulled.value.changed) {
    w.value(path);
    said.text += fmt::format("pulled {}\n", escape_for_display(path));
  }
  w.end_array().end_object();
  said.json = w.take();
  if (pulled.value.transaction != 0)
    said.text += fmt::format("transaction {}: {} changed; undo with 'aptix undo'\n", pulled.value.transaction,
                             render::count_of(pulled.value.changed.size(), "file"));
  else if (said.diagnostics.ok()) said.text = "nothing to do: the files are the cloud's already\n";
  if (session.flag("quiet")) said.text.clear();
  return make_answer(session, said);
}

}  // namespace

const Command kCloudPush = {
    .name = "cloud push",
    .summary = "make files the new copies in the Cloud File Set",
    .operands = "[PATH...]",
    .description =
        "Without PATH: the active files. A copy is replaced only if it is still the one that was last pushed or pulled here, so "
        "that two people cannot overwrite each other unseen; otherwise the push of that file is refused.\n\n"
        "After every command that changes files (apply, gitpatch, undo, redo) its active files, and those that have a copy, are "
        "pushed in the same way; a push that is refused is a warning, and the result here stays.\n\n"
        "The Cloud File Set is a file that workspaces may share; the user's configuration names it as 'file' in its table 'cloud'.",
    .shared = kEverywhere,
    .examples = kPushExamples,
    .run = run_push,
    .fill = Fill::files,
};

const Command kCloudPull = {
    .name = "cloud pull",
    .summary = "take copies from the Cloud File Set into the work tree",
    .operands = "[PATH...]",
    .description =
        "Without PATH: every copy that is newer there, or that is missing here. All of them are one transaction, which 'aptix undo' "
        "takes back. A file that was changed here, too, is never overwritten: the pull is refused, all of it, and names each such file.",
    .shared = kEverywhere,
    .examples = kPullExamples,
    .run = run_pull,
    .fill = Fill::files,
};

}  // namespace aptix::app
