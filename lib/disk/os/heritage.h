// What a new file takes over from the folder it will be in: the group where that hands its group on, and the
// ACL that it gives to new files.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <string_view>

#include "disk/os/folders.h"

namespace aptix::disk {

struct Heritage {
  std::string from{};  // the nearest folder that exists
  bool has_group = false;
  gid_t group = 0;
  bool has_acl = false;
};

class Heritages {
 public:
  // Below the top of `folders`, which outlives this.
  explicit Heritages(Folders& folders) : folders_(folders) {}

  // Of new files in the folder; those of a folder that is yet to be made have it from the nearest one that
  // exists. 0 or -errno. What is found stays good.
  int find(std::string_view folder, const Heritage*& found);

 private:
  Folders& folders_;
  std::map<std::string, Heritage, std::less<>> known_;  // by folder
};

}  // namespace aptix::disk
