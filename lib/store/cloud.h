// The Cloud File Set (AGN-007 §3.2): full files by docPath, with their versions. A writer says which copy is replaced,
// so that nobody overwrites a copy that he has not seen.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
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
  std::optional<Sha256> expected;  // hash of the copy that is replaced; nothing: the file has no copy yet
  std::string_view content;
};

struct CloudWritten {
  bool stored = false;
  std::optional<CloudFile> current;  // stored: the new copy; otherwise the one that is there
};

// What has changed in the set, which as a whole has a version, too: each write makes it larger.
struct CloudNews {
  uint64_t version = 0;
  std::vector<CloudFile> files;  // the newest of each that is newer, by docPath
  bool prompt = true;            // news come by themselves; otherwise they are asked for every two seconds
};

class CloudSet {
 public:
  virtual ~CloudSet() = default;
  virtual Result<std::optional<CloudFile>> look(
      std::string_view doc_path) = 0;  // the newest version, without its content
  virtual Result<std::optional<std::string>> read(
      std::string_view doc_path, const Sha256& sha) = 0;  // of any kept version; io_error: it is damaged
  virtual Result<CloudWritten> compare_and_set(
      const CloudWrite& write) = 0;                   // one step, durable when it returns; limit_exceeded
  virtual Result<std::vector<CloudFile>> list() = 0;  // newest versions, by docPath
  virtual Result<std::vector<CloudFile>> versions(std::string_view doc_path) = 0;  // newest first
  // Returns when the set is newer than `after`, at the latest after `wait_ms`; without `after` at once, and with no
  // files. Fails with interrupted, too.
  virtual Result<CloudNews> watch(std::optional<uint64_t> after, int wait_ms) = 0;
};

inline constexpr int kPatientMs = 30'000;  // for many writers at once
inline constexpr int kReaderBusyMs = 2'000;
// Bytes of a copy: what fits into a row of SQLite.
inline constexpr size_t kLargestCopy = 999'000'000;

// The embedded one: a SQLite file that any number of workspaces may share. Made when it does not exist.
// `busy_ms`: how long each step waits for other writers before it fails with lock_busy; `interrupted` ends that.
Result<std::unique_ptr<CloudSet>> open_cloud_file(
    const std::string& file, int busy_ms = kPatientMs, const std::atomic<bool>* interrupted = nullptr);

// The same for reading only: null when it does not exist.
Result<std::unique_ptr<CloudSet>> find_cloud_file(const std::string& file);

}  // namespace aptix::store
