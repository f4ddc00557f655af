// ChangeSet: preimage -> postimage of every path, and what became of every edit.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash/sha256.h"
#include "base/parallel.h"
#include "model/plan.h"

namespace aptix {

// Tells whether a file is still the one that was read (disk/ fills and compares it).
struct FileIdentity {
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;
  int64_t read_ns = 0;  // file system time when it was read; an mtime too near to it proves nothing

  bool operator==(const FileIdentity&) const = default;
};

// One file as it was read. `bytes` of a symbolic link is its target.
struct FileImage {
  bool exists = false;
  FileKind kind = FileKind::regular;
  uint32_t mode = 0;  // permission bits
  uint64_t links = 1;
  uint32_t user = 0, group = 0;  // whom it belongs to
  bool keeps_owner = true;       // this process may give a new file to them
  bool has_attributes = true;    // extended ones, ACLs among them; also true where nobody looked
  std::string_view bytes{};
  std::shared_ptr<const void> owner{};  // keeps `bytes` alive (memory or mapping)
  FileIdentity identity{};
};

// Read-only view of the files below the root.
class Reader {
 public:
  virtual ~Reader() = default;
  // A missing file is an image with exists == false. Unless it was made to see links and folders, fails with
  // path_symlink (a link as parent or as the file), path_special (device, FIFO, socket, directory, submodule),
  // path_conflict (a parent is a file), limit_exceeded, io_error.
  virtual Result<FileImage> read(const RelPath& path) = 0;
  // What is in a folder, "" for the root; nothing where there is no folder, or it cannot be read.
  virtual std::optional<std::vector<std::string>> names_in(std::string_view) { return std::nullopt; }
};

// By which rule an edit found its place.
enum class Rule : uint8_t {
  exact,
  moved,        // not at the line that its diff states
  line_ends,    // but for line ends
  whitespace,   // but for white space at line ends, or tabs shown as spaces
  indentation,  // but for the indentation of all its lines, or of the first
  look_alike,   // but for what looks alike: typographic quotes, entities, escapes, line numbers of a listing
  context,      // but for lines around what it changes
  fuzzy,        // by likeness
};
std::string_view name(Rule rule);

// How far an edit may be from what stands in the file. Nothing below is ever used.
enum class MatchMode : uint8_t { exact, whitespace, fuzzy };

// Which files whole contents may make or replace that an answer only shows (Whole::Told).
enum class WholeMode : uint8_t {
  automatic,  // missing ones, and those of which it is plain that all of them is given
  only_new,   // missing ones
  replace,    // all
  never,
};

enum class EditStatus : uint8_t { applied, already, noop, failed };
std::string_view name(EditStatus status);

struct EditOutcome {
  EditStatus status = EditStatus::failed;
  Rule rule = Rule::exact;
  uint64_t line = 0;                      // first line of the place in the text the edit was applied to, from 1
  int64_t offset = 0;                     // hunks: how many lines away from the stated one
  uint64_t places = 0;                    // how many places were changed
  std::shared_ptr<const Diagnostic> why;  // what was reported about it, as an error or a warning; null: nothing
};

// What became of one FileEdit of the plan.
struct FileOutcome {
  std::vector<EditOutcome> edits;  // parallel to FileEdit::edits
  bool unchanged = false;          // the file has that content already
};

// One path, before and after the whole plan. before.exists and after_exists may both be false only
// for paths that are then left out.
struct FileChange {
  RelPath path;                   // has no default: FileChange{.path = ...}
  std::optional<RelPath> from{};  // renamed or copied from, for reports and diffs
  FileImage before{};
  bool after_exists = false;
  FileKind after_kind = FileKind::regular;
  uint32_t after_mode = 0;  // permission bits; 0666 or 0777 for new files, the umask not yet applied
  // The file whose mode, owner, ACL and attributes the postimage takes: itself, or the rename source.
  std::optional<RelPath> metadata_of{};
  // The postimage: views of before.bytes, of the Plan's texts, or of ChangeSet::texts, in order.
  std::vector<std::string_view> pieces{};
  uint64_t after_size = 0;
  Sha256 before_sha{}, after_sha{};  // filled by hash_changes(); zero when the side does not exist
  std::string_view
      compared_with{};  // what its lines are compared with: before.bytes, or the file it was renamed or copied from
  uint64_t lines_added = 0, lines_removed = 0;  // filled by edit::count_changed_lines()

  // The postimage, in one piece.
  void set_after(FileKind kind, uint32_t mode, std::string_view bytes) {
    after_exists = true;
    after_kind = kind;
    after_mode = mode;
    pieces = {bytes};
    after_size = bytes.size();
  }
  std::string after_bytes() const;  // the pieces joined: a copy
  // The text that the new one grew from, and whether a piece is a part of it, as it lies in memory.
  std::string_view old_text() const { return compared_with.empty() ? before.bytes : compared_with; }
  bool is_old(std::string_view piece) const;
};

// A path that the plan names and that ends as it began.
struct KeptFile {
  RelPath path;
  FileImage image = {};
  Sha256 sha = {};  // filled by hash_changes()
};

// A submodule as git's index has it. In the work tree it is a folder, and what is in it is its own affair:
// one that comes gets an empty folder, one that goes takes its folder along only when that is empty.
struct SubmoduleChange {
  RelPath path;
  bool goes = false;        // else it comes, or has another commit
  bool has_folder = false;  // before
  std::string commit = {};  // 40 or 64 digits; "" when it goes, or when nobody asked for the index
};

struct ChangeSet {
  std::vector<FileChange> changes;                  // only paths that differ, in order of first mention
  std::vector<SubmoduleChange> submodules;          // only `gitpatch` changes these
  std::vector<KeptFile> kept;                       // the others that exist
  std::vector<FileOutcome> outcomes;                // parallel to Plan::files
  std::vector<std::shared_ptr<const void>> owners;  // keeps preimages alive that pieces view
  std::deque<std::string> texts;

  bool complete() const;    // no edit was a no-op
  bool any_effect() const;  // an edit was applied or was already in place
};

// When to do what looks at all files: not at the same time as other things where there is little in them, or one
// thread only.
Background::When when_beside(const ChangeSet& changes, unsigned threads);

// Fills the hashes of every change and of every kept file, on up to `threads` threads.
void hash_changes(ChangeSet& changes, unsigned threads);

}  // namespace aptix
