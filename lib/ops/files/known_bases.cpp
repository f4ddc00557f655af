// A text is accepted only by its hash, wherever it was found. Places that cannot be read are skipped.
#include "ops/files/known_bases.h"

#include <fmt/format.h>

#include <span>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/basis/messages.h"

namespace aptix::ops {
namespace {

constexpr const char* kMostCommits = "5000";          // commits of the history that are searched
constexpr const char* kMostTexts = "100";             // commits among them that change the path
constexpr uint64_t kMostBytes = uint64_t{256} << 20;  // of all texts that are read

// Keeps a partial clone from fetching, and a path from being read as a pattern.
Result<std::string> ask(const RunGit& run, std::vector<std::string> arguments, std::string_view input) {
  arguments.insert(arguments.begin(), {"-c", "protocol.allow=never", "--literal-pathspecs"});
  return run(arguments, input);
}

// Searches these revisions of the path, each text once, as long as `room` lasts.
std::optional<GitText> find_among(const RunGit& run, std::span<const std::string> revisions, const std::string& path,
    const Sha256& sha, uint64_t& room) {
  std::string names, wanted;
  for (const std::string& revision : revisions) names += revision + ":./" + path + "\n";
  auto listed = ask(run, {"cat-file", "--batch-check"}, names);
  if (!listed) return std::nullopt;
  std::map<std::string, std::string> found;  // revision, by name of the text
  std::string_view lines = *listed;
  for (const std::string& revision : revisions) {
    std::vector<std::string_view> words = split(take_line(lines), ' ');  // "<object> blob <size>", "<name> missing"
    auto size = words.size() == 3 && words[1] == "blob" ? parse_number(words[2]) : std::nullopt;
    if (!size || *size > room || !found.emplace(words[0], revision).second) continue;
    room -= *size;
    wanted.append(words[0]).append("\n");
  }
  auto answer = wanted.empty() ? Result<std::string>(std::string()) : ask(run, {"cat-file", "--batch"}, wanted);
  if (!answer) return std::nullopt;
  for (std::string_view rest = *answer; !rest.empty();) {
    auto blob = take_blob(rest);
    auto text = blob && blob->bytes ? found.find(std::string(blob->name)) : found.end();
    if (text == found.end()) return std::nullopt;
    if (sha256(*blob->bytes) == sha)
      return GitText{std::string(*blob->bytes), text->second.empty() ? "the index" : text->second};
  }
  return std::nullopt;
}

std::vector<std::string> commits_of(const RunGit& run, const std::string& path) {
  std::vector<std::string> arguments = {"rev-list", "-n", kMostTexts, "HEAD"};
  auto bound = ask(run, {"rev-list", "-n", "1", "--skip", kMostCommits, "HEAD"}, {});
  std::vector<std::string> commits;
  if (!bound) return commits;
  std::string_view first_left_out = *bound;
  if (!first_left_out.empty()) arguments.push_back("^" + std::string(take_line(first_left_out)));
  arguments.insert(arguments.end(), {"--", path});
  auto answer = ask(run, std::move(arguments), {});
  if (!answer) return commits;
  for (std::string_view rest = *answer; !rest.empty();) commits.emplace_back(take_line(rest));
  return commits;
}

Error declared_otherwise(const FileEdit& entry, std::string_view how, std::string hint) {
  return at_doc_path(make_error(Code::source_mismatch,
                         fmt::format("'source' is '{}' for '{}', {}", name(*entry.proof.source),
                             escape_for_display(entry.names.doc_path), how),
                         std::move(hint)),
      entry.names.doc_path);
}

}  // namespace

std::optional<GitText> find_git_text(const RunGit& run, const std::string& path, const Sha256& sha) {
  uint64_t room = kMostBytes;
  const std::string near[] = {"", "HEAD"};
  if (auto text = find_among(run, near, path, sha, room)) return text;
  return find_among(run, commits_of(run, path), path, sha, room);
}

std::optional<edit::Base> KnownBases::find(const RelPath& path, const Sha256& sha) {
  std::string whole = disk::join_path(workspace_.root_prefix(), path.str());
  if (reading_refused(workspace_.guard().get(), whole)) return std::nullopt;
  if (auto base = find_in_log(whole, sha)) return base;
  if (auto base = find_in_cloud(whole, sha)) return base;
  if (!places_.run_git || git_files_left_ == 0) return std::nullopt;
  --git_files_left_;
  auto found = find_git_text(places_.run_git, whole, sha);
  if (!found) return std::nullopt;
  return edit::Base{std::move(found->text), "the text in git at " + escape_for_display(found->revision)};
}

std::optional<edit::Base> KnownBases::find_in_log(const std::string& path, const Sha256& sha) {
  if (!texts_) {
    std::vector<Diagnostic> unreadable;
    auto opened = disk::SavedTexts::open(workspace_, unreadable);
    if (!opened) return std::nullopt;
    texts_ = std::move(*opened);
  }
  for (auto record = texts_->records().rbegin(); record != texts_->records().rend(); ++record) {
    for (const disk::RecordedFile& file : record->files) {
      if (file.path != path || !file.before.exists || file.before.sha != sha) continue;
      if (auto saved = texts_->find(sha))
        return edit::Base{std::move(*saved), fmt::format("the text that transaction {} replaced", record->id)};
    }
  }
  return std::nullopt;
}

Result<Sources*> KnownBases::sources() {
  if (!sources_) {
    TRY_ASSIGN(opened, Sources::open(workspace_, repository_, places_.cloud));
    sources_.emplace(std::move(opened));
  }
  return &*sources_;
}

// Opens a Cloud File Set only if it exists.
Result<store::CloudSet*> KnownBases::cloud() {
  if (!cloud_) cloud_ = store::find_cloud(places_.cloud);
  if (!*cloud_) return fail(cloud_->error());
  return (*cloud_)->get();
}

edit::ShownCopy KnownBases::shown(const FileEdit& entry, const Sha256& now) {
  auto set = cloud();
  auto here = sources();
  if (!set || *set == nullptr || !here || entry.names.doc_path.empty()) return edit::ShownCopy::file;
  auto active = (*here)->is_active(entry.names.doc_path);
  auto copy = (*set)->look(entry.names.doc_path);
  if (!active || *active || !copy || !*copy || (*copy)->sha == now) return edit::ShownCopy::file;
  auto synced = (*here)->active_list().synced(entry.names.doc_path);
  return synced && *synced == now ? edit::ShownCopy::copy_before_it : edit::ShownCopy::copy_after_it;
}

// Only the cloud is checked: an active file is the file on disk, which has the hash, and the caller may have an Active
// File List of their own.
Status KnownBases::check_source(const FileEdit& entry) {
  if (entry.proof.source != FileSource::cloud || !entry.proof.sha || places_.cloud.empty()) return {};
  TRY_ASSIGN(set, cloud());
  if (set == nullptr)
    return fail(declared_otherwise(entry, "but there is no Cloud File Set here",
        "leave 'source' out when the changes are for the file on the disk"));
  TRY_ASSIGN(copy, set->look(entry.names.doc_path));
  if (copy && copy->sha == *entry.proof.sha) return {};
  if (!copy)
    return fail(declared_otherwise(
        entry, "which has no cloud copy", "leave 'source' out when the changes are for the file on the disk"));
  Error error = declared_otherwise(
      entry, "whose cloud copy is another text", edit::reading_again(entry, shown(entry, *entry.proof.sha)));
  error.notes.push_back(fmt::format("the SHA-256 of the copy is {}; {} wrote it as version {}", copy->sha.hex(),
      escape_for_display(copy->caller), copy->version));
  return fail(std::move(error));
}

std::optional<edit::Base> KnownBases::find_in_cloud(const std::string& path, const Sha256& sha) {
  auto set = cloud();
  auto here = sources();
  if (!set || *set == nullptr || !here) return std::nullopt;
  std::string key = (*here)->doc_paths().key_of(path);
  auto versions = (*set)->versions(key);
  auto synced = (*here)->active_list().synced(key);
  if (!versions || !synced) return std::nullopt;
  edit::Base base{.text = {}, .origin = {}, .kin = edit::Base::Kin::other};
  for (const store::CloudFile& version : *versions) {  // newest first
    if (version.sha == *synced) base.kin = edit::Base::Kin::earlier;
    if (version.sha != sha) continue;
    auto text = (*set)->read(key, sha);
    if (!text || !*text) return std::nullopt;
    base.text = std::move(**text);
    base.origin = fmt::format("version {} of the cloud copy", version.version);
    if (base.kin != edit::Base::Kin::earlier) base.origin += ", which is not what the file has here";
    if (base.kin == edit::Base::Kin::other && version.version != versions->front().version)
      base.kin = edit::Base::Kin::other_former;
    return base;
  }
  return std::nullopt;
}

}  // namespace aptix::ops
