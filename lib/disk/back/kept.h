// What recovery could not put back, and what the command of --verify wrote: `.aptix/kept`.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "disk/record/site.h"

namespace aptix::disk {

inline constexpr int64_t kKeptDays = 30;

struct KeptLimits {
  uint64_t bytes = 0;  // that all may have
  bool looks_only = false;
};

struct KeptTexts {
  uint64_t files = 0, bytes = 0;
};

// What is there. Needs no lock.
Result<KeptTexts> count_kept(Site& site);

// Drops what has been there for longer than kKeptDays, and the oldest that is over the limit; tells what went, or would
// go. Fails with state_untrusted, io_error. REQUIRES: the lock is held, unless it only looks.
Result<KeptTexts> drop_kept(Site& site, const KeptLimits& limits);

}  // namespace aptix::disk
