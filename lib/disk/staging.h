// Writes the postimages into the transaction's folder, with their final owner, mode, ACL and
// attributes. Touches nothing else.
#pragma once

#include "disk/engine.h"
#include "disk/flush.h"
#include "disk/folders.h"
#include "disk/new_trees.h"

namespace aptix::disk {

class Staging {
 public:
  Staging(Workspace::Impl& impl, int tx, const CommitOptions& options)
      : impl_(impl), fs_(impl.fs), tx_(tx), options_(options), folders_(impl.fs, impl.top.get()), built_(impl.fs, tx), flusher_(impl, tx, options) {}

  // Fills file.after.mode and .kind, and in_tree. `made`: the folders that the transaction will make.
  // REQUIRES: called once.
  Status run(Draft& draft, const std::vector<std::string>& made);

  Flusher& flusher() { return flusher_; }

 private:
  // What new files take over from the folder they will be in.
  struct Heritage {
    std::string from{};  // the nearest folder that exists
    bool has_group = false;
    gid_t group = 0;
    bool has_acl = false;
  };

  // Where a postimage is written.
  struct Spot {
    int dir;
    std::string name;
  };

  Status build_trees(const std::vector<Step>& steps, const std::vector<std::string>& made);
  std::optional<size_t> new_tree_of(const Step& step) const;
  bool can_build(const std::string& top);
  Result<Spot> spot_of(size_t i, Step& step);
  Status stage(size_t i, Step& step);
  Status stage_saved(size_t i, const Step& step);
  Status stage_link(size_t i, Step& step);
  Status stage_new(size_t i, Step& step);
  Status stage_like(size_t i, Step& step);
  Result<Fd> open_model(const std::string& path);
  int inherit(int fd, uint32_t wanted, Step& step);
  int find_heritage(std::string_view folder, const Heritage*& found);
  int find_owner(int fd);

  Workspace::Impl& impl_;
  FileSystem& fs_;
  int tx_;
  CommitOptions options_;
  Folders folders_;
  Folders built_;  // below the transaction's folder
  Flusher flusher_;
  std::optional<NewTrees> trees_;
  std::set<size_t> building_;  // the trees that are put together
  std::optional<struct stat> owner_;
  std::map<std::string, Heritage, std::less<>> heritage_;  // by folder
};

}  // namespace aptix::disk
