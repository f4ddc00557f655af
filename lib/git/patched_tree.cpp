#include "git/patched_tree.h"

#include <utility>

namespace aptix::git {
namespace {

constexpr std::string_view kSubmodule = "Subproject commit ";

bool is_submodule_here(const Content& content) { return content.exists && content.kind == FileKind::other; }

}  // namespace

std::string text_of_submodule(std::string_view commit) { return std::string(kSubmodule) + std::string(commit) + "\n"; }

std::optional<std::string> commit_of_submodule(std::string_view text) {
  if (!text.starts_with(kSubmodule) || !text.ends_with('\n')) return std::nullopt;
  std::string commit(text.substr(kSubmodule.size(), text.size() - kSubmodule.size() - 1));
  bool whole = commit.size() == 40 || commit.size() == 64;
  if (!whole || commit.find_first_not_of("0123456789abcdef") != std::string::npos) return std::nullopt;
  return commit;
}

Result<RelPath> PatchedTree::path_of(const std::string& name) const {
  if (!name.starts_with(prefix_))
    return fail(
        make_error(Code::path_outside_root, "'" + name + "' lies outside the root", "name the folder above with --root")
            .at(name));
  return RelPath::parse(std::string_view(name).substr(prefix_.size()), PathRules::git);
}

PatchedTree::Entry* PatchedTree::known(const std::string& name) {
  auto place = places_.find(name);
  return place == places_.end() ? nullptr : &entries_[place->second];
}

bool PatchedTree::is_written(const std::string& name) const {
  auto place = places_.find(name);
  return place != places_.end() && entries_[place->second].written;
}

// The file or link that a patch wrote where this name needs a folder; null: none.
const PatchedTree::Entry* PatchedTree::written_above(const std::string& name) {
  for (auto folder = written_.above(name); !folder.empty(); folder = written_.above(folder)) {
    Entry* above = known(std::string(folder));
    if (above != nullptr && above->written && above->now.exists) return above;
  }
  return nullptr;
}

Status PatchedTree::check_folders_of(const std::string& name) {
  const Entry* above = written_above(name);
  if (above == nullptr) return {};
  if (above->now.kind == FileKind::symlink)
    return fail_at(name, Code::path_symlink, "affected file '" + name + "' is beyond a symbolic link");
  return fail_at(name, Code::path_conflict,
      "'" + prefix_ + above->path.str() + "' appears as both a file and as a directory",
      "give one of them another path, or delete the file first");
}

Status PatchedTree::check_folders() {
  for (const Entry& entry : entries_)
    if (entry.written && entry.now.exists) TRY(check_folders_of(prefix_ + entry.path.str()));
  return {};
}

// Reads what existed before all patches.
Result<PatchedTree::Entry*> PatchedTree::read(const std::string& name) {
  TRY_ASSIGN(path, path_of(name));
  Result<FileImage> image = reader_.read(path);
  Standing standing = Standing::nothing;
  if (!image) {
    Code code = image.error().code;
    if (code != Code::path_symlink && code != Code::path_conflict) return fail(std::move(image).error());
    standing = code == Code::path_symlink ? Standing::beyond_link : Standing::below_file;
    image = FileImage{};
  }
  if (image->exists && image->kind == FileKind::other) {
    standing = Standing::folder;
    image = FileImage{};
  }
  places_.emplace(name, entries_.size());
  Entry& entry = entries_.emplace_back(Entry{.path = std::move(path)});
  entry.before = std::move(*image);
  entry.standing = standing;
  if (entry.before.owner != nullptr) changes_.owners.push_back(entry.before.owner);
  if (!entry.before.exists) return &entry;
  entry.standing = entry.before.kind == FileKind::symlink ? Standing::link : Standing::file;
  entry.now = {true, entry.before.kind, entry.before.mode, entry.path, {}, 0};
  entry.now.set({entry.before.bytes});
  return &entry;
}

Result<PatchedTree::Found> PatchedTree::look(const std::string& name) {
  Entry* entry = known(name);
  if (entry == nullptr) {
    TRY_ASSIGN(made, read(name));
    entry = made;
  }
  if (!entry->now.exists) {
    Standing gone = written_above(name) != nullptr ? Standing::below_file : Standing::nothing;
    return Found{entry->written ? gone : entry->standing, nullptr};
  }
  Standing file = is_submodule_here(entry->now) ? Standing::folder : Standing::file;
  return Found{entry->now.kind == FileKind::symlink ? Standing::link : file, &entry->now};
}

void PatchedTree::remove(const std::string& name) {
  Entry& entry = entries_[places_.at(name)];
  entry.now.clear();
  entry.from.reset();
  entry.written = true;
}

void PatchedTree::put(const std::string& name, Content content) {
  Entry& entry = entries_[places_.at(name)];
  entry.now = std::move(content);
  entry.written = true;
  written_.add(name);
}

void PatchedTree::note_source(const std::string& name, const std::string& source) {
  Entry* from = known(source);
  if (from == nullptr) return;
  entries_[places_.at(name)].from = from->from ? from->from : from->path;
}

// The content that a path is compared with.
std::string_view PatchedTree::image_before(const Entry& entry) {
  if (entry.before.exists || !entry.now.exists || !entry.from) return entry.before.bytes;
  const Entry* source = known(prefix_ + entry.from->str());
  return source != nullptr ? source->before.bytes : entry.before.bytes;
}

void PatchedTree::collect_submodule(const Entry& entry) {
  bool was = entry.standing == Standing::folder, is = is_submodule_here(entry.now);
  if (!was && !is) return;
  SubmoduleChange change{.path = entry.path, .goes = !is, .has_folder = was};
  if (is) change.commit = commit_of_submodule(flat(entry.now)).value_or("");
  changes_.submodules.push_back(std::move(change));
}

void PatchedTree::collect() {
  changes_.changes.reserve(entries_.size());
  for (Entry& entry : entries_) {
    if (!entry.written) continue;
    collect_submodule(entry);
    if (is_submodule_here(entry.now)) entry.now.clear();  // not a file
    if (!entry.before.exists && !entry.now.exists) continue;
    bool stays = entry.before.exists && entry.now.exists && entry.now.kind == entry.before.kind &&
        entry.now.mode == entry.before.mode && same_bytes(entry.before.bytes, entry.now);
    if (stays) {
      changes_.kept.push_back({.path = entry.path, .image = entry.before});
      continue;
    }
    std::string_view image = image_before(entry);
    changes_.changes.push_back(make_change(entry.path, entry.from, entry.before, image, std::move(entry.now)));
  }
}

}  // namespace aptix::git
