// Writes manifests, and reads them strictly.
#include "disk/record/manifest.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "base/assert.h"
#include "base/json/json.h"
#include "base/json/json_writer.h"
#include "base/text/trim.h"
#include "model/rel_path.h"

namespace aptix::disk {
namespace {

constexpr std::string_view kHashMark = "\nsha256 ";
constexpr size_t kHashLine = kHashMark.size() + 64 + 1;

// Stored in manifests; never rename.
constexpr std::string_view kKindNames[] = {"apply", "undo", "redo", "pull"};         // of TransactionKind
constexpr std::string_view kFileKindNames[] = {"regular", "executable", "symlink"};  // of FileKind

void write_state(json::Writer& out, std::string_view key, const FileState& state) {
  if (!state.exists) return;
  ASSERT(state.kind != FileKind::other);
  out.key(key).begin_object();
  out.field("kind", kFileKindNames[static_cast<size_t>(state.kind)])
      .field("mode", state.mode)
      .field("size", state.size);
  out.field("sha256", state.sha.hex()).end_object();
}

// Reads one manifest. After the first fault the result does not matter any more.
class Decoder {
 public:
  explicit Decoder(json::Value root) : root_(root) {}

  std::optional<Manifest> run() {
    Manifest manifest;
    manifest.id = number(root_, "id", kLargestId);
    manifest.kind = one_of<TransactionKind>(root_, "kind", kKindNames);
    manifest.reverses = number(root_, "reverses", kLargestId);
    manifest.time_ns = static_cast<int64_t>(number(root_, "time", INT64_MAX));
    manifest.caller = text(root_, "caller");
    manifest.command = text(root_, "command");
    if (root_.find("batch")) manifest.batch = text(root_, "batch");
    for (json::Value folder : list(root_, "made")) manifest.made.push_back(path(folder, "path"));
    for (json::Value folder : list(root_, "removed")) manifest.removed.push_back({path(folder, "path"), mode(folder)});
    for (json::Value entry : list(root_, "files")) manifest.files.push_back(file(entry));
    if (bad_ || manifest.id == 0 || nested(before_) || nested(after_)) return std::nullopt;
    return manifest;
  }

 private:
  std::optional<json::Value> member(const json::Value& object, std::string_view key, json::Type type) {
    if (object.type() == json::Type::object)
      if (std::optional<json::Value> value = object.find(key); value && value->type() == type) return value;
    bad_ = true;
    return std::nullopt;
  }

  std::string text(const json::Value& object, std::string_view key) {
    auto value = member(object, key, json::Type::string);
    return value ? std::string(value->text()) : std::string();
  }

  uint64_t number(const json::Value& object, std::string_view key, uint64_t largest) {
    auto value = member(object, key, json::Type::number);
    std::optional<uint64_t> number = value ? value->unsigned_integer() : std::nullopt;
    if (!number || *number > largest) bad_ = true;
    return number.value_or(0);
  }

  std::vector<json::Value> list(const json::Value& object, std::string_view key) {
    std::vector<json::Value> elements;
    if (auto value = member(object, key, json::Type::array))
      for (json::Value element : *value) elements.push_back(element);
    return elements;
  }

  // A planted manifest may name any path: the same rules hold as for a document.
  std::string path(const json::Value& object, std::string_view key) {
    std::string value = text(object, key);
    if (!RelPath::parse(value, PathRules::git)) bad_ = true;
    return value;
  }

  uint32_t mode(const json::Value& object) { return static_cast<uint32_t>(number(object, "mode", 07777)); }

  template <class Kind>
  Kind one_of(const json::Value& object, std::string_view key, std::span<const std::string_view> names) {
    auto found = std::find(names.begin(), names.end(), text(object, key));
    if (found == names.end()) bad_ = true;
    return static_cast<Kind>(found == names.end() ? 0 : found - names.begin());
  }

  FileState state(const json::Value& object, std::string_view key) {
    FileState state;
    if (!object.find(key)) return state;
    auto value = member(object, key, json::Type::object);
    if (!value) return state;
    state.exists = true;
    state.kind = one_of<FileKind>(*value, "kind", kFileKindNames);
    state.mode = mode(*value);
    state.size = number(*value, "size", INT64_MAX);
    std::optional<Sha256> sha = Sha256::parse(text(*value, "sha256"));
    if (!sha) bad_ = true;
    state.sha = sha.value_or(Sha256{});
    return state;
  }

