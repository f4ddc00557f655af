// The audit: what was done and attempted in a workspace, one line per record. Makes, queries and verifies records;
// disk/audit.h has the files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/audit.h"
#include "disk/workspace.h"
#include "model/watch.h"

namespace aptix::ops {

struct AuditedInput {
  std::string name;
  Sha256 sha{};
  uint64_t bytes = 0;
};

struct AuditRecord {
  int64_t time_ns = 0;
  std::string caller, session;  // `session`: "" for none
  std::string tool;
  std::vector<std::string> arguments;
  std::vector<AuditedInput> inputs;
  std::vector<TouchedPath> paths;
  std::string error_code;  // "": it succeeded
  int exit = 0;
  int64_t duration_ms = 0;
  uint64_t transaction = 0;
  std::string details = {};  // more members of `arguments`, as JSON; or ""
};
std::string audit_members(const AuditRecord& record);

struct AuditQuestion {
  std::string path{};  // relative to the workspace
  std::optional<int64_t> since_ns{};
  std::string caller{}, tool{};
  bool failed = false;
  uint64_t most = UINT64_MAX;
};
struct AuditLine {
  std::string json;  // as it is in the file
  uint64_t seq = 0, transaction = 0;
  std::string time{}, caller{}, tool{}, error_code{};
  int64_t exit = 0;
  std::vector<TouchedPath> paths{};
};
// Newest last. Warnings: lines that cannot be read.
Outcome<std::vector<AuditLine>> ask_audit(disk::Workspace& workspace, const AuditQuestion& question);

// A file that was read or written recently, and by whom.
struct RecentFile {
  std::string path;
  std::optional<Sha256> sha{};  // nullopt: it was deleted
  std::string time, caller;
};
struct RecentFiles {
  std::vector<RecentFile> reads, writes;  // newest first
};
// At most `most` of each.
Result<RecentFiles> recent_files(disk::Workspace& workspace, size_t most);

// A record and its hash. If kept elsewhere, it proves that no record up to it was changed or removed.
struct AuditMark {
  uint64_t seq = 0;
  Sha256 sha{};
};
// "SEQ:HASH"; nullopt for anything else.
std::optional<AuditMark> parse_audit_mark(std::string_view text);

struct AuditVerdict {
  uint64_t records = 0, first = 0, last = 0;
  Sha256 head{};  // of the last record
};
// Errors: audit_damaged, naming the first line that is missing, changed or out of order, or the record of `kept` if its
// hash differs; range_invalid if that record was pruned. Warnings: torn lines, at the end or moved aside.
Outcome<AuditVerdict> verify_audit(disk::Workspace& workspace, const std::optional<AuditMark>& kept = {});

// The files to remove: whole files whose last record is older than a given time. For 'audit prune'.
struct AuditCut {
  uint64_t first_kept = 0;  // number of the first file that stays
  uint64_t last_seq = 0;    // of the last record to remove; 0: none
  Sha256 sha{};
};
Result<AuditCut> cut_before(disk::Workspace& workspace, int64_t time_ns);

// "2026-01-31", "2026-01-31T12:00:00Z", "2h", "3d"; nullopt for anything else.
std::optional<int64_t> parse_when(std::string_view text, int64_t now_ns);

}  // namespace aptix::ops
