// Which files a patch of a diff is about: prefixes off, /dev/null apart; and what it does with them. Pure.
#pragma once

#include <string>
#include <string_view>

#include "diff/lines/hunk.h"
#include "model/plan.h"

namespace aptix::answer {

inline constexpr std::string_view kNoFile = "/dev/null";

// "" for a side that the diff does not name; kNoFile stays.
struct DiffNames {
  std::string old_name;
  std::string new_name;
  bool doubled_prefix = false;  // a/a/ and b/b/ stood before the name
  bool prefixed = false;        // it stands after a/ and b/ in its header: no words stand before it

  bool none() const { return old_name.empty() && new_name.empty(); }
  // The file that is there afterwards or, when it goes, the one that was.
  const std::string& subject() const { return new_name.empty() || new_name == kNoFile ? old_name : new_name; }
};

// Turns '\' in all names into '/'; false when there is none. No file of a tree has it in its name.
bool unify_separators(diff::FilePatch& patch);

// Takes the root's own path off all names; false when none begins with it.
bool take_off_root(diff::FilePatch& patch, std::string_view root);

// a/ and b/ and the like are taken off where both sides agree.
DiffNames names_of(const diff::FilePatch& patch);

bool is_move(const diff::FilePatch& patch);  // or a copy
// A deletion whose two sides are other files.
bool deletes_two(const diff::FilePatch& patch, const DiffNames& names);
Operation operation_of(const diff::FilePatch& patch, const DiffNames& names);

}  // namespace aptix::answer
