// A request that is answered off the reader's thread.
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

// Requests that came in one array: so do the replies.
struct Batch {
  std::mutex lock;
  std::string text;  // of the array
  size_t left = 0;
};
using Sink = std::shared_ptr<Batch>;  // null: each reply by itself

// A change that waits for the person, whom the client is asked to ask. Nobody waits for the answer: with it, or without
// one, the job is taken up once more.
struct AskedJob {
  ops::ToolResult held;                         // what is answered where the person does not agree
  std::chrono::steady_clock::time_point until;  // then there is no answer
  std::optional<bool> said = {};
};

struct Job {
  std::shared_ptr<const Incoming> incoming;  // the message is in it
  const Message* message = nullptr;
  Peer peer;
  Sink sink;
  const ops::ToolRow* tool = nullptr;
  std::atomic<bool> interrupted = false;
  CommitGate committed;
  Progress progress;
  std::string progress_token;  // the JSON of it; "": the client does not want to know
  uint64_t told = 0;           // of the steps
  std::chrono::steady_clock::time_point tell_from;
  std::chrono::steady_clock::time_point waits_since;
  std::optional<AskedJob> asked = {};
  bool silenced = false;  // cancelled: nothing more is said for its id

  bool writes() const { return tool != nullptr && tool->permission == ops::Permission::write; }
  const std::string& id() const { return message->id; }
};

}  // namespace aptix::app::mcp
