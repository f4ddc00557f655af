#include "support/temp_dir.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace fs = std::filesystem;

namespace aptix::test {
namespace {

std::string octal(fs::perms mode) {
  unsigned bits = static_cast<unsigned>(mode) & 07777;
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + bits % 8));
  while ((bits /= 8) != 0);
  return digits;
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

std::string owner(const fs::path& path, const fs::path& usual) {
  struct stat about {};
  struct stat other {};
  if (::lstat(path.c_str(), &about) != 0 || ::lstat(usual.c_str(), &other) != 0) return "";
  if (about.st_uid == other.st_uid && about.st_gid == other.st_gid) return "";
  return " " + std::to_string(about.st_uid) + ":" + std::to_string(about.st_gid);
}

std::string attributes(const fs::path& path) {
  std::string found;
  std::array<char, 4096> names{};
  std::array<char, 4096> value{};
  ssize_t size = ::llistxattr(path.c_str(), names.data(), names.size());
  std::string_view left(names.data(), size < 0 ? 0 : static_cast<size_t>(size));
  for (; !left.empty(); left.remove_prefix(std::string_view(left.data()).size() + 1)) {
    ssize_t length = ::lgetxattr(path.c_str(), left.data(), value.data(), value.size());
    found +=
        " " + std::string(left.data()) + "=" + std::string(value.data(), length < 0 ? 0 : static_cast<size_t>(length));
  }
  return found;
}

std::string describe(const fs::directory_entry& entry, const fs::path& top) {
  fs::file_status status = entry.symlink_status();
  std::string mode = octal(status.permissions());
  if (status.type() == fs::file_type::regular) {
    bool readable = ::access(entry.path().c_str(), R_OK) == 0;
    return "file " + mode + " " + (readable ? slurp(entry.path()) : std::string("unreadable"));
  }
  if (status.type() == fs::file_type::directory)
    return "dir " + mode + owner(entry.path(), top) + attributes(entry.path());
  if (status.type() == fs::file_type::symlink) return "link " + fs::read_symlink(entry.path()).string();
  return "other " + mode;
}

// A test may have left directories that cannot be entered.
void make_removable(const fs::path& root) {
  std::error_code ignored;
  fs::permissions(root, fs::perms::owner_all, fs::perm_options::add, ignored);
  for (const fs::directory_entry& entry : fs::directory_iterator(root, ignored))
    if (entry.symlink_status(ignored).type() == fs::file_type::directory) make_removable(entry.path());
}

}  // namespace

TempDir::TempDir() {
  std::string pattern = (fs::temp_directory_path() / "aptix-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a directory like " + pattern);
  path_ = fs::canonical(pattern).string();
}

TempDir::~TempDir() {
  std::error_code ignored;
  make_removable(path_);
  fs::remove_all(path_, ignored);
}

void TempDir::write(std::string_view below, std::string_view bytes) const {
  fs::path file = path(below);
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

void TempDir::make_directory(std::string_view below) const { fs::create_directories(path(below)); }

void TempDir::make_link(std::string_view below, std::string_view target) const {
  fs::path link = path(below);
  fs::create_directories(link.parent_path());
  fs::create_symlink(fs::path(target), link);
}

void TempDir::set_mode(std::string_view below, unsigned mode) const {
  fs::permissions(path(below), static_cast<fs::perms>(mode));
}

bool TempDir::dress_directory(std::string_view below) const {
  // user::rwx user:1234:rwx group::r-x mask::rwx other::r-x
  static constexpr unsigned char kAcl[] = {2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 7, 0, 210, 4, 0, 0, 4, 0,
      5, 0, 255, 255, 255, 255, 16, 0, 7, 0, 255, 255, 255, 255, 32, 0, 5, 0, 255, 255, 255, 255};
  const std::string directory = path(below);
  bool attribute = ::setxattr(directory.c_str(), "user.z",
                       "\0\xff"
                       "1",
                       3, 0) == 0;
  bool acl = ::setxattr(directory.c_str(), "system.posix_acl_default", kAcl, sizeof kAcl, 0) == 0;
  bool owned = ::geteuid() == 0 && ::chown(directory.c_str(), 1234, 4321) == 0;
  return attribute && acl && owned;
}

std::string TempDir::read(std::string_view below) const { return slurp(path(below)); }

bool TempDir::exists(std::string_view below) const {
  return fs::symlink_status(path(below)).type() != fs::file_type::not_found;
}

Tree TempDir::tree() const {
  std::map<std::string, std::string> found;
  fs::recursive_directory_iterator it(path_, fs::directory_options::skip_permission_denied);
  for (; it != fs::recursive_directory_iterator(); ++it) {
    if (it->path().filename() == ".aptix") {
      it.disable_recursion_pending();
      continue;
    }
    found[it->path().lexically_relative(path_).string()] = describe(*it, path_);
  }
  return found;
}

}  // namespace aptix::test
