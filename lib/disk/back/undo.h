// Which transaction is taken back or restored, and the steps that do it.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "disk/record/log.h"
#include "disk/run/draft.h"

namespace aptix::disk {

struct Wanted {
  uint64_t id = 0;    // 0: the newest one that is not undone
  bool redo = false;  // restore what was undone last
};

struct Reversal {
  Record target;  // what is taken back or restored; also given when it cannot be
  Draft draft;
  Fd saved;  // the folder of the record that is reversed: the files in it are not needed when `draft` is done
};

// Looks at the log and the tree, and changes nothing. Errors: undo_nothing, undo_unknown, undo_later, undo_changed
// (every file that was changed since), io_error, state_untrusted.
Outcome<Reversal> reverse(Site& site, Wanted wanted);

}  // namespace aptix::disk
