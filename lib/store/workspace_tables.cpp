#include "store/workspace_tables.h"

#include <utility>

namespace aptix::store {
namespace {

constexpr int kWorkspaceVersion = 3;
constexpr const char* kWorkspaceSchema =
    "CREATE TABLE batches(id TEXT PRIMARY KEY, key TEXT NOT NULL, label TEXT NOT NULL, caller TEXT NOT NULL,"
    " time_ns INTEGER NOT NULL, files INTEGER NOT NULL, changes INTEGER NOT NULL, document TEXT NOT NULL) STRICT;"
    "CREATE TABLE applications(batch TEXT NOT NULL REFERENCES batches(id), number INTEGER NOT NULL,"
    " time_ns INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX applications_of_batch ON applications(batch);"
    "CREATE TABLE active(doc_path TEXT PRIMARY KEY, path TEXT NOT NULL) STRICT;"
    "CREATE TABLE synced(doc_path TEXT PRIMARY KEY, sha TEXT NOT NULL, taken_back INTEGER NOT NULL DEFAULT 0) STRICT;";

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

ActiveFile active_file_of(const Statement& row) { return {row.text(0), row.text(1)}; }

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
  TRY(database_.run("INSERT INTO batches VALUES(?,?,?,?,?,?,?,?)", batch.id, batch.key, batch.label, batch.caller,
      batch.time_ns, batch.files, batch.changes, document));
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
  auto text = [](const Statement& row) { return row.text(0); };
  TRY_ASSIGN(found, database_.first(text, "SELECT document FROM batches WHERE id=?", id));
  return found.value_or("");
}

Result<std::vector<StoredBatch>> Batches::list() {
  TRY_ASSIGN(found, database_.rows(batch_of, (std::string(kColumns) + " FROM batches ORDER BY id DESC").c_str()));
  for (StoredBatch& batch : found) TRY_SET(batch.applications, applications_of(batch.id));
  return found;
}

Result<Database*> ActiveList::open(Use use) {
  if (!database_) {
    OpenOptions options{.create = use == Use::write, .journal = Journal::log};
    TRY_SET(database_, Database::open(file_, kWorkspaceSchema, kWorkspaceVersion, options));
  }
  return database_ ? &*database_ : nullptr;
}

template <class Make>
auto ActiveList::find_row(Make make, const char* sql, std::string_view doc_path)
    -> Result<std::optional<std::invoke_result_t<Make, const Statement&>>> {
  TRY_ASSIGN(database, open(Use::read));
  if (database == nullptr) return std::nullopt;
  return database->first(make, sql, doc_path);
}

Status ActiveList::add(std::span<const ActiveFile> files) {
  constexpr const char* kAdd = "INSERT INTO active VALUES(?,?) ON CONFLICT(doc_path) DO UPDATE SET path=excluded.path";
  TRY_ASSIGN(database, open(Use::write));
  TRY_ASSIGN(transaction, WriteTransaction::begin(*database));
  for (const ActiveFile& file : files) TRY(database->run(kAdd, file.doc_path, file.path));
  return transaction.commit();
}

Status ActiveList::remove(std::span<const ActiveFile> files) {
  TRY_ASSIGN(database, open(Use::write));
  TRY_ASSIGN(transaction, WriteTransaction::begin(*database));
  for (const ActiveFile& file : files) TRY(database->run("DELETE FROM active WHERE doc_path=?", file.doc_path));
  return transaction.commit();
}

Result<std::vector<ActiveFile>> ActiveList::list() {
  TRY_ASSIGN(database, open(Use::read));
  if (database == nullptr) return std::vector<ActiveFile>();
  return database->rows(active_file_of, "SELECT doc_path, path FROM active ORDER BY doc_path");
}

Result<std::optional<ActiveFile>> ActiveList::find(std::string_view doc_path) {
  return find_row(active_file_of, "SELECT doc_path, path FROM active WHERE doc_path=?", doc_path);
}

Result<std::optional<Sha256>> ActiveList::synced(std::string_view doc_path) {
  auto sha_of = [](const Statement& row) { return Sha256::parse(row.text(0)); };
  TRY_ASSIGN(found, find_row(sha_of, "SELECT sha FROM synced WHERE doc_path=?", doc_path));
  return found.value_or(std::nullopt);
}

// Encoded in one column: 1 means "taken back"; a negative number is the negated transaction.
Status ActiveList::set_synced(std::string_view doc_path, const Sha256& sha, uint64_t after) {
  TRY_ASSIGN(database, open(Use::write));
  return database->run(
      "INSERT INTO synced(doc_path, sha, taken_back) VALUES(?,?,?) ON CONFLICT(doc_path) DO UPDATE SET "
      "sha=excluded.sha, taken_back=excluded.taken_back",
      doc_path, sha.hex(), -static_cast<int64_t>(after));
}

Status ActiveList::set_taken_back(std::string_view doc_path, TakenBack now) {
  TRY_ASSIGN(database, open(Use::write));
  return database->run("UPDATE synced SET taken_back=? WHERE doc_path=?", static_cast<int64_t>(now), doc_path);
}

Result<ActiveList::Doubt> ActiveList::doubt_of(std::string_view doc_path) {
  auto doubt = [](const Statement& row) {
    int64_t number = row.number(0);
    return Doubt{number > 0 ? TakenBack::yes : TakenBack::no, number < 0 ? static_cast<uint64_t>(-number) : 0};
  };
  TRY_ASSIGN(found, find_row(doubt, "SELECT taken_back FROM synced WHERE doc_path=?", doc_path));
  return found.value_or(Doubt{});
}

}  // namespace aptix::store
