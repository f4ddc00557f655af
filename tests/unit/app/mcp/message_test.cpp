// Messages, lines and sealed states.
#include <doctest/doctest.h>
#include <unistd.h>

#include "mcp/approvals.h"
#include "mcp/line_reader.h"
#include "mcp/message.h"

namespace aptix::app::mcp {
namespace {

Message message_of(const std::string& text) {
  static std::shared_ptr<const Incoming> held;
  held = read_message(text);
  return held->messages.front();
}

TEST_CASE("a message is a request, a notification, a response, or not one") {
  CHECK((message_of(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").kind == Message::Kind::request));
  CHECK((message_of(R"({"jsonrpc":"2.0","method":"x"})").kind == Message::Kind::notification));
  CHECK((message_of(R"({"jsonrpc":"2.0","id":"a","result":{}})").kind == Message::Kind::response));
  CHECK(message_of(R"({"jsonrpc":"2.0","id":"a","method":"x"})").id == "\"a\"");
  struct Case {
    const char* text;
    int code;
    const char* fault;
  };
  for (const Case& one : {Case{"{", kParseError, "the message is not JSON: the JSON ends inside the outermost object"},
           Case{R"({"id":1})", kInvalidRequest, "'jsonrpc' must be \"2.0\""},
           Case{R"({"jsonrpc":"2.0","id":1})", kInvalidRequest, "'method' is missing"},
           Case{R"({"jsonrpc":"2.0","id":{},"method":"x"})", kInvalidRequest, "'id' must be a string or a number"},
           Case{R"({"jsonrpc":"2.0","id":1,"method":"x","params":[]})", kInvalidRequest, "'params' must be an object"},
           Case{"[]", kInvalidRequest, "the batch is empty"}, Case{"7", kInvalidRequest, "a message is an object"}}) {
    CAPTURE(one.text);
    Message message = message_of(one.text);
    CHECK((message.kind == Message::Kind::invalid));
    CHECK(message.code == one.code);
    CHECK(message.fault == one.fault);
  }
}

TEST_CASE("a line that is too long is passed over, and one that was cut off is none") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::string input = "one\r\n" + std::string(100, 'x') + "\ntwo\nthr";
  REQUIRE(::write(ends[1], input.data(), input.size()) == static_cast<ssize_t>(input.size()));
  ::close(ends[1]);
  LineReader reader(ends[0], 50);
  std::string line;
  CHECK((reader.next(line, 1000) == LineReader::Got::line));
  CHECK(line == "one");
  CHECK((reader.next(line, 1000) == LineReader::Got::too_long));
  CHECK((reader.next(line, 1000) == LineReader::Got::line));
  CHECK(line == "two");
  CHECK((reader.next(line, 1000) == LineReader::Got::end));
  ::close(ends[0]);
}

TEST_CASE("a sealed state counts once, for its own call, and for a while") {
  SealedRequests sealed, others;
  std::string state = sealed.seal("1f0c", "write_file", "{}", 1000);
  CHECK_FALSE(sealed.open(state, "apply_patch", "{}", 2000));
  CHECK_FALSE(sealed.open(state, "write_file", "{\"a\":1}", 2000));
  CHECK_FALSE(others.open(state, "write_file", "{}", 2000));
  CHECK_FALSE(sealed.open("9" + state, "write_file", "{}", 2000));
  CHECK((sealed.open(state, "write_file", "{}", 2000) == "1f0c"));
  CHECK_FALSE(sealed.open(state, "write_file", "{}", 2000));
  std::string old = sealed.seal("1f0c", "write_file", "{}", 1000);
  CHECK_FALSE(sealed.open(old, "write_file", "{}", int64_t{3600} * 1'000'000'000));
}

}  // namespace
}  // namespace aptix::app::mcp
