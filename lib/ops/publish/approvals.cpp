// A stored change is one line of JSON, then the new texts, then the hash of all that. It may be planted: its paths must
// pass the path rules, and a person sees its diff before it is made.
#include "ops/publish/publish.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/json_writer.h"
#include "base/text/text.h"
#include "disk/confined.h"
#include "disk/record/manifest.h"
#include "disk/state_files.h"

namespace aptix::ops {
namespace {

constexpr size_t kIdLength = 8;
constexpr std::string_view kReverses = "reverses", kRestores = "restores";

void write_stored(json::Writer& w, std::string_view key, const disk::StoredState& state) {
  if (state.kind != FileKind::other) disk::write_state(w, key, state);
}

// Reads the JSON line. nullopt if any part is invalid.
class PendingReader {
 public:
  explicit PendingReader(json::Value root) : root_(root) {}

  std::optional<Pending> run(std::string_view texts) {
    Pending pending;
    pending.id = fields_.text(root_, "id");
    pending.time_ns = static_cast<int64_t>(fields_.number(root_, "time", INT64_MAX));
    pending.caller = fields_.text(root_, "caller");
    pending.command = fields_.text(root_, "command");
    for (std::string_view key : {kReverses, kRestores})
      if (root_.type() == json::Type::object && root_.find(key))
        pending.reversal = {fields_.number(root_, key, INT64_MAX), key == kRestores};
    for (json::Value entry : fields_.list(root_, "files")) pending.files.push_back(file(entry, texts));
    if (fields_.bad || !texts.empty() || pending.id.empty()) return std::nullopt;
    return pending;
  }

 private:
  std::string path(const json::Value& object, std::string_view key) {
    return object.type() == json::Type::object && object.find(key) ? disk::read_path(fields_, object, key) : "";
  }

  PendingFile file(const json::Value& entry, std::string_view& texts) {
    PendingFile file;
    file.path = path(entry, "path");
    file.from = path(entry, "from");
    file.metadata_of = path(entry, "metadataOf");
    if (file.path.empty()) fields_.bad = true;
    if (fields_.bad) return file;
    file.before = disk::read_state(fields_, entry, "before");
    file.after = disk::read_state(fields_, entry, "after");
    if (!file.after.exists) return file;
    if (file.after.size > texts.size()) fields_.bad = true;
    file.text = texts.substr(0, file.after.size);
    texts.remove_prefix(std::min<size_t>(file.after.size, texts.size()));
    if (sha256(file.text) != file.after.sha) fields_.bad = true;
    return file;
  }

