// ChangeSet: preimage -> postimage of every path, and the outcome of every edit.
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

// Tells whether a file is still the one that was read. lib/disk/ fills and compares it.
struct FileIdentity {
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;
  int64_t read_ns = 0;  // file system time when it was read; an mtime too close to it proves nothing

  bool operator==(const FileIdentity&) const = default;
};

// A file as it was read. `bytes` of a symbolic link is its target.
struct FileImage {
  bool exists = false;
  FileKind kind = FileKind::regular;
  uint32_t mode = 0;  // permission bits
  uint64_t links = 1;
  uint32_t user = 0, group = 0;  // its owners
  bool keeps_owner = true;       // this process may give a new file the same owners
  bool has_attributes = true;    // extended ones, including ACLs; also true if not looked up
  std::string_view bytes{};
  std::shared_ptr<const void> owner{};  // keeps `bytes` alive (memory or mapping)
  FileIdentity identity{};
};

// Read-only view of the files below the root.
class Reader {
 public:
  virtual ~Reader() = default;
  // A missing file is an image with exists == false. Fails with path_symlink (the file or a parent is a link),
  // path_special (device, FIFO, socket, directory, submodule), path_conflict (a parent is a file), limit_exceeded,
  // io_error. A reader made to see links and folders does not fail for these.
  virtual Result<FileImage> read(const RelPath& path) = 0;
  // The names in a folder, "" for the root; nothing if there is no such folder, or it cannot be read.
  virtual std::optional<std::vector<std::string>> names_in(std::string_view) { return std::nullopt; }
};

// The rule by which an edit matched. Except for `exact`, each ignores:
enum class Rule : uint8_t {
  exact,
  moved,        // the line that its diff states
  line_ends,    // line ends
  whitespace,   // white space at line ends, and tabs shown as spaces
  indentation,  // the indentation of all its lines, or of the first
  look_alike,   // typographic quotes, entities, escapes, line numbers of a listing
  context,      // some lines around the change
  fuzzy,        // small differences: the lines are alike
};
std::string_view name(Rule rule);

// The loosest rule that may be used.
enum class MatchMode : uint8_t { exact, whitespace, fuzzy };

// Which files may be created or replaced by whole contents that an answer only shows (Whole::Told).
enum class WholeMode : uint8_t {
  automatic,  // missing ones, and those that are plainly shown as a whole
  only_new,   // missing ones
  replace,    // all
  never,
};

enum class EditStatus : uint8_t { applied, already, noop, failed };
std::string_view name(EditStatus status);

struct EditOutcome {
  EditStatus status = EditStatus::failed;
  Rule rule = Rule::exact;
  uint64_t line = 0;                      // first line of the match in the text that the edit was applied to, from 1
  int64_t offset = 0;                     // hunks: distance in lines from the stated line
  uint64_t places = 0;                    // number of places changed
  std::shared_ptr<const Diagnostic> why;  // the error or warning about it, or null
};

// The outcome of one FileEdit of the plan.
struct FileOutcome {
  std::vector<EditOutcome> edits;  // parallel to FileEdit::edits
  bool unchanged = false;          // the file has that content already
};

// One path, before and after the whole plan. If it does not exist on either side, it is left out of the set.
struct FileChange {
  RelPath path;                   // has no default: FileChange{.path = ...}
  std::optional<RelPath> from{};  // renamed or copied from, for reports and diffs
  FileImage before{};
  bool after_exists = false;
  FileKind after_kind = FileKind::regular;
  uint32_t after_mode = 0;  // permission bits; 0666 or 0777 for new files, before the umask
  // The file whose mode, owner, ACL and attributes the postimage gets: itself, or the rename source.
  std::optional<RelPath> metadata_of{};
  // The postimage: views of before.bytes, of the Plan's texts, or of ChangeSet::texts, in order.
  std::vector<std::string_view> pieces{};
  uint64_t after_size = 0;
  Sha256 before_sha{}, after_sha{};  // filled by hash_changes(); zero if the side does not exist
  std::string_view
      compared_with{};  // the text to diff against: before.bytes, or that of the file it was renamed or copied from
  uint64_t lines_added = 0, lines_removed = 0;  // filled by edit::count_changed_lines()

  // Sets the postimage, as one piece.
  void set_after(FileKind kind, uint32_t mode, std::string_view bytes) {
    after_exists = true;
    after_kind = kind;
    after_mode = mode;
    pieces = {bytes};
    after_size = bytes.size();
  }
  std::string after_bytes() const;  // the pieces joined: a copy
  // The text that the new one is compared with. And is a piece a view of it?
  std::string_view old_text() const { return compared_with.empty() ? before.bytes : compared_with; }
  bool is_old(std::string_view piece) const;
};

// A path in the plan whose file does not change.
struct KeptFile {
  RelPath path;
  FileImage image = {};
  Sha256 sha = {};  // filled by hash_changes()
};

// A submodule in git's index. In the work tree it is a folder whose content is not ours: a new one gets an empty
// folder, a removed one loses its folder only if that is empty.
struct SubmoduleChange {
  RelPath path;
  bool goes = false;        // removed; otherwise new, or at another commit
  bool has_folder = false;  // before
  std::string commit = {};  // 40 or 64 digits; "" if it is removed, or if the index is not to change
};

struct ChangeSet {
  std::vector<FileChange> changes;                  // only paths that differ, in the order of the plan
  std::vector<SubmoduleChange> submodules;          // only `gitpatch` changes these
  std::vector<KeptFile> kept;                       // the other ones that exist
  std::vector<FileOutcome> outcomes;                // parallel to Plan::files
  std::vector<std::shared_ptr<const void>> owners;  // keeps alive what the pieces view
  std::deque<std::string> texts;

  bool complete() const;    // no edit failed or was a no-op
  bool any_effect() const;  // an edit was applied or was already in place
};

// When to do work that looks at all files: not in parallel if there is little in them, or one thread only.
Background::When when_beside(const ChangeSet& changes, unsigned threads);

// Fills the hashes of all changes and kept files, on up to `threads` threads.
void hash_changes(ChangeSet& changes, unsigned threads);

}  // namespace aptix
