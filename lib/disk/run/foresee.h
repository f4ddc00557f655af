// What would keep a transaction from writing, as far as it can be seen before it runs.
#pragma once

#include "disk/run/draft.h"

namespace aptix::disk {

// Changes nothing and needs no lock.
Diagnostics foresee(Site& site, const Draft& draft);

}  // namespace aptix::disk
