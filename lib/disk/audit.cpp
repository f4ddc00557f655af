#include "disk/audit.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/manifest.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr const char* kAuditFolder = "audit";
constexpr const char* kHeadName = "head";
constexpr std::string_view kFileEnd = ".jsonl";
constexpr uint64_t kLongestAuditFile = 4ull << 30;

std::string audit_name(uint64_t number) { return std::to_string(number) + std::string(kFileEnd); }

std::string shown_audit(const Site& site, std::string_view name) {
  return shown_state(site, std::string(kAuditFolder) + "/" + std::string(name));
}

Error audit_failure(const Site& site, std::string_view name, const std::string& why) {
  return make_error(Code::audit_failed, "cannot write the audit " + in_quotes(shown_audit(site, name)) + ": " + why,
      "make it writable again, or find out who changed it");
}

Error audit_io(const Site& site, std::string_view name, int error) {
  Error failure = io_failure("cannot write the audit", shown_audit(site, name), error);
  failure.code = Code::audit_failed;
  return failure;
}

Diagnostic audit_note(const Site& site, std::string_view name, const std::string& what) {
  return make_error(
      Code::audit_damaged, in_quotes(shown_audit(site, name)) + " " + what, "'aptix audit verify' tells more");
}

std::optional<uint64_t> audit_number(std::string_view name) {
  if (!name.ends_with(kFileEnd)) return std::nullopt;
  return parse_id(name.substr(0, name.size() - kFileEnd.size()));
}

Result<std::vector<uint64_t>> numbers_in(Site& site, int folder) {
  std::vector<std::string> names;
  if (int status = site.fs.list(folder, names); status < 0) return fail(audit_io(site, "", -status));
  std::vector<uint64_t> numbers;
  for (const std::string& name : names)
    if (auto number = audit_number(name); number && *number != 0) numbers.push_back(*number);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// The file's size. A link, a pipe, or a file with a second name was planted: audit_failed.
Result<uint64_t> size_of_own(Site& site, const Fd& fd, std::string_view name) {
  if (!fd.ok()) return fail(audit_io(site, name, fd.error()));
  struct stat about {};
  if (int status = site.fs.fstat(fd.get(), about); status < 0) return fail(audit_io(site, name, -status));
  if (!S_ISREG(about.st_mode) || about.st_nlink != 1) return fail(audit_failure(site, name, "it is not a plain file"));
  if (!believes(site, about.st_uid)) return fail(audit_failure(site, name, "it belongs to another user"));
  return static_cast<uint64_t>(about.st_size);
}

}  // namespace

AuditWriter::AuditWriter(Site& site)
    : site_{.fs = site.fs, .around = site.around, .path = site.path, .user = site.user} {
  site_.shared = site.shared;
  site_.group = site.group;
}

// Opens `head`, or creates it. A run writes `head` before the first line. So an empty `head` next to files of lines was
// emptied later: it stays empty, and the files count, as for a damaged one.
Status AuditWriter::open_head(Site& site) {
  TRY_SET(folder_, make_in_state(site, kAuditFolder));
  head_ = Fd(site_.fs, make_file(site_, folder_.get(), kHeadName, O_NONBLOCK));
  TRY(size_of_own(site_, head_, kHeadName));
  TRY_ASSIGN(text, head_text());
  if (!text.empty()) return {};
  TRY(lock());
  TRY_SET(text, head_text());
  TRY_ASSIGN(files, numbers_in(site_, folder_.get()));
  Status written = text.empty() && files.empty() ? write_head({}) : Status();
  head_.close();  // which also releases the lock
  head_ = Fd(site_.fs, make_file(site_, folder_.get(), kHeadName, O_NONBLOCK));
  return written;
}

Result<AuditWriter> AuditWriter::open(Workspace& workspace) {
  Site& site = workspace.site();
  Status opened = make_state(site);
  AuditWriter writer(site);
  if (opened) opened = writer.open_head(site);
  if (!opened) {
    opened.error().code = Code::audit_failed;
    return fail(std::move(opened).error());
  }
  // Find out now whether a line can be appended, before anything else is done.
  TRY_ASSIGN(text, writer.head_text());
  std::optional<AuditHead> head = decode_audit_head(text);
  TRY_ASSIGN(numbers, head ? std::vector<uint64_t>() : numbers_in(writer.site_, writer.folder_.get()));
  if (!head) head = AuditHead{.file = numbers.empty() ? 1 : numbers.back()};
  writer.last_transaction_ = head->transaction;
  uint64_t size = 0;
  TRY(writer.open_file(head->file, size));
  return writer;
}

