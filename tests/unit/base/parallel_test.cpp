#include "base/parallel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

using namespace aptix;

TEST_CASE("each turn is done once, however many threads there are") {
  for (size_t threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> done(100);
    Status status = in_parallel(done.size(), {.most = threads, .in_a_row = 3}, [&done] {
      return [&done](size_t i) -> Status {
        ++done[i];
        return {};
      };
    });
    CHECK(status);
    for (const std::atomic<int>& count : done) CHECK(count == 1);
  }
}

TEST_CASE("after a failure no further turns are begun") {
  for (size_t threads : {1, 2}) {
    std::atomic<size_t> begun = 0;
    Status status = in_parallel(1000, {.most = threads}, [&begun] {
      return [&begun](size_t i) -> Status {
        ++begun;
        if (i >= 10) return fail(Code::io_error, std::to_string(i), "");
        return {};
      };
    });
    REQUIRE_FALSE(status);
    CHECK(begun <= 10 + threads);
    if (threads == 1) CHECK(status.error().message == "10");
  }
}

TEST_CASE("what a turn throws is thrown when all threads are done") {
  CHECK_THROWS_AS(
      in_parallel(100, {.most = 2},
          [] { return [](size_t i) -> Status { return i == 5 ? throw std::runtime_error("no") : Status(); }; })
          .has_value(),
      std::runtime_error);
}
