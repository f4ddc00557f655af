// A connection to a PostgreSQL server. Each statement is a transaction and is repeated if that is safe. The only module
// that uses libpq. No message contains a password.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct pg_conn;
struct pg_result;

namespace aptix::postgresql {

enum class FailureKind : uint8_t {
  again,      // transactions conflicted: nothing was done
  lost,       // the connection was lost: the outcome is unknown
  address,    // the address cannot be used
  busy,       // waited too long for others: nothing was done
  no_space,   // on the server
  too_large,  // too large for a row
  failed,
};

struct Failure {
  FailureKind kind = FailureKind::failed;
  std::string message, hint;
};
template <class T>
using Reply = tl::expected<T, Failure>;
using Done = tl::expected<void, Failure>;

// A value of a statement. The viewed data must live until the statement has run.
struct Value {
  enum class Kind : uint8_t { null, text, bytes };
  Kind kind = Kind::null;
  std::string_view is{};
};
inline Value text(const std::string& of) { return {Value::Kind::text, of}; }
inline Value bytes(std::string_view of) { return {Value::Kind::bytes, of}; }

class Rows {
 public:
  explicit Rows(pg_result* result);
  pg_result* get() const { return result_.get(); }
  int count() const;
  bool is_null(int row, int column) const;
  std::string_view at(int row, int column) const;  // points into this
  uint64_t number(int row, int column) const;

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Clear> result_;
};

enum class Form : uint8_t { text, binary };  // of result columns

struct Statement {
  const char* sql;
  std::vector<Value> values{};
  Form form = Form::text;
};

struct Address {
  std::string url;
  bool unverified = false;  // the server's certificate need not be verified, nor TLS used
  std::chrono::milliseconds patience{30'000};
};

class Server {
 public:
  explicit Server(Address address) : address_(std::move(address)) {}
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Connects. Fails at once if nobody answers, but waits for a server that is starting.
  Done open();

  // Runs one statement as a transaction of its own. It may run twice: REQUIRES that this has no further effect.
  Reply<Rows> run(const Statement& statement);
  // Calls `step` until it succeeds or fails for good; in a step, run_once() calls make up one transaction.
  Done run_whole(const std::function<Done()>& step);
  Reply<Rows> run_once(const Statement& statement);
  // Runs several statements without values and results.
  Done run_script(const std::string& sql);

  // From now on wait_for_news() also notices pushes by others. False: notifications do not arrive, as behind a pooler.
  // Tested once per connection.
  bool listen();
  // Returns early if there is news.
  void wait_for_news(std::chrono::milliseconds most);

  std::string redact(std::string message) const;

 private:
  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  using Clock = std::chrono::steady_clock;

  Done check_address();
  Done connect();
  Done check_server();
  bool wait(short events, Clock::time_point until);
  Done be_connected();
  Done send(const Statement& statement);
  Done flush();
  bool hears_news();
  bool take_news(std::string_view awaited);
  Reply<Rows> receive();
  Reply<Rows> receive_all();
  Failure lost() const;
  Failure failure_of(const pg_result* result) const;

  Address address_;
  std::set<std::string> secrets_;  // no message may contain them
  std::unique_ptr<pg_conn, Finish> connection_;
  std::optional<bool> is_heard_;  // on this connection; nullopt: not tested
};

}  // namespace aptix::postgresql
