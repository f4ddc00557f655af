// Which file system a folder is on.
#pragma once

#include <string>

namespace aptix::disk {

struct KindOfDisk {
  std::string name;         // "ext4"; of one that is not known its number, "0x1234"
  bool is_network = false;  // other machines write there, too
};
KindOfDisk kind_of_disk(int fd);  // "unknown" where the system does not tell

}  // namespace aptix::disk
