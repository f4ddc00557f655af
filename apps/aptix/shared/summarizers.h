// The programs that summarize files: the user's own command, and Universal Ctags.
#pragma once

#include "ops/context/reading.h"
#include "terminal/session.h"

namespace aptix::app {

// Of the user's settings, and what is on PATH. Outlives neither.
ops::Summarizers summarizers_of(const Session& session, const ops::Settings& settings);

}  // namespace aptix::app
