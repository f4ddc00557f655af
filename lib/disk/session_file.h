// `.aptix/sessions/`: what a session has read and written, as lines appended to ID.jsonl, and the texts that it was
// shown, as ID-SHA256. This module keeps lines whole; ops/session decides what they say.
//
// A line is one write under a lock of the file. A killed run leaves whole lines. A crash of the machine may leave a
// piece without a line feed, which was never reported as written: it is not read, and the next line overwrites it. No
// line is synced. replace() exchanges all lines under the lock, by a rename: the first line then differs, and readers
// start over.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash/sha256.h"
#include "base/result.h"
#include "disk/workspace.h"

namespace aptix::disk {

struct SessionLines {
  std::string text;
  bool from_start = false;  // the lines read before are no longer valid
};

// How far the file was read.
struct SessionPosition {
  uint64_t end = 0;  // offset after the last whole line
  std::string first_line{};
  struct stat about {};  // of the file at that time; if it is the same now, nothing is new
};

class SessionFile {
 public:
  // Opens nothing. `workspace` outlives it. It continues from `read` and stores its progress there, so that another
  // SessionFile of the process can continue. REQUIRES: only one uses `read` at a time.
  SessionFile(
      Workspace& workspace, std::string id, std::shared_ptr<SessionPosition> read = std::make_shared<SessionPosition>())
      : site_(&workspace.site()),
        id_(std::move(id)),
        read_(std::move(read)) {}
  const std::string& id() const { return id_; }

  // Creates the file with its first line. Fails with io_error, state_untrusted.
  Status make(std::string_view line);
  // The whole lines added since the last call. Fails with session_unknown (no session has that id, or its file was
  // truncated), io_error, state_untrusted.
  Result<SessionLines> read_on();
  // Until unlock(), nobody else appends. Fails with io_error, lock_busy, and as read_on().
  Status lock();
  void unlock() { file_.close(); }
  // REQUIRES: it is locked, and read_on() returned nothing new since. Fails with io_error.
  Status append(std::string_view line);
  // Replaces all lines; each of `lines` ends with a line feed. REQUIRES: as append(), and the first line differs from
  // the present one. The lock is worthless afterwards. Fails with io_error, then nothing has changed.
  Status replace(std::string_view lines);

  // Texts are kept as long as the session, if possible. They save showing a whole text again.
  void keep_text(const Sha256& sha, std::string_view text);
  std::optional<std::string> kept_text(const Sha256& sha);
  void drop_text(const Sha256& sha);
  void drop_texts();

 private:
  Result<int> folder();
  Status lock_named();
  std::string text_name(const Sha256& sha) const { return id_ + "-" + sha.hex(); }

  Site* site_;
  std::string id_;
  Fd folder_{};  // once opened
  Fd file_{};    // while it is locked
  std::shared_ptr<SessionPosition> read_;
};

// Removes the texts of all sessions that were stored before that time.
void drop_old_texts(Workspace& workspace, int64_t before_ns);

// The ids of all, sorted.
Result<std::vector<std::string>> session_ids(Workspace& workspace);

}  // namespace aptix::disk
