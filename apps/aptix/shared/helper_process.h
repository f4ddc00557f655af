// The programs behind a Cloud File Set (aptix-cloud-helper(7)): where they are, and their two streams.
#pragma once

#include "ops/config.h"
#include "store/cloud_place.h"

namespace aptix::app {

// What the settings name; its helper is looked for when it is needed: in the folder of this program, in
// ../libexec/aptix from there, and on PATH.
store::CloudPlace cloud_place(const ops::Settings& settings);

}  // namespace aptix::app
