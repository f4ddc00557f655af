// Versions are rows; the newest is the copy. A write compares and inserts in one transaction.
#include "store/cloud.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/text/text.h"
#include "store/database.h"

namespace aptix::store {
namespace {

constexpr int kVersion = 1;
constexpr int64_t kKept = 20;  // versions of each file
constexpr const char* kSchema =
    "CREATE TABLE versions(doc_path TEXT NOT NULL, version INTEGER NOT NULL, path TEXT NOT NULL, sha TEXT NOT NULL,"
    " size INTEGER NOT NULL, time_ns INTEGER NOT NULL, caller TEXT NOT NULL, content BLOB NOT NULL,"
    " PRIMARY KEY(doc_path, version)) STRICT;";
constexpr const char* kLook =
    "SELECT doc_path, path, version, sha, size, time_ns, caller FROM versions WHERE doc_path=? ORDER BY version DESC "
    "LIMIT 1";
constexpr const char* kList =
    "SELECT doc_path, path, max(version), sha, size, time_ns, caller FROM versions GROUP BY doc_path ORDER BY doc_path";
// A new row gets a larger number than all others, and the newest row of a file is never deleted.
constexpr const char* kSetVersion = "SELECT ifnull(max(rowid), 0) FROM versions";
constexpr const char* kNews =
    "SELECT doc_path, path, max(version), sha, size, time_ns, caller FROM versions WHERE rowid > ? GROUP BY doc_path "
    "ORDER BY doc_path";
constexpr int kGlanceMs = 200;
constexpr const char* kVersions =
    "SELECT doc_path, path, version, sha, size, time_ns, caller FROM versions WHERE doc_path=? ORDER BY version DESC";

CloudFile file_of(const Statement& row) {
  CloudFile file;
  file.doc_path = row.text(0);
  file.path = row.text(1);
  file.version = static_cast<uint64_t>(row.number(2));
  file.sha = Sha256::parse(row.text(3)).value_or(Sha256{});
  file.size = static_cast<uint64_t>(row.number(4));
  file.time_ns = row.number(5);
  file.caller = row.text(6);
  return file;
}

class CloudDatabase final : public CloudSet {
 public:
  CloudDatabase(Database database, const std::atomic<bool>* interrupted)
      : database_(std::move(database)),
        interrupted_(interrupted) {}

  Result<std::optional<CloudFile>> look(std::string_view doc_path) override {
    return database_.first(file_of, kLook, doc_path);
  }

  Result<std::optional<std::string>> read(std::string_view doc_path, const Sha256& sha) override {
    auto text = [](const Statement& row) { return row.text(0); };
    TRY_ASSIGN(
        kept, database_.rows(text, "SELECT content FROM versions WHERE doc_path=? AND sha=?", doc_path, sha.hex()));
    for (std::string& content : kept)
      if (sha256(content) == sha) return std::optional(std::move(content));
    if (kept.empty()) return std::optional<std::string>();
    return fail(damaged_copy(doc_path));
  }

  Result<CloudWritten> compare_and_set(const CloudWrite& write) override {
    if (write.content.size() > kLargestCopy)
      return fail_at(write.path, Code::limit_exceeded,
          fmt::format("'{}' has {} bytes; a cloud copy can have {} at most", escape_for_display(write.path),
              write.content.size(), kLargestCopy),
          "keep it out of the Cloud File Set");
    TRY_ASSIGN(writing, WriteTransaction::begin(database_));
    TRY_ASSIGN(current, look(write.doc_path));
    bool expected = current ? write.expected && *write.expected == current->sha : !write.expected;
    if (!expected) return CloudWritten{.stored = false, .current = std::move(current)};
    CloudFile made;
    made.doc_path = write.doc_path;
    made.path = write.path;
    made.version = current ? current->version + 1 : 1;
    made.sha = sha256(write.content);
    made.size = write.content.size();
    made.time_ns = write.time_ns;
    made.caller = write.caller;
    TRY(insert(made, write.content));
    TRY(writing.commit());
    return CloudWritten{.stored = true, .current = std::move(made)};
  }

  Result<std::vector<CloudFile>> list() override { return database_.rows(file_of, kList); }

  Result<std::vector<CloudFile>> versions(std::string_view doc_path) override {
    return database_.rows(file_of, kVersions, doc_path);
  }

  Result<CloudNews> watch(std::optional<uint64_t> after, int wait_ms) override {
    auto number = [](const Statement& row) { return static_cast<uint64_t>(row.number(0)); };
    while (true) {
      TRY_ASSIGN(version, database_.first(number, kSetVersion));
      if (after && *version > *after) {
        TRY_ASSIGN(files, database_.rows(file_of, kNews, *after));
        return CloudNews{.version = *version, .files = std::move(files)};
      }
      if (!after || wait_ms <= 0) return CloudNews{.version = *version, .files = {}};
      if (interrupted_ != nullptr && interrupted_->load()) return fail(Code::interrupted, "interrupted");
      std::this_thread::sleep_for(std::chrono::milliseconds(std::min(wait_ms, kGlanceMs)));
      wait_ms -= kGlanceMs;
    }
  }

 private:
  Status insert(const CloudFile& file, std::string_view content) {
    TRY(database_.run("INSERT INTO versions VALUES(?,?,?,?,?,?,?,?)", file.doc_path, file.version, file.path,
        file.sha.hex(), file.size, file.time_ns, file.caller, Blob{content}));
    return database_.run("DELETE FROM versions WHERE doc_path=? AND version<=?", file.doc_path,
        static_cast<int64_t>(file.version) - kKept);
  }

  Database database_;
  const std::atomic<bool>* interrupted_;
};

Result<std::unique_ptr<CloudSet>> open_set(const std::string& file, const OpenOptions& options) {
  TRY_ASSIGN(database, Database::open(file, kSchema, kVersion, options));
  if (!database) return std::unique_ptr<CloudSet>();
  return std::unique_ptr<CloudSet>(std::make_unique<CloudDatabase>(std::move(*database), options.interrupted));
}

}  // namespace

Error damaged_copy(std::string_view doc_path) {
  return make_error(Code::io_error,
      fmt::format(
          "the cloud copy of '{}' is damaged: its content does not have its hash", escape_for_display(doc_path)),
      "push the file again");
}

Result<std::unique_ptr<CloudSet>> open_cloud_file(
    const std::string& file, int busy_ms, const std::atomic<bool>* interrupted) {
  return open_set(file, {.create = true, .follow_links = true, .busy_ms = busy_ms, .interrupted = interrupted});
}

Result<std::unique_ptr<CloudSet>> find_cloud_file(const std::string& file) {
  return open_set(file, {.create = false, .follow_links = true, .busy_ms = kReaderBusyMs});
}

}  // namespace aptix::store
