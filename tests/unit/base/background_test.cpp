#include "base/parallel.h"

#include <doctest/doctest.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace aptix;

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
