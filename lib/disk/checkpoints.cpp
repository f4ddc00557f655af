#include "disk/checkpoints.h"

#include <algorithm>
#include <cerrno>
#include <set>

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "disk/os/io_error.h"
#include "disk/record/manifest.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr const char* kListings = "checkpoints";
constexpr const char* kTexts = "texts";
constexpr std::string_view kUnfinished = ".new";  // suffix of unfinished files; no checkpoint or text has it
constexpr uint64_t kListingVersion = 1;           // stored in listings
constexpr uint64_t kLongestListing = 1ull << 30;
constexpr uint64_t kLongestStoredText = 4ull << 30;
constexpr size_t kLongestName = 64;

std::string encode_checkpoint(const Checkpoint& checkpoint) {
  return sealed(json::object([&](json::Writer& w) {
    w.field("version", kListingVersion).field("time", checkpoint.time_ns).field("caller", checkpoint.caller);
    w.objects("files", checkpoint.files, [&](const CheckpointFile& file) {
      w.field("path", file.path);
      write_state(w, "state", file.state);
    });
  }));
}

std::optional<Checkpoint> decode_checkpoint(std::string_view text, const std::string& name) {
  auto body = unsealed(text);
  auto document = body ? json::read_record(*body) : std::nullopt;
  if (!document) return std::nullopt;
  json::RecordFields fields;
  json::Value root = document->root();
  Checkpoint checkpoint{.name = name};
  fields.bad = fields.number(root, "version") != kListingVersion;
  checkpoint.time_ns = static_cast<int64_t>(fields.number(root, "time", INT64_MAX));
  checkpoint.caller = fields.text(root, "caller");
  for (const json::Value& file : fields.list(root, "files")) {
    std::string path = read_path(fields, file, "path");
    StoredState state = read_state(fields, file, "state");
    fields.bad = fields.bad || !state.exists || (!checkpoint.files.empty() && checkpoint.files.back().path >= path);
    checkpoint.files.push_back({std::move(path), state});
  }
  return fields.bad ? std::nullopt : std::optional(std::move(checkpoint));
}

std::string listing_shown(const Site& site, const std::string& name) {
  return shown_state(site, std::string(kListings) + "/" + name);
}

Result<Checkpoint> read_listing(Site& site, const Fd& folder, const std::string& name) {
  std::string text;
  if (int status = read_whole(site.fs, folder.get(), name, kLongestListing, text); status < 0)
    return fail(io_failure("cannot read", listing_shown(site, name), -status));
  auto checkpoint = decode_checkpoint(text, name);
  if (checkpoint) return std::move(*checkpoint);
  return fail(Code::state_untrusted, "the checkpoint " + in_quotes(name) + " is damaged",
      "drop it with 'aptix checkpoint --drop " + name + "'");
}

Result<std::vector<std::string>> listing_names(Site& site, const Fd& folder) {
  TRY_ASSIGN(names, names_in_state(site, folder, kListings));
  std::erase_if(names, [](const std::string& name) { return !is_checkpoint_name(name); });
  return names;
}

}  // namespace

bool is_checkpoint_name(std::string_view name) {
  auto allowed = [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '_' || c == '-'; };
  if (name.empty() || name.size() > kLongestName || !is_letter(name.front())) return false;
  if (name == "base" || name == "disk" || name == "cloud" || name.ends_with(kUnfinished)) return false;
  return std::all_of(name.begin(), name.end(), allowed);
}

Outcome<std::vector<Checkpoint>> read_checkpoints(Workspace& workspace) {
  Site& site = workspace.site();
  Outcome<std::vector<Checkpoint>> out;
  TRY_ASSIGN(folder, open_in_state(site, kListings));
  TRY_ASSIGN(names, listing_names(site, folder));
  for (const std::string& name : names) {
    auto checkpoint = read_listing(site, folder, name);
    if (checkpoint) out.value.push_back(std::move(*checkpoint));
    else out.diagnostics.warnings.push_back(std::move(checkpoint).error());
  }
  std::sort(out.value.begin(), out.value.end(), [](const Checkpoint& a, const Checkpoint& b) {
    return std::tie(a.time_ns, a.name) < std::tie(b.time_ns, b.name);
  });
  return out;
}

Result<std::optional<Checkpoint>> read_checkpoint(Workspace& workspace, const std::string& name) {
  Site& site = workspace.site();
  TRY_ASSIGN(folder, open_in_state(site, kListings));
  struct stat about {};
  bool exists = folder.ok() && is_checkpoint_name(name) && site.fs.stat(folder.get(), name.c_str(), about) == 0;
  if (!exists) return std::optional<Checkpoint>();
  TRY_ASSIGN(checkpoint, read_listing(site, folder, name));
  return std::optional(std::move(checkpoint));
}

std::optional<std::string> checkpoint_text(Workspace& workspace, const Sha256& sha) {
  Site& site = workspace.site();
  auto folder = open_in_state(site, kTexts);
  std::string text;
  bool is_there =
      folder && folder->ok() && read_whole(site.fs, folder->get(), sha.hex(), kLongestStoredText, text) == 0;
  return is_there && sha256(text) == sha ? std::optional(std::move(text)) : std::nullopt;
}

