// Opened defensively: a cloned repository may contain a database, whose schema is not trusted.
#include "store/database.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <iterator>
#include <thread>

#include "base/text/text.h"

namespace aptix::store {

struct Connection {
  std::string file;
  sqlite3* handle = nullptr;
  int busy_ms = 0, waited_ms = 0;
  const std::atomic<bool>* interrupted = nullptr;
};

void Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Close::operator()(Connection* connection) const {
  sqlite3_close_v2(connection->handle);
  delete connection;
}

namespace {

Error failure(const std::string& file, int status, std::string_view what) {
  std::string message = "the database '" + escape_for_display(file) + "' cannot be used: " + escape_for_display(what);
  switch (status & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return make_error(Code::lock_busy, std::move(message), "wait for the other run, and try again");
    case SQLITE_FULL: return make_error(Code::io_no_space, std::move(message), "free some space");
    case SQLITE_CANTOPEN:
      if (status == SQLITE_CANTOPEN_SYMLINK) break;
      [[fallthrough]];
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return make_error(Code::io_error, std::move(message),
          "check that it is a file, and that you may read and write it and its folder");
    case SQLITE_IOERR:
      return make_error(Code::io_error, std::move(message), "check the disk that it is on, and try again");
    default: break;
  }
  return make_error(Code::io_error, std::move(message), "move the file away, or name another");
}

bool is_interrupted(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(std::memory_order_relaxed); }

// The error of the library's last call.
Error last_failure(const Connection& connection) {
  int status = sqlite3_extended_errcode(connection.handle);
  if ((status & 0xFF) == SQLITE_BUSY && is_interrupted(connection.interrupted))
    return make_error(Code::interrupted, "interrupted");
  return failure(connection.file, status, sqlite3_errmsg(connection.handle));
}

// Like SQLite's own busy handler, but ends when the run is interrupted. 0: do not wait any longer.
int wait_for_others(void* waiting, int count) {
  constexpr int kWaits[] = {1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100};
  Connection& connection = *static_cast<Connection*>(waiting);
  if (count == 0) connection.waited_ms = 0;
  int wait = std::min(kWaits[std::min<size_t>(static_cast<size_t>(count), std::size(kWaits) - 1)],
      connection.busy_ms - connection.waited_ms);
  if (wait <= 0 || is_interrupted(connection.interrupted)) return 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(wait));
  connection.waited_ms += wait;
  return 1;
}

// Never null, even for an empty text: the library stores null as NULL.
const char* start_of(std::string_view bytes) { return bytes.data() == nullptr ? "" : bytes.data(); }

// Opens the file with the library; null if it does not exist and must not be created.
Result<std::unique_ptr<Connection, Close>> open_file(const std::string& file, const OpenOptions& options) {
  struct stat about {};
  // Otherwise the library looks at each folder of the path first.
  if (!options.create && ::lstat(file.c_str(), &about) != 0 && errno == ENOENT) return nullptr;
  std::unique_ptr<Connection, Close> opened(new Connection);
  opened->file = file;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (options.create ? SQLITE_OPEN_CREATE : 0) |
      (options.follow_links ? 0 : SQLITE_OPEN_NOFOLLOW);
  int status = sqlite3_open_v2(file.c_str(), &opened->handle, flags, nullptr);
  if (status != SQLITE_OK) {
    int system = sqlite3_system_errno(opened->handle);
    if (!options.create && system == ENOENT) return nullptr;
    if (system == ENOENT || system == ENOTDIR) {
      Error error = failure(file, SQLITE_CANTOPEN, "its folder does not exist");
      error.hint = "make the folder, or name another file";
      return fail(std::move(error));
    }
    return fail(failure(file, status, opened->handle == nullptr ? "out of memory" : sqlite3_errmsg(opened->handle)));
  }
  sqlite3_extended_result_codes(opened->handle, 1);
  opened->busy_ms = options.busy_ms;
  opened->interrupted = options.interrupted;
  sqlite3_busy_handler(opened->handle, wait_for_others, opened.get());
  sqlite3_db_config(opened->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(opened->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return opened;
}

}  // namespace

void Statement::bind(int at, std::string_view text) {
  sqlite3_bind_text64(handle_.get(), at, start_of(text), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind(int at, Blob blob) {
  sqlite3_bind_blob64(handle_.get(), at, start_of(blob.bytes), blob.bytes.size(), SQLITE_STATIC);
}

void Statement::bind(int at, int64_t number) { sqlite3_bind_int64(handle_.get(), at, number); }

Result<bool> Statement::step() {
  int status = sqlite3_step(handle_.get());
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  return fail(last_failure(*connection_));
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(handle_.get(), column);
  int size = sqlite3_column_bytes(handle_.get(), column);
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), static_cast<size_t>(size));
}

int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_.get(), column); }

