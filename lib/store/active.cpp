#include "store/active.h"

#include <utility>

#include "store/workspace_schema.h"

namespace aptix::store {
namespace {

ActiveFile active_file_of(const Statement& row) { return {row.text(0), row.text(1)}; }

}  // namespace

Result<std::optional<ActiveList>> ActiveList::open(const std::string& file, const OpenOptions& options) {
  TRY_ASSIGN(database, Database::open(file, kWorkspaceSchema, kWorkspaceVersion, options));
  if (!database) return std::optional<ActiveList>();
  return std::optional<ActiveList>(ActiveList(std::move(*database)));
}

Status ActiveList::add(std::span<const ActiveFile> files) {
  constexpr const char* kAdd = "INSERT INTO active VALUES(?,?) ON CONFLICT(doc_path) DO UPDATE SET path=excluded.path";
  TRY_ASSIGN(transaction, WriteTransaction::begin(database_));
  for (const ActiveFile& file : files) TRY(database_.run(kAdd, file.doc_path, file.path));
  return transaction.commit();
}

Status ActiveList::remove(std::span<const ActiveFile> files) {
  TRY_ASSIGN(transaction, WriteTransaction::begin(database_));
  for (const ActiveFile& file : files) TRY(database_.run("DELETE FROM active WHERE doc_path=?", file.doc_path));
  return transaction.commit();
}

Result<std::vector<ActiveFile>> ActiveList::list() {
  TRY_ASSIGN(row, database_.prepare("SELECT doc_path, path FROM active ORDER BY doc_path"));
  return all_rows(row, active_file_of);
}

Result<std::optional<ActiveFile>> ActiveList::find(std::string_view doc_path) {
  TRY_ASSIGN(row, database_.prepare("SELECT doc_path, path FROM active WHERE doc_path=?", doc_path));
  TRY_ASSIGN(found, row.step());
  return found ? std::optional(active_file_of(row)) : std::nullopt;
}

Result<std::optional<Sha256>> ActiveList::synced(std::string_view doc_path) {
  TRY_ASSIGN(row, database_.prepare("SELECT sha FROM synced WHERE doc_path=?", doc_path));
  TRY_ASSIGN(found, row.step());
  return found ? Sha256::parse(row.text(0)) : std::nullopt;
}

Status ActiveList::set_synced(std::string_view doc_path, const Sha256& sha) {
  return database_.run(
      "INSERT INTO synced(doc_path, sha) VALUES(?,?) ON CONFLICT(doc_path) DO UPDATE SET "
      "sha=excluded.sha, taken_back=0",
      doc_path, sha.hex());
}

Status ActiveList::set_taken_back(std::string_view doc_path, TakenBack now) {
  return database_.run("UPDATE synced SET taken_back=? WHERE doc_path=?", static_cast<int64_t>(now), doc_path);
}

Result<TakenBack> ActiveList::taken_back(std::string_view doc_path) {
  TRY_ASSIGN(row, database_.prepare("SELECT 1 FROM synced WHERE doc_path=? AND taken_back<>0", doc_path));
  TRY_ASSIGN(found, row.step());
  return found ? TakenBack::yes : TakenBack::no;
}

}  // namespace aptix::store
