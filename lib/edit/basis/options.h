// What the resolver is told besides the plan: limits, how leniently to match, and where former texts of a file are
// found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "model/change_set.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::edit {

// A text that changes were made for.
struct Base {
  enum class Kin : uint8_t {
    earlier,  // the file had it once: what differs was changed here since
    other,    // the cloud copy, somebody else's: what differs may be changed there, and a merge would take that back
    other_former,  // the same, and the copy is another one by now
  };
  std::string text;
  std::string origin;  // where it was found, for people: "the text that transaction 3 replaced"
  Kin kin = Kin::earlier;
};

// What is shown to whoever reads a file by its docPath (AGN-007 §4).
enum class ShownCopy : uint8_t {
  file,            // itself, or a copy with the same text
  copy_after_it,   // the cloud copy; the file has changes of its own that were never pushed
  copy_before_it,  // the cloud copy; the file is what was last seen here of an earlier one
};

// The copies of a file that line changes may be made for, besides the file.
class Bases {
 public:
  virtual ~Bases() = default;
  // The content with this hash that the path had once, here or elsewhere; nothing when it is not known.
  virtual std::optional<Base> find(const RelPath& path, const Sha256& sha) = 0;
  // Of the file that an entry names, which has the hash `now`.
  virtual ShownCopy shown(const FileEdit& entry, const Sha256& now) = 0;
  // Of an entry that expects the text that the file has: fails when the source that it declares has another one:
  // source_mismatch, io_error.
  virtual Status check_source(const FileEdit& entry) = 0;
};

struct ResolveOptions {
  Limits limits{};
  MatchMode match = MatchMode::exact;
  WholeMode whole = WholeMode::automatic;
  bool append = false;  // --append: new things without a place go to the end of their file
  bool allow_placeholders = false;
  bool keep_line_ends = true;  // false: --line-ends as-given
  Bases* bases = nullptr;      // asked only where a file is not the expected one, or its source is declared
  bool merge = false;          // --merge: carry line changes over to such a file where that is clean
};

}  // namespace aptix::edit
