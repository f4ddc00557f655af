// Each change is read through the workspace's reader, as the resolver does it.
#include "support/changes.h"

#include <stdexcept>

using namespace aptix;

namespace aptix::test {
namespace {

RelPath parse(std::string_view path) {
  auto parsed = RelPath::parse(path);
  if (!parsed) throw std::runtime_error(parsed.error().message);
  return *parsed;
}

}  // namespace

FileChange& Changes::change(std::string_view path) {
  FileChange change{.path = parse(path)};
  auto image = reader_->read(change.path);
  // A file for a folder or a folder for a file: what is in the way must be deleted by the same set, or
  // the transaction itself refuses.
  bool in_the_way = !image && (image.error().code == Code::path_conflict || image.error().code == Code::path_special);
  if (!image && !in_the_way) throw std::runtime_error(image.error().message);
  if (image) change.before = std::move(*image);
  set.owners.push_back(change.before.owner);
  set.changes.push_back(std::move(change));
  return set.changes.back();
}

Changes& Changes::write(std::string_view path, std::string_view content, uint32_t mode) {
  FileChange& file = change(path);
  file.after_exists = true;
  file.after_kind = (mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
  file.after_mode = mode;
  if (file.before.exists) {
    file.after_kind = file.before.kind;
    file.after_mode = file.before.mode;
    file.metadata_of = file.path;
  }
  file.pieces = {set.texts.emplace_back(content)};
  file.after_size = content.size();
  return *this;
}

Changes& Changes::remove(std::string_view path) {
  change(path);
  return *this;
}

Changes& Changes::move(std::string_view from, std::string_view to) {
  FileImage old = change(from).before;
  FileChange& file = change(to);
  file.from = parse(from);
  file.after_exists = true;
  file.after_kind = old.kind;
  file.after_mode = old.mode;
  file.metadata_of = file.from;
  file.pieces = {old.bytes};
  file.after_size = old.bytes.size();
  return *this;
}

Changes& Changes::set_mode(std::string_view path, uint32_t mode) {
  FileChange& file = change(path);
  file.after_exists = true;
  file.after_kind = (mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
  file.after_mode = mode;
  file.metadata_of = file.path;
  file.pieces = {file.before.bytes};
  file.after_size = file.before.bytes.size();
  return *this;
}

Changes& Changes::link(std::string_view path, std::string_view target) {
  write(path, target).set.changes.back().after_kind = FileKind::symlink;
  return *this;
}

Changes& Changes::add_submodule(std::string_view path, Folder before) {
  set.submodules.push_back({.path = parse(path), .has_folder = before == Folder::there});
  return *this;
}

Changes& Changes::remove_submodule(std::string_view path, Folder before) {
  set.submodules.push_back({.path = parse(path), .goes = true, .has_folder = before == Folder::there});
  return *this;
}

}  // namespace aptix::test
