// The Cloud File Set (AGN-007 §3.2): full files by docPath, with their versions. Whoever writes says which
// copy he replaces, so that nobody overwrites what he has not seen.
#pragma once

#include <atomic>
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
  std::string path;      // where its writer has it, from the workspace on: for display, and for a first pull
  uint64_t version = 0;  // from 1
  Sha256 sha;
  uint64_t size = 0;
  int64_t time_ns = 0;
  std::string caller;
};

struct CloudWrite {
  std::string doc_path, path, caller;
  int64_t time_ns = 0;
  std::optional<Sha256> expected;  // of the copy that is replaced; nothing: there is none yet
  std::string_view content;
};

struct CloudWritten {
  bool stored = false;
  std::optional<CloudFile> current;  // stored: the new copy; else what stands there instead
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
};

inline constexpr int kPatientMs = 30'000;  // for many writers at once

// The embedded one: a SQLite file that any number of workspaces may share. Made when it does not exist.
// `busy_ms`: how long each step waits for other writers before it fails with lock_busy; `interrupted` ends that.
Result<std::unique_ptr<CloudSet>> open_cloud_file(
    const std::string& file, int busy_ms = kPatientMs, const std::atomic<bool>* interrupted = nullptr);

// The same for who only reads: null when it does not exist.
Result<std::unique_ptr<CloudSet>> find_cloud_file(const std::string& file);

}  // namespace aptix::store
