// `.aptix/dropped`: what the records said that the limits of the log took away, without their texts, so that a history
// still lists them. Each as its manifest, the oldest first. It is bounded: the oldest half goes where it grows too
// long.
#pragma once

#include <vector>

#include "disk/record/manifest.h"
#include "disk/record/site.h"

namespace aptix::disk {

// In order, each id once. What is torn or damaged is left out. Needs no lock.
std::vector<Manifest> read_dropped(Site& site);

// Adds records that are about to be dropped, in one write. -errno. REQUIRES: the lock is held.
int append_dropped(Site& site, std::vector<Manifest> records);

}  // namespace aptix::disk
