// A test's look at what an ordinary user may do.
#pragma once

#include <unistd.h>

namespace aptix::test {

// For the superuser alone: until the end of the scope the process is a user who owns nothing and is in no group of the
// files.
class AsNobody {
 public:
  static constexpr uid_t kNobody = 65534;

  AsNobody() : ok_(::setegid(kNobody) == 0 && ::seteuid(kNobody) == 0) {}
  ~AsNobody() {
    if (::seteuid(0) != 0 || ::setegid(0) != 0) ::_exit(1);  // no later test could be believed
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

  bool ok() const { return ok_; }

 private:
  bool ok_;
};

}  // namespace aptix::test
