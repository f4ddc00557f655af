// A SQLite file: the only code that knows the library. None of the library's code runs before open() is called.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"

struct sqlite3_stmt;

namespace aptix::store {

struct Connection;  // an open file

// Closes handles of the library.
struct Close {
  void operator()(sqlite3_stmt* statement) const;
  void operator()(Connection* connection) const;
};

// Bytes of a text or blob. SQLite's limit for a row is 1,000,000,000.
inline constexpr size_t kLargestValue = 999'000'000;

enum class Journal : uint8_t {
  shared,    // rollback journal, every commit durable: for a file on any file system
  log,       // write-ahead log, every commit durable: for a file used on one machine
  lazy_log,  // the same, but commits do not wait for the disk: a crash of the machine may lose the newest
};

struct OpenOptions {
  bool create = false;                             // false: open() returns nothing for a missing file
  bool follow_links = false;                       // the path may contain symbolic links
  int busy_ms = 5'000;                             // how long to wait for another process
  const std::atomic<bool>* interrupted = nullptr;  // ends the wait when set, with the error `interrupted`
  Journal journal = Journal::shared;
};

// A binary value.
struct Blob {
  std::string_view bytes;
};

// Values are bound by position from 1, and read by column from 0.
class Statement {
 public:
  // Texts and bytes are not copied: they must outlive the statement.
  void bind(int at, std::string_view text);
  void bind(int at, Blob blob);
  void bind(int at, int64_t number);
  void bind(int at, uint64_t number) { bind(at, static_cast<int64_t>(number)); }
  // True if there is a row. Fails with io_error, lock_busy, io_no_space.
  Result<bool> step();
  std::string text(int column) const;  // also the bytes of a blob
  int64_t number(int column) const;

 private:
  friend class Database;
  Statement(sqlite3_stmt* handle, Connection& connection) : handle_(handle), connection_(&connection) {}
  std::unique_ptr<sqlite3_stmt, Close> handle_;
  Connection* connection_;
};

class Database {
 public:
  // Nothing if the file does not exist and must not be created. Runs `schema` on a new file, and sets its user_version
  // to `version`. Fails with io_error (not a database, another program's, another version, no access).
  static Result<std::optional<Database>> open(
      const std::string& file, const char* schema, int version, const OpenOptions& options);
  Result<Statement> prepare(const char* sql);
  // With values for its parameters, which must outlive it.
  template <class... Values>
  Result<Statement> prepare(const char* sql, const Values&... values) {
    TRY_ASSIGN(row, prepare(sql));
    int at = 0;
    (row.bind(++at, values), ...);
    return row;
  }
  // All rows of a query, converted by row_of(const Statement&).
  template <class Make, class... Values>
  auto rows(Make row_of, const char* sql, const Values&... values)
      -> Result<std::vector<std::invoke_result_t<Make, const Statement&>>> {
    TRY_ASSIGN(row, prepare(sql, values...));
    std::vector<std::invoke_result_t<Make, const Statement&>> found;
    while (true) {
      TRY_ASSIGN(more, row.step());
      if (!more) return found;
      found.push_back(row_of(row));
    }
  }
  // The first row.
  template <class Make, class... Values>
  auto first(Make row_of, const char* sql, const Values&... values)
      -> Result<std::optional<std::invoke_result_t<Make, const Statement&>>> {
    TRY_ASSIGN(row, prepare(sql, values...));
    TRY_ASSIGN(found, row.step());
    using Row = std::optional<std::invoke_result_t<Make, const Statement&>>;
    return found ? Row(row_of(row)) : Row();
  }
  // Runs a statement without results.
  template <class... Values>
  Status run(const char* sql, const Values&... values) {
    TRY_ASSIGN(row, prepare(sql, values...));
    TRY(row.step());
    return {};
  }
  Status execute(const char* sql);  // any number of statements, without values and results

 private:
  explicit Database(std::unique_ptr<Connection, Close> connection) : connection_(std::move(connection)) {}
  Status configure(const OpenOptions& options);
  Result<int64_t> version();  // 0 for a new file
  Result<int64_t> make(const char* schema, int version);
  std::unique_ptr<Connection, Close> connection_;
};

// A write transaction; rolled back unless commit() succeeded.
class WriteTransaction {
 public:
  static Result<WriteTransaction> begin(Database& database);  // waits for other writers
  ~WriteTransaction();
  WriteTransaction(WriteTransaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  WriteTransaction& operator=(WriteTransaction&&) = delete;
  Status commit();

 private:
  explicit WriteTransaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace aptix::store
