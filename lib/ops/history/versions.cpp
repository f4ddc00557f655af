#include "ops/history/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/tree/ignore.h"
#include "disk/reader.h"
#include "ops/files/known_bases.h"

namespace aptix::ops {
namespace {

Error unknown_version(const std::string& path, const VersionName& name) {
  return error_at(path, Code::version_unknown,
      fmt::format("there is no version {} of {}", name.shown(), in_quotes(path)),
      "'aptix history' lists the versions of a file");
}

disk::StoredState state_of_text(std::string_view text, FileKind kind, uint32_t mode) {
  return {.exists = true, .kind = kind, .mode = mode, .size = text.size(), .sha = sha256(text)};
}

OwnedText own(std::string text) {
  auto kept = std::make_shared<const std::string>(std::move(text));
  return {*kept, kept};
}

Error no_commit(const std::string& revision) {
  return make_error(
      Code::version_unknown, fmt::format("git knows no commit {} here", excerpt_in_quotes(revision)), "see 'git log'");
}

// "<mode> <type> <object>\t<path>", of 'git ls-tree -z'.
struct GitEntry {
  std::string mode, object, path;
  bool is_file = false;  // or a link
};

std::vector<GitEntry> entries_of(std::string_view listed) {
  std::vector<GitEntry> entries;
  for (std::string_view line : parts_of(listed)) {
    std::vector<std::string_view> words = split(line.substr(0, line.find('\t')), ' ');
    if (words.size() != 3) continue;
    entries.push_back({std::string(words[0]), std::string(words[2]), std::string(line.substr(line.find('\t') + 1)),
        words[1] == "blob"});
  }
  return entries;
}

Result<FileVersion> git_version(const GitEntry& entry, const std::optional<AskedBlob>& blob) {
  if (!entry.is_file)
    return fail_at(entry.path, Code::path_special, fmt::format("{} is not a file in git", in_quotes(entry.path)));
  if (!blob || !blob->bytes)
    return fail_at(entry.path, Code::io_error,
        fmt::format("git has not the content of {} that it names", in_quotes(entry.path)), "run 'git fsck'");
  FileKind kind = kind_of_mode(entry.mode);
  FileVersion version{.path = entry.path};
  version.text = own(std::string(*blob->bytes));
  version.state = state_of_text(version.text->bytes, kind, kind == FileKind::executable ? 0777 : 0666);
  return version;
}

}  // namespace

std::string VersionName::shown() const {
  switch (kind) {
    case Kind::transaction: return std::to_string(id);
    case Kind::base: return "base";
    case Kind::disk: return "disk";
    case Kind::cloud: return "cloud";
    case Kind::git: return escape_for_display("git:" + revision);
    case Kind::checkpoint: return revision;
  }
  return {};
}

Result<VersionName> parse_version(std::string_view text) {
  using Kind = VersionName::Kind;
  if (text == "base") return VersionName{.kind = Kind::base};
  if (text == "disk") return VersionName{.kind = Kind::disk};
  if (text == "cloud") return VersionName{.kind = Kind::cloud};
  bool names_revision = text.starts_with("git:") && text.size() > 4 && text[4] != '-' &&
      text.find_first_of(std::string_view(":\n\0", 3), 4) == std::string_view::npos;
  if (names_revision) return VersionName{.kind = Kind::git, .revision = std::string(text.substr(4))};
  if (auto id = parse_number(text); id && *id != 0) return VersionName{.kind = Kind::transaction, .id = *id};
  if (disk::is_checkpoint_name(text)) return VersionName{.kind = Kind::checkpoint, .revision = std::string(text)};
  return fail(Code::usage, fmt::format("{} is not a version", excerpt_in_quotes(text)),
      "give the number of a transaction, 'base', 'disk', 'cloud', 'git:' and a commit, or the name of a checkpoint");
}

Outcome<std::unique_ptr<Versions>> Versions::open(disk::Workspace& workspace, VersionPlaces places, Damaged damaged) {
  Outcome<std::unique_ptr<Versions>> outcome;
  auto texts = disk::SavedTexts::open(workspace, outcome.diagnostics.warnings);
  if (!texts) {
    outcome.add(std::move(texts).error());
    return outcome;
  }
  if (damaged == Damaged::refused) std::swap(outcome.diagnostics.errors, outcome.diagnostics.warnings);
  outcome.value.reset(new Versions(workspace, std::move(*texts), std::move(places)));
  return outcome;
}

Status Versions::open_reader() {
  if (reader_) return {};
  TRY_SET(top_, workspace_.at_top());
  reader_ = disk::reader(*top_, {}, disk::Links::seen);
  return {};
}

bool Versions::is_folder(const std::string& path) { return open_reader() && reader_->names_in(path).has_value(); }

Result<FileVersion> Versions::on_disk(const std::string& path) {
  TRY(open_reader());
  TRY_ASSIGN(name, RelPath::parse(path, PathRules::git));
  FileVersion version{.path = path};
  auto read = reader_->read(name);
  if (!read && read.error().code == Code::path_conflict) return version;  // a file has the name of its folder
  TRY_ASSIGN(image, std::move(read));
  if (!image.exists || image.kind == FileKind::other) return version;  // no file, perhaps a folder
  version.state = state_of_text(image.bytes, image.kind, image.mode);
  version.text = {image.bytes, std::move(image.owner)};
  return version;
}

bool Versions::is_kept(const disk::StoredState& state, const FileVersion& disk) const {
  return !state.exists || (disk.state.exists && disk.state.sha == state.sha) || texts_.holds(state.sha);
}

Result<FileHistory> Versions::history(const std::string& path) {
  TRY_ASSIGN(disk, on_disk(path));
  FileHistory out{.path = path, .current = disk.state, .trace = timeline_.trace(path)};
  if (out.trace.empty() && is_folder(path))
    return fail_at(path, Code::path_special, fmt::format("{} is a folder", in_quotes(path)), "name the files in it");
  auto all = disk::read_checkpoints(workspace_);
  if (!all.ok()) return fail(std::move(all.diagnostics.errors.front()));
  for (disk::Checkpoint& checkpoint : std::views::reverse(all.value)) {
    auto file = std::ranges::lower_bound(checkpoint.files, path, {}, &disk::CheckpointFile::path);
    if (file != checkpoint.files.end() && file->path == path)
      out.checkpoints.push_back({std::move(checkpoint.name), checkpoint.time_ns, file->state});
  }
  if (out.trace.empty() && !disk.state.exists && out.checkpoints.empty())
    return fail_at(path, Code::version_unknown, fmt::format("no transaction changed {}", in_quotes(path)),
        "'aptix log' lists what was changed");
  if (!out.trace.empty()) {
    const disk::StoredState& left = out.trace.front().file->after;
    out.version = timeline_.version_of(path, disk.state);
    out.outside_edit = left.exists != disk.state.exists || left.sha != disk.state.sha;
  }
  const Touch* oldest = oldest_kept(out.trace, [&](const disk::StoredState& state) { return is_kept(state, disk); });
  for (const Touch& touch : out.trace) {
    out.rows.push_back({&touch, touch.file->after, touch.file->path, is_kept(touch.file->after, disk)});
    if (&touch != oldest) continue;
    std::string name(touch.from.empty() ? std::string_view(touch.file->path) : touch.from);
    auto base = timeline_.state_after(name, touch.record->id - 1);
    if (base && base->exists) out.rows.push_back({nullptr, *base, std::move(name), is_kept(*base, disk)});
  }
  return out;
}

Result<FileVersion> Versions::logged(const std::string& path, const VersionName& name) {
  std::vector<Touch> trace = timeline_.trace(path);
  bool is_base = name.kind == VersionName::Kind::base;
  if (!is_base && timeline_.find(name.id) == nullptr)
    return fail(Code::version_unknown, fmt::format("there is no transaction {}", name.id), "'aptix log' lists them");
  if (trace.empty() && is_base) return fail(unknown_version(path, name));
  if (trace.empty()) return on_disk(path);
  const Touch* later = is_base ? nullptr : &trace.back();
  if (is_base) {
    TRY_ASSIGN(disk, on_disk(path));
    later = oldest_kept(trace, [&](const disk::StoredState& state) { return is_kept(state, disk); });
    if (later == nullptr) return fail(unknown_version(path, name));
    if (later != &trace.back()) later_bases_[path] = later->record->id;
  } else {
    for (const Touch& touch : trace)
      if (touch.record->id <= name.id) return FileVersion{.state = touch.file->after, .path = touch.file->path};
  }
  std::string old_name(later->from.empty() ? std::string_view(later->file->path) : later->from);
  auto state = timeline_.state_after(old_name, later->record->id - 1);
  return FileVersion{.state = state.value_or(disk::StoredState{}), .path = std::move(old_name)};
}

Result<bool> Versions::knows_git(const std::string& revision) {
  auto asked = known_to_git_.find(revision);
  if (asked != known_to_git_.end()) return asked->second;
  TRY_ASSIGN(known, git_says(places_.run_git, {"rev-parse", "-q", "--verify", revision + "^{tree}"}));
  return known_to_git_[revision] = known;
}

std::vector<Diagnostic> Versions::later_bases() const {
  std::vector<Diagnostic> said;
  for (const auto& [path, id] : later_bases_)
    said.push_back(error_at(path, Code::version_unknown,
        fmt::format("'base' of {} is what stood before transaction {}: the texts before it are no longer kept",
            in_quotes(path), id)));
  return said;
}

Result<std::vector<std::string>> Versions::changed_in_git(
    const std::string& place, const VersionName& from, const VersionName& to, Untracked untracked) {
  std::vector<std::string> question = {"-c", "protocol.allow=never", "--literal-pathspecs", "diff", "--name-only", "-z",
      "--no-renames", "--no-ext-diff", "--relative", "--ignore-submodules=all"};
  for (const VersionName* side : {&from, &to}) {
    if (side->kind != VersionName::Kind::git) continue;
    TRY_ASSIGN(known, knows_git(side->revision));
    if (!known) return fail(no_commit(side->revision));
    question.push_back(side->revision + "^{tree}");
  }
  std::string below = place.empty() ? "." : place;
  question.insert(question.end(), {"--", below});
  TRY_ASSIGN(listed, places_.run_git(question, ""));
  std::vector<std::string> paths;
  if (untracked == Untracked::listed) TRY_SET(paths, untracked_files(places_.run_git, {below}));
  for (std::string_view path : parts_of(listed)) paths.emplace_back(path);
  return paths;
}

Status Versions::load_from_git(const std::vector<std::string>& paths, const std::string& revision) {
  constexpr size_t kMostAtOnce = 500;  // keeps the command line short enough
  TRY_ASSIGN(known, knows_git(revision));
  if (!known) return fail(no_commit(revision));
  for (size_t first = 0; first < paths.size(); first += kMostAtOnce) {
    std::vector<std::string> question = {
        "-c", "protocol.allow=never", "--literal-pathspecs", "ls-tree", "-z", revision + "^{tree}", "--"};
    for (size_t i = first; i < std::min(paths.size(), first + kMostAtOnce); ++i) {
      question.push_back(paths[i]);
      from_git_.insert_or_assign({revision, paths[i]}, FileVersion{.path = paths[i]});
    }
    TRY_ASSIGN(listed, places_.run_git(question, ""));
    std::vector<GitEntry> entries = entries_of(listed);
    std::string wanted;
    for (const GitEntry& entry : entries) wanted += entry.is_file ? entry.object + "\n" : "";
    TRY_ASSIGN(answer, places_.run_git({"-c", "protocol.allow=never", "cat-file", "--batch"}, wanted));
    std::string_view rest = answer;
    for (const GitEntry& entry : entries) {
      auto blob = entry.is_file ? take_blob(rest) : std::nullopt;
      from_git_.insert_or_assign({revision, entry.path}, git_version(entry, blob));
    }
  }
  return {};
}

Result<FileVersion> Versions::version(const std::string& path, const VersionName& name) {
  if (auto refused = reading_refused(workspace_.guard().get(), path)) return fail(std::move(*refused));
  switch (name.kind) {
    case VersionName::Kind::transaction:
    case VersionName::Kind::base: return logged(path, name);
    case VersionName::Kind::disk: return on_disk(path);
    case VersionName::Kind::git:
      if (!from_git_.contains({name.revision, path})) TRY(load_from_git({path}, name.revision));
      return from_git_.at({name.revision, path});
    case VersionName::Kind::cloud: {
      if (places_.sources == nullptr) break;
      TRY_ASSIGN(copy, places_.sources->read(places_.sources->doc_paths().key_of(path), FileSource::cloud));
      disk::StoredState state = state_of_text(copy.content, FileKind::regular, 0666);
      return FileVersion{.state = state, .path = path, .text = own(std::move(copy.content))};
    }
    case VersionName::Kind::checkpoint: {
      TRY_ASSIGN(files, checkpoint(name.revision));
      auto found = files->states.find(path);
      return FileVersion{.state = found == files->states.end() ? disk::StoredState{} : found->second, .path = path};
    }
  }
  return fail(unknown_version(path, name));
}

// Looks in the log, on disk, in checkpoints, and last in git, where the text may have been committed.
Result<OwnedText> Versions::text_of(const FileVersion& version) {
  if (!version.state.exists) return OwnedText{};
  if (version.text) return *version.text;
  if (auto text = texts_.find(version.state.sha)) return own(std::move(*text));
  if (auto disk = on_disk(version.path); disk && disk->state.exists && disk->state.sha == version.state.sha)
    return *disk->text;
  if (auto text = disk::checkpoint_text(workspace_, version.state.sha)) return own(std::move(*text));
  if (places_.run_git)
    if (auto text = find_git_text(places_.run_git, version.path, version.state.sha)) return own(std::move(text->text));
  return fail_at(version.path, Code::version_unknown,
      fmt::format("the text that {} had then is no longer kept", in_quotes(version.path)),
      "take it from git or a backup");
}

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

// A file that is unreadable now may have been unreadable then, too. A file created since has later times.
bool Versions::was_there(const CheckpointFiles& files, const std::string& path) {
  constexpr int64_t kGrainNs = 10'000'000;  // of a file system's clock
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
  std::string folder;  // "" or ending in '/'
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
