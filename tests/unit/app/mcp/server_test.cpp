// The server on two pipes: what it makes of messages that are broken, huge, out of order, or many at once.
#include "mcp/server.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>

#include "base/json/record.h"
#include "support/temp_dir.h"

namespace aptix::app::mcp {
namespace {

constexpr const char* kModern = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                R"("io.modelcontextprotocol/clientCapabilities":{}})";

std::string modern_call(std::string_view id, std::string_view tool, std::string_view arguments) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{"name":"{}","arguments":{},{}}}}})",
      id, tool, arguments, kModern);
}

std::string cancel(std::string_view id) {
  return fmt::format(R"({{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{}}}}})", id);
}

// A running server, and its two streams.
class Talk {
 public:
  explicit Talk(const test::TempDir& dir, std::string config_file = {}) {
    environment_.config_file = std::move(config_file);
    REQUIRE(::pipe(to_) == 0);
    REQUIRE(::pipe(from_) == 0);
    environment_.around.home = environment_.temp = dir.path();
    environment_.around.caller = "test";
    environment_.around.interrupted = &interrupted_;
    toolbox_ = std::make_unique<Toolbox>(environment_, ToolboxOptions{.roots = {dir.path()}, .no_sync = true});
    ServerOptions options{.tools = {}, .in = to_[0], .out = from_[1]};
    for (const ops::ToolRow& row : ops::tool_rows()) options.tools.push_back(&row);
    server_ = std::make_unique<Server>(environment_, *toolbox_, std::move(options));
    thread_ = std::thread([this] {
      server_->run();
      ended_ = true;
    });
  }
  ~Talk() {
    end();
    server_.reset();
    for (int fd : {to_[0], from_[0], from_[1]}) ::close(fd);
  }
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;

  void put(std::string_view bytes) {
    while (!bytes.empty()) {
      ssize_t put = ::write(to_[1], bytes.data(), bytes.size());
      REQUIRE(put > 0);
      bytes.remove_prefix(static_cast<size_t>(put));
    }
  }
  void send(std::string_view line) { put(std::string(line) + "\n"); }
  // The next line that comes; "": none within the time.
  std::string next(int wait_ms = 20'000) {
    for (;;) {
      if (size_t end = held_.find('\n'); end != std::string::npos) {
        std::string line = held_.substr(0, end);
        held_.erase(0, end + 1);
        return line;
      }
      pollfd ready{.fd = from_[0], .events = POLLIN, .revents = 0};
      if (::poll(&ready, 1, wait_ms) <= 0) return {};
      char piece[4096];
      ssize_t got = ::read(from_[0], piece, sizeof piece);
      if (got <= 0) return {};
      held_.append(piece, static_cast<size_t>(got));
    }
  }
  std::string ask(std::string_view line) {
    send(line);
    return next();
  }
  void handshake(std::string_view version) {
    std::string reply = ask(fmt::format(
        R"({{"jsonrpc":"2.0","id":"h","method":"initialize","params":{{"protocolVersion":"{}","capabilities":{{}}}}}})",
        version));
    REQUIRE(reply.find(fmt::format(R"("protocolVersion":"{}")", version)) != std::string::npos);
  }
  void end() {
    if (!thread_.joinable()) return;
    ::close(to_[1]);
    thread_.join();
  }
  bool has_ended() const { return ended_; }
  void interrupt() { interrupted_ = true; }

 private:
  int to_[2]{}, from_[2]{};
  std::atomic<bool> interrupted_ = false, ended_ = false;
  Environment environment_;
  std::unique_ptr<Toolbox> toolbox_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
  std::string held_;
};

constexpr const char* kPing = R"({"jsonrpc":"2.0","id":"p","method":"ping"})";
constexpr const char* kPong = R"({"jsonrpc":"2.0","id":"p","result":{}})";

std::string fault(std::string_view id, int code, std::string_view message) {
  return error_reply(std::string(id), code, message);
}

