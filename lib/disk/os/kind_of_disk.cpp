#include "disk/os/kind_of_disk.h"

#include <sys/vfs.h>

#include <cstdint>
#include <cstdio>

namespace aptix::disk {
namespace {

struct Kind {
  uint32_t number;  // statfs(2)
  const char* name;
  bool is_network = false;
};

constexpr Kind kKinds[] = {
    {0xEF53, "ext4"},
    {0x58465342, "xfs"},
    {0x9123683E, "btrfs"},
    {0x01021994, "tmpfs"},
    {0x794C7630, "overlay"},
    {0x2FC12FC1, "zfs"},
    {0xF2F52010, "f2fs"},
    {0xCA451A4E, "bcachefs"},
    {0x4D44, "vfat"},
    {0x2011BAB0, "exfat"},
    {0x5346544E, "ntfs"},
    {0x65735546, "fuse", true},
    {0x6969, "nfs", true},
    {0xFF534D42, "cifs", true},
    {0xFE534D42, "smb2", true},
    {0x01021997, "9p", true},
    {0x00C36400, "ceph", true},
};

}  // namespace

KindOfDisk kind_of_disk(int fd) {
  struct statfs about {};
  if (::fstatfs(fd, &about) < 0) return {"unknown"};
  auto number = static_cast<uint32_t>(about.f_type);
  for (const Kind& kind : kKinds)
    if (kind.number == number) return {kind.name, kind.is_network};
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", number);
  return {text};
}

}  // namespace aptix::disk
