// The few moves between the tree and the folder of the running transaction: each is one step where the file system can
// do it, and several where it cannot. They judge nothing: after a move the caller looks at the file that came out.
//
// Names in the transaction's folder, for the i-th path:
//   n<i>  the staged postimage; later the displaced preimage
//   o<i>  a displaced preimage on its way to n<i>; complete if it exists
//   c<i>  a copy that is being made: rubbish after a crash
//   d     a folder before it has its owner, attributes and mode
//   q<i>  an empty placeholder was, or is about to be, made in the tree
// and next to the target, where that is on another file system: .aptix-<id>-n<i>, a copy of n<i>, and .aptix-<id>-d,
// which is what d is above.
#pragma once

#include <cstdint>
#include <string>

#include "disk/os/filesystem.h"
#include "disk/os/folders.h"
#include "disk/run/draft.h"

namespace aptix::disk {

// Did a rename with a flag fail because the file system does not know the flag?
bool no_such_rename(int status);

class TreeMoves {
 public:
  struct Options {
    uint64_t id;
    bool sync;
  };
  TreeMoves(FileSystem& fs, int tx, Options options) : fs_(fs), tx_(tx), options_(options) {}

  // All: 0 or -errno. -ESTALE: the target was changed during the move; nothing was replaced.
  int swap(size_t i, const Target& target);  // n<i> and the target trade places
  int put(size_t i, const Target& target);   // n<i> becomes the target; -EEXIST when the name is taken
  int take(size_t i, const Target& target);  // the target becomes n<i>, which must not exist
  int drop(size_t i, const Target& target);  // the same for a target whose content is of no use

  int make_folder(const Target& target, const SavedFolder& saved);  // appears as it was saved; -EEXIST
  void drop_unmade(int dir);  // removes what a crash in make_folder() left in that folder

  // After a crash inside one of the moves: brings the path into the state before or after that move. `before`: its
  // state before the transaction. `target.dir` may be the error of opening the folder.
  int settle(size_t i, const Target& target, const StoredState& before);

  bool crossed() const { return crossed_; }  // a target was on another file system
  bool copied() const { return copied_; }    // what was displaced may be a copy, another inode

 private:
  int swap_by_link(size_t i, const Target& target);
  int swap_by_copy(size_t i, const Target& target);
  int put_by_link(size_t i, const Target& target);
  int put_by_claim(size_t i, int from_dir, const std::string& from, const Target& target);
  int put_by_copy(size_t i, const Target& target);
  int take_by_copy(size_t i, const Target& target);
  int copy_out(size_t i, const Target& target);
  int copy_in(size_t i, const Target& target);
  int unclaim(const Target& target);
  int set_aside(size_t i, const Target& target);
  int settle_aside(size_t i, const Target& target, const StoredState& before);
  int settle_beside(size_t i, const Target& target, const StoredState& before);
  int make_as_saved(int dir, const std::string& name, const SavedFolder& saved);
  std::string beside(const std::string& name) const;
  std::string beside(size_t i) const { return beside(staged_name(i)); }

  FileSystem& fs_;
  int tx_;
  Options options_;
  bool crossed_ = false;
  bool copied_ = false;
};

}  // namespace aptix::disk
