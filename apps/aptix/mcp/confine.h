// A second line of defence: after its start, the server can open only its roots, its state, and what programs need to
// run (Landlock, if the kernel has it).
#pragma once

#include <string>
#include <vector>

namespace aptix::app::mcp {

struct Confinement {
  std::vector<std::string> writable, readable;  // files and folders; missing ones are skipped
};

// Confines the calling thread and all its future children. False: the kernel does not support it well enough.
bool confine(const Confinement& to);

}  // namespace aptix::app::mcp