Result<CheckpointWriter> CheckpointWriter::open(Workspace& workspace) {
  Site& site = workspace.site();
  TRY(make_state(site));
  TRY_ASSIGN(folder, make_in_state(site, kListings));
  TRY_ASSIGN(texts, make_in_state(site, kTexts));
  return CheckpointWriter(site, std::move(folder), std::move(texts));
}

Status CheckpointWriter::add(const Sha256& sha, std::string_view text) {
  std::string name = sha.hex();
  struct stat about {};
  bool is_there = site_->fs.stat(texts_.get(), name.c_str(), about) == 0 && S_ISREG(about.st_mode) &&
      static_cast<uint64_t>(about.st_size) == text.size();
  if (is_there || new_texts_.contains(name)) return {};
  int status = write_file(*site_, texts_.get(), name + std::string(kUnfinished), {text});
  if (status < 0)
    return fail(io_failure("cannot write", shown_state(*site_, std::string(kTexts) + "/" + name), -status));
  new_texts_.insert(std::move(name));
  new_bytes_ += text.size();
  return {};
}

// Makes all texts durable with one flush, then renames them to their final names.
int CheckpointWriter::name_texts(Syncs syncs) {
  FileSystem& fs = site_->fs;
  int status = syncs == Syncs::all && !new_texts_.empty() ? fs.sync_all(texts_.get()) : 0;
  for (const std::string& name : new_texts_) {
    if (status < 0) return status;
    status = fs.rename(
        texts_.get(), (name + std::string(kUnfinished)).c_str(), texts_.get(), name.c_str(), RenameMode::replace);
  }
  return status >= 0 && syncs == Syncs::all ? fs.sync(texts_.get()) : status;
}

Status CheckpointWriter::finish(const Checkpoint& checkpoint, Syncs syncs) {
  FileSystem& fs = site_->fs;
  std::string unfinished = checkpoint.name + std::string(kUnfinished);
  int status = name_texts(syncs);
  if (status >= 0) status = write_file(*site_, folder_.get(), unfinished, {encode_checkpoint(checkpoint)}, syncs);
  if (status >= 0) status = rename_new(fs, folder_.get(), unfinished.c_str(), folder_.get(), checkpoint.name.c_str());
  if (status >= 0 && syncs == Syncs::all) status = fs.sync(folder_.get());
  if (status >= 0 && syncs == Syncs::all) status = fs.sync(site_->state.get());
  if (status == -EEXIST)
    return fail(Code::file_exists, "there is a checkpoint " + in_quotes(checkpoint.name) + " already",
        "give another name, or drop that one with 'aptix checkpoint --drop " + checkpoint.name + "'");
  if (status < 0) return fail(io_failure("cannot store", listing_shown(*site_, checkpoint.name), -status));
  return {};
}

Status drop_checkpoint(Workspace& workspace, const std::string& name) {
  Site& site = workspace.site();
  TRY_ASSIGN(folder, open_in_state(site, kListings));
  int status = folder.ok() && is_checkpoint_name(name) ? site.fs.unlink(folder.get(), name.c_str()) : -ENOENT;
  if (status == -ENOENT)
    return fail(Code::version_unknown, "there is no checkpoint " + excerpt_in_quotes(name),
        "'aptix checkpoint --list' lists them");
  if (status < 0) return fail(io_failure("cannot remove", listing_shown(site, name), -status));
  return {};
}

namespace {

// Removes the texts that no checkpoint names, including those of interrupted runs.
Status drop_unnamed_texts(
    Site& site, const std::set<std::string>& named, const CheckpointLimits& limits, CheckpointsGone& gone) {
  TRY_ASSIGN(texts, open_in_state(site, kTexts));
  TRY_ASSIGN(names, names_in_state(site, texts, kTexts));
  for (const std::string& name : names) {
    struct stat about {};
    if (named.contains(name) || site.fs.stat(texts.get(), name.c_str(), about) < 0) continue;
    int status = limits.looks_only ? 0 : site.fs.unlink(texts.get(), name.c_str());
    if (status < 0)
      return fail(io_failure("cannot remove", shown_state(site, std::string(kTexts) + "/" + name), -status));
    ++gone.texts;
    gone.bytes += static_cast<uint64_t>(about.st_size);
  }
  return {};
}

}  // namespace

Outcome<CheckpointsGone> collect_checkpoints(Workspace& workspace, const CheckpointLimits& limits) {
  Outcome<CheckpointsGone> out;
  auto all = read_checkpoints(workspace);
  out.diagnostics.add(std::move(all.diagnostics));
  if (!out.ok()) return out;
  bool all_known = out.diagnostics.warnings.empty();
  size_t surplus = all.value.size() - std::min<size_t>(all.value.size(), limits.keep);
  std::set<std::string> named;
  for (size_t i = 0; i < all.value.size(); ++i) {
    if (i >= surplus) {
      for (const CheckpointFile& file : all.value[i].files) named.insert(file.state.sha.hex());
      continue;
    }
    if (!limits.looks_only) TRY(drop_checkpoint(workspace, all.value[i].name));
    ++out.value.checkpoints;
  }
  if (all_known) TRY(drop_unnamed_texts(workspace.site(), named, limits, out.value));
  return out;
}

}  // namespace aptix::disk
