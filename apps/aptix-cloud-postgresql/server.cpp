// Uses no SET, no named statement and no session lock, so that it works behind a pooler that gives each transaction
// another connection.
#include "server.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <random>
#include <thread>

namespace aptix::postgresql {
namespace {

using namespace std::chrono_literals;

constexpr int kOldestServer = 120'000;  // has generated columns
constexpr auto kLongestPause = 500ms;   // between two attempts
constexpr auto kForCancelling = 2s;
constexpr std::string_view kTestNews = "test ";

Failure address_failure(std::string message, std::string hint) {
  return {FailureKind::address, std::move(message), std::move(hint)};
}

struct KindOfState {
  std::string_view state;  // SQLSTATE, or a prefix of it
  FailureKind kind;
  std::string_view hint;
};
constexpr std::string_view kTryAgain = "try again";
constexpr KindOfState kKinds[] = {
    {"40001", FailureKind::again, kTryAgain},
    {"40P01", FailureKind::again, kTryAgain},
    {"57P0", FailureKind::lost, kTryAgain},
    {"08", FailureKind::lost, kTryAgain},
    {"57014", FailureKind::busy, "wait for the other run, and try again"},
    {"55P03", FailureKind::busy, "wait for the other run, and try again"},
    {"53100", FailureKind::no_space, "free some space on the server"},
    {"54", FailureKind::too_large, "keep it out of the Cloud File Set"},
    {"42501", FailureKind::failed,
        "let the owner of the schema 'aptix' give you the rights that aptix-cloud-helper(7) names"},
    {"25006", FailureKind::failed, "name the server that can be written to in 'cloud.url'"},
    {"", FailureKind::failed, kTryAgain},
};

const KindOfState& kind_of(std::string_view state) {
  return *std::find_if(
      std::begin(kKinds), std::end(kKinds), [&](const KindOfState& row) { return state.starts_with(row.state); });
}

// Messages of libpq end with a line feed, and some have several lines.
std::string one_line(std::string_view message) {
  std::string line;
  for (char c : message) line += c == '\n' || c == '\t' ? ' ' : c;
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Options = std::unique_ptr<PQconninfoOption, FreeOptions>;

std::string option(const Options& options, std::string_view name) {
  for (const PQconninfoOption* one = options.get(); one != nullptr && one->keyword != nullptr; ++one)
    if (one->keyword == name && one->val != nullptr) return one->val;
  return "";
}

// The options that libpq would use: from the address, then its service, then the environment.
struct Effective {
  Options given, otherwise;
  std::string operator()(std::string_view name) const {
    std::string value = option(given, name);
    return value.empty() ? option(otherwise, name) : value;
  }
};

bool is_local(std::string_view host) {
  if (host.empty() || host.front() == '/' || host.front() == '@') return true;  // a socket
  return host == "localhost" || host == "::1" || host == "127.0.0.1";
}

// Lists with commas, as libpq takes them; `addresses` take precedence. No host means a local socket. Servers on this
// machine are trusted without a certificate.
bool are_local(std::string_view hosts, std::string_view addresses) {
  std::string_view list = addresses.empty() ? hosts : addresses;
  while (true) {
    std::string_view one = list.substr(0, list.find(','));
    // An empty address means the host at the same position: treat that as not local.
    if (!is_local(one) || (one.empty() && !addresses.empty())) return false;
    if (one.size() == list.size()) return true;
    list.remove_prefix(one.size() + 1);
  }
}

void pause_before_next(std::chrono::milliseconds& pause) {
  static std::minstd_rand random{std::random_device{}()};
  auto shortest = std::chrono::duration_cast<std::chrono::milliseconds>(pause) / 2;
  std::this_thread::sleep_for(shortest + shortest * static_cast<int>(random() % 100) / 100);
  pause = std::min<std::chrono::milliseconds>(pause * 2, kLongestPause);
}

}  // namespace

Rows::Rows(pg_result* result) : result_(result) {}
void Rows::Clear::operator()(pg_result* result) const { PQclear(result); }
int Rows::count() const { return PQntuples(result_.get()); }
bool Rows::is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) == 1; }
std::string_view Rows::at(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column), static_cast<size_t>(PQgetlength(result_.get(), row, column))};
}
uint64_t Rows::number(int row, int column) const {
  uint64_t number = 0;
  std::string_view digits = at(row, column);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

void Server::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }
Server::~Server() = default;

std::string Server::redact(std::string message) const {
  for (const std::string& secret : secrets_)
    for (size_t at = message.find(secret); at != std::string::npos; at = message.find(secret, at))
      message.replace(at, secret.size(), "***");
  return message;
}

Failure Server::lost() const {
  std::string why = connection_ ? one_line(PQerrorMessage(connection_.get())) : std::string();
  return {FailureKind::lost, redact("the connection to the server was lost" + (why.empty() ? "" : ": " + why)),
      "try again; what was pushed before is in the set"};
}

