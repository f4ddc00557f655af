#include "store/active.h"

#include "store/workspace_schema.h"

namespace aptix::store {
namespace {

ActiveFile active_file_of(const Statement& row) { return {row.text(0), row.text(1)}; }

}  // namespace

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

// In one column, as the table was made: 1 is "taken back", what is below 0 the transaction, negated.
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
