#include "base/commit_gate.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace aptix {
namespace {

constexpr std::chrono::milliseconds kAWhile(30);

TEST_CASE("a gate knows what was committed, and what it knew before comes back where the call failed") {
  CommitGate gate;
  CHECK(gate.id() == 0);
  CHECK(gate.open() == 0);
  CHECK(gate.id() == 0);
  gate.shut(7);
  CHECK(gate.id() == 7);
  CHECK(gate.open() == 7);
  gate.shut(7);
  CHECK(gate.close() == 7);
}

TEST_CASE("who closes an open gate waits, and learns what came through") {
  for (uint64_t id : {uint64_t{0}, uint64_t{3}}) {
    CommitGate gate;
    gate.open();
    std::atomic<bool> closed = false;
    uint64_t committed = 99;
    std::thread closing([&] {
      committed = gate.close();
      closed = true;
    });
    std::this_thread::sleep_for(kAWhile);
    CHECK_FALSE(closed);
    gate.shut(id);
    closing.join();
    CHECK(committed == id);
  }
}

// They wait for the end of the process, so they must not be waited for; the gate outlives them.
TEST_CASE("nothing goes through a closed gate, and one alone has the last word") {
  static CommitGate gate;
  static std::atomic<int> passed = 0;
  CHECK(gate.close() == 0);
  std::thread([] { gate.open(), ++passed; }).detach();
  std::thread([] { gate.close(), ++passed; }).detach();
  std::this_thread::sleep_for(kAWhile);
  CHECK(passed == 0);
}

}  // namespace
}  // namespace aptix
