// ASSERT: an invariant of our own, never a check of input. A broken one throws Bug, which main turns into exit code 70
// after everything has been rolled back.
#pragma once

#include <stdexcept>

namespace aptix {

struct Bug : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace aptix

#define APTIX_STR2(x) #x
#define APTIX_STR(x) APTIX_STR2(x)
#define ASSERT(condition)                                                                   \
  do {                                                                                      \
    if (!(condition)) throw ::aptix::Bug(__FILE__ ":" APTIX_STR(__LINE__) ": " #condition); \
  } while (false)
