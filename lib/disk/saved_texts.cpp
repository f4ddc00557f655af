// Finds texts of the operation log by their hash: old ones that were saved, and new ones of which a record has the
// pieces.
#include "disk/saved_texts.h"

#include <algorithm>
#include <utility>

#include "disk/os/file_on_disk.h"
#include "disk/record/dropped.h"

namespace aptix::disk {
namespace {

constexpr uint64_t kLongestPreimage = 4ull << 30;

// Nothing where a piece is not in the old text: the record may have been planted.
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
  if (!texts.records_.empty()) texts.add_dropped(read_dropped(workspace.site()));
  return texts;
}

void SavedTexts::index() {
  for (size_t i = 0; i < log_.entries().size(); ++i) {
    const LogEntry& entry = log_.entries()[i];
    records_.push_back(log_.record(entry));
    for (size_t k = 0; k < entry.manifest.files.size(); ++k) {
      const RecordedFile& file = entry.manifest.files[k];
      if (entry.is_saved[k]) saved_[file.before.sha] = {i, k};
      if (!file.pieces.empty()) made_[file.after.sha] = {i, k};
    }
  }
}

// Those that are in the log as well did not go yet.
void SavedTexts::add_dropped(std::vector<Manifest> records) {
  std::map<uint64_t, const Manifest*> newest;  // of each target
  uint64_t oldest = records_.front().id;
  std::erase_if(records, [&](const Manifest& record) { return record.id >= oldest; });
  auto target = [](const Manifest& record) { return record.reverses != 0 ? record.reverses : record.id; };
  for (const Manifest& record : records) newest[target(record)] = &record;
  for (const Record& record : records_) newest[target(record)] = &record;
  for (const Manifest& record : records) {
    const Manifest& last = *newest[target(record)];
    bool undone = record.reverses == 0 ? last.kind == TransactionKind::undo : &last != &record;
    dropped_.push_back({record, undone, false});
  }
}

// Of the text that the pieces are taken from; nothing where none is.
std::optional<Sha256> SavedTexts::base_of(const Place& place) const {
  const Manifest& manifest = log_.entries()[place.entry].manifest;
  const RecordedFile& file = manifest.files[place.file];
  if (file.before.exists) return file.before.sha;
  for (const RecordedFile& other : manifest.files)
    if (other.path == file.from && other.before.exists) return other.before.sha;
  return std::nullopt;
}

bool SavedTexts::holds(const Sha256& sha) const {
  if (saved_.contains(sha)) return true;
  auto made = made_.find(sha);
  if (made == made_.end()) return false;
  const auto& pieces = log_.entries()[made->second.entry].manifest.files[made->second.file].pieces;
  bool is_own = std::none_of(pieces.begin(), pieces.end(), [](const TextPiece& piece) { return piece.text.empty(); });
  std::optional<Sha256> base = base_of(made->second);
  return is_own || (base && saved_.contains(*base));
}

std::optional<std::string> SavedTexts::read(const Place& place) const {
  const LogEntry& entry = log_.entries()[place.entry];
  Fd folder = log_.open(*site_, entry);
  if (!folder.ok()) return std::nullopt;
  std::string bytes, name = staged_name(place.file);
  int status = entry.manifest.files[place.file].before.is_link()
      ? read_link(site_->fs, folder.get(), name, bytes)
      : read_whole(site_->fs, folder.get(), name, kLongestPreimage, bytes);
  return status == 0 ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<std::string> SavedTexts::make(const Place& place) const {
  const RecordedFile& file = log_.entries()[place.entry].manifest.files[place.file];
  std::optional<Sha256> base = base_of(place);
  auto saved = base ? saved_.find(*base) : saved_.end();
  std::optional<std::string> old = saved != saved_.end() ? read(saved->second) : std::nullopt;
  return put_together(file.pieces, old.value_or(""), file.after.size);
}

std::optional<std::string> SavedTexts::find(const Sha256& sha) const {
  std::optional<std::string> text;
  if (auto saved = saved_.find(sha); saved != saved_.end()) text = read(saved->second);
  if (text && sha256(*text) == sha) return text;
  if (auto made = made_.find(sha); made != made_.end()) text = make(made->second);
  return text && sha256(*text) == sha ? text : std::nullopt;
}

}  // namespace aptix::disk
