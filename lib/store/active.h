// The Active File List of a workspace (AGN-007 §3.1), and the cloud copy that each of its files was last known to be
// equal to: a push expects to find that copy.
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

// Was the pull that brought the copy taken back since? Then the file here was not made from that copy.
enum class TakenBack : uint8_t { no, yes };

class ActiveList {
 public:
  // `file`: of the workspace's state folder. The first call opens it, and the first that writes makes it, in a folder
  // that exists; without a file the list is empty.
  explicit ActiveList(std::string file) : file_(std::move(file)) {}

  // All of them or, where one fails, none.
  Status add(std::span<const ActiveFile> files);     // a file that is already listed gets the new path
  Status remove(std::span<const ActiveFile> files);  // by docPath
  Result<std::vector<ActiveFile>> list();            // by docPath
  Result<std::optional<ActiveFile>> find(std::string_view doc_path);

  Result<std::optional<Sha256>> synced(std::string_view doc_path);
  // And not taken back. `after`: the newest transaction then, where it was another than the pull of the file.
  Status set_synced(std::string_view doc_path, const Sha256& sha, uint64_t after = 0);
  struct Doubt {
    TakenBack taken_back = TakenBack::no;
    uint64_t after = 0;  // what was taken back before that transaction does not matter
  };
  Result<Doubt> doubt_of(std::string_view doc_path);
  Status set_taken_back(std::string_view doc_path, TakenBack now);  // nothing for one that was never synced

 private:
  enum class Use : bool { read, write };
  Result<Database*> open(Use use);  // null: to be read, and not there
  template <class Make>
  auto find_row(Make make, const char* sql, std::string_view doc_path)
      -> Result<std::optional<std::invoke_result_t<Make, const Statement&>>>;

  std::string file_;
  std::optional<Database> database_;
};

}  // namespace aptix::store
