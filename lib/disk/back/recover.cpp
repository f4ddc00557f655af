// Recovery: rolls back a transaction with a finished manifest. Without one, nothing was published, and the staged files
// are trash.
#include "disk/back/back.h"

#include <cerrno>

#include "disk/os/file_on_disk.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

// nullopt if there is no finished manifest.
Result<std::optional<Manifest>> load_manifest(Site& site, int tx) {
  const std::string name = std::string(kStateName) + "/tx/" + kManifestName;
  std::string text;
  int status = read_whole(site.fs, tx, kManifestName, kLongestManifest, text);
  bool not_ours = status == -ENOENT || status == -EINVAL || status == -ELOOP || status == -ENXIO || status == -EFBIG;
  if (not_ours) return std::nullopt;
  if (status < 0) return fail(io_failure("cannot read", name, -status));
  auto manifest = decode(text);
  if (!manifest) return fail(std::move(manifest).error().at(name));
  return manifest;
}

Diagnostic recovered_warning(const RollbackReport& report) {
  size_t count = report.restored.size();
  std::string files = count == 1 ? "1 file has" : std::to_string(count) + " files have";
  return make_error(Code::recovered, "an interrupted run was rolled back; " + files + " the old content again");
}

Outcome<Recovered> roll_back_prepared(Site& site, int tx, const Manifest& manifest) {
  if (site.around.committed != nullptr) site.around.committed->set_halfway(true);
  struct stat mark {};
  RollbackReport report = roll_back(site, tx, manifest, {.verified = site.fs.stat(tx, kVerifyName, mark) == 0});
  if (site.around.committed != nullptr) site.around.committed->set_halfway(false);
  Outcome<Recovered> outcome;
  outcome.value = {true, report.restored, report.kept};
  outcome.diagnostics.warnings.push_back(recovered_warning(report));
  outcome.diagnostics.add({.errors = {}, .warnings = std::move(report.warnings)});
  outcome.diagnostics.add({.errors = {}, .warnings = std::move(report.set_aside)});
  if (!report.failed.empty()) outcome.add(rollback_failure(report));
  if (report.left_behind != 0) outcome.add(io_failure("cannot remove", site.path + "/.aptix/tx", report.left_behind));
  return outcome;
}

Outcome<Recovered> preview(Site& site) {
  Outcome<Recovered> outcome;
  TRY_ASSIGN(tx, open_in_state(site, "tx"));
  if (!tx.ok()) return outcome;
  TRY_ASSIGN(manifest, load_manifest(site, tx.get()));
  if (!manifest) return outcome;
  outcome.value.found = true;
  Folders folders(site.fs, site.top.get());
  for (const RecordedFile& file : manifest->files) {
    auto [dir, name] = folders.target(file.path);
    FileOnDisk there;
    int status = look(site.fs, dir, name, there);
    if (status < 0) outcome.add(io_failure("cannot read", file.path, -status));
    else if (!there.is(file.before))
      (there.is(file.after) ? outcome.value.restored : outcome.value.kept).push_back(file.path);
  }
  return outcome;
}

}  // namespace

Outcome<Recovered> recover_locked(Site& site) {
  TRY_ASSIGN(tx, open_in_state(site, "tx"));
  if (tx.ok()) {
    TRY_ASSIGN(manifest, load_manifest(site, tx.get()));
    if (manifest) return roll_back_prepared(site, tx.get(), *manifest);
    if (int status = throw_away(site, site.state.get(), "tx"); status < 0)
      return fail(io_failure("cannot remove", site.path + "/.aptix/tx", -status));
  }
  empty_trash(site);
  return {};
}

Outcome<Recovered> recover(Site& site, const RecoverOptions& options) {
  // Do not make a state folder only to find it empty.
  TRY_ASSIGN(found, open_state(site));
  if (!found) return {};
  TRY(take_lock(site));
  return options.dry_run ? preview(site) : recover_locked(site);
}

}  // namespace aptix::disk
