// Writes postimages one by one, as one thread: it holds folders of its own open. Several may stage different steps of
// one transaction at the same time.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <set>
#include <string>

#include "disk/os/folders.h"
#include "disk/os/heritage.h"
#include "disk/run/draft.h"
#include "disk/run/flush.h"
#include "disk/run/new_trees.h"

namespace aptix::disk {

// The new folders that are put together in the transaction's folder.
struct BuiltTrees {
  NewTrees trees;
  std::set<size_t> built{};

  // The tree that a postimage is staged in; nothing: it is staged under a name of its own.
  std::optional<size_t> tree_of(const Step& step) const;
  // The tree that it is in as a new file, built or not.
  std::optional<size_t> new_tree_of(const Step& step) const;
};

class Stager {
 public:
  // REQUIRES: all that is given outlives this.
  Stager(const Running& run, const BuiltTrees& trees, Flusher& flusher)
      : run_(run),
        fs_(run.site.fs),
        trees_(trees),
        flusher_(flusher),
        folders_(fs_, run.site.top.get()),
        heritages_(folders_),
        built_(fs_, run.tx) {}

  // Writes the postimage of the i-th step and fills file.after.mode and .kind, and in_tree.
  // Errors: file_changed, path_*, io_error, io_no_space.
  Status stage(size_t i, Step& step);

 private:
  // Where a postimage is written.
  struct Spot {
    int dir;
    std::string name;
  };

  Result<Spot> spot_of(size_t i, Step& step);
  Status stage_saved(size_t i, const Step& step);
  Status stage_link(size_t i, Step& step);
  Status stage_new(size_t i, Step& step);
  Status stage_like(size_t i, Step& step);
  Status stage_plain(size_t i, Step& step);
  Result<Fd> open_model(const std::string& path);
  int inherit(int fd, uint32_t wanted, Step& step);
  int find_owner(int fd);

  const Running& run_;
  FileSystem& fs_;
  const BuiltTrees& trees_;
  Flusher& flusher_;
  Folders folders_;
  Heritages heritages_;
  Folders built_;  // below the transaction's folder
  std::optional<struct stat> owner_;
};

}  // namespace aptix::disk
