#include "shared/page_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "shared/records.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

constexpr mode_t kNewFile = 0666;
constexpr int kMostLinks = 40;  // as many as the kernel follows

Error cannot_write(const std::string& file, int error) {
  return make_error(Code::io_error,
      fmt::format("cannot write '{}': {}", escape_for_display(file), system_message(error)),
      "give '--html' another FILE");
}

std::string resolved(const std::string& path) {
  char whole[PATH_MAX];
  return ::realpath(path.c_str(), whole) != nullptr ? whole : "";
}

// Git's folder and ours are not for pages.
bool is_in_state(const std::string& path) {
  std::string with_end = path + "/";
  return with_end.find("/.git/") != std::string::npos || with_end.find("/.aptix/") != std::string::npos;
}

// Where the last link leads, or would; "" with errno set when there is no such folder.
std::string place_of(std::string file) {
  for (int links = 0; links < kMostLinks; ++links) {
    if (std::string there = resolved(file); !there.empty()) return there;
    size_t slash = file.rfind('/');
    std::string folder = resolved(slash == std::string::npos ? "." : slash == 0 ? "/" : file.substr(0, slash));
    if (folder.empty()) return folder;
    if (folder != "/") folder += '/';
    std::string place = folder + file.substr(slash == std::string::npos ? 0 : slash + 1);
    struct stat about;
    if (::stat(place.c_str(), &about) == 0) return place;  // a pipe, which is reached by a link but has no name
    char target[PATH_MAX];
    ssize_t size = ::readlink(place.c_str(), target, sizeof target);
    if (size < 0) return place;
    std::string_view to(target, static_cast<size_t>(size));
    file = to.starts_with('/') ? std::string(to) : folder.append(to);
  }
  errno = ELOOP;
  return {};
}

Status write_all(int fd, std::string_view page, const std::string& file) {
  if (int error = write_and_close(fd, page); error != 0) return fail(cannot_write(file, error));
  return {};
}

bool is_special(const struct stat& about) { return !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode); }

Status replace(const std::string& target, mode_t mode, std::string_view page) {
  std::string beside = target.substr(0, target.rfind('/') + 1) + ".aptix-page-XXXXXX";
  int fd = ::mkostemp(beside.data(), O_CLOEXEC);
  if (fd < 0) return fail(cannot_write(target, errno));
  Status written = ::fchmod(fd, mode) == 0 ? write_all(fd, page, target) : fail(cannot_write(target, errno));
  if (written && ::rename(beside.c_str(), target.c_str()) != 0) written = fail(cannot_write(target, errno));
  if (!written) ::unlink(beside.c_str());
  return written;
}

// The answer would be lost.
Status check_inputs(const Session& session, const ops::PageRequest& request) {
  if (!session.command.operands.starts_with("[FILE...")) return {};
  for (const std::string& input : session.arguments.operands())
    if (input != "-" && resolved(input) == request.target)
      return fail(Code::usage, fmt::format("the page would overwrite '{}', which is read", escape_for_display(input)),
          "give '--html' another FILE");
  return {};
}

Status check_place(const std::string& file, const ops::PageRequest& request, const struct stat* there) {
  if (request.target.empty()) return fail(cannot_write(file, errno));
  if (there != nullptr && S_ISDIR(there->st_mode))
    return fail(Code::usage, fmt::format("cannot write '{}': it is a folder", escape_for_display(file)),
        "give '--html' the name of a file");
  if (is_in_state(request.target))
    return fail(Code::usage,
        fmt::format("cannot write '{}': that folder is not for other files", escape_for_display(file)),
        "give '--html' another FILE");
  if (there != nullptr && is_special(*there)) return {};
  std::string folder = request.target.substr(0, request.target.rfind('/') + 1);
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) return fail(cannot_write(file, errno));
  return {};
}

}  // namespace

Result<std::optional<ops::PageRequest>> make_page_request(const Session& session) {
  std::optional<ops::PageRequest> none;
  if (!session.flag("html")) return none;
  std::string file(*session.arguments.value("html"));
  if (file.empty() || file.ends_with('/'))
    return fail(Code::usage, "option '--html' needs the name of a file", "for example '--html change.html'");
  ops::PageRequest request{.target = place_of(file)};
  struct stat about;
  bool exists = ::stat(file.c_str(), &about) == 0;
  TRY(check_place(file, request, exists ? &about : nullptr));
  TRY(check_inputs(session, request));
  request.mode = exists ? about.st_mode & 0777 : kNewFile & ~session.environment.umask;
  if (exists) {
    request.device = about.st_dev;
    request.inode = about.st_ino;
  }
  request.facts = {{"Command", session.environment.command_line}, {"Time", local_time(now_ns())},
      {"Root", resolved(std::string(session.arguments.value("root").value_or(".")))}};
  return request;
}

bool is_kept_from_writing(const std::string& file) { return is_in_state(place_of(file)); }

Status write_page(const ops::PageRequest& request, std::string_view page) {
  struct stat about;
  bool exists = ::stat(request.target.c_str(), &about) == 0;
  if (!exists || !is_special(about)) {
    return replace(request.target, request.mode, page);
  }
  int fd = ::open(request.target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return fail(cannot_write(request.target, errno));
  return write_all(fd, page, request.target);
}

Status save_page(const std::optional<ops::PageRequest>& request, Report& report) {
  if (!request || report.page.empty()) return {};
  Status written = write_page(*request, report.page);
  if (written) return written;
  (report.transaction == 0 ? report.diagnostics.errors : report.diagnostics.warnings).push_back(written.error());
  report.complete = report.complete && report.diagnostics.ok();
  return written;
}

}  // namespace aptix::app
