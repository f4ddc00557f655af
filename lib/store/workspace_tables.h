// What the database of a workspace holds: stored line-patch batches, and the Active File List (AGN-007 §3.1).
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

// What was handed in, under which ids, and which transactions carried it out.

struct Application {
  uint64_t transaction = 0;  // 0: there was nothing to change
  int64_t time_ns = 0;
  bool undone = false;  // taken back by a later transaction
};

enum class ApplicationState : uint8_t { done, undone };

struct StoredBatch {
  std::string id;  // of the batch; parts have the next numbers of its family
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
  // `file`: of the workspace's state folder, which exists. Nothing when the file is missing and is not to be made.
  static Result<std::optional<Batches>> open(const std::string& file, const OpenOptions& options);

  // With its applications; durable when it returns. A batch that is already stored stays as it is. `document`: JSON, as
  // it was given.
  Status add(const StoredBatch& batch, std::string_view document);
  // The same with each that `next` gives, until it gives none: all of them or none.
  Status add_all(const std::function<std::optional<BatchWithDocument>()>& next);
  Status add_application(std::string_view id, const Application& application);
  // Of every batch that this transaction carried out.
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

// Which files are active, and the cloud copy that each was last known to be equal to: a push expects to find that copy.

struct ActiveFile {
  std::string doc_path;
  std::string path;  // from the workspace on, as it is written
};

// Was the pull that brought the copy taken back since? Then the file here was not made from that copy.
enum class TakenBack : uint8_t { no, yes };

class ActiveList {
 public:
  // `file`: of the workspace's state folder. The first call opens it, and the first that writes makes it, in a folder
  // that exists; without a file the list is empty.
  explicit ActiveList(std::string file) : file_(std::move(file)) {}

  // All of them or, where one fails, none.
  Status add(std::span<const ActiveFile> files);     // a file that is already listed gets the new path
  Status remove(std::span<const ActiveFile> files);  // by docPath
  Result<std::vector<ActiveFile>> list();            // by docPath
  Result<std::optional<ActiveFile>> find(std::string_view doc_path);

  Result<std::optional<Sha256>> synced(std::string_view doc_path);
  // And not taken back. `after`: the newest transaction then, where it was another than the pull of the file.
  Status set_synced(std::string_view doc_path, const Sha256& sha, uint64_t after = 0);
  struct Doubt {
    TakenBack taken_back = TakenBack::no;
    uint64_t after = 0;  // what was taken back before that transaction does not matter
  };
  Result<Doubt> doubt_of(std::string_view doc_path);
  Status set_taken_back(std::string_view doc_path, TakenBack now);  // nothing for one that was never synced

 private:
  enum class Use : bool { read, write };
  Result<Database*> open(Use use);  // null: to be read, and not there
  template <class Make>
  auto find_row(Make make, const char* sql, std::string_view doc_path)
      -> Result<std::optional<std::invoke_result_t<Make, const Statement&>>>;

  std::string file_;
  std::optional<Database> database_;
};

}  // namespace aptix::store
