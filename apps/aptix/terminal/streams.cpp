// read(2) and write(2), repeated until all is done.
#include "terminal/streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "base/text/text.h"

namespace aptix::app {
namespace {

constexpr size_t kBuffer = 1 << 16;
constexpr size_t kChunk = 1 << 17;

// The size of a regular file; nullopt for a pipe, or a kernel file that reports to be empty.
std::optional<uint64_t> size_of(int fd) {
  struct stat status;
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) return std::nullopt;
  return static_cast<uint64_t>(status.st_size);
}

Error unreadable(const std::string& name, int error) {
  Error result = make_error(Code::input_unreadable,
      fmt::format("cannot read '{}': {}", escape_for_display(name), system_message(error)),
      "give a file that can be read, or '-' for standard input");
  result.path = name;
  return result;
}

Error too_large(const std::string& name, uint64_t most) {
  Error result =
      make_error(Code::limit_exceeded, fmt::format("'{}' is larger than {} bytes", escape_for_display(name), most),
          "raise the limit with '--max-input'");
  result.where.input = name;
  return result;
}

}  // namespace

void Output::write(std::string_view text) {
  if (error_ != 0) return;
  if (buffer_.size() + text.size() > kBuffer) flush();
  if (text.size() >= kBuffer) write_through(text);
  else buffer_ += text;
}

void Output::flush() {
  write_through(buffer_);
  buffer_.clear();
}

void Output::write_through(std::string_view text) {
  if (hook_) hook_();
  while (!text.empty() && error_ == 0) {
    ssize_t written = ::write(fd_, text.data(), text.size());
    if (written >= 0) text.remove_prefix(static_cast<size_t>(written));
    else if (errno != EINTR) error_ = errno;
  }
}

int write_and_close(int fd, std::string_view text) {
  Output out(fd);
  out.write(text);
  out.flush();
  int closed = ::close(fd);
  return out.failed() ? out.error() : closed != 0 ? errno : 0;
}

int write_to_file(const std::string& path, int flags, unsigned mode, std::string_view text) {
  int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode);
  return fd < 0 ? errno : write_and_close(fd, text);
}

Status read_pieces(int fd, const std::string& name, const std::atomic<bool>* interrupted,
    const std::function<Status(std::string_view)>& take) {
  std::optional<uint64_t> whole = size_of(fd);
  // Allocates no more than needed, so that no unused page is touched.
  auto size = static_cast<size_t>(std::min<uint64_t>(whole.value_or(kChunk) + 1, kChunk));
  auto piece = std::make_unique_for_overwrite<char[]>(size);
  while (true) {
    if (interrupted != nullptr && interrupted->load()) return fail(Code::interrupted, "interrupted");
    ssize_t got = ::read(fd, piece.get(), size);
    if (got == 0) return {};
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(unreadable(name, errno));
    TRY(take(std::string_view(piece.get(), static_cast<size_t>(got))));
    // A regular file has ended if it returned its size and was asked for more.
    if (whole == static_cast<uint64_t>(got) && *whole < size) return {};
  }
}

Result<std::string> read_all(int fd, const std::string& name, uint64_t most, const std::atomic<bool>* interrupted) {
  std::string bytes;
  if (std::optional<uint64_t> size = size_of(fd)) {
    if (most != 0 && *size > most) return fail(too_large(name, most));
    bytes.reserve(*size);
  }
  TRY(read_pieces(fd, name, interrupted, [&](std::string_view piece) -> Status {
    bytes += piece;
    if (most != 0 && bytes.size() > most) return fail(too_large(name, most));
    return {};
  }));
  return bytes;
}

Result<std::string> read_file(const std::string& path, uint64_t most, const std::atomic<bool>* interrupted) {
  if (path == "-") return read_all(STDIN_FILENO, "<stdin>", most, interrupted);
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // a FIFO blocks here until it has a writer
  if (fd < 0 && errno == EINTR && interrupted != nullptr && interrupted->load())
    return fail(Code::interrupted, "interrupted");
  if (fd < 0) return fail(unreadable(path, errno));
  auto bytes = read_all(fd, path, most, interrupted);
  ::close(fd);
  return bytes;
}

int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

}  // namespace aptix::app
