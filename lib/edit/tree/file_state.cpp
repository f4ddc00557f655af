#include "edit/tree/file_state.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/basis/messages.h"

namespace aptix::edit {
namespace {

Diagnostic two_of_one_name(const RelPath& path) {
  return make_error(Code::block_syntax,
      fmt::format(
          "{} is to be moved away, and another file was moved onto it: it is not clear which of the two is meant",
          in_quotes(path)),
      "move it away first, or put the edit into the entry that moves it");
}

// Is one of the folders this one, or below it?
bool any_below(std::string_view path, const std::set<std::string_view>& folders) {
  if (folders.contains(path)) return true;
  std::string start = std::string(path) + "/";
  auto next = folders.lower_bound(start);
  return next != folders.end() && next->starts_with(start);
}

using Turn = FileState::Turn;

bool is_rename(const FileEdit& entry) { return entry.operation == Operation::rename; }

tl::unexpected<Error> missing(const FileEdit& entry) {
  return fail(make_error(Code::file_missing,
      fmt::format("cannot {} {} to {}: there is no such file", name(entry.operation), in_quotes(*entry.from),
          in_quotes(entry.path)),
      "check the path that it comes from"));
}

}  // namespace

bool is_unchanged(const FileState& state) {
  const Content& now = state.now;
  if (!state.before.exists || !now.exists) return state.before.exists == now.exists;
  return now.kind == state.before.kind && now.mode == state.before.mode && now.metadata_of == state.path &&
      same_bytes(state.before.bytes, now);
}

const FileImage* image_before(const FileState& state, std::string_view now) {
  return state.before.exists && state.before.bytes != now ? &state.before : nullptr;
}

Unit unit_of(const FileEdit& entry) {
  return {entry.block, entry.order == Order::as_before ? entry.origin.pointer : std::string_view()};
}

GivingWay names_that_give_way(const Plan& plan) {
  GivingWay names;
  std::set<std::string_view> emptied;
  std::set<std::string_view> removed;
  KnownFolders known;
  for (const FileEdit& entry : plan.files) {
    bool moves = entry.operation == Operation::rename;
    if (!moves && entry.operation != Operation::remove) continue;
    const RelPath& leaves = moves ? *entry.from : entry.path;
    emptied.insert(leaves.parent());
    if (!moves) {
      removed.insert(leaves.str());
      known.add(leaves.str());
    }
    names.leaving.insert(leaves.str());
  }
  if (emptied.empty()) return names;
  for (const FileEdit& entry : plan.files) {
    bool comes = entry.operation != Operation::remove && entry.operation != Operation::modify;
    if (!comes) continue;
    std::string_view path = entry.path.str();
    if (any_below(path, emptied)) names.folders.insert(path);
    for (auto folder = known.above(path); !folder.empty(); folder = known.above(folder))
      if (auto gone = removed.find(folder); gone != removed.end()) names.made.insert(*gone);
  }
  return names;
}

std::vector<const FileState*> FileStates::blocked_by_folders() const {
  std::vector<const FileState*> found;
  std::set<std::string_view> emptied;
  for (const FileState& state : states_) {
    if (state.folder && state.now.exists) found.push_back(&state);
    else if (state.before.exists && !state.now.exists) emptied.insert(state.path.parent());
  }
  std::erase_if(found, [&](const FileState* state) { return any_below(state->path.str(), emptied); });
  for (const FileState& state : states_)
    if (is_to_go_from_folder(state) && !holds_result_alone(state.path)) found.push_back(&state);
  return found;
}

std::vector<const FileState*> FileStates::folders_of_earlier_run() const {
  std::vector<const FileState*> found;
  for (const FileState& state : states_)
    if (is_to_go_from_folder(state) && holds_result_alone(state.path)) found.push_back(&state);
  return found;
}

bool FileStates::holds_result_alone(const RelPath& folder) const {
  std::optional<std::vector<std::string>> names = reader_.names_in(folder.str());
  if (!names || names->empty()) return false;
  return std::all_of(names->begin(), names->end(), [&](const std::string& name) {
    Result<RelPath> path = RelPath::parse(folder.str() + "/" + name);
    if (!path) return false;
    auto known = by_path_.find(path->str());
    if (known == by_path_.end() || known->second->folder) return holds_result_alone(*path);
    const FileState& state = *known->second;
    return !state.unreadable && state.before.exists && is_unchanged(state);
  });
}

Status FileStates::check_parents(const RelPath& path, Entries entries) const {
  std::string_view text = path.str();
  for (auto folder = folders_.above(text); !folder.empty(); folder = folders_.above(folder)) {
    auto parent = by_path_.find(folder);
    if (parent == by_path_.end() || !parent->second->now.exists) continue;
    bool link = parent->second->now.kind == FileKind::symlink;
    bool gives_way = parent->second->folder || (!link && giving_way_.leaving.contains(parent->first));
    if (gives_way && entries == Entries::so_far) continue;
    return fail(make_error(link ? Code::path_symlink : Code::path_conflict,
        fmt::format("'{}' leads through '{}', which is a {}", text, parent->first, link ? "symbolic link" : "file"),
        "name a path that has only folders above it")
                    .at(text));
  }
  return {};
}

// An earlier entry removed a file where a folder of this path is needed: nothing can be below it.
bool FileStates::is_below_a_gone_file(const RelPath& path) const {
  for (auto folder = folders_.above(path.str()); !folder.empty(); folder = folders_.above(folder)) {
    auto parent = by_path_.find(folder);
    if (parent != by_path_.end() && parent->second->before.exists && !parent->second->now.exists) return true;
  }
  return false;
}

bool FileStates::is_leaving(std::string_view path) const {
  if (giving_way_.leaving.empty()) return false;
  for (; !giving_way_.leaving.contains(path); path = path.substr(0, path.rfind('/')))
    if (path.find('/') == std::string_view::npos) return false;
  return true;
}

Result<FileImage> FileStates::read(FileState& state) const {
  if (is_below_a_gone_file(state.path)) return FileImage{};
  Result<FileImage> image = reader_.read(state.path);
  if (image) return image;
  bool may_be_folder = giving_way_.folders.contains(state.path.str()) || giving_way_.made.contains(state.path.str());
  bool is_folder = image.error().code == Code::path_special && may_be_folder;
  bool is_gone = image.error().code == Code::path_conflict && is_leaving(state.path.str());
  if (is_folder) state.folder = std::make_unique<Error>(std::move(image).error().at(state.path.str()));
  return is_folder || is_gone ? FileImage{} : image;
}

Result<FileState*> FileStates::at(const RelPath& path) {
  auto known = by_path_.find(path.str());
  bool is_new = known == by_path_.end();
  FileState& state = is_new ? states_.emplace_back(path) : *known->second;
  if (is_new) {
    by_path_.emplace(state.path.str(), &state);
    folders_.add(state.path.str());
  }
  bool unreadable = !is_new && state.unreadable;  // was reported
  state.unreadable = is_new || state.unreadable;
  if (!unreadable && !giving_way_.leaving.contains(path.str())) TRY(check_parents(path, Entries::so_far));
  if (is_new) {
    Result<FileImage> image = read(state);
    if (!image) return fail(std::move(image).error().at(path.str()));
    state.unreadable = false;
    state.before = std::move(*image);
    if (state.before.owner != nullptr) changes_.owners.push_back(state.before.owner);
    if (state.before.exists) {
      state.now = {true, state.before.kind, state.before.mode, path, {}, 0};
      state.now.set({state.before.bytes});
    }
  }
  if (is_new || state.unit != unit_) {
    state.unit = unit_;
    state.at_unit_start = {state.now, state.from};
    state.turn = FileState::Turn::no;
  }
  return &state;
}

bool FileStates::is_link(const RelPath& path) const {
  auto known = by_path_.find(path.str());
  if (known != by_path_.end() && !known->second->unreadable)
    return known->second->now.exists && known->second->now.kind == FileKind::symlink;
  Result<FileImage> image = reader_.read(path);
  return image ? image->kind == FileKind::symlink : image.error().code == Code::path_symlink;
}

std::string_view FileStates::flat(Content& content) {
  std::string_view whole = aptix::flat(content, changes_.texts);
  if (content.pieces.size() > 1) content.pieces = {whole};
  return whole;
}

MovedFiles::MovedFiles(std::span<const FileEdit> entries) {
  for (const FileEdit& entry : entries)
    if (entry.contract == Contract::unique && is_rename(entry)) ++leaving_[{unit_of(entry), entry.from->str()}];
}

bool MovedFiles::leaves(const FileEdit& entry) const {
  auto found = leaving_.find({unit_of(entry), entry.path.str()});
  return found != leaving_.end() && found->second != 0;
}

Status MovedFiles::check(const FileEdit& entry, const FileState& state) {
  if (state.displaced) return fail(two_of_one_name(entry.path));
  return {};
}

Result<Former> MovedFiles::start(const FileEdit& entry, const FileState& source, const FileState& target) const {
  if (entry.order == Order::as_before) return start_in_diff(entry, source, target);
  if (target.displaced || (source.displaced && !is_rename(entry)))
    return fail(two_of_one_name(target.displaced ? entry.path : *entry.from));
  if (!source.displaced && !source.now.exists) return missing(entry);
  if (target.now.exists && !leaves(entry)) return fail(exists_already(entry));
  return source.displaced ? *source.displaced : Former{source.now, source.from};
}

Result<Former> MovedFiles::start_in_diff(
    const FileEdit& entry, const FileState& source, const FileState& target) const {
  bool rename = is_rename(entry);
  if (rename && source.turn == Turn::changed)
    return fail(make_error(Code::diff_syntax,
        fmt::format("one diff changes {} and renames it to {}, each from the file as it was", in_quotes(*entry.from),
            in_quotes(entry.path)),
        "put the hunks below the header that renames the file"));
  bool gone = source.turn == Turn::left || source.turn == Turn::exchanged;
  if ((rename && gone) || !source.at_unit_start.content.exists) return missing(entry);
  if (target.now.exists && target.turn == Turn::changed)
    return fail(
        make_error(Code::diff_syntax, fmt::format("one diff makes {} twice, of two files", in_quotes(entry.path)),
            "give each path one header in a diff"));
  bool taken = target.turn == Turn::replaced || target.turn == Turn::exchanged;
  if (taken || (target.now.exists && !leaves(entry))) return fail(exists_already(entry));
  return source.at_unit_start;
}

void MovedFiles::take_away(const FileEdit& entry, FileState& source) {
  if (entry.contract == Contract::unique) --leaving_[{unit_of(entry), entry.from->str()}];
  bool another_came = entry.order == Order::as_before ? source.turn == Turn::replaced : source.displaced != nullptr;
  source.turn = another_came ? Turn::exchanged : Turn::left;
  source.displaced.reset();
  if (another_came) return;
  source.now.clear();
  source.from.reset();
}

void MovedFiles::make(const FileEdit& entry, FileState& source, FileState& target, const Former& start, Content next) {
  if (is_rename(entry)) take_away(entry, source);
  if (target.now.exists && entry.order != Order::as_before)
    target.displaced = std::make_unique<Former>(std::move(target.now), std::move(target.from));
  target.turn = target.now.exists || target.turn == Turn::no ? Turn::replaced : Turn::exchanged;
  target.now = std::move(next);
  target.from = start.from ? start.from : source.path;
}

}  // namespace aptix::edit
