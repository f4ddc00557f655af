// The helper programs of a Cloud File Set (aptix-cloud-helper(7)): finding and starting them, and their two streams.
#pragma once

#include "ops/config.h"
#include "store/cloud.h"

namespace aptix::app {

// The Cloud File Set of the settings. Its helper is looked up when needed: in the folder of this program, in
// ../libexec/aptix relative to that, and in PATH.
store::CloudPlace cloud_place(const ops::Settings& settings);

// For a process that is about to confine itself: a helper needs its own files and the network. From now on helpers are
// started by another process, which keeps the present rights and ends with this one. Does nothing if that process
// cannot be made. REQUIRES: this is the only thread.
void begin_helper_starter();

}  // namespace aptix::app
