// aptix active add, remove, list: the files that a person is working on (AGN-007 §3.1).
#include <set>
#include <span>
#include <string>
#include <vector>

#include "shared/sources.h"

namespace aptix::app {
namespace {

using store::ActiveFile;

// A change of the list, and the words that report it.
struct ListChange {
  std::string_view key, would, done;
  Result<ActiveFile> (*find)(const Session&, OpenedSources&, const std::string& typed);
  Status (store::ActiveList::*make)(std::span<const ActiveFile>);
};

// All typed files, each once; empty, with errors, if one is not found.
std::vector<ActiveFile> find_all(
    const Session& session, OpenedSources& found, const ListChange& change, Diagnostics& said) {
  std::vector<ActiveFile> entries;
  std::set<std::string> known;
  for (const std::string& typed : session.arguments.operands()) {
    auto entry = change.find(session, found, typed);
    if (!entry) said.errors.push_back(std::move(entry).error());
    else if (known.insert(entry->doc_path).second) entries.push_back(std::move(*entry));
  }
  if (!said.ok()) entries.clear();
  return entries;
}

Result<Answer> change_list(const Session& session, const ListChange& change) {
  Said said;
  TRY_ASSIGN(found, lock_sources(session));
  std::vector<ActiveFile> entries = find_all(session, found, change, said.diagnostics);
  Status made = entries.empty() || session.dry_run() ? Status() : (found.sources.active_list().*change.make)(entries);
  if (!made) {
    said.diagnostics.errors.push_back(std::move(made).error());
    entries.clear();
  }
  said.json = json::object([&](json::Writer& w) {
    w.list(change.key, entries, [&](const ActiveFile& entry) { w.value(entry.doc_path); });
    w.field("dryRun", session.dry_run());
  });
  std::string_view state = session.dry_run() ? change.would : change.done;
  for (const ActiveFile& entry : entries) said.remark += fmt::format("{}: {}\n", state, escape_for_display(entry.path));
  return make_answer(session, said);
}

Result<ActiveFile> find_file(const Session& session, OpenedSources& found, const std::string& typed) {
  TRY_ASSIGN(path, locate(session, found, typed));
  return found.sources.active_entry(path);
}

Result<ActiveFile> find_listed(const Session& session, OpenedSources& found, const std::string& typed) {
  TRY_ASSIGN(
      entry, session.flag("doc-path") ? found.sources.active_list().find(typed) : found.sources.find_active(typed));
  if (entry) return std::move(*entry);
  Error error = ops::not_active(typed);
  if (!session.flag("doc-path")) error.doc_path.clear();
  return fail(std::move(error));
}

Result<Answer> run_add(Session& session) {
  return change_list(session, {"added", "would be active", "active", find_file, &store::ActiveList::add});
}

Result<Answer> run_remove(Session& session) {
  return change_list(
      session, {"removed", "would be no longer active", "no longer active", find_listed, &store::ActiveList::remove});
}

Result<Answer> run_active_list(Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(entries, found.sources.active());
  auto tell = [](json::Writer& w, const ops::ActiveEntry& entry) {
    w.field("docPath", entry.file.doc_path).field("displayPath", entry.file.path).field("sizeBytes", entry.size);
    w.field("isDirty", entry.dirty).field("isActive", true);
    if (entry.missing) w.field("isMissing", true);
    std::string_view state = entry.missing ? "missing" : entry.dirty ? "dirty" : "clean";
    return fmt::format("{:<7}  {}\n", state, escape_for_display(entry.file.path));
  };
  return make_answer(session, list_of("files", entries, "no file is active\n", tell));
}

}  // namespace

extern constexpr Command kActiveAdd = {
    .name = "active add",
    .summary = "put files on the Active File List",
    .operands = "PATH...",
    .description =
        "Files on the Active File List are those that are being worked on: for them the file on the disk is the "
        "authoritative one, whatever copy the Cloud File Set has. PATH is an existing path, or a docPath.",
    .shared = kDryRun | kEverywhere,
    .options = {kByDocPath},
    .examples = {{"aptix active add src/main.c", "let the file on the disk count, whatever its cloud copy is"}},
    .run = run_add,
    .audited = Audited::writes,
};

extern constexpr Command kActiveRemove = {
    .name = "active remove",
    .summary = "take files off the Active File List",
    .operands = "PATH...",
    .description =
        "Afterwards the cloud copy is the authoritative one again, where a Cloud File Set is configured and has one. "
        "PATH is an existing path, or the path or the docPath of an active file, which may be gone.",
    .shared = kDryRun | kEverywhere,
    .options = {kByDocPath},
    .examples = {{"aptix active remove src/main.c", "let the cloud copy count again"}},
    .run = run_remove,
    .audited = Audited::writes,
};

extern constexpr Command kActiveList = {
    .name = "active list",
    .summary = "list the active files, and which differ from their cloud copies",
    .description =
        "With --json: docPath, displayPath, sizeBytes, isDirty and isActive of each file, and isMissing of a file that "
        "is gone. A file is dirty when it differs from its cloud copy or has none.",
    .examples = {{"aptix active list --json", "the list as it is given to a model"}},
    .run = run_active_list,
};

}  // namespace aptix::app
