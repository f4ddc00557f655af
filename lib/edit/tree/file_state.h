// The files that a plan touches, after the entries so far, each read once; what a rename or copy starts from, and
// whether its target is free.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/change_set.h"
#include "model/content.h"
#include "model/known_folders.h"
#include "model/plan.h"

namespace aptix::edit {

// The entries that are read as one: those of a block or, in a bundle, of one diff.
struct Unit {
  uint32_t block = 0;
  std::string_view pointer;  // to the diff; else empty
  auto operator<=>(const Unit&) const = default;
};
Unit unit_of(const FileEdit& entry);  // views the entry

// An earlier state of a file.
struct Former {
  Content content;
  std::optional<RelPath> from;  // as FileState::from
};

struct FileState {
  explicit FileState(RelPath p) : path(std::move(p)) {}

  RelPath path;
  FileImage before;
  Content now;
  std::optional<RelPath> from;     // renamed or copied from
  bool unreadable = false;         // this was reported already
  std::unique_ptr<Error> folder;   // the error that a folder is there, if that may not be in the way
  const Origin* origin = nullptr;  // of the last entry for it
  Unit unit;                       // the current one
  Former at_unit_start;            // the state when it began
  enum class Turn : uint8_t {
    no,
    changed,    // written, modified or deleted
    left,       // renamed away
    replaced,   // another one was moved onto it
    exchanged,  // both, in any order
  };
  Turn turn = Turn::no;               // what happened to it in the current unit
  std::unique_ptr<Former> displaced;  // the file that another was moved onto, if it has yet to be moved (MovedFiles)
};

bool is_unchanged(const FileState& state);
// The file on the disk if its text is not `now`; else null.
const FileImage* image_before(const FileState& state, std::string_view now);

// Where the disk may have something else than the plan says, because the plan removes it. Views the plan.
struct GivingWay {
  std::set<std::string_view> folders;  // new files where a folder loses files: it may still be there
  std::set<std::string_view> made;     // removed files with new ones below: an earlier run may have made the folder
  std::set<std::string_view>
      leaving;  // removed or renamed files: they, or what is below, may be gone, and a file there is no obstacle
};
GivingWay names_that_give_way(const Plan& plan);

class FileStates {
 public:
  // `changes` owns what is read, and the texts that are made.
  FileStates(Reader& reader, ChangeSet& changes, GivingWay giving_way)
      : reader_(reader),
        changes_(changes),
        giving_way_(std::move(giving_way)) {}

  // Fails the first time that a path cannot be read; later its state is `unreadable`.
  // Also fails when an earlier entry put a file or a symbolic link where a folder is needed.
  Result<FileState*> at(const RelPath& path);
  // Starts a unit.
  void enter(const Unit& unit) { unit_ = unit; }

  // Is there a symbolic link at the path, or above it, after the entries so far?
  bool is_link(const RelPath& path) const;

  // The content as one view; joined and kept when it is in pieces.
  std::string_view flat(Content& content);

  // Fails if a file or symbolic link is where a folder of this path is needed, after the entries so far. With `so_far`,
  // a file that is yet to be removed, or that replaces a folder, is not in the way.
  enum class Entries : uint8_t { so_far, all };
  Status check_parents(const RelPath& path, Entries entries) const;

  // Files to remove where there is a folder with only, and unchanged, what the plan leaves there.
  std::vector<const FileState*> folders_of_earlier_run() const;
  // Files to remove where there is any other folder, and new files where there is a folder that loses no file. Whether
  // a folder that loses some is empty then, the disk finds out.
  std::vector<const FileState*> blocked_by_folders() const;

  const std::deque<FileState>& all() const { return states_; }
  std::deque<FileState>& all() { return states_; }

 private:
  bool is_below_a_gone_file(const RelPath& path) const;
  bool is_leaving(std::string_view path) const;  // it, or a file above it
  bool is_to_go_from_folder(const FileState& state) const {
    return state.folder && !state.now.exists && giving_way_.made.contains(state.path.str());
  }
  bool holds_result_alone(const RelPath& folder) const;
  Result<FileImage> read(FileState& state) const;

  Reader& reader_;
  ChangeSet& changes_;
  Unit unit_;
  std::deque<FileState> states_;                              // in order of first mention
  std::unordered_map<std::string_view, FileState*> by_path_;  // keys view FileState::path
  KnownFolders folders_;                                      // of by_path_
  GivingWay giving_way_;
};

// The entries of one diff have no order: each starts from the files as they were. Those of other documents are made in
// order, but a file may be moved onto one that is moved away later: two can be swapped (ddrs/APX-018).
class MovedFiles {
 public:
  explicit MovedFiles(std::span<const FileEdit> entries);  // views them

  // For an entry that moves nothing: fails with block_syntax if two files are meant by its path now.
  static Status check(const FileEdit& entry, const FileState& state);

  // The file that the entry moves or copies. Fails with file_missing, file_exists, diff_syntax, block_syntax.
  Result<Former> start(const FileEdit& entry, const FileState& source, const FileState& target) const;

  // Moves or copies it. `start`: from start(); `next`: its content with the edits of the entry.
  void make(const FileEdit& entry, FileState& source, FileState& target, const Former& start, Content next);

 private:
  Result<Former> start_in_diff(const FileEdit& entry, const FileState& source, const FileState& target) const;
  void take_away(const FileEdit& entry, FileState& source);  // removes the source, but not what was moved onto it since
  bool leaves(const FileEdit& entry) const;                  // is the file at its path yet to be renamed?

  std::map<std::pair<Unit, std::string_view>, uint64_t> leaving_;  // by unit and old path: how many renames are to come
};

}  // namespace aptix::edit