Result<std::optional<Database>> Database::open(
    const std::string& file, const char* schema, int version, const OpenOptions& options) {
  TRY_ASSIGN(connection, open_file(file, options));
  if (!connection) return std::optional<Database>();
  Database database(std::move(connection));
  TRY(database.configure(options));
  TRY_ASSIGN(found, database.version());
  if (found == 0) TRY_SET(found, database.make(schema, version));
  if (found == version) return std::optional<Database>(std::move(database));
  Error error = failure(file, SQLITE_ERROR,
      "it has version " + std::to_string(found) + ", this program reads version " + std::to_string(version));
  if (found > version) error.hint = "use the newer aptix that made it";
  return fail(std::move(error));
}

Status Database::configure(const OpenOptions& options) {
  // A batch may have megabytes, and each page costs a system call or two. No effect on a file that already has pages.
  if (options.create) TRY(execute("PRAGMA page_size=16384"));
  // The cache size is in KiB: reused memory costs less than new memory.
  if (options.journal != Journal::shared) TRY(execute("PRAGMA journal_mode=WAL; PRAGMA cache_size=-1024"));
  TRY(execute(options.journal == Journal::lazy_log ? "PRAGMA synchronous=NORMAL" : "PRAGMA synchronous=FULL"));
  // Do not wait for the disk to write the log back into the file.
  if (options.journal == Journal::lazy_log)
    sqlite3_db_config(connection_->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  return {};
}

Result<int64_t> Database::version() {
  TRY_ASSIGN(found, first([](const Statement& row) { return row.number(0); }, "PRAGMA user_version"));
  return found.value_or(0);
}

// Returns the version afterwards, as another process may have been faster. Refuses to add to another program's tables.
Result<int64_t> Database::make(const char* schema, int version) {
  TRY_ASSIGN(writing, WriteTransaction::begin(*this));
  TRY_ASSIGN(found, this->version());
  if (found != 0) return found;
  TRY_ASSIGN(table, first([](const Statement&) { return true; }, "SELECT 1 FROM sqlite_schema LIMIT 1"));
  if (table) return fail(failure(connection_->file, SQLITE_ERROR, "another program made it"));
  TRY(execute(schema));
  TRY(execute(("PRAGMA user_version=" + std::to_string(version)).c_str()));
  TRY(writing.commit());
  return version;
}

Result<Statement> Database::prepare(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(connection_->handle, sql, -1, &statement, nullptr) != SQLITE_OK)
    return fail(last_failure(*connection_));
  return Statement(statement, *connection_);
}

Status Database::execute(const char* sql) {
  if (sqlite3_exec(connection_->handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    return fail(last_failure(*connection_));
  return {};
}

Result<WriteTransaction> WriteTransaction::begin(Database& database) {
  TRY(database.execute("BEGIN IMMEDIATE"));
  return WriteTransaction(database);
}

WriteTransaction::~WriteTransaction() {
  if (database_ != nullptr) (void)database_->execute("ROLLBACK");
}

Status WriteTransaction::commit() {
  TRY(database_->execute("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace aptix::store
