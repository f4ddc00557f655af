// Many files, and what they may cost.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>

#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

// As most systems give a process.
class UsualLimits {
 public:
  UsualLimits() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit usual = before_;
    usual.rlim_cur = std::min<rlim_t>(before_.rlim_max, 1024);
    ::setrlimit(RLIMIT_NOFILE, &usual);
  }
  ~UsualLimits() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  UsualLimits(const UsualLimits&) = delete;
  UsualLimits& operator=(const UsualLimits&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("files of very many folders are staged with few descriptors, however many processors there are") {
  test::WorkRun run;
  for (int i = 0; i < 3'000; ++i) run.dir.make_directory("d" + std::to_string(i));
  test::Changes changes = run.changes();
  for (int i = 0; i < 3'000; ++i) changes.write("d" + std::to_string(i) + "/new", "text");
  UsualLimits limits;
  auto done = run.commit(changes, {.sync = false, .threads = 64});
  for (const Diagnostic& error : done.diagnostics.errors) FAIL_CHECK(error.message);
  CHECK(run.dir.read("d2999/new") == "text");
}
