// `.aptix/audit/`: a record of what was done and attempted here, one JSON object per line, in files 1.jsonl, 2.jsonl,
// ... Each line contains the SHA-256 of the line before it. This module numbers, chains and appends the lines;
// ops/audit decides what they say.
//
// A line is written before `head`, which describes the last line: its number, hash, file and end offset. So a line that
// `head` does not know was written by a run that was killed right after it, and a line that only `head` knows was cut
// off. Neither file is synced. A last piece without a line feed was left by a crash of the machine: it is moved to
// `torn-N-OFFSET`, and the chain continues after the line before it, with a record that names the moved piece.
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
  uint64_t seq = 0;          // number of the last line; 0: no lines
  Sha256 sha{};              // of the last line, without its line feed
  uint64_t file = 1;         // number of the file that contains it
  uint64_t end = 0;          // offset in that file after its line feed
  uint64_t transaction = 0;  // the last transaction that a line names; 0: none

  bool operator==(const AuditHead&) const = default;
};
inline constexpr size_t kAuditHeadLength = 192;  // fixed, because `head` is overwritten in place
std::string encode(const AuditHead& head);
std::optional<AuditHead> decode_audit_head(std::string_view text);

// Parts of a file's text. The views point into that text.
struct AuditTail {
  std::string_view last;  // the last whole line, without its line feed
  std::string_view torn;  // what follows it
  uint64_t end = 0;       // offset after the last whole line and its line feed
};
AuditTail audit_tail(std::string_view text);

std::optional<uint64_t> audit_seq(std::string_view line);

// The id of the last transaction that a whole line names; 0: none.
uint64_t last_transaction_in(std::string_view text);

enum class AuditRotation : uint8_t { when_full, now };
struct AuditAppend {
  AuditRotation rotation = AuditRotation::when_full;
  uint64_t transaction = 0;  // the id that the line names; 0: none
};
inline constexpr uint64_t kFullAuditFile = 16 << 20;

// An audit opened for appending. Several processes may have it open at once; a lock is held while a line is written.
class AuditWriter {
 public:
  // Makes the state folder and `audit/` if they are missing. Fails with audit_failed if nothing can be written. The
  // workspace need not outlive the writer.
  static Result<AuditWriter> open(Workspace& workspace);

  // Appends one object. `members`: its members without braces; `seq` is added before them and `previous` after them.
  // Returns the line's number. Fails with audit_failed. Warnings: a torn line was moved aside, or `head` did not match
  // the files.
  Outcome<uint64_t> append(std::string_view members, AuditAppend how = {});

  // The last transaction that has a record: larger ids, if any, have none. Looks again only if `ours` is more than one
  // above the id known so far.
  Outcome<uint64_t> last_transaction(uint64_t ours);

 private:
  explicit AuditWriter(Site& site);
  Status open_head(Site& site);
  Status make_again_where_removed(Error otherwise);
  Status lock();
  void warn(std::vector<Diagnostic>& warnings, std::string_view name, const std::string& what);
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

  Site site_;  // its own; opened again if the state folder was removed
  Fd folder_, head_, file_;
  uint64_t file_number_ = 0, last_transaction_ = 0;
  std::string set_aside_;          // name of the moved torn line, for the next record
  std::vector<std::string> told_;  // the messages of warnings that were given
};

// For readers: the numbers of the files, and one file. Takes no lock and creates nothing.
Result<std::vector<uint64_t>> audit_files(Workspace& workspace);
Result<std::string> read_audit_file(Workspace& workspace, uint64_t number);
// The text of `head`; "" if there is none.
Result<std::string> read_audit_head(Workspace& workspace);
// Removes the files with numbers below `first`, oldest first. REQUIRES: a record says so already.
Status remove_audit_files(Workspace& workspace, uint64_t first);

}  // namespace aptix::disk
