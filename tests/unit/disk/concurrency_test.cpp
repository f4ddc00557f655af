// Several processes on one workspace: one after the other, nothing lost.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "disk/commit.h"
#include "disk/history.h"
#include "disk/reader.h"
#include "support/changes.h"
#include "support/temp_dir.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

constexpr int kProcesses = 3;
constexpr int kRounds = 15;

// Reads a number and writes the next one, in two files that must agree. Exit code 0: done.
int count_up(const std::string& root) {
  for (int done = 0; done < kRounds;) {
    auto workspace = Workspace::open(posix_file_system(), root, {});
    if (!workspace) return 1;
    auto locked = disk::lock(**workspace);
    if (!locked.ok() && locked.diagnostics.errors[0].code == Code::lock_busy) continue;
    if (!locked.ok()) return 2;
    test::Changes changes(**workspace);
    auto path = RelPath::parse("one");
    auto image = disk::reader(**workspace, {})->read(*path);
    if (!image) return 3;
    std::string next = std::to_string(std::stoi("0" + std::string(image->bytes)) + 1);
    auto committed = test::commit(**workspace, changes.write("one", next).write("sub/two", next).set, {.sync = false});
    if (!committed.ok()) return 4;
    ++done;
  }
  return 0;
}

}  // namespace

TEST_CASE("processes that write at once do so one after the other") {
  test::TempDir dir;
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) ::_exit(count_up(dir.path()));
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  CHECK(dir.read("one") == std::to_string(kProcesses * kRounds));
  CHECK(dir.read("sub/two") == std::to_string(kProcesses * kRounds));
  auto workspace = Workspace::open(posix_file_system(), dir.path(), {});
  REQUIRE(workspace);
  CHECK(read_log(**workspace).value.size() == kProcesses * kRounds);
}
