// What of the log goes when it is over its limits, and what finding that costs.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "disk/record/manifest.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

// The number of calls that each of `runs` runs makes, whose files of 1,000 bytes gather in one log.
std::vector<uint64_t> calls_of_runs(test::WorkRun& run, int runs, const CommitOptions& options) {
  std::vector<uint64_t> calls;
  for (int i = 0; i < runs; ++i) {
    uint64_t before = run.fs.calls();
    test::Changes changes = run.changes();
    run.committed(changes.write("a", std::string(1000, static_cast<char>('a' + i % 26))), options);
    calls.push_back(run.fs.calls() - before);
  }
  return calls;
}

}  // namespace

TEST_CASE("the log keeps within its limits, never dropping the newest") {
  test::WorkRun run;
  CommitOptions options;
  options.sync = false;
  options.keep_transactions = 3;
  for (int i = 0; i < 6; ++i) {
    test::Changes changes = run.changes();
    run.committed(changes.write("a", std::string(1000, static_cast<char>('a' + i))), options);
  }
  CHECK_FALSE(run.dir.exists(".aptix/log/3"));
  CHECK(run.dir.exists(".aptix/log/4"));
  CHECK(run.dir.exists(".aptix/log/4/" + staged_name(0)));
  options.keep_bytes = 2500;
  test::Changes changes = run.changes();
  CHECK(run.committed(changes.write("a", "x"), options).id == 7);
  CHECK_FALSE(run.dir.exists(".aptix/log/4"));
  CHECK_FALSE(run.dir.exists(".aptix/log/5/" + staged_name(0)));
  CHECK(run.dir.exists(".aptix/log/5/manifest"));
  CHECK(run.dir.read(".aptix/usage").starts_with("aptix-usage 1 7 2000 6 "));
  options.keep_bytes = 0;
  options.keep_transactions = 0;
  test::Changes last = run.changes();
  CHECK(run.committed(last.write("a", std::string(5000, 'y')), options).id == 8);
  CHECK(run.dir.read(".aptix/log/8/" + staged_name(0)) == "x");
  CHECK_FALSE(run.dir.exists(".aptix/log/7"));
}

TEST_CASE("how much the log holds is overwritten in place") {
  test::WorkRun run;
  CommitOptions options{.sync = false};
  struct stat first {};
  struct stat second {};
  calls_of_runs(run, 1, options);
  REQUIRE(::stat(run.dir.path(".aptix/usage").c_str(), &first) == 0);
  calls_of_runs(run, 12, options);
  REQUIRE(::stat(run.dir.path(".aptix/usage").c_str(), &second) == 0);
  CHECK(first.st_ino == second.st_ino);
  CHECK(first.st_size == second.st_size);
  CHECK(run.dir.read(".aptix/usage").starts_with("aptix-usage 1 13 "));
}

TEST_CASE("how much the log holds is written anew where others may write it") {
  test::WorkRun run;
  calls_of_runs(run, 1, {.sync = false});
  struct stat about {};
  REQUIRE(::chmod(run.dir.path(".aptix/usage").c_str(), 0622) == 0);
  calls_of_runs(run, 1, {.sync = false});
  REQUIRE(::stat(run.dir.path(".aptix/usage").c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0600);
  CHECK(run.dir.read(".aptix/usage").starts_with("aptix-usage 1 2 "));
}

TEST_CASE("a run at the limit of bytes looks into no record that it keeps") {
  test::WorkRun run;
  CommitOptions options{.sync = false, .keep_transactions = 1000, .keep_bytes = 30'000};
  std::vector<uint64_t> calls = calls_of_runs(run, 120, options);
  CHECK(calls[100] <= calls[20] + 15);
  CHECK(calls[119] <= calls[100] + 1);
  CHECK(run.dir.exists(".aptix/log/60"));
  CHECK_FALSE(run.dir.exists(".aptix/log/90/" + staged_name(0)));
  CHECK(run.dir.exists(".aptix/log/91/" + staged_name(0)));
}

TEST_CASE("records over the limit are dropped an eighth of it at a time") {
  test::WorkRun run;
  CommitOptions options{.sync = false, .keep_transactions = 60, .keep_bytes = 1'000'000};
  std::vector<uint64_t> calls = calls_of_runs(run, 67, options);
  CHECK(run.dir.exists(".aptix/log/1"));
  CHECK(calls[66] == calls[20]);
  calls = calls_of_runs(run, 1, options);
  CHECK_FALSE(run.dir.exists(".aptix/log/8"));
  CHECK(run.dir.exists(".aptix/log/9/" + staged_name(0)));
  CHECK(calls[0] <= calls_of_runs(run, 1, options)[0] + 8 * 14);
}
