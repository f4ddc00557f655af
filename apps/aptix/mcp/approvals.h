// Changes that wait for a person, who is asked through the client. The state sent to the client is sealed: it cannot be
// modified, and it is valid once.
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

  // Seals the approval id for this tool and these arguments.
  std::string seal(std::string_view approval, std::string_view tool, std::string_view arguments, int64_t now_ns);
  // The approval id. nullopt: not sealed here, for another call, too old, or used before.
  std::optional<std::string> open(
      std::string_view state, std::string_view tool, std::string_view arguments, int64_t now_ns);

 private:
  std::string tag(std::string_view text) const;

  std::array<unsigned char, 32> key_{};
  std::mutex lock_;
  std::set<std::string, std::less<>> used_;
};

// The person's answer: true: make the change; false: no, or nobody was asked; nullopt: no answer.
std::optional<bool> answer_in(const std::optional<json::Value>& elicited);

}  // namespace aptix::app::mcp