TEST_CASE("what is not a message of the protocol is an error, and the server goes on") {
  test::TempDir dir;
  Talk talk(dir);
  auto with_meta = [](std::string_view members) {
    return fmt::format(R"({{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{{{}}}}}}})", members);
  };
  auto version = [](std::string_view value) {
    return fmt::format(R"("io.modelcontextprotocol/protocolVersion":{})", value);
  };
  struct Said {
    std::string message, answer;
  };
  for (const Said& one :
      std::initializer_list<Said>{
          {"{", fault("", -32700, "the message is not JSON: the JSON ends inside the outermost object")},
          {"\xFF\xFE", fault("", -32700, "the message is not JSON: the byte '\\xff' is not UTF-8")},
          {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})",
              fault("", -32700, "the message is not JSON: the key 'id' occurs twice in one object")},
          {"7", fault("", -32600, "a message is an object")},
          {"[]", fault("", -32600, "the batch is empty")},
          {"[1]", fault("", -32600, "this revision of the protocol has no batches")},
          {R"({"id":1,"method":"ping"})", fault("1", -32600, "'jsonrpc' must be \"2.0\"")},
          {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", fault("1", -32600, "'jsonrpc' must be \"2.0\"")},
          {R"({"jsonrpc":"2.0","id":1})", fault("1", -32600, "'method' is missing")},
          {R"({"jsonrpc":"2.0","id":1,"method":7})", fault("1", -32600, "'method' is missing")},
          {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", fault("1", -32600, "'params' must be an object")},
          {R"({"jsonrpc":"2.0","id":true,"method":"ping"})", fault("", -32600, "'id' must be a string or a number")},
          {R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",
              fault("1", -32600, "'initialize' or 'server/discover' comes first")},
          {R"({"jsonrpc":"2.0","id":1,"method":"initialize"})", fault("1", -32602, "'protocolVersion' is missing")},
          {with_meta(version("\"2025-06-18\"")), unsupported_version("1", "2025-06-18")},
          {with_meta(version("7")), unsupported_version("1", "")},
          {with_meta(version("\"2026-07-28\"") + R"(,"io.modelcontextprotocol/clientCapabilities":[])"),
              fault("1", -32602, "clientCapabilities must be an object")},
          {"", ""},
          {"  ", ""},
          {R"({"jsonrpc":"2.0","method":"no/such/notification"})", ""},
          {R"({"jsonrpc":"2.0","id":"never asked","result":{}})", ""},
          {R"({"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"m"}})", ""},
          {R"({"jsonrpc":"2.0","method":"notifications/cancelled"})", ""},
          {R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}})", ""},
      }) {
    CAPTURE(one.message);
    talk.send(one.message);
    if (!one.answer.empty()) CHECK(talk.next() == one.answer);
    CHECK(talk.ask(kPing) == kPong);
  }
}

