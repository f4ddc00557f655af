// Pure: bytes in, hash out.
#include "base/hash_task.h"

#include <future>
#include <system_error>

namespace aptix {

struct HashTask::State {
  std::shared_ptr<const void> owner;
  std::shared_future<Sha256> result;
};

HashTask HashTask::start(std::string_view bytes, std::shared_ptr<const void> owner) {
  HashTask task;
  try {
    auto result = std::async(std::launch::async, [bytes] { return sha256(bytes); }).share();
    task.state_ = std::make_shared<State>(State{std::move(owner), std::move(result)});
  } catch (const std::system_error&) {
    // Whoever wants the hash computes it.
  }
  return task;
}

Sha256 HashTask::wait() const { return state_->result.get(); }

}  // namespace aptix
