// aptix recover: rolls back what a crash left.
#include "disk/history.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

std::string recovered_json(const Session& session, const disk::Recovered& recovered) {
  return json::object([&](json::Writer& w) {
    w.field("dryRun", session.dry_run()).field("found", recovered.found);
    w.list("restored", recovered.restored).list("kept", recovered.kept);
  });
}

std::string recovered_text(const Session& session, const disk::Recovered& recovered) {
  if (!recovered.found) return "nothing to recover\n";
  std::string text;
  for (const std::string& path : recovered.restored)
    text += fmt::format("{} {}\n", session.dry_run() ? "restore" : "restored", escape_for_display(path));
  for (const std::string& path : recovered.kept)
    text += fmt::format("{} {}\n", session.dry_run() ? "keep" : "kept", escape_for_display(path));
  std::string files = render::count_of(recovered.restored.size(), "file");
  if (session.dry_run())
    return text +
        fmt::format("dry run: nothing was written; of an interrupted run {} would be restored, {} kept\n", files,
            recovered.kept.size());
  return text + fmt::format("rolled back an interrupted run: {} restored, {} kept\n", files, recovered.kept.size());
}

Result<Answer> run_recover(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  Said said;
  auto recovered = said.diagnostics.take(disk::recover(*opened.workspace, {.dry_run = session.dry_run()}));
  said.diagnostics.add(std::move(opened.warnings));
  if (said.diagnostics.ok()) {
    said.json = recovered_json(session, recovered);
    said.remark = recovered_text(session, recovered);
  }
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kRecover = {
    .name = "recover",
    .summary = "roll back what a crash left",
    .description =
        "A run that was killed, or a machine that lost power, may leave a transaction half published. This restores "
        "the files as they were before it. Every command that writes does so first by itself; 'aptix recover' is for "
        "those who want the old files now. It may be repeated, and may itself be killed at any moment.\n\n"
        "A file that somebody else has changed since is left alone and named, with the place where its old text is "
        "kept.",
    .shared = kDryRun | kEverywhere,
    .examples = {{"aptix recover", "bring back the files as they were before a run that was killed"},
        {"aptix recover -n", "list the files that this would bring back"}},
    .run = run_recover,
    .audited = Audited::writes,
    .outside_session = true,
};

}  // namespace aptix::app
