// `.aptix/audit/`: what was done and tried here, a JSON object a line, each with the SHA-256 of the line before it, in
// files 1.jsonl, 2.jsonl, ... What the lines say is for others; here they are numbered, chained and appended.
//
// A line is written before `head` is, which names the last line: its number, its hash, its file, and where it ends
// there. So a line that `head` does not know was written by a run that was killed right after it, and a line that only
// `head` knows was cut off. Neither is synced. A piece without a line feed at the end is what a crash of the machine
// left: it is moved to `torn-N-OFFSET`, and the chain goes on after the line before it, with a record that names it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash/sha256.h"
#include "base/result.h"
#include "disk/workspace.h"

namespace aptix::disk {

struct AuditHead {
  uint64_t seq = 0;          // of the last line; 0: there is none
  Sha256 sha{};              // of it, without its line feed
  uint64_t file = 1;         // that it is in
  uint64_t end = 0;          // of it there, with its line feed
  uint64_t transaction = 0;  // the last one that a line tells of; 0: none does

  bool operator==(const AuditHead&) const = default;
};
inline constexpr size_t kAuditHeadLength = 192;  // always: it is overwritten in place
std::string encode(const AuditHead& head);
std::optional<AuditHead> decode_audit_head(std::string_view text);

// Of a file's text, which it views.
struct AuditTail {
  std::string_view last;  // the last whole line, without its line feed
  std::string_view torn;  // what stands after it
  uint64_t end = 0;       // of the last whole line, with its line feed
};
AuditTail audit_tail(std::string_view text);

std::optional<uint64_t> audit_seq(std::string_view line);

// The last one that the whole lines tell of; 0: none.
uint64_t last_transaction_in(std::string_view text);

enum class AuditRotation : uint8_t { when_full, now };
struct AuditAppend {
  AuditRotation rotation = AuditRotation::when_full;
  uint64_t transaction = 0;  // that the line tells of; 0: none
};
inline constexpr uint64_t kFullAuditFile = 16 << 20;

// Opened for appending. Several processes may have it open at once: a lock is held while a line is written.
class AuditWriter {
 public:
  // Makes the state folder and `audit/` where they are missing. Fails with audit_failed: nothing can be written. The
  // workspace need not outlive it.
  static Result<AuditWriter> open(Workspace& workspace);

  // `members`: of the object, without braces; `seq` comes before them and `previous` after them. Fails with
  // audit_failed. Warnings: a torn line that was set aside, a chain that `head` did not fit.
  Outcome<uint64_t> append(std::string_view members, AuditAppend how = {});

  // The transactions after it have no record, where there are any; but for an id that none has. Looked up anew only
  // where one before `ours` may have none.
  Outcome<uint64_t> last_transaction(uint64_t ours);

 private:
  explicit AuditWriter(Site& site);
  Status open_head(Site& site);
  Status make_again_where_removed(Error otherwise);
  Status lock();
  Result<std::string> head_text();
  Status open_file(uint64_t number, uint64_t& size);
  Status write_head(const AuditHead& head);
  Status rotate(AuditHead& head);
  Result<AuditHead> current(std::vector<Diagnostic>& warnings);
  Result<AuditHead> newest(std::vector<Diagnostic>& warnings);
  Result<AuditHead> repaired(const std::optional<AuditHead>& head, std::vector<Diagnostic>& warnings);
  Result<AuditHead> found_in_files(const std::optional<AuditHead>& head, std::vector<Diagnostic>& warnings);
  Result<bool> take_last_line(
      uint64_t number, std::string_view text, AuditHead& found, std::vector<Diagnostic>& warnings);
  Result<std::string> take_torn(
      uint64_t number, std::string_view torn, uint64_t offset, std::vector<Diagnostic>& warnings);
  Status set_aside(uint64_t number, std::string_view torn, uint64_t offset, const std::string& name);

  Site site_;  // of its own; opened where the state folder was removed
  Fd folder_, head_, file_;
  uint64_t file_number_ = 0, last_transaction_ = 0;
  std::string set_aside_;  // the torn line that the next record tells of
};

// The numbers of its files, and a file; for readers, which take no lock. Nothing is made.
Result<std::vector<uint64_t>> audit_files(Workspace& workspace);
Result<std::string> read_audit_file(Workspace& workspace, uint64_t number);
// Its text; "" when there is none.
Result<std::string> read_audit_head(Workspace& workspace);
// Removes files of numbers below `first`, the oldest first. REQUIRES: a record tells of it already.
Status remove_audit_files(Workspace& workspace, uint64_t first);

}  // namespace aptix::disk
