// The audit: what was done and tried in a workspace. Records go in as one line each; here they are made, asked for and
// verified. The files are disk/audit.h's.
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
  std::string caller, session;  // the last: "" for none
  std::string tool;
  std::vector<std::string> arguments;
  std::vector<AuditedInput> inputs;
  std::vector<TouchedPath> paths;
  std::string error_code;  // "": it went well
  int exit = 0;
  int64_t duration_ms = 0;
  uint64_t transaction = 0;
  std::string details = {};  // more members of `arguments`, as JSON, or ""
};
std::string audit_members(const AuditRecord& record);

struct AuditQuestion {
  std::string path{};  // from the workspace on
  std::optional<int64_t> since_ns{};
  std::string caller{}, tool{};
  bool failed = false;
  uint64_t most = UINT64_MAX;
};
struct AuditLine {
  std::string json;  // as it stands in the file
  uint64_t seq = 0, transaction = 0;
  std::string time{}, caller{}, tool{}, error_code{};
  int64_t exit = 0;
  std::vector<TouchedPath> paths{};
};
// Newest last. Warnings: lines that cannot be read.
Outcome<std::vector<AuditLine>> ask_audit(disk::Workspace& workspace, const AuditQuestion& question);

// Files that were read or written of late, by whom.
struct RecentFile {
  std::string path;
  std::optional<Sha256> sha{};  // nothing: it was deleted
  std::string time, caller;
};
struct RecentFiles {
  std::vector<RecentFile> reads, writes;  // newest first
};
// At most so many of each. Looks no further back than it has to.
Result<RecentFiles> recent_files(disk::Workspace& workspace, size_t most);

// A record by its hash: kept elsewhere, it shows that no record up to it was changed or taken away.
struct AuditMark {
  uint64_t seq = 0;
  Sha256 sha{};
};
// "SEQ:HASH"; nothing for anything else.
std::optional<AuditMark> parse_audit_mark(std::string_view text);

struct AuditVerdict {
  uint64_t records = 0, first = 0, last = 0;
  Sha256 head{};  // of the last record
};
// Errors: audit_damaged, naming the first line that is missing, changed or out of order, or the record of `kept` where
// it is another one; range_invalid where that was pruned. Warnings: torn lines, at the end or set aside.
Outcome<AuditVerdict> verify_audit(disk::Workspace& workspace, const std::optional<AuditMark>& kept = {});

// Where the whole files end whose last record is older than that: what 'audit prune' takes.
struct AuditCut {
  uint64_t first_kept = 0;  // number of the first file that stays
  uint64_t last_seq = 0;    // of the last record that goes; 0: none goes
  Sha256 sha{};
};
Result<AuditCut> cut_before(disk::Workspace& workspace, int64_t time_ns);

// "2026-01-31", "2026-01-31T12:00:00Z", "2h", "3d": nothing for anything else.
std::optional<int64_t> parse_when(std::string_view text, int64_t now_ns);

}  // namespace aptix::ops
