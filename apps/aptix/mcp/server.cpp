#include "mcp/server.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>

#include "base/json/record.h"
#include "mcp/line_reader.h"

namespace aptix::app::mcp {
namespace {

constexpr size_t kMostThreads = 8, kMostCalls = 256;
constexpr int kIdleMs = 200, kFlushMs = 1000;
// With as many threads as processors, a call waits this long for one to finish: more threads would only slow each
// other.
constexpr int kPatienceMs = 5;
constexpr auto kProgressEvery = std::chrono::seconds(1);
constexpr size_t kMostName = 100;

// Signals go to the reading thread, which must return from waiting.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigemptyset(&all);
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&all, signal);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

bool asks_persons(const std::optional<json::Value>& capabilities) {
  if (!capabilities || capabilities->type() != json::Type::object) return false;
  auto elicitation = capabilities->find("elicitation");
  if (!elicitation || elicitation->type() != json::Type::object) return false;
  return elicitation->size() == 0 || elicitation->find("form").has_value();
}

std::string client_name(const std::optional<json::Value>& info) {
  auto name = info && info->type() == json::Type::object ? info->find("name") : std::nullopt;
  bool known = name && name->type() == json::Type::string;
  return known ? std::string(cut_at_character(escape_for_display(name->text()), kMostName)) : std::string();
}

bool is_job(std::string_view method) {
  return method == "tools/call" || method.starts_with("resources/") || method.starts_with("prompts/");
}

}  // namespace

Server::Server(const Environment& environment, Toolbox& toolbox, ServerOptions options)
    : environment_(environment),
      toolbox_(toolbox),
      options_(std::move(options)),
      outbox_(options_.out),
      answers_(toolbox, [this](Job& job, const ops::ToolResult& held, std::string_view question) {
        return ask_person(job, held, question);
      }) {}

Server::~Server() {
  for (std::thread& thread : threads_) thread.join();
}

void Server::run() {
  LineReader reader(options_.in);
  std::string line;
  bool stopped = false;
  for (;;) {
    stopped = environment_.around.interrupted != nullptr && environment_.around.interrupted->load();
    if (stopped || outbox_.is_broken()) break;
    if (outbox_.is_full()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(kIdleMs));
      continue;
    }
    LineReader::Got got = reader.next(line, look_after());
    if (got == LineReader::Got::end) break;
    if (got == LineReader::Got::too_long)
      outbox_.send(fault_reply("", kInvalidRequest, fmt::format("a message is longer than {} bytes", kMostLine)));
    if (got == LineReader::Got::line && line.find_first_not_of(" \t") != std::string::npos) take(std::move(line));
  }
  end(stopped || outbox_.is_broken());
}

// Does what is due by time. Returns the milliseconds until the next call.
int Server::look_after() {
  std::lock_guard held(lock_);
  tell_progress();
  end_questions();
  if (waiting_.empty()) return kIdleMs;
  auto waited = std::chrono::steady_clock::now() - waiting_.front()->waits_since;
  if (waited >= std::chrono::milliseconds(kPatienceMs)) wake();
  return kPatienceMs;
}

// Writing jobs are rolled back. Reading jobs may still answer if the output is open.
void Server::end(bool all) {
  {
    std::unique_lock held(lock_);
    ending_ = true;
    for (auto& [id, job] : jobs_)
      if (all || job->writes()) job->interrupted = true;
    end_questions();
    has_work_.notify_all();
    all_done_.wait(held, [&] { return jobs_.empty(); });
  }
  outbox_.close(kFlushMs);
}

void Server::send(const Sink& sink, std::string reply) {
  if (!sink) {
    if (!reply.empty()) outbox_.send(std::move(reply));
    return;
  }
  std::lock_guard held(sink->lock);
  if (!reply.empty()) sink->text += (sink->text.empty() ? "[" : ",") + reply;
  if (--sink->left == 0 && !sink->text.empty()) outbox_.send(sink->text + "]");
}

// The reply to an invalid message. For an unknown id, JSON-RPC wants null, but newer revisions want no member.
std::string Server::fault_reply(const std::string& id, int code, std::string_view fault) const {
  bool wants_null = id.empty() && handshake_ && handshake_->revision < Revision::r2025_11_25;
  return error_reply(wants_null ? "null" : id, code, fault);
}

void Server::take(std::string line) {
  auto incoming = read_message(std::move(line));
  Sink sink;
  if (incoming->is_batch && (!handshake_ || handshake_->revision != Revision::r2025_03_26)) {
    outbox_.send(fault_reply("", kInvalidRequest, "this revision of the protocol has no batches"));
    return;
  }
  if (incoming->is_batch) {
    sink = std::make_shared<Batch>();
    sink->left = incoming->messages.size();
  }
  for (const Message& message : incoming->messages) take(incoming, message, sink);
}

