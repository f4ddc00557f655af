#include "shared/helper.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <mutex>

#include "terminal/program.h"
#include "terminal/signals.h"

namespace aptix::app {
namespace {

constexpr int kGlanceMs = 100;  // interval of checks for an interruption
constexpr size_t kMostName = 256;

// --- starting a helper

// The helper's ends of the two streams.
struct HelperEnds {
  int read = -1, write = -1;
};

struct Started {
  int error = 0;  // errno
  pid_t child = 0;
};

std::mutex g_lock;  // one request at a time
int g_starter = -1;

// The path of the helper; or its name, to be looked up in PATH.
std::string find_helper(const std::string& name) {
  std::array<char, 4096> path;
  ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  std::string whole(path.data(), static_cast<size_t>(std::max<ssize_t>(size, 0)));
  size_t end = whole.rfind('/') + 1;  // npos + 1 is 0
  for (std::string_view below : {"", "../libexec/aptix/"})
    if (std::string place = whole.substr(0, end).append(below) + name; end != 0 && ::access(place.c_str(), X_OK) == 0)
      return place;
  return name;
}

// Starts the helper from this process.
Started spawn_helper(const std::string& name, const HelperEnds& ends) {
  Started started;
  Program helper{.words = {find_helper(name)}, .time_limit = {}, .complaints = STDERR_FILENO};
  started.error = start_program(helper, ends.read, ends.write, started.child);
  return started;
}

// A message that can carry two file descriptors.
class Packet {
 public:
  Packet(void* bytes, size_t size) : part_{bytes, size} {
    header_.msg_iov = &part_;
    header_.msg_iovlen = 1;
    header_.msg_control = room_;
    header_.msg_controllen = sizeof room_;
  }
  msghdr* header() { return &header_; }

  void put(const HelperEnds& ends) {
    cmsghdr* control = CMSG_FIRSTHDR(&header_);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof ends);
    std::memcpy(CMSG_DATA(control), &ends, sizeof ends);
  }
  HelperEnds take() {
    HelperEnds ends;
    cmsghdr* control = CMSG_FIRSTHDR(&header_);
    if (control != nullptr && control->cmsg_len == CMSG_LEN(sizeof ends))
      std::memcpy(&ends, CMSG_DATA(control), sizeof ends);
    return ends;
  }

 private:
  iovec part_;
  msghdr header_{};
  alignas(cmsghdr) char room_[CMSG_SPACE(sizeof(HelperEnds))] = {};
};

// Starts helpers until the other process has ended. Ignores signals, which are for that process.
[[noreturn]] void serve_starts(int socket) {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, [](int) {});  // SIG_IGN would be inherited
  ::signal(SIGCHLD, SIG_IGN);                                                 // no need to wait for them
  if (int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC); nothing >= 0)
    for (int fd : {STDIN_FILENO, STDOUT_FILENO}) ::dup2(nothing, fd);
  for (;;) {
    char name[kMostName];
    Packet packet(name, sizeof name);
    ssize_t size = ::recvmsg(socket, packet.header(), MSG_CMSG_CLOEXEC);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) ::_exit(0);
    HelperEnds ends = packet.take();
    Started started = spawn_helper(std::string(name, static_cast<size_t>(size)), ends);
    for (int fd : {ends.read, ends.write}) ::close(fd);
    if (::send(socket, &started, sizeof started, MSG_NOSIGNAL) < 0) ::_exit(0);
  }
}

// Asks the starter process; without one, starts the helper from this process.
Started start_by_starter(const std::string& name, const HelperEnds& ends) {
  std::lock_guard held(g_lock);
  if (g_starter < 0) return spawn_helper(name, ends);
  std::string sent = name.substr(0, kMostName);
  Packet packet(sent.data(), sent.size());
  packet.put(ends);
  if (::sendmsg(g_starter, packet.header(), MSG_NOSIGNAL) < 0) return {.error = errno};
  Started started;
  ssize_t got = 0;
  while ((got = ::recv(g_starter, &started, sizeof started, 0)) < 0 && errno == EINTR) {
  }
  if (got != sizeof started) return {.error = got < 0 ? errno : ECHILD};
  return started;
}

// --- talking to a helper

Error has_gone(int error) {
  return make_error(Code::io_error,
      fmt::format("the helper of the Cloud File Set cannot be reached: {}", system_message(error)), "try again");
}

class HelperProcess final : public store::HelperChannel {
 public:
  HelperProcess(pid_t child, int to, int from) : child_(child), to_(to), from_(from) {}
  // The helper ends at the end of its input; if the run was interrupted, it is killed instead of waited for.
  ~HelperProcess() override {
    ::close(to_);
    ::close(from_);
    // If it is not a child of this process, its number may belong to another process by now.
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
  Started started;
  if (::pipe2(to_helper.data(), O_CLOEXEC) != 0 || ::pipe2(from_helper.data(), O_CLOEXEC) != 0) started.error = errno;
  else started = start_by_starter(name, {.read = to_helper[0], .write = from_helper[1]});
  for (int fd : {to_helper[0], from_helper[1]})
    if (fd >= 0) ::close(fd);
  if (started.error == 0) {
    ::fcntl(to_helper[1], F_SETFL, O_NONBLOCK);
    return std::make_unique<HelperProcess>(started.child, to_helper[1], from_helper[0]);
  }
  for (int fd : {to_helper[1], from_helper[0]})
    if (fd >= 0) ::close(fd);
  return fail(Code::io_error,
      fmt::format("the helper '{}' for the Cloud File Set cannot be started: {}", name, system_message(started.error)),
      fmt::format("install '{}' where 'aptix' is, or on your PATH", name));
}

}  // namespace

void begin_helper_starter() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    serve_starts(ends[1]);
  }
  ::close(ends[1]);
  if (child > 0) g_starter = ends[0];
  else ::close(ends[0]);
}

store::CloudPlace cloud_place(const ops::Settings& settings) {
  store::CloudPlace place{.file = settings.cloud_file, .url = settings.cloud_url};
  place.unverified = settings.cloud_unverified;
  if (place.url.empty()) return place;
  place.start = start_helper;
  // Right after booting there may be no random bits: use time and process number.
  if (::getrandom(&place.random, sizeof place.random, GRND_NONBLOCK) < 0) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    place.random = (static_cast<uint64_t>(::getpid()) << 30) ^ static_cast<uint64_t>(now.tv_nsec);
  }
  return place;
}

}  // namespace aptix::app
