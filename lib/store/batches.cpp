#include "store/batches.h"

#include <utility>

#include "store/workspace_schema.h"

namespace aptix::store {
namespace {

constexpr const char* kColumns = "SELECT id, key, label, caller, time_ns, files, changes";

StoredBatch batch_of(const Statement& row) {
  StoredBatch batch;
  batch.id = row.text(0);
  batch.key = row.text(1);
  batch.label = row.text(2);
  batch.caller = row.text(3);
  batch.time_ns = row.number(4);
  batch.files = static_cast<uint64_t>(row.number(5));
  batch.changes = static_cast<uint64_t>(row.number(6));
  return batch;
}

}  // namespace

Result<std::optional<Batches>> Batches::open(const std::string& file, const OpenOptions& options) {
  TRY_ASSIGN(database, Database::open(file, kWorkspaceSchema, kWorkspaceVersion, options));
  if (!database) return std::optional<Batches>();
  return std::optional<Batches>(Batches(std::move(*database)));
}

Status Batches::add(const StoredBatch& batch, std::string_view document) {
  TRY_ASSIGN(writing, WriteTransaction::begin(database_));
  TRY(insert(batch, document));
  return writing.commit();
}

Status Batches::add_all(const std::function<std::optional<BatchWithDocument>()>& next) {
  TRY_ASSIGN(writing, WriteTransaction::begin(database_));
  while (std::optional<BatchWithDocument> one = next()) TRY(insert(one->batch, one->document));
  return writing.commit();
}

Status Batches::insert(const StoredBatch& batch, std::string_view document) {
  TRY_ASSIGN(stored, find(batch.id));
  if (stored) return {};
  {
    TRY_ASSIGN(row,
        database_.prepare("INSERT INTO batches VALUES(?,?,?,?,?,?,?,?)", batch.id, batch.key, batch.label, batch.caller,
            batch.time_ns, batch.files, batch.changes));
    row.bind_view(8, document);
    TRY(row.step());
  }
  for (const Application& application : batch.applications) TRY(add_application(batch.id, application));
  return {};
}

Status Batches::add_application(std::string_view id, const Application& application) {
  return database_.run("INSERT INTO applications VALUES(?,?,?,?)", id, application.transaction, application.time_ns,
      int64_t{application.undone});
}

Status Batches::set_state(uint64_t transaction, ApplicationState state) {
  return database_.run(
      "UPDATE applications SET undone=? WHERE number=?", int64_t{state == ApplicationState::undone}, transaction);
}

Result<std::vector<Application>> Batches::applications_of(std::string_view id) {
  auto application_of = [](const Statement& row) {
    return Application{static_cast<uint64_t>(row.number(0)), row.number(1), row.number(2) != 0};
  };
  return database_.rows(
      application_of, "SELECT number, time_ns, undone FROM applications WHERE batch=? ORDER BY rowid", id);
}

Result<std::optional<StoredBatch>> Batches::find(std::string_view id) {
  TRY_ASSIGN(batch, database_.first(batch_of, (std::string(kColumns) + " FROM batches WHERE id=?").c_str(), id));
  if (!batch) return batch;
  TRY_SET(batch->applications, applications_of(id));
  return batch;
}

Result<std::string> Batches::document(std::string_view id) {
  TRY_ASSIGN(row, database_.prepare("SELECT document FROM batches WHERE id=?", id));
  TRY(row.step());
  return row.text(0);
}

Result<std::vector<StoredBatch>> Batches::list() {
  TRY_ASSIGN(found, database_.rows(batch_of, (std::string(kColumns) + " FROM batches ORDER BY id DESC").c_str()));
  for (StoredBatch& batch : found) TRY_SET(batch.applications, applications_of(batch.id));
  return found;
}

}  // namespace aptix::store
