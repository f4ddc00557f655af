// The programs behind a Cloud File Set (aptix-cloud-helper(7)): where they are, how they are started, their two
// streams.
#pragma once

#include "ops/config.h"
#include "store/cloud.h"

namespace aptix::app {

// What the settings name; its helper is looked for when it is needed: in the folder of this program, in
// ../libexec/aptix from there, and on PATH.
store::CloudPlace cloud_place(const ops::Settings& settings);

// For a process that confines itself: a helper needs its own files and the network, which that one gives up. From now
// on helpers are started by a process that is as this one is now, and ends with it. Nothing happens where that cannot
// be made. REQUIRES: this is the only thread.
void begin_helper_starter();

}  // namespace aptix::app
