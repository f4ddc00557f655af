// A text is believed by its hash alone, wherever it was found. A place that cannot be read knows nothing.
#include "ops/known_bases.h"

#include <fmt/format.h>

#include "base/text.h"
#include "disk/folders.h"
#include "ops/git_texts.h"

namespace aptix::ops {

std::optional<edit::Base> KnownBases::find(const RelPath& path, const Sha256& sha) {
  std::string whole = disk::join_path(workspace_.root_prefix(), path.str());
  if (auto base = find_in_log(whole, sha)) return base;
  if (auto base = find_in_cloud(whole, sha)) return base;
  return find_in_git(whole, sha);
}

std::optional<edit::Base> KnownBases::find_in_log(const std::string& path, const Sha256& sha) {
  if (!log_) log_ = std::move(disk::read_log(workspace_).value);
  for (auto record = log_->rbegin(); record != log_->rend(); ++record) {
    for (const disk::RecordedFile& file : record->files) {
      if (file.path != path || !file.existed || file.before_sha != sha) continue;
      auto saved = disk::saved_preimage(workspace_, *record, file);
      if (saved && *saved && sha256(**saved) == sha)
        return edit::Base{std::move(**saved), fmt::format("the text that transaction {} replaced", record->id)};
    }
  }
  return std::nullopt;
}

KnownBases::Cloud* KnownBases::cloud() {
  if (cloud_looked_for_) return cloud_ ? &*cloud_ : nullptr;
  cloud_looked_for_ = true;
  if (places_.cloud_file.empty()) return nullptr;
  auto sources = Sources::open(workspace_, repository_, places_.cloud_file);
  auto set = store::find_cloud_file(places_.cloud_file);
  if (!sources || !set || *set == nullptr) return nullptr;
  return &cloud_.emplace(Cloud{std::move(*sources), std::move(*set)});
}

std::optional<edit::Base> KnownBases::find_in_cloud(const std::string& path, const Sha256& sha) {
  Cloud* there = cloud();
  if (there == nullptr) return std::nullopt;
  std::string key = there->sources.doc_paths().key_of(path);
  auto versions = there->set->versions(key);
  auto synced = there->sources.synced(key);
  if (!versions || !synced) return std::nullopt;
  edit::Base base{.text = {}, .origin = {}, .kin = edit::Base::Kin::other};
  for (const store::CloudFile& version : *versions) {  // the newest first
    if (version.sha == *synced) base.kin = edit::Base::Kin::earlier;
    if (version.sha != sha) continue;
    auto text = there->set->read(key, sha);
    if (!text || !*text) return std::nullopt;
    base.text = std::move(**text);
    base.origin = fmt::format("version {} of the cloud copy", version.version);
    if (base.kin == edit::Base::Kin::other) base.origin += ", which is not what the file has here";
    return base;
  }
  return std::nullopt;
}

std::optional<edit::Base> KnownBases::find_in_git(const std::string& path, const Sha256& sha) {
  if (!places_.run_git || git_files_left_ == 0) return std::nullopt;
  --git_files_left_;
  auto found = find_git_text(places_.run_git, path, sha);
  if (!found) return std::nullopt;
  return edit::Base{std::move(found->text), "the text in git at " + escape_for_display(found->revision)};
}

}  // namespace aptix::ops
