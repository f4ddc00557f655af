// Hashes that are computed elsewhere: the same as those computed here, whoever goes first.
#include "base/hash/hash_task.h"

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace aptix {
namespace {

std::shared_ptr<const std::string> text_of(size_t size) {
  return std::make_shared<const std::string>(size, static_cast<char>('a' + size % 26));
}

TEST_CASE("a task gives the hash, as often as it is asked for") {
  auto text = text_of(100'000);
  HashTask task = HashTask::start(*text, text);
  REQUIRE(task);
  CHECK(task.wait() == sha256(*text));
  CHECK(HashTask(task).wait() == sha256(*text));
  CHECK_FALSE(HashTask());
}

TEST_CASE("what a task hashed of a beginning need not be hashed again") {
  std::string text;
  for (int i = 0; text.size() < 5'000'000; ++i) text += std::to_string(i) + "\n";
  auto owner = std::make_shared<const std::string>(text);
  HashTask task = HashTask::start(*owner, owner);
  REQUIRE(task);
  for (size_t common : {size_t{0}, size_t{1} << 20, (size_t{2} << 20) + 1, (size_t{3} << 20) - 1, text.size()}) {
    CAPTURE(common);
    std::string other = text.substr(0, common) + "other";
    Sha256Hasher hasher;
    size_t hashed = task.begin_alike(common, hasher);
    CHECK(hashed == common >> 20 << 20);
    hasher.update(std::string_view(other).substr(hashed));
    CHECK(hasher.finish() == sha256(other));
  }
  CHECK(task.wait() == sha256(text));
}

TEST_CASE("a worker hashes all that it was given, and keeps it alive until then") {
  std::vector<HashTask> tasks;
  {
    HashWorker worker;
    for (size_t size = 0; size < 500; ++size) {
      auto text = text_of(size * 100);
      tasks.push_back(worker.start(*text, text));
      REQUIRE(tasks.back());
    }
    CHECK(tasks[499].wait() == sha256(*text_of(49'900)));
  }
  for (size_t size = 0; size < 500; ++size) CHECK(tasks[size].wait() == sha256(*text_of(size * 100)));
}

TEST_CASE("a worker may go before anybody asks, and the tasks before the worker") {
  { HashWorker idle; }
  std::optional<HashTask> kept;
  {
    HashWorker worker;
    for (size_t size : {size_t{3} << 20, size_t{1} << 20, size_t{5}}) {
      auto text = text_of(size);
      kept = worker.start(*text, text);
    }
  }
  CHECK(kept->wait() == sha256(*text_of(5)));
}

}  // namespace
}  // namespace aptix
