// A connection to a PostgreSQL server: statements that are each a transaction, carried out again where that is safe.
// The one place that knows libpq. A message of it never holds a password.
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
  again,      // of transactions that were in each other's way: nothing was done
  lost,       // the connection is gone: whether it was done is not known
  address,    // of the set: it cannot be used
  busy,       // others were waited for long enough: nothing was done
  no_space,   // on the server
  too_large,  // for a row
  failed,
};

struct Failure {
  FailureKind kind = FailureKind::failed;
  std::string message, hint;
};
template <class T>
using Reply = tl::expected<T, Failure>;
using Done = tl::expected<void, Failure>;

// A value of a statement. A view: what it is of stays until the statement has run.
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

enum class Form : uint8_t { text, binary };  // of the columns of an answer

struct Statement {
  const char* sql;
  std::vector<Value> values{};
  Form form = Form::text;
};

struct Address {
  std::string url;
  bool unverified = false;  // TLS that verifies nobody is good enough, and so is none
  std::chrono::milliseconds patience{30'000};
};

class Server {
 public:
  explicit Server(Address address) : address_(std::move(address)) {}
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // The first connection. Fails at once where nobody answers; a server that is starting is waited for.
  Done open();

  // One statement, a transaction of its own. It may be carried out twice: REQUIRES that this does nothing twice.
  Reply<Rows> run(const Statement& statement);
  // Calls of `step` until one goes well, or fails for good; in each, run_once() makes a part of one transaction.
  Done run_whole(const std::function<Done()>& step);
  Reply<Rows> run_once(const Statement& statement);
  // Several statements without values and answers.
  Done run_script(const std::string& sql);

  // From now on pushes of others are heard of by wait_for_news(). False: such news do not come through, as behind a
  // pooler. Tried once for each connection.
  bool listen();
  // Returns sooner where there are news.
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
  std::set<std::string> secrets_;  // what no message may hold
  std::unique_ptr<pg_conn, Finish> connection_;
  std::optional<bool> is_heard_;  // on this connection; nothing: not tried
};

}  // namespace aptix::postgresql