  RecordedFile file(const json::Value& entry) {
    RecordedFile file;
    if (entry.type() != json::Type::object) {
      bad_ = true;
      return file;
    }
    file.path = path(entry, "path");
    if (entry.find("from")) file.from = path(entry, "from");
    file.before = state(entry, "before");
    file.after = state(entry, "after");
    if (entry.find("whole")) file.whole = true;
    if (entry.find("text")) file.pieces = pieces(entry);
    bool twice = !paths_.insert(file.path).second;
    if (file.before.exists) before_.insert(file.path);
    if (file.after.exists) after_.insert(file.path);
    if (twice || (!file.before.exists && !file.after.exists)) bad_ = true;
    return file;
  }

  // Two numbers, where from and how many, or a text.
  std::vector<TextPiece> pieces(const json::Value& entry) {
    std::vector<TextPiece> pieces;
    std::optional<uint64_t> offset;
    for (json::Value element : list(entry, "text")) {
      bool is_text = element.type() == json::Type::string;
      std::optional<uint64_t> number = is_text ? std::nullopt : element.unsigned_integer();
      if (is_text && !offset) pieces.push_back({.text = std::string(element.text())});
      else if (!number || *number > INT64_MAX) bad_ = true;
      else if (!offset) offset = number;
      else pieces.push_back({.offset = *std::exchange(offset, std::nullopt), .size = *number});
    }
    if (offset) bad_ = true;
    return pieces;
  }

  // A file below a file.
  static bool nested(const std::set<std::string, std::less<>>& paths) {
    for (std::string_view path : paths)
      for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
        if (paths.contains(path.substr(0, slash))) return true;
    return false;
  }

  json::Value root_;
  std::set<std::string> paths_;
  std::set<std::string, std::less<>> before_, after_;  // what exists on each side
  bool bad_ = false;
};

tl::unexpected<Error> untrusted_manifest(std::string message, std::string hint) {
  return fail(Code::state_untrusted, std::move(message), std::move(hint));
}

}  // namespace

std::string_view name(TransactionKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

// A long name, because ext4 looks through all names in a block for each one that it adds: hundreds of short ones, but
// only some ninety of these. It takes two thirds of the time for 5,000 files.
std::string staged_name(size_t index) {
  constexpr size_t kDigits = 32;
  std::string digits = std::to_string(index);
  return "n" + std::string(kDigits - digits.size(), '0') + digits;
}

std::string encode(const Manifest& manifest) {
  std::string text = json::object([&](json::Writer& out) {
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
  std::string hash = sha256(text).hex();
  return text.append(kHashMark).append(hash).append("\n");
}

Result<std::optional<Manifest>> decode(std::string_view text) {
  if (text.size() < kHashLine) return std::nullopt;
  std::string_view body = text.substr(0, text.size() - kHashLine);
  std::string_view mark = text.substr(body.size());
  if (!mark.starts_with(kHashMark) || !mark.ends_with('\n')) return std::nullopt;
  if (Sha256::parse(mark.substr(kHashMark.size(), 64)) != sha256(body)) return std::nullopt;

  const std::string hint = "look at it; remove it if it came with the tree";
  json::ReadResult read = json::read(body);
  if (!read.document || !read.errors.empty() || !read.repairs.empty())
    return untrusted_manifest("the manifest is not one that aptix writes", hint);
  json::Value root = read.document->root();
  std::optional<json::Value> version = root.type() == json::Type::object ? root.find("version") : std::nullopt;
  uint64_t number = version ? version->unsigned_integer().value_or(0) : 0;
  if (number > kManifestVersion)
    return untrusted_manifest("the manifest was written by a newer aptix", "use that version here");
  if (number != 0 && number < kManifestVersion)
    return untrusted_manifest("the manifest was written by an older aptix", "use that version here");
  std::optional<Manifest> manifest;
  if (number != 0) manifest = Decoder(root).run();
  if (!manifest) return untrusted_manifest("the manifest is not one that aptix writes", hint);
  return manifest;
}

// Sorting by path keeps the files of one folder together, so that the folder is opened once.
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

}  // namespace aptix::disk
