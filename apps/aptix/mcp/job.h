// A request that is answered by another thread than the reader's.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/commit_gate.h"
#include "base/progress.h"
#include "mcp/message.h"
#include "mcp/replies.h"
#include "ops/tools/result.h"
#include "ops/tools/tool.h"

namespace aptix::app::mcp {

// Requests that came in one array: the replies are sent as one, too.
struct Batch {
  std::mutex lock;
  std::string text;  // the array of replies
  size_t left = 0;
};
using Sink = std::shared_ptr<Batch>;  // null: each reply is sent alone

// A change about which the client asks the person. No thread waits for the answer: with it, or after a time-out, the
// job is continued.
struct AskedJob {
  ops::ToolResult held;                         // the answer if the person does not agree
  std::chrono::steady_clock::time_point until;  // after this there is no answer
  std::optional<bool> said = {};
};

struct Job {
  std::shared_ptr<const Incoming> incoming;  // owns the message
  const Message* message = nullptr;
  Peer peer;
  Sink sink;
  const ops::ToolRow* tool = nullptr;
  std::atomic<bool> interrupted = false;
  CommitGate committed;
  Progress progress;
  std::string progress_token;  // as JSON; "": the client wants no progress
  uint64_t told = 0;           // number of steps reported
  std::chrono::steady_clock::time_point tell_from;
  std::chrono::steady_clock::time_point waits_since;
  std::optional<AskedJob> asked = {};
  bool silenced = false;  // cancelled: nothing more is sent for its id

  bool writes() const { return tool != nullptr && tool->permission == ops::Permission::write; }
  const std::string& id() const { return message->id; }
};

}  // namespace aptix::app::mcp
