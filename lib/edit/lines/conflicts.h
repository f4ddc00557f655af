// What a three-way merge could not settle, as it is told: in diff3 form for people, line by line for programs. Pure.
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "diff/compute/merge3.h"

namespace aptix::edit {

struct MergeSides {
  std::string_view base, ours, theirs;
};

// Adds the conflicts of `merged`, which was made of these texts and views them.
void add_conflicts(const MergeSides& sides, const diff::Merged& merged, Diagnostic& what);

}  // namespace aptix::edit
