// The server of 'aptix mcp': reads and writes messages; tool calls run in other threads. It starts without a lock and
// writes nothing, and at its end rolls back what was running.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "mcp/answers.h"
#include "mcp/job.h"
#include "mcp/message.h"
#include "mcp/outbox.h"
#include "mcp/replies.h"
#include "tools/toolbox.h"

namespace aptix::app::mcp {

struct ServerOptions {
  std::vector<const ops::ToolRow*> tools;  // tools offered
  int in = 0, out = 1;
};

class Server {
 public:
  Server(const Environment& environment, Toolbox& toolbox, ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Runs until the input ends or a signal comes.
  void run();

 private:
  void take(std::string line);
  void take(const std::shared_ptr<const Incoming>& incoming, const Message& message, const Sink& sink);
  void take_request(const std::shared_ptr<const Incoming>& incoming, const Message& message, const Sink& sink);
  void take_notification(const Message& message);
  void take_response(const Message& message);
  void send(const Sink& sink, std::string reply);
  std::string fault_reply(const std::string& id, int code, std::string_view fault) const;
  std::optional<Peer> peer_of(const Message& message, const Sink& sink);
  void initialize(const Message& message, const Sink& sink);
  void begin(std::shared_ptr<Job> job);
  void enqueue(std::shared_ptr<Job> job);
  void wake();
  void work();
  int look_after();
  void finish(Job& job, std::string reply);
  bool ask_person(Job& job, const ops::ToolResult& held, std::string_view question);
  bool take_answer(const Message& message);
  void end_questions();
  void tell_progress();
  void end(bool all);
  void ask_for_roots();
  void take_roots(const json::Value& result);

  const Environment& environment_;
  Toolbox& toolbox_;
  ServerOptions options_;
  Outbox outbox_;
  Answers answers_;
  std::optional<Peer> handshake_;  // result of 'initialize'

  std::mutex lock_;  // guards everything below
  std::condition_variable has_work_, all_done_;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::map<std::string, std::shared_ptr<Job>> jobs_;  // waiting and running, by id
  size_t awake_ = 0, woken_ = 0;                      // threads with work, and those of them not woken up yet
  bool ending_ = false;
  uint64_t questions_ = 0;                             // to persons, so far
  std::map<std::string, std::shared_ptr<Job>> asked_;  // jobs that wait for a person, by id of the question
  std::vector<std::thread> threads_;
};

}  // namespace aptix::app::mcp
