// What the resolver gets besides the plan: limits, how leniently to match, and where to find earlier texts of a file.
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
    earlier,  // an earlier text of the file: differences were made here since
    other,    // the cloud copy, by somebody else: differences may be changes made there, and a merge would undo them
    other_former,  // the same, but the copy has changed since
  };
  std::string text;
  std::string origin;  // where it was found, for messages: "the text that transaction 3 replaced"
  Kin kin = Kin::earlier;
};

// What a reader of a file by its docPath gets (AGN-007 §4).
enum class ShownCopy : uint8_t {
  file,            // the file itself, or a copy with the same text
  copy_after_it,   // the cloud copy; the file has later changes that were never pushed
  copy_before_it,  // the cloud copy; the file is an earlier one of it
};

// The copies of a file that line changes may be made for, besides the file.
class Bases {
 public:
  virtual ~Bases() = default;
  // The content with this hash that the path once had, here or elsewhere; nothing if it is unknown.
  virtual std::optional<Base> find(const RelPath& path, const Sha256& sha) = 0;
  // For the file that an entry names, which has the hash `now`.
  virtual ShownCopy shown(const FileEdit& entry, const Sha256& now) = 0;
  // For an entry that expects the text that the file has. Fails if the source that it declares has another one:
  // source_mismatch, io_error.
  virtual Status check_source(const FileEdit& entry) = 0;
};

struct ResolveOptions {
  Limits limits{};
  MatchMode match = MatchMode::exact;
  WholeMode whole = WholeMode::automatic;
  bool append = false;  // --append: new things without a place are put at the end of their file
  bool allow_placeholders = false;
  bool keep_line_ends = true;  // false: --line-ends as-given
  Bases* bases = nullptr;      // asked only if a file is not the expected one, or its source is declared
  bool merge = false;          // --merge: carry line changes over to such a file if that is clean
};

}  // namespace aptix::edit