TEST_CASE("arguments of wrong types are results of the tool, unknown tools and methods are errors") {
  test::TempDir dir;
  dir.write("a", "one\n");
  Talk talk(dir);
  for (const char* arguments :
      {"[]", "7", "\"x\"", R"({"filepath":7})", R"({"filepath":null})", R"({"filepath":"a","start":"1"})",
          R"({"filepath":"a","start":1.5})", R"({"filepath":"a","start":-1})", R"({"filepath":"a","more":1})", "{}"}) {
    CAPTURE(arguments);
    std::string reply = talk.ask(modern_call("1", "read_file", arguments));
    CHECK(reply.starts_with(R"({"jsonrpc":"2.0","id":1,"result":{)"));
    CHECK(reply.find(R"("text":"error[usage]: read_file)") != std::string::npos);
    CHECK(reply.find(R"("isError":true)") != std::string::npos);
  }
  CHECK(talk.ask(modern_call("2", "no_tool", "{}")) == fault("2", -32602, "unknown tool: no_tool"));
  CHECK(talk.ask(fmt::format(R"({{"jsonrpc":"2.0","id":3,"method":"tools/fetch","params":{{{}}}}})", kModern)) ==
      fault("3", -32601, "there is no method 'tools/fetch'"));
  CHECK(talk.ask(fmt::format(R"({{"jsonrpc":"2.0","id":3,"method":"ping","params":{{{}}}}})", kModern)) ==
      fault("3", -32601, "there is no method 'ping'"));
}

TEST_CASE("a list of one page takes no cursor") {
  test::TempDir dir;
  Talk talk(dir);
  for (const char* list : {"tools", "resources", "prompts", "resources/templates"})
    CHECK(talk.ask(fmt::format(R"({{"jsonrpc":"2.0","id":1,"method":"{}/list","params":{{"cursor":"x",{}}}}})", list,
              kModern)) == fault("1", -32602, "'cursor' is not one of this list, which has one page"));
}

TEST_CASE("an error without an id says null where the revision is older than 2025-11-25") {
  test::TempDir dir;
  for (auto [version, id] : {std::pair("2024-11-05", R"("id":null,)"), std::pair("2025-06-18", R"("id":null,)"),
           std::pair("2025-11-25", "")}) {
    Talk talk(dir);
    talk.handshake(version);
    CHECK(talk.ask("7") ==
        fmt::format(R"({{"jsonrpc":"2.0",{}"error":{{"code":-32600,"message":"a message is an object"}}}})", id));
  }
}

TEST_CASE("several requests in one array are answered in one array, in the revision that has them") {
  test::TempDir dir;
  Talk talk(dir);
  talk.handshake("2025-03-26");
  std::string three = R"({"jsonrpc":"2.0","method":"x"},7,{"jsonrpc":"2.0","id":1,"method":"y"})";
  CHECK(talk.ask(fmt::format("[{},{}]", kPing, three)) ==
      fmt::format("[{},{},{}]", kPong, fault("null", -32600, "a message is an object"),
          fault("1", -32601, "there is no method 'y'")));
  talk.send(R"([{"jsonrpc":"2.0","method":"x"}])");  // nothing to answer
  CHECK(talk.ask(kPing) == kPong);
}

TEST_CASE("a message of 64 MB is taken, a longer one is refused, and the next is read") {
  test::TempDir dir;
  Talk talk(dir);
  std::string head = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":")", tail = "\"}}";
  talk.send(head + std::string(kMostLine - head.size() - tail.size(), 'x') + tail);
  CHECK(talk.next() == R"({"jsonrpc":"2.0","id":1,"result":{}})");
  talk.send(head + std::string(kMostLine + 1, 'x') + tail);
  CHECK(talk.next() ==
      R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"a message is longer than 67108864 bytes"}})");
  CHECK(talk.ask(kPing) == kPong);
}

