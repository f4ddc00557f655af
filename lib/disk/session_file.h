// `.aptix/sessions/`: what one session has read and written, as lines that are appended to ID.jsonl, and the texts that
// it was shown, as ID-SHA256. What the lines say is for others; here they are kept whole.
//
// A line goes out in one write under a lock of the file. A run that was killed leaves whole lines; a crash of the
// machine may leave a piece without a line feed, which nobody was told of: it is not read, and the next line takes its
// place. No line is synced. All lines together may give way to others, under the lock and by a rename: then the first
// line is another one, and who has read some begins anew.
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
  bool from_start = false;  // what was read before counts no longer
};

// What was read of the file.
struct SessionPosition {
  uint64_t end = 0;  // of the whole lines
  std::string first_line{};
  struct stat about {};  // of the file as it was then: where it is the same, there is nothing new in it
};

class SessionFile {
 public:
  // Nothing is opened. `workspace` outlives it. It reads on from `read`, and keeps there how far it has come: others in
  // the process may go on from that. REQUIRES: one of those at a time.
  SessionFile(
      Workspace& workspace, std::string id, std::shared_ptr<SessionPosition> read = std::make_shared<SessionPosition>())
      : site_(&workspace.site()),
        id_(std::move(id)),
        read_(std::move(read)) {}
  const std::string& id() const { return id_; }

  // A new one, with its first line. Fails with io_error, state_untrusted.
  Status make(std::string_view line);
  // The whole lines that came since the last call. Fails with session_unknown: there is none of that id, or it was cut
  // off meanwhile; io_error, state_untrusted.
  Result<SessionLines> read_on();
  // From here on nobody else appends. Fails with io_error, lock_busy, and as read_on().
  Status lock();
  void unlock() { file_.close(); }
  // REQUIRES: it is locked, and read_on() gave nothing new since. Fails with io_error.
  Status append(std::string_view line);
  // All lines, each with its line feed, in the place of those that are there. REQUIRES: as append(); the first one is
  // another one. Then the lock is of no more use. Fails with io_error: all is as it was.
  Status replace(std::string_view lines);

  // A text is kept for as long as the session is, where it can be: it saves showing all of it again.
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
  Fd folder_{};  // once it was opened
  Fd file_{};    // while it is locked
  std::shared_ptr<SessionPosition> read_;
};

// Drops the texts of all sessions that were kept before that time.
void drop_old_texts(Workspace& workspace, int64_t before_ns);

// The ids of all, sorted.
Result<std::vector<std::string>> session_ids(Workspace& workspace);

}  // namespace aptix::disk