  json::Value root_;
  json::RecordFields fields_;
};

std::optional<RelPath> path_or_none(const std::string& path) {
  auto parsed = RelPath::parse(path, PathRules::git);
  return parsed ? std::optional(std::move(*parsed)) : std::nullopt;
}

PendingFile pending_file(const FileChange& change, const std::string& prefix) {
  PendingFile file{.path = disk::join_path(prefix, change.path.str())};
  if (change.from) file.from = disk::join_path(prefix, change.from->str());
  if (change.metadata_of) file.metadata_of = disk::join_path(prefix, change.metadata_of->str());
  file.before = disk::state_before(change);
  file.before.sha = change.before_sha;
  file.after = disk::state_after(change);
  file.after.sha = change.after_sha;
  if (change.after_exists) file.text = change.after_bytes();
  return file;
}

// The encoding without id and time.
std::string content_of(Pending pending) {
  pending.id = "-";
  pending.time_ns = 0;
  return encode_pending(pending);
}

// nullopt also if what is stored is damaged.
std::optional<Pending> stored_as(disk::Workspace& workspace, const std::string& id) {
  auto text = disk::read_from(workspace, disk::Box::approvals, id);
  auto pending = text ? decode_pending(*text) : std::nullopt;
  return pending && pending->id == id ? std::move(pending) : std::nullopt;
}

}  // namespace

std::string encode_pending(const Pending& pending) {
  std::string text = json::object([&](json::Writer& w) {
    w.field("id", pending.id).field("time", std::max<int64_t>(pending.time_ns, 0));
    w.field("caller", pending.caller).field("command", pending.command);
    if (const Reversal& reversal = pending.reversal; reversal.transaction != 0)
      w.field(reversal.restores ? kRestores : kReverses, reversal.transaction);
    w.objects("files", pending.files, [&](const PendingFile& file) {
      w.field("path", file.path);
      if (!file.from.empty()) w.field("from", file.from);
      if (!file.metadata_of.empty()) w.field("metadataOf", file.metadata_of);
      write_stored(w, "before", file.before);
      write_stored(w, "after", file.after);
    });
  });
  text += '\n';
  for (const PendingFile& file : pending.files) text += file.text;
  return disk::sealed(std::move(text));
}

std::optional<Pending> decode_pending(std::string_view text) {
  std::optional<std::string_view> body = disk::unsealed(text);
  size_t line = body ? body->find('\n') : std::string_view::npos;
  if (line == std::string_view::npos) return std::nullopt;
  std::optional<json::Document> document = json::read_record(body->substr(0, line));
  return document ? PendingReader(document->root()).run(body->substr(line + 1)) : std::nullopt;
}

Result<std::string> store_pending(
    disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, const Reversal& reversal) {
  const disk::Surroundings& around = workspace.site().around;
  Pending pending{.id = "-", .time_ns = around.now_ns, .caller = around.caller, .command = around.command};
  pending.reversal = reversal;
  for (const FileChange& change : changes.changes) pending.files.push_back(pending_file(change, prefix));
  // The id is derived from the content, so that the same change waits only once.
  std::string content = content_of(pending), digits = sha256(content).hex();
  for (size_t length = kIdLength; length <= digits.size(); length += kIdLength) {
    pending.id = digits.substr(0, length);
    auto other = stored_as(workspace, pending.id);
    if (other && content_of(*other) != content) continue;
    if (!other) TRY(disk::leave_in(workspace, disk::Box::approvals, pending.id, {encode_pending(pending)}));
    break;
  }
  return std::move(pending.id);
}

Outcome<std::vector<Pending>> list_pending(disk::Workspace& workspace) {
  Outcome<std::vector<Pending>> out;
  TRY_ASSIGN(names, disk::names_in(workspace, disk::Box::approvals));
  for (const std::string& name : names) {
    if (auto pending = stored_as(workspace, name)) out.value.push_back(std::move(*pending));
    else if (disk::read_from(workspace, disk::Box::approvals, name))
      out.diagnostics.warnings.push_back(
          make_error(Code::state_untrusted, fmt::format("the stored change {} is damaged", excerpt_in_quotes(name)),
              "remove '.aptix/approvals/" + name + "'"));
  }
  auto older = [](const Pending& a, const Pending& b) { return std::tie(a.time_ns, a.id) < std::tie(b.time_ns, b.id); };
  std::ranges::sort(out.value, older);
  return out;
}

Result<Pending> find_pending(disk::Workspace& workspace, std::string_view id) {
  bool may_be_one = id.find_first_not_of("0123456789abcdef") == std::string_view::npos && id.size() <= 64;
  if (auto pending = may_be_one ? stored_as(workspace, std::string(id)) : std::nullopt) return std::move(*pending);
  return fail(Code::approval_unknown,
      fmt::format("no change of that id waits for an approval: {}", excerpt_in_quotes(id)),
      "'aptix approve' lists those that do");
}

Result<std::vector<std::string>> stale_paths(Reader& reader, const Pending& pending) {
  std::vector<std::string> stale;
  for (const PendingFile& file : pending.files) {
    TRY_ASSIGN(path, RelPath::parse(file.path, PathRules::git));
    TRY_ASSIGN(image, reader.read(path));
    bool same = file.before.exists == image.exists &&
        (!image.exists || (image.kind == file.before.kind && sha256(image.bytes) == file.before.sha));
    if (!same) stale.push_back(file.path);
  }
  return stale;
}

Result<ChangeSet> changes_of(Reader& reader, const Pending& pending) {
  ChangeSet changes;
  for (const PendingFile& file : pending.files) {
    TRY_ASSIGN(path, RelPath::parse(file.path, PathRules::git));
    FileChange change{.path = path, .from = path_or_none(file.from)};
    TRY_SET(change.before, reader.read(path));
    change.compared_with = change.before.bytes;
    change.after_exists = file.after.exists;
    change.after_kind = file.after.kind;
    change.after_mode = file.after.mode;
    change.metadata_of = path_or_none(file.metadata_of);
    if (file.after.exists) change.pieces.push_back(changes.texts.emplace_back(file.text));
    change.after_size = file.text.size();
    changes.changes.push_back(std::move(change));
  }
  return changes;
}

void drop_pending(disk::Workspace& workspace, const std::string& id) {
  disk::take_from(workspace, disk::Box::approvals, id);
}

}  // namespace aptix::ops
