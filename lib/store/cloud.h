// The Cloud File Set (AGN-007 §3.2): whole files by docPath, with their versions. A writer states which copy it
// replaces, so that nobody overwrites a copy that they have not seen.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash/sha256.h"
#include "base/result.h"

namespace aptix::store {

struct CloudFile {
  std::string doc_path;
  std::string path;      // in the workspace of its writer: for display, and for a first pull
  uint64_t version = 0;  // from 1
  Sha256 sha;
  uint64_t size = 0;
  int64_t time_ns = 0;
  std::string caller;
};

struct CloudWrite {
  std::string doc_path, path, caller;
  int64_t time_ns = 0;
  std::optional<Sha256> expected;  // hash of the copy to replace; nothing: there must be no copy yet
  std::string_view content;
};

struct CloudWritten {
  bool stored = false;
  std::optional<CloudFile> current;  // stored: the new copy; otherwise the present one
};

// Changes in the set. The set has a version, too, which each write increases.
struct CloudNews {
  uint64_t version = 0;
  std::vector<CloudFile> files;  // the newest version of each changed file, by docPath
  bool prompt = true;            // changes are reported at once; otherwise the set is polled every two seconds
};

class CloudSet {
 public:
  virtual ~CloudSet() = default;
  virtual Result<std::optional<CloudFile>> look(
      std::string_view doc_path) = 0;  // the newest version, without its content
  virtual Result<std::optional<std::string>> read(
      std::string_view doc_path, const Sha256& sha) = 0;  // of any kept version; io_error: it is damaged
  virtual Result<CloudWritten> compare_and_set(
      const CloudWrite& write) = 0;                   // atomic, and durable when it returns; limit_exceeded
  virtual Result<std::vector<CloudFile>> list() = 0;  // newest versions, by docPath
  virtual Result<std::vector<CloudFile>> versions(std::string_view doc_path) = 0;  // newest first
  // Returns when the set is newer than `after`, at the latest after `wait_ms`. Without `after`: at once, and without
  // files. May fail with interrupted.
  virtual Result<CloudNews> watch(std::optional<uint64_t> after, int wait_ms) = 0;
};

// The error for a content that does not match its hash.
Error damaged_copy(std::string_view doc_path);

inline constexpr int kPatientMs = 30'000;  // for many writers at once
inline constexpr int kReaderBusyMs = 2'000;
// Size limit of a copy: what fits into a row of SQLite.
inline constexpr size_t kLargestCopy = 999'000'000;

// The embedded set: a SQLite file that any number of workspaces may share. Created if it does not exist. `busy_ms`: how
// long each step waits for other writers before it fails with lock_busy; `interrupted` ends the wait.
Result<std::unique_ptr<CloudSet>> open_cloud_file(
    const std::string& file, int busy_ms = kPatientMs, const std::atomic<bool>* interrupted = nullptr);

// The same, for reading only: null if it does not exist.
Result<std::unique_ptr<CloudSet>> find_cloud_file(const std::string& file);

// --- a set behind a program of its own, 'aptix-cloud-SCHEME' (aptix-cloud-helper(7)), which exchanges framed messages.
// No process is started here.

inline constexpr uint64_t kHelperProtocol = 1;

// The streams of a running helper, which ends with them.
class HelperChannel {
 public:
  virtual ~HelperChannel() = default;
  virtual Status send(std::string_view bytes) = 0;            // all of them; io_error, interrupted
  virtual Result<size_t> receive(char* to, size_t most) = 0;  // at least one byte; 0: the helper has ended
};

// Starts the helper of a scheme. Fails with io_error if there is none.
using StartHelper = std::function<Result<std::unique_ptr<HelperChannel>>(const std::string& scheme)>;

struct HelperOptions {
  bool create = true;  // false: opening returns null if there is no set yet
  int patience_ms = kPatientMs;
  bool unverified = false;  // do not verify who answers at the address
  uint64_t random = 0;      // for the ids of pushes
};

// "postgresql" for "postgresql://host/name"; "" if it is not a URL.
std::string scheme_of(std::string_view url);

// Does the URL contain a password, beside the user or as a parameter?
bool has_password(std::string_view url);

Result<std::unique_ptr<CloudSet>> open_cloud_helper(
    const std::string& url, const StartHelper& start, const HelperOptions& options);

// The configured place of a set: a SQLite file, or a URL that a helper knows. Callers need not know which.
struct CloudPlace {
  std::string file{};  // absolute; or
  std::string url{};   // "SCHEME://..."
  bool unverified = false;
  StartHelper start{};  // for `url`
  uint64_t random = 0;

  bool empty() const { return file.empty() && url.empty(); }
};

// Creates the set if there is none yet. `busy_ms`: how long each step waits for other writers before it fails with
// lock_busy; `interrupted` ends the wait. REQUIRES: the place is not empty.
Result<std::unique_ptr<CloudSet>> open_cloud(
    const CloudPlace& place, int busy_ms = kPatientMs, const std::atomic<bool>* interrupted = nullptr);

// For reading only: null if there is no set, or the place is empty.
Result<std::unique_ptr<CloudSet>> find_cloud(const CloudPlace& place);

}  // namespace aptix::store
