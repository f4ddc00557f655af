// Puts the staged files in their places and takes the displaced ones out, each checked when it is out.
// A failure leaves the tree between old and new: the caller rolls back.
#pragma once

#include "disk/os/file_on_disk.h"
#include "disk/os/folders.h"
#include "disk/run/flush.h"
#include "disk/run/new_trees.h"
#include "disk/run/tree_moves.h"

namespace aptix::disk {

class Publisher {
 public:
  // `manifest.files` is parallel to `steps`.
  Publisher(const Running& run, const Manifest& manifest, const Draft& draft);

  // Errors: file_changed, file_exists, path_*, io_error, io_no_space, interrupted.
  Status run();
  // Makes what run() did durable, but for the commit.
  Status sync(const Flusher& flusher);

  std::vector<std::string> take_made() { return std::move(made_); }
  std::vector<std::string> take_removed() { return std::move(removed_); }

 private:
  using Move = int (TreeMoves::*)(size_t, const Target&);

  Status publish(const std::vector<size_t>& indices, Move move);
  Status publish_one(size_t i, Move move);
  bool is_in_the_way(const std::string& folder) const;
  Status remove_folders();
  Status make_folders();
  Status make_folder(const std::string& path);
  Status publish_tree(size_t tree);
  Status take_apart(size_t tree);
  Error move_failure(const RecordedFile& file, int error) const;
  Status check(size_t i, int dir, const FileOnDisk& last);
  int is_what_was_read(size_t i, int dir, const FileOnDisk& last, bool& same);
  int has_metadata_that_was_read(size_t i, const FileOnDisk& last, bool& same);
  bool times_prove(const FileIdentity& seen, int dir);

  const Running& run_;
  FileSystem& fs_;
  const Manifest& manifest_;
  const Draft& draft_;
  Folders folders_;
  TreeMoves moves_;
  ChangedFolders changed_;
  NewTrees trees_;
  std::set<size_t> grown_;     // the trees that steps are staged in
  std::set<size_t> planted_;   // those that are in their place
  uint64_t grain_device_ = 0;  // whose grain is known
  int64_t grain_ns_ = 0;
  bool covers_names_ = true;  // nothing is synced, or syncing a new folder includes its name
  std::vector<std::string> made_, removed_;
};

}  // namespace aptix::disk