// Reads one byte more than a valid `head` has: a longer one is damaged.
Result<std::string> AuditWriter::head_text() {
  std::string text(kAuditHeadLength + 1, '\0');
  ssize_t got = site_.fs.read_at(head_.get(), text.data(), text.size(), 0);
  if (got < 0) return fail(audit_io(site_, kHeadName, static_cast<int>(-got)));
  text.resize(static_cast<size_t>(got));
  return text;
}

Status AuditWriter::open_file(uint64_t number, uint64_t& size) {
  std::string name = audit_name(number);
  Fd file(site_.fs, make_file(site_, folder_.get(), name.c_str(), O_NONBLOCK | O_APPEND));
  TRY_SET(size, size_of_own(site_, file, name));
  file_ = std::move(file);
  file_number_ = number;
  return {};
}

Status AuditWriter::lock() {
  int status = wait_for_lock(site_, head_.get());
  if (status == -EWOULDBLOCK) return fail(audit_failure(site_, kHeadName, "another run holds its lock"));
  return status < 0 ? Status(fail(audit_io(site_, kHeadName, -status))) : Status();
}

// The command of --verify may have removed the state folder: then the audit starts again. Otherwise fails with
// `otherwise`.
Status AuditWriter::make_again_where_removed(Error otherwise) {
  struct stat about {};
  if (site_.fs.fstat(head_.get(), about) < 0 || about.st_nlink != 0) return fail(std::move(otherwise));
  site_.state.close();
  file_number_ = 0;
  site_.top = Fd(site_.fs, site_.fs.open_root(site_.path.c_str()));
  if (!site_.top.ok()) return fail(audit_io(site_, "", site_.top.error()));
  TRY(make_state(site_));
  TRY(open_head(site_));
  return lock();
}

Result<AuditHead> AuditWriter::current(std::vector<Diagnostic>& warnings) {
  Result<AuditHead> found = newest(warnings);
  if (found) return found;
  TRY(make_again_where_removed(std::move(found).error()));
  return newest(warnings);
}

// Each warning once, however often the audit is looked at.
void AuditWriter::warn(std::vector<Diagnostic>& warnings, std::string_view name, const std::string& what) {
  Diagnostic note = audit_note(site_, name, what);
  if (std::ranges::find(told_, note.message) != told_.end()) return;
  told_.push_back(note.message);
  warnings.push_back(std::move(note));
}

// The last line according to `head`, if the file ends there; else according to the files.
Result<AuditHead> AuditWriter::newest(std::vector<Diagnostic>& warnings) {
  TRY_ASSIGN(text, head_text());
  std::optional<AuditHead> head = decode_audit_head(text);
  if (head) {
    uint64_t size = 0;
    if (file_number_ != head->file) TRY(open_file(head->file, size));
    TRY_ASSIGN(found, size_of_own(site_, file_, audit_name(file_number_)));
    if (found == head->end) return *head;
  }
  TRY_ASSIGN(told, repaired(head, warnings));
  if (!head && (!text.empty() || told.seq != 0)) warn(warnings, kHeadName, "was damaged");
  return told;
}

// The name of the torn line that was moved out of a file, now or by a run that was killed after moving it; else "".
Result<std::string> AuditWriter::take_torn(
    uint64_t number, std::string_view torn, uint64_t offset, std::vector<Diagnostic>& warnings) {
  std::string aside = "torn-" + std::to_string(number) + "-" + std::to_string(offset);
  struct stat about {};
  if (torn.empty()) return site_.fs.stat(folder_.get(), aside.c_str(), about) == 0 ? aside : std::string();
  TRY(set_aside(number, torn, offset, aside));
  warn(warnings, audit_name(number), "ended in a torn line, which was set aside");
  return aside;
}

// Takes the last whole line of file `number`, if any, into `found`, and moves a torn line out of the file.
Result<bool> AuditWriter::take_last_line(
    uint64_t number, std::string_view text, AuditHead& found, std::vector<Diagnostic>& warnings) {
  AuditTail tail = audit_tail(text);
  TRY_ASSIGN(aside, take_torn(number, tail.torn, tail.end, warnings));
  if (number == found.file) {
    found.end = tail.end;
    if (!aside.empty()) set_aside_ = std::move(aside);
  }
  if (tail.end == 0) return false;
  found.seq = audit_seq(tail.last).value_or(0);
  found.sha = sha256(tail.last);
  return true;
}

