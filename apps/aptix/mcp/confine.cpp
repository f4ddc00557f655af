#include "mcp/confine.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace aptix::app::mcp {
namespace {

constexpr int kOldestAbi = 2;  // older ones forbid renames into another folder
constexpr uint64_t kReads = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t kTruncate = 1ull << 14;  // ABI 3; missing in old headers
constexpr uint64_t kRefer = 1ull << 13;     // ABI 2
constexpr uint64_t kWrites = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM | kRefer;
constexpr uint64_t kOfFiles = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
    LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;  // rights that apply to files

void allow(int ruleset, const std::string& path, uint64_t access) {
  int fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return;
  struct stat about {};
  if (::fstat(fd, &about) == 0) {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = S_ISDIR(about.st_mode) ? access : access & kOfFiles;
    rule.parent_fd = fd;
    (void)::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  ::close(fd);
}

}  // namespace

bool confine(const Confinement& to) {
  long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < kOldestAbi) return false;
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = kReads | kWrites | (abi >= 3 ? kTruncate : 0);
  int ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (ruleset < 0) return false;
  for (const std::string& path : to.readable) allow(ruleset, path, kReads);
  for (const std::string& path : to.writable) allow(ruleset, path, attributes.handled_access_fs);
  bool done = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  ::close(ruleset);
  return done;
}

}  // namespace aptix::app::mcp
