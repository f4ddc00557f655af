// The files that a plan touches, as they are after the entries so far, each read once; what a rename or copy starts
// from, and whether its target gives way.
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

// What is read as one: a block, or in a bundle each diff by itself.
struct Unit {
  uint32_t block = 0;
  std::string_view pointer;  // to the diff; else empty
  auto operator<=>(const Unit&) const = default;
};
Unit unit_of(const FileEdit& entry);  // views the entry

// What a file was at some time.
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
  bool unreadable = false;         // it was said already
  std::unique_ptr<Error> folder;   // that there is one, which may give way, or was made where the file is to go
  const Origin* origin = nullptr;  // of the last entry for it
  Unit unit;                       // the current one
  Former at_unit_start;            // when it began
  enum class Turn : uint8_t {
    no,
    changed,    // written, modified or deleted
    left,       // renamed away
    replaced,   // another one was moved onto it
    exchanged,  // both, in any order
  };
  Turn turn = Turn::no;               // what became of it in the current unit
  std::unique_ptr<Former> displaced;  // what another file was moved onto, and is to leave yet (MovedFiles)
};

// Is the file as it was?
bool is_unchanged(const FileState& state);
// The file on the disk, when its text is not `now`; else none.
const FileImage* image_before(const FileState& state, std::string_view now);

// Where something else may stand than the plan says, because the plan takes it away. Views the plan.
struct GivingWay {
  std::set<std::string_view> folders;  // a file is to come where a folder loses files: that may stand there yet
  std::set<std::string_view>
      made;  // a file is to go, and others are to come below it: an earlier run may have made the folder
  std::set<std::string_view>
      leaving;  // what is to go from there or below may be gone, and a file there is no folder in the way
};
GivingWay names_that_give_way(const Plan& plan);

class FileStates {
 public:
  // `changes` keeps what is read alive; texts that are made on the way go there too.
  FileStates(Reader& reader, ChangeSet& changes, GivingWay giving_way)
      : reader_(reader),
        changes_(changes),
        giving_way_(std::move(giving_way)) {}

  // Fails the first time that a path cannot be read; later its state is `unreadable`.
  // Also fails when an earlier entry put a file or a symbolic link where a folder is needed.
  Result<FileState*> at(const RelPath& path);
  // What follows is of this unit.
  void enter(const Unit& unit) { unit_ = unit; }

  // Whether a symbolic link stands there, or above it, after the entries so far.
  bool is_link(const RelPath& path) const;

  // The content as one view; joined and kept when it is in pieces.
  std::string_view flat(Content& content);

  // Fails when a file or a symbolic link is where a folder of this path is needed, after the entries so far. As long as
  // not all of them are applied, a file that is to go, and one that comes for a folder, are not in the way.
  enum class Entries : uint8_t { so_far, all };
  Status check_parents(const RelPath& path, Entries entries) const;

  // Files that are to go where a folder is that holds what the plan leaves there, unchanged, and nothing else.
  std::vector<const FileState*> folders_of_earlier_run() const;
  // Files that are to go where another folder is, or to be where one is that loses none. What else is in a folder that
  // does is for the disk to find.
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

// The entries of one diff have no order: each starts from the files as they were. Those of other documents follow each
// other, but that a file may be moved onto one that is to leave later in the same document, so that two can change
// places (ddrs/APX-018).
class MovedFiles {
 public:
  explicit MovedFiles(std::span<const FileEdit> entries);  // views them

  // Of an entry that moves nothing: block_syntax when two files are meant for its path by now.
  static Status check(const FileEdit& entry, const FileState& state);

  // What the entry moves or copies. Fails with file_missing, file_exists, diff_syntax, block_syntax.
  Result<Former> start(const FileEdit& entry, const FileState& source, const FileState& target) const;

  // Moves or copies it. `start` is what start() gave back, `next` its content with the edits of the entry.
  void make(const FileEdit& entry, FileState& source, FileState& target, const Former& start, Content next);

 private:
  Result<Former> start_in_diff(const FileEdit& entry, const FileState& source, const FileState& target) const;
  void take_away(const FileEdit& entry, FileState& source);  // what was moved onto it meanwhile stays
  bool leaves(const FileEdit& entry) const;                  // is what stands at its path to be renamed yet?

  std::map<std::pair<Unit, std::string_view>, uint64_t>
      leaving_;  // by what it is renamed from: how many entries of a unit are to come
};

}  // namespace aptix::edit
