#include "shared/helper_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>

#include "shared/helper_starter.h"
#include "terminal/signals.h"

namespace aptix::app {
namespace {

constexpr int kGlanceMs = 100;  // how often a wait looks whether the run was interrupted

Error has_gone(int error) {
  return make_error(Code::io_error,
      fmt::format("the helper of the Cloud File Set cannot be reached: {}", system_message(error)), "try again");
}

class HelperProcess final : public store::HelperChannel {
 public:
  HelperProcess(pid_t child, int to, int from) : child_(child), to_(to), from_(from) {}
  // At the end of its input it ends by itself, and is not waited for when a run was interrupted.
  ~HelperProcess() override {
    ::close(to_);
    ::close(from_);
    // Where it is not a child of this process, its number may be another's by now.
    if (run_state().interrupted && ::waitpid(child_, nullptr, WNOHANG) == 0) ::kill(child_, SIGTERM);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  Status send(std::string_view bytes) override {
    while (!bytes.empty()) {
      TRY(wait_for(to_, POLLOUT));
      ssize_t sent = ::write(to_, bytes.data(), bytes.size());
      if (sent < 0 && errno != EAGAIN && errno != EINTR) return fail(has_gone(errno));
      if (sent > 0) bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return {};
  }

  Result<size_t> receive(char* to, size_t most) override {
    while (true) {
      TRY(wait_for(from_, POLLIN));
      ssize_t got = ::read(from_, to, most);
      if (got == 0) TRY(go_on());  // Ctrl-C may have ended both
      if (got >= 0) return static_cast<size_t>(got);
      if (errno != EAGAIN && errno != EINTR) return fail(has_gone(errno));
    }
  }

 private:
  static Status go_on() {
    if (!run_state().interrupted) return {};
    return fail(Code::interrupted, "interrupted while waiting for the Cloud File Set");
  }

  static Status wait_for(int fd, short event) {
    while (true) {
      TRY(go_on());
      pollfd waits{fd, event, 0};
      int ready = ::poll(&waits, 1, kGlanceMs);
      if (ready > 0) return {};
      if (ready < 0 && errno != EINTR) return fail(has_gone(errno));
    }
  }

  pid_t child_;
  int to_, from_;
};

Result<std::unique_ptr<store::HelperChannel>> start_helper(const std::string& scheme) {
  std::string name = "aptix-cloud-" + scheme;
  std::array<int, 2> to_helper{-1, -1}, from_helper{-1, -1};
  int error = ::pipe2(to_helper.data(), O_CLOEXEC) != 0 || ::pipe2(from_helper.data(), O_CLOEXEC) != 0 ? errno : 0;
  pid_t child = 0;
  HelperEnds ends{.read = to_helper[0], .write = from_helper[1]};
  if (error == 0) error = start_helper_process(name, ends, child);
  for (int fd : {ends.read, ends.write})
    if (fd >= 0) ::close(fd);
  if (error == 0) {
    ::fcntl(to_helper[1], F_SETFL, O_NONBLOCK);
    return std::make_unique<HelperProcess>(child, to_helper[1], from_helper[0]);
  }
  for (int fd : {to_helper[1], from_helper[0]})
    if (fd >= 0) ::close(fd);
  return fail(Code::io_error,
      fmt::format("the helper '{}' for the Cloud File Set cannot be started: {}", name, system_message(error)),
      fmt::format("install '{}' where 'aptix' is, or on your PATH", name));
}

}  // namespace

store::CloudPlace cloud_place(const ops::Settings& settings) {
  store::CloudPlace place{.file = settings.cloud_file, .url = settings.cloud_url};
  place.unverified = settings.cloud_unverified;
  if (place.url.empty()) return place;
  place.start = start_helper;
  // Right after the start of a machine there may be no random bits: then time and process must do.
  if (::getrandom(&place.random, sizeof place.random, GRND_NONBLOCK) < 0) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    place.random = (static_cast<uint64_t>(::getpid()) << 30) ^ static_cast<uint64_t>(now.tv_nsec);
  }
  return place;
}

}  // namespace aptix::app
