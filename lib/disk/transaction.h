// The transaction under commit() and undo(): all of its steps are done, or none. The invariants stand above the code in
// transaction.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/record/manifest.h"
#include "model/limits.h"

namespace aptix::disk {

struct Draft;
struct Site;

struct CommitOptions {
  bool sync = true;  // false: --no-sync
  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;   // undo, redo: the id of the transaction that is taken back
  std::string batch = {};  // id of the stored batch that is carried out, for the record; or ""
  unsigned threads = 2;
  // Asked when all is in its place and durable, and nothing is committed yet: an error takes all of it back, also what
  // was written meanwhile to the files of the transaction. That is kept, and told as verify_changed. Null: not asked.
  std::function<Status()> verify = {};
  // History limits (configuration): what exceeds them is dropped, oldest first, never the newest.
  uint64_t keep_transactions = kKeepTransactions;
  uint64_t keep_bytes = kKeepBytes;
};

struct Committed {
  uint64_t id = 0;  // 0: there was nothing to change, nothing was written
  std::vector<std::string> directories_removed;
};

// For the files of disk/ only. Fails with site.no_state where no state folder can be made. REQUIRES: otherwise the lock
// is held, and nothing is left of an earlier transaction.
Outcome<Committed> run_transaction(Site& site, Draft draft, const CommitOptions& options);

}  // namespace aptix::disk
