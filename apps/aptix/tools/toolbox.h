// Runs tools: each as the command that its row names, in this process, with the arguments of the call. Thread-safe.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/commit_gate.h"
#include "base/json/json.h"
#include "base/progress.h"
#include "ops/tools/result.h"
#include "ops/tools/tool.h"
#include "policy/policy.h"
#include "terminal/session.h"
#include "tools/places.h"
#include "tools/several_roots.h"

namespace aptix::app {

inline constexpr uint64_t kUsualTokens = 10'000;  // default limit of a result
inline constexpr uint64_t kMostTokens = 50'000;   // even if more is requested

enum class Sessions : uint8_t { given, own };  // own: create one for this process when first needed, if none is given

struct ToolboxOptions {
  std::vector<std::string> roots{};  // absolute
  std::vector<std::string> words{};  // options for every command: "--state-dir=..."
  std::string session{};             // id or name; "": see `sessions`
  std::string profile{};
  policy::Narrowing narrowing{};
  bool no_sync = false;  // for the commands that write
  Sessions sessions = Sessions::given;
};

// Who calls, and how the call can be stopped.
struct ToolCaller {
  std::string name{};  // "": whoever started the process
  uint64_t max_tokens = kUsualTokens;
  uint64_t most_tokens = kMostTokens;  // even if more is requested: the client shows no more
  const std::atomic<bool>* interrupted = nullptr;
  CommitGate* committed = nullptr;
  Progress* progress = nullptr;
};

struct WaitingChange {
  std::vector<std::string> paths{};  // relative to the workspace; with several roots, prefixed by the root
  std::string diff{};
};

class Toolbox {
 public:
  Toolbox(const Environment& environment, ToolboxOptions options)
      : environment_(environment),
        options_(std::move(options)),
        roots_(options_.roots) {}

  ops::ToolResult run(const ops::ToolRow& tool, const std::optional<json::Value>& arguments, const ToolCaller& caller);
  // The --json output of a command that is not a tool: for resources, prompts and approvals.
  std::string run_command(const ops::ToolCall& call, const ToolCaller& caller);  // below the first root
  std::string run_command(const std::string& root, const ops::ToolCall& call, const ToolCaller& caller);

  // A waiting change as the person, never the model, may see it. nullopt: the client may not ask about it, because the
  // policy requires the command line.
  std::optional<WaitingChange> find_waiting(const std::string& id, const ToolCaller& caller);
  // Makes a waiting change after the person agreed in the client.
  ops::ToolResult approve(const ops::ToolRow& tool, const std::string& id, const ToolCaller& caller);

  std::vector<std::string> roots() const;
  // Keeps the intersection: folders of `to` below a root, and roots below a folder of `to`.
  void narrow_roots(const std::vector<std::string>& to);

 private:
  // Returns the root.
  Result<std::string> settle_place(
      const Roots& roots, ops::ToolCall& call, const ToolCaller& caller, const ToolRun& tool) const;
  std::string told_of(const std::string& root, const ops::ToolCall& call, std::string printed) const;
  std::string list(const Roots& roots, const ops::ToolCall& call, const ToolCaller& caller, const ToolRun& tool);
  Result<OpenedSources> open_at(const Environment& environment, const std::string& root) const;
  std::string run_at(const std::string& root, const ops::ToolCall& call, const ToolCaller& caller, ToolRun& tool);
  Environment environment_for(const ToolCaller& caller) const;
  Environment environment_for_person(const ToolCaller& caller) const;
  void join(const std::string& root, const Environment& environment, std::string& id);
  std::string propose(const std::string& root, const ops::ToolCall& call, const ToolCaller& caller, ToolRun tool) const;
  std::string append_at(
      const Environment& environment, const std::string& root, const ops::ToolCall& call, ToolRun& tool) const;
  disk::KnownLog* log_of(const std::string& root) const;
  std::shared_ptr<ops::KnownSession> known_of(const std::string& session) const;
  std::string run_in(
      const Environment& environment, const std::string& root, const ops::ToolCall& call, const ToolRun* tool) const;

  const Environment& environment_;
  ToolboxOptions options_;
  mutable std::mutex roots_lock_;
  std::vector<std::string> roots_;
  std::mutex sessions_lock_;
  std::map<std::string, std::string> sessions_;  // id by root; "": none can be made
  mutable std::mutex known_lock_;
  mutable std::map<std::string, std::shared_ptr<ops::KnownSession>> known_;  // by id
  mutable std::map<std::string, disk::KnownLog> logs_;                       // by root
};

}  // namespace aptix::app
