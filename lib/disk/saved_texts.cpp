// Finds texts of the operation log by hash: old texts that were saved, and new texts of which a record has the pieces.
#include "disk/history.h"

#include <algorithm>
#include <utility>

#include "disk/os/file_on_disk.h"
#include "disk/record/log.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr uint64_t kLongestPreimage = 4ull << 30;

// nullopt if a piece is not within the old text (the record may be planted), or the text exceeds `size`.
std::optional<std::string> put_together(const std::vector<TextPiece>& pieces, std::string_view old, uint64_t size) {
  std::string text;
  for (const TextPiece& piece : pieces) {
    if (piece.text.empty() && (piece.offset > old.size() || piece.size > old.size() - piece.offset))
      return std::nullopt;
    text += piece.text.empty() ? old.substr(piece.offset, piece.size) : std::string_view(piece.text);
    if (text.size() > size) return std::nullopt;
  }
  return text;
}

}  // namespace

Result<SavedTexts> SavedTexts::open(Workspace& workspace, std::vector<Diagnostic>& warnings) {
  TRY_ASSIGN(log, Log::load(workspace.site(), warnings));
  SavedTexts texts(workspace, std::move(log));
  texts.index();
  if (!texts.records().empty()) texts.add_dropped(read_dropped(workspace.site()));
  return texts;
}

void SavedTexts::index() {
  for (const Record& record : records())
    for (size_t k = 0; k < record.files.size(); ++k) {
      const RecordedFile& file = record.files[k];
      if (record.is_saved[k]) saved_[file.before.sha] = {&record, k};
      if (!file.pieces.empty()) made_[file.after.sha] = {&record, k};
    }
}

// Skips records that are in the log as well: they were noted as dropped, but not removed yet.
void SavedTexts::add_dropped(std::vector<Manifest> records) {
  std::map<uint64_t, const Manifest*> newest;  // of each target
  uint64_t oldest = log_.records().front().id;
  std::erase_if(records, [&](const Manifest& record) { return record.id >= oldest; });
  auto target = [](const Manifest& record) { return record.reverses != 0 ? record.reverses : record.id; };
  for (const Manifest& record : records) newest[target(record)] = &record;
  for (const Record& record : log_.records()) newest[target(record)] = &record;
  for (const Manifest& record : records) {
    const Manifest& last = *newest[target(record)];
    Record& dropped = dropped_.emplace_back(Record{record});
    dropped.undone = record.reverses == 0 ? last.kind == TransactionKind::undo : &last != &record;
    dropped.preimages = false;
  }
}

// The hash of the text that the pieces refer to; nullopt if there is none.
std::optional<Sha256> SavedTexts::base_of(const Place& place) const {
  const RecordedFile& file = place.of();
  if (file.before.exists) return file.before.sha;
  for (const RecordedFile& other : place.record->files)
    if (other.path == file.from && other.before.exists) return other.before.sha;
  return std::nullopt;
}

bool SavedTexts::holds(const Sha256& sha) const {
  if (saved_.contains(sha)) return true;
  auto made = made_.find(sha);
  if (made == made_.end()) return false;
  const auto& pieces = made->second.of().pieces;
  bool is_own = std::none_of(pieces.begin(), pieces.end(), [](const TextPiece& piece) { return piece.text.empty(); });
  std::optional<Sha256> base = base_of(made->second);
  return is_own || (base && saved_.contains(*base));
}

std::optional<std::string> SavedTexts::read(const Place& place) const {
  Fd folder = log_.open(*site_, *place.record);
  if (!folder.ok()) return std::nullopt;
  std::string bytes, name = staged_name(place.file);
  int status = place.of().before.is_link() ? read_link(site_->fs, folder.get(), name, bytes)
                                           : read_whole(site_->fs, folder.get(), name, kLongestPreimage, bytes);
  return status == 0 ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<std::string> SavedTexts::make(const Place& place) const {
  std::optional<Sha256> base = base_of(place);
  auto saved = base ? saved_.find(*base) : saved_.end();
  std::optional<std::string> old = saved != saved_.end() ? read(saved->second) : std::nullopt;
  return put_together(place.of().pieces, old.value_or(""), place.of().after.size);
}

std::optional<std::string> SavedTexts::find(const Sha256& sha) const {
  std::optional<std::string> text;
  if (auto saved = saved_.find(sha); saved != saved_.end()) text = read(saved->second);
  if (text && sha256(*text) == sha) return text;
  if (auto made = made_.find(sha); made != made_.end()) text = make(made->second);
  return text && sha256(*text) == sha ? text : std::nullopt;
}

namespace {

// Two changes of a folder within this time may give it the same times.
constexpr int64_t kCoarseNs = 1'000'000'000;

}  // namespace

std::optional<uint64_t> KnownLog::version_of(Workspace& workspace, std::string_view path, const StoredState& state) {
  std::lock_guard held(mutex_);
  if (!look(workspace)) return std::nullopt;
  auto found = left_.find(path);
  if (found == left_.end() || found->second.empty()) return std::nullopt;
  const Left& newest = found->second.back();
  bool is_so = newest.state.exists == state.exists && (!state.exists || newest.state.sha == state.sha);
  return is_so ? std::optional(newest.id) : std::nullopt;
}

Status KnownLog::look(Workspace& workspace) {
  Site& site = workspace.site();
  TRY_ASSIGN(log, open_in_state(site, "log"));
  struct stat about {};
  bool is_there = log.ok() && site.fs.fstat(log.get(), about) == 0;
  if (is_there && is_same_file(about, about_)) return {};
  about_ = {};
  std::vector<uint64_t> ids;
  if (is_there) TRY_SET(ids, record_ids(site.fs, log.get()));
  drop_gone(site, log.get(), ids);
  for (uint64_t id : ids)
    if (!known_.contains(id)) take_in(site, log.get(), id);
  bool all_read = known_.size() == ids.size();
  if (is_there && all_read && modified_ns(about) < workspace.now_ns() - kCoarseNs) about_ = about;
  return {};
}

void KnownLog::drop_gone(Site& site, int log, const std::vector<uint64_t>& ids) {
  auto is_gone = [&](const auto& record) {
    struct stat now {};
    return !std::ranges::binary_search(ids, record.first) ||
        site.fs.stat(log, std::to_string(record.first).c_str(), now) < 0 || !is_same_file(now, record.second);
  };
  if (std::erase_if(known_, is_gone) == 0) return;
  for (auto& [path, list] : left_) std::erase_if(list, [&](const Left& left) { return !known_.contains(left.id); });
  std::erase_if(left_, [](const auto& entry) { return entry.second.empty(); });
}

// A record that cannot be read is skipped, and tried again the next time.
void KnownLog::take_in(Site& site, int log, uint64_t id) {
  Fd folder;
  struct stat about {};
  auto manifest = read_manifest(site, log, id, folder);
  if (!manifest || site.fs.fstat(folder.get(), about) < 0) return;
  known_.emplace(id, about);
  for (RecordedFile& file : manifest->files) {
    std::vector<Left>& list = left_[std::move(file.path)];
    list.insert(std::ranges::upper_bound(list, id, {}, &Left::id), {id, file.after});
  }
}

}  // namespace aptix::disk
