// Writes manifests, and reads them strictly.
#include "disk/record/manifest.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/assert.h"
#include "base/hash/sha256.h"
#include "base/json/json_writer.h"
#include "base/text/trim.h"
#include "model/rel_path.h"

namespace aptix::disk {
namespace {

// Stored in manifests; never rename.
constexpr std::string_view kKindNames[] = {"apply", "undo", "redo", "pull"};  // of TransactionKind

// Reads one manifest. After the first error the result does not matter.
class Decoder {
 public:
  explicit Decoder(json::Value root) : root_(root) {}

  std::optional<Manifest> run() {
    Manifest manifest;
    manifest.id = fields_.number(root_, "id", kLargestId);
    manifest.kind = fields_.one_of<TransactionKind>(root_, "kind", kKindNames);
    manifest.reverses = fields_.number(root_, "reverses", kLargestId);
    manifest.time_ns = static_cast<int64_t>(fields_.number(root_, "time", INT64_MAX));
    manifest.caller = fields_.text(root_, "caller");
    manifest.command = fields_.text(root_, "command");
    if (root_.find("batch")) manifest.batch = fields_.text(root_, "batch");
    for (json::Value folder : fields_.list(root_, "made")) manifest.made.push_back(read_path(fields_, folder, "path"));
    for (json::Value folder : fields_.list(root_, "removed"))
      manifest.removed.push_back({read_path(fields_, folder, "path"), read_mode(fields_, folder)});
    for (json::Value entry : fields_.list(root_, "files")) manifest.files.push_back(file(entry));
    if (fields_.bad || manifest.id == 0 || nested(before_) || nested(after_)) return std::nullopt;
    return manifest;
  }

 private:
  RecordedFile file(const json::Value& entry) {
    RecordedFile file;
    if (entry.type() != json::Type::object) {
      fields_.bad = true;
      return file;
    }
    file.path = read_path(fields_, entry, "path");
    if (entry.find("from")) file.from = read_path(fields_, entry, "from");
    file.before = read_state(fields_, entry, "before");
    file.after = read_state(fields_, entry, "after");
    if (entry.find("whole")) file.whole = true;
    if (entry.find("text")) file.pieces = pieces(entry);
    bool twice = !paths_.insert(file.path).second;
    if (file.before.exists) before_.insert(file.path);
    if (file.after.exists) after_.insert(file.path);
    if (twice || (!file.before.exists && !file.after.exists)) fields_.bad = true;
    return file;
  }

  // A list of pieces, each two numbers (offset, size) or a text.
  std::vector<TextPiece> pieces(const json::Value& entry) {
    std::vector<TextPiece> pieces;
    std::optional<uint64_t> offset;
    for (json::Value element : fields_.list(entry, "text")) {
      bool is_text = element.type() == json::Type::string;
      std::optional<uint64_t> number = is_text ? std::nullopt : element.unsigned_integer();
      if (is_text && !offset) pieces.push_back({.text = std::string(element.text())});
      else if (!number || *number > INT64_MAX) fields_.bad = true;
      else if (!offset) offset = number;
      else pieces.push_back({.offset = *std::exchange(offset, std::nullopt), .size = *number});
    }
    if (offset) fields_.bad = true;
    return pieces;
  }

  // True if one path is below another.
  static bool nested(const std::set<std::string, std::less<>>& paths) {
    for (std::string_view path : paths)
      for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
        if (paths.contains(path.substr(0, slash))) return true;
    return false;
  }

