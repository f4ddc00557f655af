#include "disk/os/heritage.h"

#include <sys/stat.h>

#include <cerrno>

namespace aptix::disk {

int Heritages::find(std::string_view folder, const Heritage*& found) {
  auto known = known_.find(folder);
  if (known == known_.end()) {
    Heritage heritage{.from = std::string(folder)};
    int dir = folders_.open(heritage.from);
    while ((dir == -ENOENT || dir == -ENOTDIR || dir == -ELOOP) && !heritage.from.empty()) {
      heritage.from = split_path(heritage.from).first;
      dir = folders_.open(heritage.from);
    }
    struct stat about {};
    int status = dir < 0 ? dir : folders_.fs().fstat(dir, about);
    int has_acl = status < 0 ? status : folders_.fs().gives_acl(dir);
    if (has_acl < 0) return has_acl;
    heritage.has_group = (about.st_mode & S_ISGID) != 0;
    heritage.group = about.st_gid;
    heritage.has_acl = has_acl > 0;
    known = known_.emplace(folder, std::move(heritage)).first;
  }
  found = &known->second;
  return 0;
}

}  // namespace aptix::disk
