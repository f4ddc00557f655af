#include "base/parallel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
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

TEST_CASE("work is done once, beside or at the end") {
  for (Background::When when : {Background::When::now, Background::When::at_finish}) {
    int done = 0;
    Background work;
    work.plan(when, [&done] { ++done; });
    work.finish();
    CHECK(done == 1);
    work.finish();
    CHECK(done == 1);
  }
}

TEST_CASE("work that is left for the end is not done where nobody asks") {
  int done = 0;
  {
    Background work;
    work.plan(Background::When::at_finish, [&done] { ++done; });
  }
  CHECK(done == 0);
}

TEST_CASE("what the work throws is thrown where it is waited for") {
  for (Background::When when : {Background::When::now, Background::When::at_finish}) {
    Background work;
    work.plan(when, [] { throw std::runtime_error("no"); });
    CHECK_THROWS_AS(work.finish(), std::runtime_error);
  }
}

TEST_CASE("what is not in a hurry begins when the other has ended, also by a throw, and where there is no thread") {
  for (Background::When when : {Background::When::now, Background::When::at_finish}) {
    for (bool fails : {false, true}) {
      std::vector<int> done;
      Background first, second;
      first.plan(when, [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        done.push_back(1);
        if (fails) throw std::runtime_error("no");
      });
      second.plan(
          Background::When::now, [&] { done.push_back(2); }, &first);
      if (fails) CHECK_THROWS_AS(first.finish(), std::runtime_error);
      else first.finish();
      second.finish();
      CHECK(done == std::vector{1, 2});
    }
  }
}

TEST_CASE("nothing planned is nothing to wait for") {
  Background work;
  CHECK_NOTHROW(work.finish());
}