Failure Server::failure_of(const pg_result* result) const {
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  if (state == nullptr) return lost();
  const KindOfState& kind = kind_of(state);
  std::string message = "the server refused: " + one_line(primary != nullptr ? primary : state);
  return {kind.kind, redact(std::move(message)), std::string(kind.hint)};
}

// Checks the address before anything is sent.
Done Server::check_address() {
  char* fault = nullptr;
  Effective options{Options(PQconninfoParse(address_.url.c_str(), &fault)), nullptr};
  std::string why = fault != nullptr ? fault : "";
  PQfreemem(fault);
  // The rest may quote a password.
  if (!options.given)
    return tl::unexpected(address_failure("'cloud.url' cannot be read: " + one_line(why.substr(0, why.find('"'))),
        "write it as postgresql://host/database"));
  if (!option(options.given, "password").empty() || !option(options.given, "sslpassword").empty())
    return tl::unexpected(address_failure("'cloud.url' holds a password",
        "take it out; keep it in ~/.pgpass, or name a service of ~/.pg_service.conf that has it"));
  if (std::string service = option(options.given, "service"); !service.empty())
    ::setenv("PGSERVICE", service.c_str(), 1);
  options.otherwise.reset(PQconndefaults());
  for (const char* name : {"password", "sslpassword"})
    if (std::string secret = options(name); !secret.empty()) secrets_.insert(secret);
  if (address_.unverified || options("sslmode") == "verify-full" || are_local(options("host"), options("hostaddr")))
    return {};
  return tl::unexpected(address_failure(
      "the server of 'cloud.url' is not verified: 'sslmode' is '" + options("sslmode") + "', not 'verify-full'",
      "add ?sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt to it; or, to believe whoever answers, "
      "write tls = \"unverified\" beside it"));
}