  json::Value root_;
  json::RecordFields fields_;
  std::set<std::string> paths_;
  std::set<std::string, std::less<>> before_, after_;  // paths that exist on each side
};

tl::unexpected<Error> untrusted_manifest(std::string message, std::string hint) {
  return fail(Code::state_untrusted, std::move(message), std::move(hint));
}

}  // namespace

std::string_view name(TransactionKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

// A long name: for each new name, ext4 compares all names in the block. That is hundreds of short ones, but only some
// ninety of these. With 5,000 files it takes two thirds of the time.
std::string staged_name(size_t index) {
  constexpr size_t kDigits = 32;
  std::string digits = std::to_string(index);
  return "n" + std::string(kDigits - digits.size(), '0') + digits;
}

std::string encode(const Manifest& manifest) {
  constexpr size_t kOftenOfFile = 320;  // bytes for a file that exists on both sides
  std::string text = json::object([&](json::Writer& out) {
    out.reserve(manifest.files.size() * kOftenOfFile);
    out.field("version", kManifestVersion).field("id", manifest.id).field("kind", name(manifest.kind));
    out.field("reverses", manifest.reverses).field("time", std::max<int64_t>(manifest.time_ns, 0));
    out.field("caller", manifest.caller).field("command", manifest.command);
    if (!manifest.batch.empty()) out.field("batch", manifest.batch);
    out.objects("made", manifest.made, [&](const std::string& path) { out.field("path", path); });
    out.objects("removed", manifest.removed,
        [&](const ManifestFolder& folder) { out.field("path", folder.path).field("mode", folder.mode); });
    out.objects("files", manifest.files, [&](const RecordedFile& file) {
      out.field("path", file.path);
      if (!file.from.empty()) out.field("from", file.from);
      write_state(out, "before", file.before);
      write_state(out, "after", file.after);
      if (file.whole) out.field("whole", true);
      if (file.pieces.empty()) return;
      out.list("text", file.pieces, [&](const TextPiece& piece) {
        if (piece.text.empty()) out.value(piece.offset).value(piece.size);
        else out.value(piece.text);
      });
    });
  });
  return sealed(std::move(text));
}

Result<std::optional<Manifest>> decode(std::string_view text) {
  std::optional<std::string_view> body = unsealed(text);
  if (!body) return std::nullopt;
  const std::string hint = "look at it; remove it if it came with the tree";
  std::optional<json::Document> document = json::read_record(*body);
  uint64_t number = document ? json::number_member(document->root(), "version").value_or(0) : 0;
  if (number > kManifestVersion)
    return untrusted_manifest("the manifest was written by a newer aptix", "use that version here");
  if (number != 0 && number < kManifestVersion)
    return untrusted_manifest("the manifest was written by an older aptix", "use that version here");
  std::optional<Manifest> manifest;
  if (number != 0) manifest = Decoder(document->root()).run();
  if (!manifest) return untrusted_manifest("the manifest is not one that aptix writes", hint);
  return manifest;
}

// Sorted by path, so that the files of one folder come together and the folder is opened once.
PublishOrder publish_order(const Manifest& manifest) {
  PublishOrder order;
  for (size_t i = 0; i < manifest.files.size(); ++i) {
    const RecordedFile& file = manifest.files[i];
    (!file.after.exists ? order.removed : file.before.exists ? order.replaced : order.created).push_back(i);
  }
  auto by_path = [&](size_t a, size_t b) { return manifest.files[a].path < manifest.files[b].path; };
  for (std::vector<size_t>* phase : {&order.removed, &order.replaced, &order.created})
    std::sort(phase->begin(), phase->end(), by_path);
  return order;
}

std::optional<uint64_t> parse_id(std::string_view text) {
  if (text.size() > 12 || text.starts_with('0')) return std::nullopt;
  return parse_number(text);
}

namespace {

constexpr size_t kDigits = 64;
constexpr size_t kSealLine = kSealMark.size() + kDigits + 1;

}  // namespace

std::string sealed(std::string text) {
  std::string hash = sha256(text).hex();
  return std::move(text.append(kSealMark).append(hash).append("\n"));
}

std::optional<std::string_view> unsealed(std::string_view text) {
  if (text.size() < kSealLine) return std::nullopt;
  std::string_view body = text.substr(0, text.size() - kSealLine), mark = text.substr(body.size());
  bool fits = mark.starts_with(kSealMark) && mark.ends_with('\n') &&
      Sha256::parse(mark.substr(kSealMark.size(), kDigits)) == sha256(body);
  return fits ? std::optional(body) : std::nullopt;
}

namespace {

constexpr std::string_view kFileKindNames[] = {"regular", "executable", "symlink"};  // of FileKind; never rename

}  // namespace

void write_state(json::Writer& out, std::string_view key, const StoredState& state) {
  if (!state.exists) return;
  ASSERT(state.kind != FileKind::other);
  out.key(key).begin_object();
  out.field("kind", kFileKindNames[static_cast<size_t>(state.kind)])
      .field("mode", state.mode)
      .field("size", state.size);
  out.field("sha256", state.sha.hex()).end_object();
}

StoredState read_state(json::RecordFields& fields, const json::Value& object, std::string_view key) {
  StoredState state;
  if (!object.find(key)) return state;
  auto value = json::member(object, key, json::Type::object);
  fields.bad = fields.bad || !value;
  if (!value) return state;
  state.exists = true;
  state.kind = fields.one_of<FileKind>(*value, "kind", kFileKindNames);
  state.mode = read_mode(fields, *value);
  state.size = fields.number(*value, "size", INT64_MAX);
  state.sha = fields.needed(Sha256::parse(fields.text(*value, "sha256")));
  return state;
}

std::string read_path(json::RecordFields& fields, const json::Value& object, std::string_view key) {
  std::string path = fields.text(object, key);
  fields.bad = fields.bad || !RelPath::parse(path, PathRules::git);
  return path;
}

uint32_t read_mode(json::RecordFields& fields, const json::Value& object) {
  return static_cast<uint32_t>(fields.number(object, "mode", 07777));
}

}  // namespace aptix::disk
