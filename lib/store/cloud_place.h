// Where a Cloud File Set is, as it is configured: a SQLite file, or an address that a helper knows. Who opens a set
// learns no more of its kind.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/result.h"
#include "store/cloud.h"
#include "store/cloud_helper.h"

namespace aptix::store {

struct CloudPlace {
  std::string file{};  // absolute; or
  std::string url{};   // "SCHEME://..."
  bool unverified = false;
  StartHelper start{};  // for `url`
  uint64_t random = 0;

  bool empty() const { return file.empty() && url.empty(); }
};

// Makes the set where there is none yet. `busy_ms`: how long each step waits for other writers before it fails with
// lock_busy; `interrupted` ends that. REQUIRES: the place is not empty.
Result<std::unique_ptr<CloudSet>> open_cloud(
    const CloudPlace& place, int busy_ms = kPatientMs, const std::atomic<bool>* interrupted = nullptr);

// For reading only: null where there is none, also at an empty place.
Result<std::unique_ptr<CloudSet>> find_cloud(const CloudPlace& place);

}  // namespace aptix::store