// Waits for the socket; false: time is up.
bool Server::wait(short events, Clock::time_point until) {
  while (true) {
    auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waits{PQsocket(connection_.get()), events, 0};
    int ready = ::poll(&waits, 1, static_cast<int>(std::min<int64_t>(left, 60'000)));
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
}

Done Server::connect() {
  is_heard_.reset();
  // The address may override options that come before it.
  constexpr std::array<const char*, 9> kNames{"fallback_application_name", "keepalives_idle", "keepalives_interval",
      "keepalives_count", "tcp_user_timeout", "dbname", "client_encoding", nullptr};
  std::array<const char*, 9> values{"aptix", "10", "5", "3", "30000", address_.url.c_str(), "UTF8", nullptr};
  connection_.reset(PQconnectStartParams(kNames.data(), values.data(), 1));
  if (!connection_) return tl::unexpected(lost());
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  if (std::string secret = PQpass(connection_.get()); !secret.empty()) secrets_.insert(std::move(secret));
  auto until = Clock::now() + address_.patience;
  PostgresPollingStatusType next = PGRES_POLLING_WRITING;
  while (PQstatus(connection_.get()) != CONNECTION_BAD && next != PGRES_POLLING_OK && next != PGRES_POLLING_FAILED) {
    if (!wait(next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until)) break;
    next = PQconnectPoll(connection_.get());
  }
  if (PQstatus(connection_.get()) == CONNECTION_OK) return check_server();
  std::string why = one_line(PQerrorMessage(connection_.get()));
  connection_.reset();
  return tl::unexpected(Failure{FailureKind::lost,
      redact("the server of the Cloud File Set cannot be reached: " + (why.empty() ? "it does not answer" : why)),
      "check 'cloud.url' in your configuration, and that the server runs"});
}

Done Server::check_server() {
  const char* encoding = PQparameterStatus(connection_.get(), "server_encoding");
  if (PQserverVersion(connection_.get()) < kOldestServer)
    return tl::unexpected(address_failure(
        "the server of 'cloud.url' is older than PostgreSQL 12", "use a newer server for the Cloud File Set"));
  if (encoding != nullptr && std::string_view(encoding) != "UTF8")
    return tl::unexpected(
        address_failure("the database of 'cloud.url' has the encoding " + std::string(encoding) + ", not UTF8",
            "make a database for the Cloud File Set: createdb --encoding=UTF8 --template=template0 NAME"));
  return {};
}

// Reads notifications. True if `awaited` came; if it is "", if any came except tests of others.
bool Server::take_news(std::string_view awaited) {
  bool found = false;
  while (PGnotify* news = PQnotifies(connection_.get())) {
    std::string_view payload = news->extra;
    found = found || (awaited.empty() ? !payload.starts_with(kTestNews) : payload == awaited);
    PQfreemem(news);
  }
  return found;
}

// Tests notifications from another connection: behind a pooler, a connection may hear itself, but no others.
bool Server::hears_news() {
  if (!run_script("LISTEN aptix")) return false;
  std::string test = std::string(kTestNews) + std::to_string(std::random_device{}());
  Server other(address_);
  if (!other.run_once({"SELECT pg_notify('aptix', $1)", {text(test)}})) return false;
  auto until = Clock::now() + 1s;
  while (!take_news(test))
    if (!wait(POLLIN, until) || PQconsumeInput(connection_.get()) != 1) return false;
  return true;
}

bool Server::listen() {
  if (!connection_) return false;
  if (!is_heard_) {
    bool heard = hears_news();
    is_heard_ = heard;
  }
  return *is_heard_;
}

void Server::wait_for_news(std::chrono::milliseconds most) {
  auto until = Clock::now() + most;
  while (connection_ && !take_news("")) {
    if (!wait(POLLIN, until)) return;
    if (PQconsumeInput(connection_.get()) != 1) connection_.reset();
  }
  if (!connection_) std::this_thread::sleep_until(until);
}

Done Server::open() {
  TRY(check_address());
  auto until = Clock::now() + address_.patience;
  std::chrono::milliseconds pause = 20ms;
  while (true) {
    auto connected = connect();
    if (connected || connected.error().kind != FailureKind::lost || Clock::now() >= until) return connected;
    std::array<const char*, 2> names{"dbname", nullptr}, values{address_.url.c_str(), nullptr};
    if (PQpingParams(names.data(), values.data(), 1) != PQPING_REJECT) return connected;
    pause_before_next(pause);
  }
}

Done Server::send(const Statement& statement) {
  std::vector<const char*> values;
  std::vector<int> lengths, formats;
  for (const Value& value : statement.values) {
    values.push_back(value.kind == Value::Kind::null ? nullptr : value.is.data());
    lengths.push_back(static_cast<int>(value.is.size()));
    formats.push_back(value.kind == Value::Kind::bytes ? 1 : 0);
  }
  PGconn* connection = connection_.get();
  PQsetnonblocking(connection, 1);
  if (PQsendQueryParams(connection, statement.sql, static_cast<int>(values.size()), nullptr, values.data(),
          lengths.data(), formats.data(), statement.form == Form::binary ? 1 : 0) != 1)
    return tl::unexpected(lost());
  return flush();
}

Done Server::flush() {
  while (true) {
    int left = PQflush(connection_.get());
    if (left == 0) return {};
    if (left < 0 || !wait(POLLIN | POLLOUT, Clock::now() + address_.patience)) return tl::unexpected(lost());
    if (PQconsumeInput(connection_.get()) != 1) return tl::unexpected(lost());
  }
}

Reply<Rows> Server::receive() {
  PGconn* connection = connection_.get();
  bool is_cancelled = false;
  while (PQisBusy(connection) == 1) {
    bool came = wait(POLLIN, Clock::now() + (is_cancelled ? kForCancelling : address_.patience));
    if (came && PQconsumeInput(connection) != 1) return tl::unexpected(lost());
    if (came) continue;
    if (is_cancelled) return tl::unexpected(lost());
    std::unique_ptr<PGcancel, decltype(&PQfreeCancel)> cancel(PQgetCancel(connection), PQfreeCancel);
    std::array<char, 256> why;
    if (!cancel || PQcancel(cancel.get(), why.data(), static_cast<int>(why.size())) != 1) return tl::unexpected(lost());
    is_cancelled = true;
  }
  Rows rows(PQgetResult(connection));
  if (rows.get() == nullptr) return rows;  // the end
  ExecStatusType status = PQresultStatus(rows.get());
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return rows;
  return tl::unexpected(failure_of(rows.get()));
}

Done Server::be_connected() {
  if (connection_ && PQstatus(connection_.get()) == CONNECTION_OK) return {};
  return connect();
}

// The last result, or the first one that is a failure.
Reply<Rows> Server::receive_all() {
  Reply<Rows> last = receive();
  while (last || last.error().kind != FailureKind::lost) {
    Reply<Rows> next = receive();
    if (next && next->get() == nullptr) break;
    if (last) last = std::move(next);
  }
  if (!last && last.error().kind == FailureKind::lost) connection_.reset();
  return last;
}

Reply<Rows> Server::run_once(const Statement& statement) {
  TRY(be_connected());
  if (auto sent = send(statement); !sent) {
    connection_.reset();
    return tl::unexpected(sent.error());
  }
  return receive_all();
}

Done Server::run_script(const std::string& sql) {
  TRY(be_connected());
  PQsetnonblocking(connection_.get(), 1);
  auto sent = PQsendQuery(connection_.get(), sql.c_str()) == 1 ? flush() : Done(tl::unexpected(lost()));
  if (!sent) connection_.reset();
  if (!sent) return sent;
  TRY(receive_all());
  return {};
}

Done Server::run_whole(const std::function<Done()>& step) {
  auto until = Clock::now() + address_.patience;
  std::chrono::milliseconds pause = 10ms;
  while (true) {
    auto done = step();
    bool again = !done && (done.error().kind == FailureKind::again || done.error().kind == FailureKind::lost);
    if (!again || Clock::now() >= until) return done;
    pause_before_next(pause);
  }
}

Reply<Rows> Server::run(const Statement& statement) {
  std::optional<Rows> rows;
  auto step = [&]() -> Done {
    TRY_ASSIGN(ran, run_once(statement));
    rows = std::move(ran);
    return {};
  };
  TRY(run_whole(step));
  return std::move(*rows);
}

}  // namespace aptix::postgresql
