#include "store/active.h"

#include <utility>

#include "store/workspace_schema.h"

namespace aptix::store {

Result<std::optional<ActiveList>> ActiveList::open(const std::string& file, const OpenOptions& options) {
  TRY_ASSIGN(database, Database::open(file, kWorkspaceSchema, kWorkspaceVersion, options));
  if (!database) return std::optional<ActiveList>();
  return std::optional<ActiveList>(ActiveList(std::move(*database)));
}

Status ActiveList::add(std::span<const ActiveFile> files) {
  TRY_ASSIGN(transaction, WriteTransaction::begin(database_));
  for (const ActiveFile& file : files) {
    TRY_ASSIGN(row,
        database_.prepare("INSERT INTO active VALUES(?,?) ON CONFLICT(doc_path) DO UPDATE SET path=excluded.path"));
    row.bind(1, file.doc_path).bind(2, file.path);
    TRY(row.step());
  }
  return transaction.commit();
}

Status ActiveList::remove(std::span<const ActiveFile> files) {
  TRY_ASSIGN(transaction, WriteTransaction::begin(database_));
  for (const ActiveFile& file : files) {
    TRY_ASSIGN(row, database_.prepare("DELETE FROM active WHERE doc_path=?"));
    row.bind(1, file.doc_path);
    TRY(row.step());
  }
  return transaction.commit();
}

Result<std::vector<ActiveFile>> ActiveList::list() {
  TRY_ASSIGN(row, database_.prepare("SELECT doc_path, path FROM active ORDER BY doc_path"));
  std::vector<ActiveFile> found;
  while (true) {
    TRY_ASSIGN(more, row.step());
    if (!more) return found;
    found.push_back({row.text(0), row.text(1)});
  }
}

Result<std::optional<ActiveFile>> ActiveList::find(std::string_view doc_path) {
  TRY_ASSIGN(row, database_.prepare("SELECT doc_path, path FROM active WHERE doc_path=?"));
  row.bind(1, doc_path);
  TRY_ASSIGN(found, row.step());
  if (!found) return std::optional<ActiveFile>();
  return std::optional<ActiveFile>(ActiveFile{row.text(0), row.text(1)});
}

Result<std::optional<Sha256>> ActiveList::synced(std::string_view doc_path) {
  TRY_ASSIGN(row, database_.prepare("SELECT sha FROM synced WHERE doc_path=?"));
  row.bind(1, doc_path);
  TRY_ASSIGN(found, row.step());
  return found ? Sha256::parse(row.text(0)) : std::nullopt;
}

Status ActiveList::set_synced(std::string_view doc_path, const Sha256& sha) {
  TRY_ASSIGN(row,
      database_.prepare("INSERT INTO synced(doc_path, sha) VALUES(?,?) ON CONFLICT(doc_path) DO UPDATE SET "
                        "sha=excluded.sha, taken_back=0"));
  row.bind(1, doc_path).bind(2, sha.hex());
  TRY(row.step());
  return {};
}

Status ActiveList::set_taken_back(std::string_view doc_path, TakenBack now) {
  TRY_ASSIGN(row, database_.prepare("UPDATE synced SET taken_back=? WHERE doc_path=?"));
  row.bind(1, static_cast<int64_t>(now)).bind(2, doc_path);
  TRY(row.step());
  return {};
}

Result<TakenBack> ActiveList::taken_back(std::string_view doc_path) {
  TRY_ASSIGN(row, database_.prepare("SELECT 1 FROM synced WHERE doc_path=? AND taken_back<>0"));
  row.bind(1, doc_path);
  TRY_ASSIGN(found, row.step());
  return found ? TakenBack::yes : TakenBack::no;
}

}  // namespace aptix::store
