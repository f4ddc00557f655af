// Stored line-patch batches: what was handed in, under which ids, and which transactions carried it out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace aptix::store {

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

}  // namespace aptix::store