// The last line, from the newest file that has a whole one. Without `head`, the last transaction comes from the lines.
Result<AuditHead> AuditWriter::found_in_files(const std::optional<AuditHead>& head, std::vector<Diagnostic>& warnings) {
  TRY_ASSIGN(numbers, numbers_in(site_, folder_.get()));
  AuditHead found;
  bool has_line = false;
  if (!numbers.empty()) found.file = numbers.back();
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    std::string text;
    if (int status = read_whole(site_.fs, folder_.get(), audit_name(*number), kLongestAuditFile, text); status < 0)
      return fail(audit_io(site_, audit_name(*number), -status));
    found.transaction = last_transaction_in(text);
    if (!has_line) TRY_SET(has_line, take_last_line(*number, text, found, warnings));
    if (has_line && (head || found.transaction != 0)) break;
  }
  if (head && found.transaction == 0) found.transaction = head->transaction;
  return found;
}

// Lines that only `head` knows are lost. The next line has the number after theirs, so that everybody sees the gap.
Result<AuditHead> AuditWriter::repaired(const std::optional<AuditHead>& head, std::vector<Diagnostic>& warnings) {
  TRY_ASSIGN(found, found_in_files(head, warnings));
  // The torn line may be one that `head` knows.
  if (head && head->seq > found.seq + (set_aside_.empty() ? 0 : 1)) {
    found.seq = head->seq;
    found.sha = head->sha;
    if (warnings.empty()) warn(warnings, audit_name(head->file), "has lost lines");
  }
  uint64_t size = 0;
  TRY(open_file(found.file, size));
  return found;
}

Status AuditWriter::set_aside(uint64_t number, std::string_view torn, uint64_t offset, const std::string& name) {
  FileSystem& fs = site_.fs;
  int status = write_file(site_, folder_.get(), name, {torn});
  if (status < 0) return fail(audit_io(site_, name, -status));
  uint64_t size = 0;
  TRY(open_file(number, size));
  status = fs.truncate(file_.get(), offset);
  if (status < 0) return fail(audit_io(site_, audit_name(number), -status));
  return {};
}

Status AuditWriter::write_head(const AuditHead& head) {
  ssize_t written = site_.fs.write_at(head_.get(), encode(head), 0);
  return written < 0 ? Status(fail(audit_io(site_, kHeadName, static_cast<int>(-written)))) : Status();
}

// Write `head` with the new file before its first line: else a run after a crash would continue in the old file.
Status AuditWriter::rotate(AuditHead& head) {
  do {
    TRY(open_file(head.file + 1, head.end));
    ++head.file;
  } while (head.end != 0);
  return write_head(head);
}

// Reads under the lock, because `head` may be older than the last line.
Outcome<uint64_t> AuditWriter::last_transaction(uint64_t ours) {
  Outcome<uint64_t> told = last_transaction_;
  if (ours <= last_transaction_ + 1) return told;
  TRY(lock());
  TRY_ASSIGN(head, current(told.diagnostics.warnings));
  told.value = head.transaction;
  return told;
}

Outcome<uint64_t> AuditWriter::append(std::string_view members, AuditAppend how) {
  Outcome<uint64_t> outcome;
  TRY(lock());
  TRY_ASSIGN(head, current(outcome.diagnostics.warnings));
  bool rotates = head.end >= kFullAuditFile || (how.rotation == AuditRotation::now && head.end != 0);
  if (rotates) TRY(rotate(head));
  std::string previous = head.seq == 0 ? "null" : "\"" + head.sha.hex() + "\"";
  std::string aside = set_aside_.empty() ? "" : ",\"setAside\":\"" + set_aside_ + "\"";
  std::string start = "{\"seq\":" + std::to_string(head.seq + 1) + ",";
  std::string end = aside + ",\"previous\":" + previous + "}";
  Sha256Hasher hasher;
  for (std::string_view piece : {std::string_view(start), members, std::string_view(end)}) hasher.update(piece);
  head.seq += 1;
  if (how.transaction != 0) head.transaction = how.transaction;
  head.sha = hasher.finish();
  if (int status = write_pieces(site_.fs, file_.get(), {start, members, end, "\n"}); status < 0)
    return fail(audit_io(site_, audit_name(head.file), -status));
  head.end += start.size() + members.size() + end.size() + 1;
  outcome.value = head.seq;
  set_aside_.clear();
  TRY(write_head(head));
  return outcome;
}

