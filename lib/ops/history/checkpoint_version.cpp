// A checkpoint as a version: its files, and those that it left out.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/tree/ignore.h"
#include "ops/history/versions.h"

namespace aptix::ops {

Result<const Versions::CheckpointFiles*> Versions::checkpoint(const std::string& name) {
  auto known = checkpoints_.find(name);
  if (known != checkpoints_.end()) return &known->second;
  TRY_ASSIGN(found, disk::read_checkpoint(workspace_, name));
  if (!found)
    return fail(Code::version_unknown, fmt::format("there is no checkpoint {}", excerpt_in_quotes(name)),
        "'aptix checkpoint --list' lists them");
  CheckpointFiles files{.time_ns = found->time_ns, .states = {}};
  for (disk::CheckpointFile& file : found->files) files.states.emplace(std::move(file.path), file.state);
  return &checkpoints_.emplace(name, std::move(files)).first->second;
}

Result<std::vector<CheckpointRow>> Versions::checkpoints_with(const std::string& path) {
  auto all = disk::read_checkpoints(workspace_);
  if (!all.ok()) return fail(std::move(all.diagnostics.errors.front()));
  std::vector<CheckpointRow> rows;
  for (auto checkpoint = all.value.rbegin(); checkpoint != all.value.rend(); ++checkpoint) {
    auto file = std::lower_bound(checkpoint->files.begin(), checkpoint->files.end(), path,
        [](const disk::CheckpointFile& one, const std::string& wanted) { return one.path < wanted; });
    if (file != checkpoint->files.end() && file->path == path)
      rows.push_back({std::move(checkpoint->name), checkpoint->time_ns, file->state});
  }
  return rows;
}

Result<FileVersion> Versions::in_checkpoint(const std::string& path, const std::string& name) {
  TRY_ASSIGN(files, checkpoint(name));
  auto found = files->states.find(path);
  return FileVersion{.state = found == files->states.end() ? disk::StoredState{} : found->second, .path = path};
}

Result<std::vector<std::string>> Versions::paths_of_checkpoint(const std::string& name) {
  TRY_ASSIGN(files, checkpoint(name));
  std::set<std::string> paths;
  for (const auto& [path, state] : files->states) paths.insert(path);
  if (places_.list_files) {
    TRY_ASSIGN(listed, places_.list_files());
    for (std::string& path : listed)
      if (!was_ignored(name, path) && !was_there(*files, path)) paths.insert(std::move(path));
  }
  std::erase_if(paths, [&](const std::string& path) { return reading_refused(workspace_.guard().get(), path); });
  return std::vector<std::string>(paths.begin(), paths.end());
}

// It could not be read then, perhaps, as it cannot now; a file that came since has later times.
bool Versions::was_there(const CheckpointFiles& files, const std::string& path) {
  constexpr int64_t kGrainNs = 10'000'000;  // of the clock of a file system
  auto rel = RelPath::parse(path, PathRules::git);
  if (files.states.contains(path)) return false;
  auto image = rel && open_reader() ? reader_->read(*rel) : Result<FileImage>(fail(Code::io_error, ""));
  if (!image) return true;
  return image->exists && image->identity.ctime_ns < files.time_ns - kGrainNs;
}

bool Versions::was_ignored(const std::string& name, const std::string& path) {
  auto files = checkpoint(name);
  if (!files || (*files)->states.contains(path)) return false;
  context::IgnoreRules rules;
  std::string folder;  // "" or with a '/' at its end
  for (size_t end = 0; end != std::string::npos;) {
    for (const char* list : {".gitignore", ".aptixignore"}) {
      auto found = (*files)->states.find(folder + list);
      if (found == (*files)->states.end() || found->second.is_link()) continue;
      if (auto text = text_of({.state = found->second, .path = folder + list}))
        rules = context::with_list(rules, context::IgnoreList(text->bytes, folder));
    }
    end = path.find('/', folder.size());
    context::PathKind kind = end == std::string::npos ? context::PathKind::file : context::PathKind::folder;
    if (context::verdict_of(rules, path.substr(0, end), kind) == context::IgnoreVerdict::ignored) return true;
    if (end != std::string::npos) folder = path.substr(0, end + 1);
  }
  return false;
}

}  // namespace aptix::ops