void Server::take(const std::shared_ptr<const Incoming>& incoming, const Message& message, const Sink& sink) {
  switch (message.kind) {
    case Message::Kind::request: take_request(incoming, message, sink); return;
    case Message::Kind::notification: take_notification(message); break;
    case Message::Kind::response: take_response(message); break;
    case Message::Kind::invalid: send(sink, fault_reply(message.id, message.code, message.fault)); return;
  }
  if (sink) send(sink, {});
}

// The client, from the request itself or the handshake. If that is not enough, replies with an error.
std::optional<Peer> Server::peer_of(const Message& message, const Sink& sink) {
  auto version = meta(message, "io.modelcontextprotocol/protocolVersion");
  if (version) {
    std::string_view asked = version->type() == json::Type::string ? version->text() : std::string_view();
    if (find_revision(asked) != Revision::r2026_07_28) {
      send(sink, unsupported_version(message.id, asked));
      return std::nullopt;
    }
    auto capabilities = meta(message, "io.modelcontextprotocol/clientCapabilities");
    if (capabilities && capabilities->type() != json::Type::object) {
      send(sink, error_reply(message.id, kInvalidParams, "clientCapabilities must be an object"));
      return std::nullopt;
    }
    return Peer{.revision = Revision::r2026_07_28,
        .name = client_name(meta(message, "io.modelcontextprotocol/clientInfo")),
        .can_be_asked = asks_persons(capabilities)};
  }
  if (handshake_) return handshake_;
  if (message.method == "ping") return Peer{};
  if (message.method == "server/discover")
    send(sink,
        error_reply(message.id, kInvalidParams, "params._meta must have io.modelcontextprotocol/protocolVersion"));
  else send(sink, error_reply(message.id, kInvalidRequest, "'initialize' or 'server/discover' comes first"));
  return std::nullopt;
}

void Server::initialize(const Message& message, const Sink& sink) {
  std::string asked = text_param(message, "protocolVersion");
  if (asked.empty()) {
    send(sink, error_reply(message.id, kInvalidParams, "'protocolVersion' is missing"));
    return;
  }
  auto known = find_revision(asked);
  Peer peer;
  peer.revision = known && *known < Revision::r2026_07_28 ? *known : Revision::r2025_11_25;
  peer.name = client_name(param(message, "clientInfo"));
  auto capabilities = param(message, "capabilities");
  peer.can_be_asked = peer.revision >= Revision::r2025_06_18 && asks_persons(capabilities);
  peer.has_roots =
      capabilities && capabilities->type() == json::Type::object && capabilities->find("roots").has_value();
  handshake_ = peer;
  send(sink, initialize_reply(peer, message.id));
}

void Server::take_request(const std::shared_ptr<const Incoming>& incoming, const Message& message, const Sink& sink) {
  if (message.method == "initialize") return initialize(message, sink);
  auto peer = peer_of(message, sink);
  if (!peer) return;
  if (message.method == "server/discover" && peer->is_modern()) return send(sink, discover_reply(*peer, message.id));
  if (message.method == "ping" && !peer->is_modern()) return send(sink, reply(*peer, message.id, [](json::Writer&) {}));
  if (message.method.ends_with("/list") && param(message, "cursor"))
    return send(sink, error_reply(message.id, kInvalidParams, "'cursor' is not one of this list, which has one page"));
  if (message.method == "tools/list") return send(sink, tools_reply(*peer, message.id, options_.tools));
  if (!is_job(message.method))
    return send(sink,
        error_reply(
            message.id, kNoMethod, fmt::format("there is no method '{}'", excerpt_for_display(message.method))));
  auto job = std::make_shared<Job>();
  job->incoming = incoming;
  job->message = &message;
  job->peer = std::move(*peer);
  job->sink = sink;
  job->progress_token = id_literal(meta(message, "progressToken"));
  job->tell_from = std::chrono::steady_clock::now() + kProgressEvery;
  if (message.method == "tools/call") {
    std::string name = text_param(message, "name");
    auto found = std::find_if(
        options_.tools.begin(), options_.tools.end(), [&](const ops::ToolRow* row) { return row->name == name; });
    if (found == options_.tools.end())
      return send(
          sink, error_reply(message.id, kInvalidParams, fmt::format("unknown tool: {}", excerpt_for_display(name))));
    job->tool = *found;
  }
  begin(std::move(job));
}

void Server::begin(std::shared_ptr<Job> job) {
  std::unique_lock held(lock_);
  const std::string id = job->message->id;
  bool twice = jobs_.contains(id), too_many = waiting_.size() >= kMostCalls;
  if (twice || too_many) {
    held.unlock();
    return send(job->sink,
        error_reply(id, twice ? kInvalidRequest : kInternalError,
            twice ? "a request with this id is under way" : "too many requests are waiting"));
  }
  jobs_.emplace(id, job);
  enqueue(std::move(job));
}

// REQUIRES for both: lock_ is held, by the reading thread.
void Server::enqueue(std::shared_ptr<Job> job) {
  job->waits_since = std::chrono::steady_clock::now();
  waiting_.push_back(std::move(job));
  if (awake_ < std::clamp<size_t>(environment_.threads, 2, kMostThreads)) wake();
}

