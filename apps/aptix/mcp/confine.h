// The second wall: after it is started, the server can open nothing but its roots, its state, and what programs need to
// run (Landlock, where the kernel has it).
#pragma once

#include <string>
#include <vector>

namespace aptix::app::mcp {

struct Confinement {
  std::vector<std::string> writable, readable;  // folders and files; those that are not there are passed over
};

// For the calling thread and all that it starts. False: the kernel cannot, or not well enough.
bool confine(const Confinement& to);

}  // namespace aptix::app::mcp