Result<std::vector<uint64_t>> audit_files(Workspace& workspace) {
  TRY_ASSIGN(folder, open_in_state(workspace.site(), kAuditFolder));
  if (!folder.ok()) return std::vector<uint64_t>();
  return numbers_in(workspace.site(), folder.get());
}

Result<std::string> read_audit_file(Workspace& workspace, uint64_t number) {
  TRY_ASSIGN(folder, open_in_state(workspace.site(), kAuditFolder));
  Site& site = workspace.site();
  std::string text;
  int status = folder.ok() ? read_whole(site.fs, folder.get(), audit_name(number), kLongestAuditFile, text) : -ENOENT;
  if (status < 0) return fail(io_failure("cannot read", shown_audit(site, audit_name(number)), -status));
  return text;
}

Result<std::string> read_audit_head(Workspace& workspace) {
  TRY_ASSIGN(folder, open_in_state(workspace.site(), kAuditFolder));
  Site& site = workspace.site();
  std::string text;
  int status = folder.ok() ? read_whole(site.fs, folder.get(), kHeadName, 1 << 16, text) : -ENOENT;
  if (status == -ENOENT) return std::string();
  if (status < 0) return fail(io_failure("cannot read", shown_audit(site, kHeadName), -status));
  return text;
}

Status remove_audit_files(Workspace& workspace, uint64_t first) {
  TRY_ASSIGN(folder, open_in_state(workspace.site(), kAuditFolder));
  if (!folder.ok()) return {};
  Site& site = workspace.site();
  TRY_ASSIGN(numbers, numbers_in(site, folder.get()));
  for (uint64_t number : numbers) {
    if (number >= first) break;
    int status = site.fs.unlink(folder.get(), audit_name(number).c_str());
    if (status < 0 && status != -ENOENT)
      return fail(io_failure("cannot remove", shown_audit(site, audit_name(number)), -status));
  }
  return {};
}

std::string encode(const AuditHead& head) {
  std::string text = json::object([&](json::Writer& w) {
    w.field("seq", head.seq).field("sha256", head.sha.hex()).field("file", head.file).field("end", head.end);
    if (head.transaction != 0) w.field("transaction", head.transaction);
  });
  text.resize(kAuditHeadLength - 1, ' ');
  return text + "\n";
}

std::optional<AuditHead> decode_audit_head(std::string_view text) {
  std::optional<json::Document> document = json::read_record(text);
  if (!document) return std::nullopt;
  auto number = [root = document->root()](std::string_view key) { return json::number_member(root, key); };
  auto seq = number("seq"), file = number("file"), end = number("end");
  auto hash = Sha256::parse(json::text_member(document->root(), "sha256").value_or(""));
  if (!seq || !file || !end || !hash || *file == 0 || *file > kLargestId) return std::nullopt;
  AuditHead head{
      .seq = *seq, .sha = *hash, .file = *file, .end = *end, .transaction = number("transaction").value_or(0)};
  return encode(head) == text ? std::optional(head) : std::nullopt;
}

AuditTail audit_tail(std::string_view text) {
  size_t end = text.rfind('\n');
  if (end == std::string_view::npos) return {.last = {}, .torn = text};
  size_t start = text.substr(0, end).rfind('\n') + 1;  // npos + 1 is 0
  return {.last = text.substr(start, end - start), .torn = text.substr(end + 1), .end = end + 1};
}

std::optional<uint64_t> audit_seq(std::string_view line) {
  constexpr std::string_view kStart = "{\"seq\":";
  if (!line.starts_with(kStart)) return std::nullopt;
  line.remove_prefix(kStart.size());
  return parse_number(line.substr(0, line.find(',')));
}

uint64_t last_transaction_in(std::string_view text) {
  constexpr std::string_view kMember = ",\"transaction\":";
  std::string_view lines = text.substr(0, text.rfind('\n') + 1);
  for (size_t at = lines.rfind(kMember); at != std::string_view::npos; at = lines.rfind(kMember)) {
    std::string_view number = lines.substr(at + kMember.size());
    if (auto id = parse_number(number.substr(0, number.find(',')))) return *id;
    size_t start = lines.rfind('\n', at);
    lines = lines.substr(0, start == std::string_view::npos ? 0 : start);
  }
  return 0;
}

}  // namespace aptix::disk
