// The Active File List of a workspace (AGN-007 §3.1), and which cloud copy each of its files was last
// known to be: what a push expects to find.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash/sha256.h"
#include "base/result.h"
#include "store/database.h"

namespace aptix::store {

struct ActiveFile {
  std::string doc_path;
  std::string path;  // from the workspace on, as it is written
};

// Whether the pull that brought the copy was taken back since: then the file here has not grown from that copy.
enum class TakenBack : uint8_t { no, yes };

class ActiveList {
 public:
  // `file`: of the workspace's state folder, which exists. Nothing when there is none and it is not to be made.
  static Result<std::optional<ActiveList>> open(const std::string& file, const OpenOptions& options);

  // All of them or, where one fails, none.
  Status add(std::span<const ActiveFile> files);     // one that is there takes the new path
  Status remove(std::span<const ActiveFile> files);  // by docPath
  Result<std::vector<ActiveFile>> list();            // by docPath
  Result<std::optional<ActiveFile>> find(std::string_view doc_path);

  Result<std::optional<Sha256>> synced(std::string_view doc_path);
  Status set_synced(std::string_view doc_path, const Sha256& sha);  // which is not taken back
  Result<TakenBack> taken_back(std::string_view doc_path);
  Status set_taken_back(std::string_view doc_path, TakenBack now);  // nothing for one that was never synced

 private:
  explicit ActiveList(Database database) : database_(std::move(database)) {}
  Database database_;
};

}  // namespace aptix::store
