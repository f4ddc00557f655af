// The database of a workspace: stored line-patch batches, and the Active File List (AGN-007 §3.1).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash/sha256.h"
#include "base/result.h"
#include "store/database.h"

namespace aptix::store {

// The batches as they were submitted, with their ids, and the transactions that applied them.

struct Application {
  uint64_t transaction = 0;  // 0: there was nothing to change
  int64_t time_ns = 0;
  bool undone = false;  // by a later transaction
};

enum class ApplicationState : uint8_t { done, undone };

struct StoredBatch {
  std::string id;  // of the batch; its parts have the next numbers of the family
  std::string key, label, caller;
  int64_t time_ns = 0;
  uint64_t files = 0, changes = 0;
  std::vector<Application> applications;  // oldest first
};

struct BatchWithDocument {
  StoredBatch batch;
  std::string document;
};

class Batches {
 public:
  // `file`: in the workspace's state folder, which must exist. Nothing if the file is missing and must not be created.
  static Result<std::optional<Batches>> open(const std::string& file, const OpenOptions& options);

  // Stores a batch with its applications; durable when it returns. A batch that is stored already stays as it is.
  // `document`: the JSON as it was submitted.
  Status add(const StoredBatch& batch, std::string_view document);
  // The same for all that `next` returns, until it returns nothing: all are stored or none.
  Status add_all(const std::function<std::optional<BatchWithDocument>()>& next);
  Status add_application(std::string_view id, const Application& application);
  // For all batches that this transaction applied.
  Status set_state(uint64_t transaction, ApplicationState state);
  Result<std::optional<StoredBatch>> find(std::string_view id);
  Result<std::string> document(std::string_view id);  // REQUIRES: the batch is stored
  Result<std::vector<StoredBatch>> list();            // newest first

 private:
  explicit Batches(Database database) : database_(std::move(database)) {}
  Status insert(const StoredBatch& batch, std::string_view document);
  Result<std::vector<Application>> applications_of(std::string_view id);

  Database database_;
};

// The active files, and for each the cloud copy that it last equalled: a push expects to find that copy.

struct ActiveFile {
  std::string doc_path;
  std::string path;  // relative to the workspace, in its own spelling
};

// Was the pull of the copy undone since? Then the file here is not based on that copy.
enum class TakenBack : uint8_t { no, yes };

class ActiveList {
 public:
  // `file`: in the workspace's state folder. The first call opens it, the first write creates it in an existing folder;
  // a missing file is an empty list.
  explicit ActiveList(std::string file) : file_(std::move(file)) {}

  // All files, or none if one fails.
  Status add(std::span<const ActiveFile> files);     // a listed file gets the new path
  Status remove(std::span<const ActiveFile> files);  // by docPath
  Result<std::vector<ActiveFile>> list();            // by docPath
  Result<std::optional<ActiveFile>> find(std::string_view doc_path);

  Result<std::optional<Sha256>> synced(std::string_view doc_path);
  // Also resets `taken_back`. `after`: the newest transaction then, if that is not the pull of this file.
  Status set_synced(std::string_view doc_path, const Sha256& sha, uint64_t after = 0);
  struct Doubt {
    TakenBack taken_back = TakenBack::no;
    uint64_t after = 0;  // an undo up to this transaction does not matter
  };
  Result<Doubt> doubt_of(std::string_view doc_path);
  Status set_taken_back(std::string_view doc_path, TakenBack now);  // no effect for a file that was never synced

 private:
  enum class Use : bool { read, write };
  Result<Database*> open(Use use);  // null: for reading, and the file does not exist
  template <class Make>
  auto find_row(Make make, const char* sql, std::string_view doc_path)
      -> Result<std::optional<std::invoke_result_t<Make, const Statement&>>>;

  std::string file_;
  std::optional<Database> database_;
};

}  // namespace aptix::store