TEST_CASE("a large file is written by one message, and the answer is short") {
  test::TempDir dir;
  Talk talk(dir);
  std::string content(20 << 20, 'x');
  std::string reply = talk.ask(
      modern_call("1", "write_file", fmt::format(R"({{"filepath":"big","content":"{}","mode":"create"}})", content)));
  CHECK(reply.find(R"("isError":false)") != std::string::npos);
  CHECK(reply.size() < 100'000);
  CHECK((dir.read("big") == content));
}

TEST_CASE("a message that comes in pieces is read once it is whole, and the last without an end is none") {
  test::TempDir dir;
  dir.write("a", "one\n");
  auto before = dir.tree();
  Talk talk(dir);
  for (char c : std::string(kPing)) talk.put({&c, 1});
  CHECK(talk.next(50) == "");
  talk.put("\r\n");
  CHECK(talk.next() == kPong);
  talk.put(modern_call("1", "write_file", R"({"filepath":"a","content":"","mode":"append"})"));
  talk.end();
  CHECK(talk.next(50) == "");
  CHECK(dir.tree() == before);
}

// Holds the lock of the workspace, so that writes wait.
class HeldLock {
 public:
  explicit HeldLock(const test::TempDir& dir)
      : workspace_(*disk::Workspace::open(disk::posix_file_system(), dir.path(), {})) {
    REQUIRE(disk::lock(*workspace_).ok());
  }

 private:
  std::shared_ptr<disk::Workspace> workspace_;
};

TEST_CASE("an id that is under way is refused, and free again afterwards") {
  test::TempDir dir;
  Talk talk(dir);
  {
    HeldLock held(dir);
    talk.send(modern_call("\"a\\u0062\"", "write_file", R"({"filepath":"new","content":"x\n","mode":"create"})"));
    CHECK(talk.ask(modern_call("\"ab\"", "list_files", "{}")) ==
        R"({"jsonrpc":"2.0","id":"ab","error":{"code":-32600,"message":"a request with this id is under way"}})");
  }
  CHECK(talk.next().find(R"("isError":false)") != std::string::npos);
  CHECK(dir.read("new") == "x\n");
  CHECK(talk.ask(modern_call("\"ab\"", "read_file", R"({"filepath":"new"})")).find("\\nx\\n") != std::string::npos);
}

TEST_CASE("what is cancelled, by its id in any spelling, writes nothing and is not answered") {
  test::TempDir dir;
  dir.write("a", "one\n");
  auto before = dir.tree();
  Talk talk(dir);
  {
    HeldLock held(dir);
    for (int i = 0; i < 12; ++i)  // more than run at once
      talk.send(modern_call(fmt::format("\"w{}\"", i), "write_file",
          fmt::format(R"({{"filepath":"n{}","content":"x","mode":"create"}})", i)));
    for (int i = 0; i < 12; ++i) talk.send(cancel(fmt::format("\"\\u0077{}\"", i)));
    talk.send(cancel("\"w0\""));
    CHECK(talk.ask(kPing) == kPong);
  }
  CHECK(talk.ask(modern_call("1", "read_file", R"({"filepath":"a"})")).find("\\none\\n") != std::string::npos);
  talk.end();
  CHECK(talk.next(50) == "");
  CHECK(dir.tree() == before);
}

TEST_CASE("a write that cannot have the lock is refused after three seconds, and reads go on meanwhile") {
  test::TempDir dir;
  dir.write("a", "one\n");
  auto before = dir.tree();
  Talk talk(dir);
  HeldLock held(dir);
  auto start = std::chrono::steady_clock::now();
  talk.send(modern_call("1", "write_file", R"({"filepath":"new","content":"x","mode":"create"})"));
  CHECK(talk.ask(modern_call("2", "read_file", R"({"filepath":"a"})")).find("\\none\\n") != std::string::npos);
  CHECK((std::chrono::steady_clock::now() - start < std::chrono::seconds(2)));
  std::string refused = talk.next();
  CHECK(refused.find("error[lock.busy]") != std::string::npos);
  CHECK(refused.find(R"("isError":true)") != std::string::npos);
  CHECK((std::chrono::steady_clock::now() - start < std::chrono::seconds(6)));
  CHECK(dir.tree() == before);
}

TEST_CASE("the end of the input and a signal end the server, with what waits to write undone") {
  for (bool by_signal : {false, true}) {
    test::TempDir dir;
    auto before = dir.tree();
    Talk talk(dir);
    HeldLock held(dir);
    talk.send(modern_call("1", "write_file", R"({"filepath":"new","content":"x","mode":"create"})"));
    CHECK(talk.ask(kPing) == kPong);
    if (by_signal) talk.interrupt();
    auto start = std::chrono::steady_clock::now();
    if (by_signal)
      while (!talk.has_ended() && std::chrono::steady_clock::now() - start < std::chrono::seconds(5))
        std::this_thread::yield();
    talk.end();
    CHECK((std::chrono::steady_clock::now() - start < std::chrono::seconds(2)));
    CHECK(dir.tree() == before);
  }
}

TEST_CASE("eight edits at once, and a hundred after them, are all kept") {
  test::TempDir dir;
  std::string text, wanted;
  for (int i = 0; i < 108; ++i) text += fmt::format("line {}.\n", i), wanted += fmt::format("new {}.\n", i);
  dir.write("f", text);
  Talk talk(dir);
  for (int i = 0; i < 108; ++i)
    talk.send(modern_call(std::to_string(i), "apply_patch",
        fmt::format(
            R"({{"filepath":"f","patch":"<<<<<<< SEARCH\nline {0}.\n=======\nnew {0}.\n>>>>>>> REPLACE\n"}})", i)));
  for (int i = 0; i < 108; ++i) CHECK(talk.next().find(R"("isError":false)") != std::string::npos);
  CHECK(dir.read("f") == wanted);
}

TEST_CASE("a client that can ask a person is not asked to about what the policy wants on the command line") {
  test::TempDir dir, home;
  home.write("config", "[policy]\ncommand_line = [\"deploy/**\"]\n");
  auto before = dir.tree();
  Talk talk(dir, home.path("config"));
  auto write = [&](std::string_view path) {
    std::string call =
        modern_call("1", "write_file", fmt::format(R"({{"filepath":"{}","content":"x\n","mode":"create"}})", path));
    size_t at = call.find(R"(clientCapabilities":{})");
    return talk.ask(call.insert(at + 21, R"("elicitation":{})"));
  };
  std::string asks = write(".envrc");
  CHECK(asks.find(R"("resultType":"input_required")") != std::string::npos);
  std::string held = write("deploy/key");
  CHECK(held.find(R"("resultType":"complete")") != std::string::npos);
  CHECK(held.find("next: ask the person to run 'aptix -C ") != std::string::npos);
  CHECK(held.find(R"("isError":true)") != std::string::npos);
  CHECK(dir.tree() == before);
}

// A call with the answer of the person, by its handshake or without one.
constexpr const char* kAsks = R"("capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"})";
std::string initialize_asking() {
  return fmt::format(
      R"({{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-06-18",{}}}}})", kAsks);
}
std::string call_of(std::string_view id, std::string_view tool, std::string_view arguments) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{"name":"{}","arguments":{}}}}})", id,
      tool, arguments);
}
constexpr const char* kEnvPatch = R"({"filepath":".env","patch":"<<<<<<< SEARCH\nKEY=1\n=======\nKEY=2\n)"
                                  R"(>>>>>>> REPLACE\n"})";

