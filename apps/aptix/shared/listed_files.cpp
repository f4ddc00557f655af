#include "shared/listed_files.h"

#include "terminal/git.h"

namespace aptix::app {

Result<std::unique_ptr<ListedFiles>> list_files(const Session& session, ops::ListRequest request) {
  TRY_ASSIGN(opened, open_workspace(session));
  auto listed = std::make_unique<ListedFiles>(std::move(opened));
  request.threads = session.environment.threads;
  request.interrupted = session.environment.interrupted;
  auto registry = ops::open_registry(*listed->opened.workspace, git_surroundings(session.environment), request);
  listed->said.diagnostics = std::move(listed->opened.warnings);
  listed->said.diagnostics.add(std::move(registry.diagnostics));
  if (!listed->said.diagnostics.ok()) return listed;
  listed->registry = std::move(registry.value);
  TRY_SET(
      listed->describer, ops::Describer::open(*listed->opened.workspace, listed->opened.settings, listed->registry));
  return listed;
}

Outcome<std::vector<std::string>> files_of_tree(const Session& session, disk::Workspace& workspace) {
  auto registry = ops::open_registry(workspace, git_surroundings(session.environment),
      {.threads = session.environment.threads, .interrupted = session.environment.interrupted});
  Outcome<std::vector<std::string>> out({}, std::move(registry.diagnostics));
  for (const ops::RegisteredFile& file : registry.value.files) out.value.emplace_back(file.path);
  return out;
}

void go_on_without_state(const Session& session, std::vector<Diagnostic> errors, Said& said) {
  if (!session.flag("verbose")) return;
  for (Diagnostic& error : errors) said.diagnostics.warnings.push_back(std::move(error));
}

void write_sum(json::Writer& w, const ops::FileSum& sum) { w.field("count", sum.count).field("bytes", sum.bytes); }

void write_sums(json::Writer& w, std::string_view name, const ops::FileSums& sums) {
  w.key(name).begin_object();
  for (const auto& [key, sum] : sums) {
    w.key(key).begin_object();
    write_sum(w, sum);
    w.end_object();
  }
  w.end_object();
}

}  // namespace aptix::app
