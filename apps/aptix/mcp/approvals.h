// A change that waits for a person, asked about through the client. The state that goes out and comes back with the
// answer is sealed: whoever holds it can change nothing about it, and it counts once.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/json/json.h"

namespace aptix::app::mcp {

class SealedRequests {
 public:
  SealedRequests();

  // For this change, this tool and these arguments.
  std::string seal(std::string_view approval, std::string_view tool, std::string_view arguments, int64_t now_ns);
  // The id of the change; nothing: it was not made here, is for another call, is too old, or came once already.
  std::optional<std::string> open(
      std::string_view state, std::string_view tool, std::string_view arguments, int64_t now_ns);

 private:
  std::string tag(std::string_view text) const;

  std::array<unsigned char, 32> key_{};
  std::mutex lock_;
  std::set<std::string, std::less<>> used_;
};

// What a person said: true: carry it out; false: no, or nobody was asked; nothing: there is no answer.
std::optional<bool> answer_in(const std::optional<json::Value>& elicited);

}  // namespace aptix::app::mcp
