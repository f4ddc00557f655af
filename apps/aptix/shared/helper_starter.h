// A process that starts the helpers of a Cloud File Set (aptix-cloud-helper(7)) for one that confines itself: a helper
// needs its own files and the network, which the other gives up.
#pragma once

#include <sys/types.h>

#include <string>

namespace aptix::app {

// Its ends of the two streams, for the helper.
struct HelperEnds {
  int read = -1, write = -1;
};

// In this process. 0 or errno.
int spawn_helper(const std::string& name, const HelperEnds& ends, pid_t& child);

// From now on helpers are started by a process that is as this one is now, and ends with it. Nothing happens where that
// cannot be made. REQUIRES: this is the only thread.
void begin_helper_starter();

// By that process; in this one where there is none. 0 or errno.
int start_helper_process(const std::string& name, const HelperEnds& ends, pid_t& child);

}  // namespace aptix::app