void Server::wake() {
  if (awake_ < threads_.size()) {
    ++awake_, ++woken_;
    has_work_.notify_one();
  } else if (threads_.size() < kMostThreads) {
    ++awake_;
    SignalsBlocked blocked;
    threads_.emplace_back([this] { work(); });
  }
}

void Server::work() {
  std::unique_lock held(lock_);
  for (;;) {
    while (waiting_.empty()) {
      if (ending_) return;
      --awake_;
      has_work_.wait(held, [&] { return woken_ > 0 || ending_; });
      if (woken_ > 0) --woken_;
      else ++awake_;
    }
    std::shared_ptr<Job> job = std::move(waiting_.front());
    waiting_.pop_front();
    bool silenced = job->silenced;
    held.unlock();
    std::optional<std::string> reply = silenced ? std::string() : answers_.answer(*job);
    if (reply) finish(*job, std::move(*reply));
    held.lock();
  }
}

void Server::finish(Job& job, std::string reply) {
  bool silenced = false;
  {
    std::lock_guard held(lock_);
    silenced = job.silenced;
    jobs_.erase(job.message->id);
    // Under the lock, so that whoever waits for all jobs to end finds every reply sent.
    send(job.sink, silenced ? std::string() : std::move(reply));
    if (jobs_.empty()) all_done_.notify_all();
  }
}

// Under the lock, no job's reply can be on its way, so no progress follows it. REQUIRES: lock_ is held.
void Server::tell_progress() {
  auto now = std::chrono::steady_clock::now();
  for (auto& [id, job] : jobs_) {
    uint64_t done = job->progress.done;
    if (job->progress_token.empty() || job->silenced || now < job->tell_from || done <= job->told) continue;
    job->told = done;
    job->tell_from = now + kProgressEvery;
    outbox_.send(progress_note(job->progress_token, done, job->progress.all));
  }
}

void Server::take_notification(const Message& message) {
  if (message.method == "notifications/cancelled") {
    std::lock_guard held(lock_);
    auto found = jobs_.find(id_literal(param(message, "requestId")));
    if (found == jobs_.end()) return;
    found->second->silenced = true;
    found->second->interrupted = true;
    return;
  }
  bool has_roots = handshake_ && handshake_->has_roots;
  if (has_roots &&
      (message.method == "notifications/initialized" || message.method == "notifications/roots/list_changed"))
    ask_for_roots();
}

void Server::take_response(const Message& message) {
  if (take_answer(message)) return;
  if (message.id == "\"aptix-roots\"" && message.result) take_roots(*message.result);
}

// The client shows the question to the person. No thread waits, so other tools continue meanwhile.
bool Server::ask_person(Job& job, const ops::ToolResult& held, std::string_view question) {
  constexpr size_t kMostAsked = 64;
  constexpr auto kPatience = std::chrono::minutes(10);
  std::lock_guard locked(lock_);
  auto known = jobs_.find(job.id());
  if (ending_ || job.interrupted || known == jobs_.end() || asked_.size() >= kMostAsked) return false;
  std::string id = fmt::format("aptix-{}", ++questions_);
  job.asked = AskedJob{.held = held, .until = std::chrono::steady_clock::now() + kPatience};
  asked_.emplace(fmt::format("\"{}\"", id), known->second);
  outbox_.send(request(id, "elicitation/create", [&](json::Writer& w) { write_question(w, job.peer, question); }));
  return true;
}

bool Server::take_answer(const Message& message) {
  std::lock_guard held(lock_);
  auto found = asked_.find(message.id);
  if (found == asked_.end()) return false;
  found->second->asked->said = answer_in(message.result);
  enqueue(std::move(found->second));
  asked_.erase(found);
  return true;
}

// Ends questions that are too old, cancelled, or must end. REQUIRES: lock_ is held.
void Server::end_questions() {
  auto now = std::chrono::steady_clock::now();
  std::erase_if(asked_, [&](auto& asked) {
    auto& job = asked.second;
    bool over = ending_ || job->interrupted || now > job->asked->until;
    if (over) enqueue(std::move(job));
    return over;
  });
}

void Server::ask_for_roots() {
  outbox_.send(json::object(
      [](json::Writer& w) { w.field("jsonrpc", "2.0").field("id", "aptix-roots").field("method", "roots/list"); }));
}

// The client's roots narrow those that the server was started with.
void Server::take_roots(const json::Value& result) {
  auto roots = result.type() == json::Type::object ? json::member(result, "roots", json::Type::array) : std::nullopt;
  if (!roots) return;
  std::vector<std::string> paths;
  for (json::Value root : *roots)
    if (auto path = path_of_uri(json::text_member(root, "uri").value_or(""))) paths.push_back(*path);
  if (!paths.empty()) toolbox_.narrow_roots(paths);
}

}  // namespace aptix::app::mcp
