// A Cloud File Set behind a program of its own, 'aptix-cloud-SCHEME' (aptix-cloud-helper(7)): requests and answers as
// framed messages. Starts no process itself.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/cloud.h"

namespace aptix::store {

inline constexpr uint64_t kHelperProtocol = 1;

// The streams of a helper that runs. Ended with it.
class HelperChannel {
 public:
  virtual ~HelperChannel() = default;
  virtual Status send(std::string_view bytes) = 0;            // all of them; io_error, interrupted
  virtual Result<size_t> receive(char* to, size_t most) = 0;  // at least one; 0: the helper has ended
};

// Starts the helper of a scheme. Fails with io_error where there is none.
using StartHelper = std::function<Result<std::unique_ptr<HelperChannel>>(const std::string& scheme)>;

struct HelperOptions {
  bool create = true;  // false: opening returns null where there is no set yet
  int patience_ms = kPatientMs;
  bool unverified = false;  // whoever answers at the address is believed
  uint64_t random = 0;      // for the ids of pushes
};

// "postgresql" of "postgresql://host/name"; "": that is no address.
std::string scheme_of(std::string_view url);

// A password in the part for the user, or as a parameter.
bool has_password(std::string_view url);

Result<std::unique_ptr<CloudSet>> open_cloud_helper(
    const std::string& url, const StartHelper& start, const HelperOptions& options);

// Where a set is, as it is configured: a SQLite file, or an address that a helper knows. Who opens one learns no more
// of its kind.
struct CloudPlace {
  std::string file{};  // absolute; or
  std::string url{};   // "SCHEME://..."
  bool unverified = false;
  StartHelper start{};  // for `url`
  uint64_t random = 0;

  bool empty() const { return file.empty() && url.empty(); }
};

// Makes the set where there is none yet. `busy_ms`: how long each step waits for other writers before it fails with
// lock_busy; `interrupted` ends that. REQUIRES: the place is not empty.
Result<std::unique_ptr<CloudSet>> open_cloud(
    const CloudPlace& place, int busy_ms = kPatientMs, const std::atomic<bool>* interrupted = nullptr);

// For reading only: null where there is none, also at an empty place.
Result<std::unique_ptr<CloudSet>> find_cloud(const CloudPlace& place);

}  // namespace aptix::store