TEST_CASE("a person is shown what would be written, and the model nothing of it") {
  test::TempDir dir;
  dir.write(".env", "TOKEN=hush\nKEY=1\n");
  Talk talk(dir);
  talk.ask(initialize_asking());
  std::string question = talk.ask(call_of("1", "apply_patch", kEnvPatch));
  CHECK(question.find(R"("method":"elicitation/create")") != std::string::npos);
  CHECK(question.find(
            R"("message":"c wants to change what needs your approval, by 'apply_patch':\n  .env\n\ndiff --git)") !=
      std::string::npos);
  CHECK(question.find(R"( TOKEN=hush\n-KEY=1\n+KEY=2\n")") != std::string::npos);
  std::string done =
      talk.ask(R"({"jsonrpc":"2.0","id":"aptix-1","result":{"action":"accept","content":{"approve":true}}})");
  CHECK(done.find(R"("isError":false)") != std::string::npos);
  CHECK(done.find("change .env, approved") != std::string::npos);
  for (const char* secret : {"hush", "KEY=1", "KEY=2"}) CHECK_MESSAGE(done.find(secret) == std::string::npos, done);
  CHECK(dir.read(".env") == "TOKEN=hush\nKEY=2\n");
}

TEST_CASE("a change that was declined waits once, however often it is asked for") {
  test::TempDir dir;
  dir.write(".env", "KEY=1\n");
  Talk talk(dir);
  talk.ask(initialize_asking());
  std::string first;
  for (int i = 1; i < 4; ++i) {
    talk.ask(call_of(std::to_string(i), "apply_patch", kEnvPatch));
    std::string held =
        talk.ask(fmt::format(R"({{"jsonrpc":"2.0","id":"aptix-{}","result":{{"action":"decline"}}}})", i));
    CHECK(held.find(R"("isError":true)") != std::string::npos);
    size_t at = held.find(R"(\"approval_id\":\")");
    REQUIRE(at != std::string::npos);
    std::string id = held.substr(at + 19, 8);
    if (i == 1) first = id;
    CHECK(id == first);
  }
  CHECK(dir.read(".env") == "KEY=1\n");
}

TEST_CASE("questions that nobody answers keep no tool from working") {
  test::TempDir dir;
  dir.write("a", "one\n");
  dir.write(".env", "KEY=1\n");
  Talk talk(dir);
  talk.ask(initialize_asking());
  for (int i = 1; i <= 20; ++i) talk.send(call_of(std::to_string(i), "apply_patch", kEnvPatch));
  for (int i = 1; i <= 20; ++i) CHECK(talk.next().find("elicitation/create") != std::string::npos);
  CHECK(talk.ask(call_of("99", "read_file", R"({"filepath":"a"})")).find("\\none\\n") != std::string::npos);
  talk.send(cancel("3"));
  CHECK(talk.ask(kPing) == kPong);
  auto start = std::chrono::steady_clock::now();
  talk.end();  // each is answered, but for the one that was cancelled
  CHECK((std::chrono::steady_clock::now() - start < std::chrono::seconds(2)));
  int held = 0;
  for (std::string line; !(line = talk.next(50)).empty(); ++held) CHECK(line.find(" approve ") != std::string::npos);
  CHECK(held == 19);
  CHECK(dir.read("a") == "one\n");
  CHECK(dir.read(".env") == "KEY=1\n");
}

TEST_CASE("Codex gets no more than it shows, however much is asked for") {
  test::TempDir dir;
  std::string text;
  for (int i = 0; i < 9000; ++i) text += fmt::format("line {}\n", i);
  dir.write("a", text);
  for (auto [name, most] : {std::pair("codex-mcp-client", 10'000), std::pair("other", 200'000)}) {
    Talk talk(dir);
    talk.ask(fmt::format(R"({{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-06-18",)"
                         R"("capabilities":{{}},"clientInfo":{{"name":"{}","version":"1"}}}}}})",
        name));
    std::string reply = talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_file",)"
                                 R"("arguments":{"filepath":"a","max_tokens":100000}}})");
    json::ReadResult read = json::read(reply);
    auto content =
        json::member(*json::member(read.document->root(), "result", json::Type::object), "content", json::Type::array);
    size_t size = json::text_member(*content->begin(), "text").value().size();
    CHECK(size < static_cast<size_t>(most));
    CHECK((size > 80'000) == (most > 10'000));
  }
}

TEST_CASE("too many requests that wait are refused one by one") {
  test::TempDir dir;
  Talk talk(dir);
  int refused = 0;
  {
    HeldLock held(dir);
    for (int i = 0; i < 280; ++i)
      talk.send(modern_call(
          std::to_string(i), "write_file", fmt::format(R"({{"filepath":"n{}","content":"x","mode":"create"}})", i)));
    for (int i = 0; i < 280; ++i) talk.send(cancel(std::to_string(i)));
    talk.send(kPing);
    for (std::string line; (line = talk.next()) != kPong; ++refused)
      CHECK(line.find("too many requests are waiting") != std::string::npos);
  }
  CHECK(refused > 0);
  CHECK(refused < 280 - 256 + 1);
}

}  // namespace
}  // namespace aptix::app::mcp
