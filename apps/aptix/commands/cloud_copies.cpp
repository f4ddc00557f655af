// aptix cloud list, read, status: what is in the Cloud File Set (AGN-007 §3.2).
#include <fmt/format.h>

#include "base/json/json_writer.h"
#include "base/text/text.h"
#include "shared/file_content.h"
#include "shared/records.h"
#include "shared/sources.h"

namespace aptix::app {
namespace {

Result<std::vector<store::CloudFile>> list_copies(ops::Sources& sources) {
  TRY_ASSIGN(set, sources.cloud());
  return set->list();
}

Result<Answer> run_cloud_list(Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  auto copies = list_copies(found.sources);
  if (!copies) return fail_answer(session, std::move(found.opened.warnings), std::move(copies).error());
  Said said{.diagnostics = std::move(found.opened.warnings)};
  said.json = json::object([&](json::Writer& w) {
    w.objects("files", *copies, [&](const store::CloudFile& copy) {
      w.field("docPath", copy.doc_path).field("displayPath", copy.path).field("version", copy.version);
      w.field("sizeBytes", copy.size).field("sha256", copy.sha.hex()).field("time", utc_time(copy.time_ns));
      w.field("caller", copy.caller);
      said.text += fmt::format("{}  version {}  {}  {}  {}\n", local_time(copy.time_ns), copy.version,
          render::count_of(copy.size, "byte"), escape_for_display(copy.caller), escape_for_display(copy.doc_path));
    });
  });
  if (copies->empty() && !session.flag("quiet")) said.text = "the Cloud File Set is empty\n";
  return make_answer(session, said);
}

Result<Answer> run_cloud_read(Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  ops::ReadRequest request;
  request.path = session.arguments.operands().front();
  request.facts = session.json() || notes_reads(session);
  auto file = found.sources.read(request.path, ops::Source::cloud);
  if (!file) return fail_answer(session, std::move(found.opened.warnings), std::move(file).error());
  return tell(session, identity_of(*file), request,
      [&](const std::function<bool(std::string_view)>& sink) { return ops::read_bytes(file->content, request, sink); });
}

Result<Answer> run_status(Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  auto entries = found.sources.status();
  if (!entries) return fail_answer(session, std::move(found.opened.warnings), std::move(entries).error());
  Said said{.diagnostics = std::move(found.opened.warnings)};
  said.json = json::object([&](json::Writer& w) {
    w.objects("files", *entries, [&](const ops::CloudEntry& entry) {
      w.field("docPath", entry.doc_path).field("displayPath", entry.path).field("state", ops::name(entry.state));
      said.text += fmt::format("{:<21}  {}\n", ops::name(entry.state), escape_for_display(entry.path));
    });
  });
  return make_answer(session, said);
}

}  // namespace

const Command kCloudList = {
    .name = "cloud list",
    .summary = "list the copies in the Cloud File Set",
    .description =
        "One line for each copy, of all repositories: when it was written, its version, its size, by whom, its "
        "docPath.",
    .shared = kEverywhere,
    .examples = {{"aptix cloud list", "list all copies with version, size and writer"}},
    .run = run_cloud_list,
};

const Command kCloudRead = {
    .name = "cloud read",
    .summary = "print a copy in the Cloud File Set",
    .operands = "DOCPATH",
    .description =
        "Prints the copy byte for byte; with --json, what 'aptix read --json' tells of a file, here of the copy.",
    .shared = kEverywhere,
    .examples = {{"aptix cloud read myrepo/src/main.c", "print a cloud copy as it is"}},
    .run = run_cloud_read,
    .audited = Audited::reads,
};

const Command kCloudStatus = {
    .name = "cloud status",
    .summary = "compare the files with their copies in the Cloud File Set",
    .description =
        "Lists the active files and those that have a cloud copy: same, changed here, changed there, changed on both "
        "sides, only here, only there.",
    .shared = kEverywhere,
    .examples = {{"aptix cloud status", "compare the work tree with the cloud"}},
    .run = run_status,
};

}  // namespace aptix::app
