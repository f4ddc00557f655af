#include "shared/helper_starter.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace aptix::app {
namespace {

constexpr size_t kMostName = 256;

struct Started {
  int error = 0;
  pid_t child = 0;
};

std::mutex g_lock;  // one request at a time
int g_starter = -1;

// The folder of this program; "": not known.
std::string own_folder() {
  std::array<char, 4096> path;
  ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  std::string_view whole(path.data(), static_cast<size_t>(std::max<ssize_t>(size, 0)));
  size_t slash = whole.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(whole.substr(0, slash));
}

// Where the helper is; its name alone: PATH has to say it.
std::string find_helper(const std::string& name) {
  std::string folder = own_folder();
  for (const std::string& place : {folder + "/" + name, folder + "/../libexec/aptix/" + name})
    if (!folder.empty() && ::access(place.c_str(), X_OK) == 0) return place;
  return name;
}

// A message with room for two file descriptors.
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

// Until the other process has ended. Signals are for that one.
[[noreturn]] void serve_starts(int socket) {
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::signal(signal, SIG_IGN);  // helpers need no waiting for
  if (int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC); nothing >= 0)
    for (int fd : {STDIN_FILENO, STDOUT_FILENO}) ::dup2(nothing, fd);
  for (;;) {
    char name[kMostName];
    Packet packet(name, sizeof name);
    ssize_t size = ::recvmsg(socket, packet.header(), MSG_CMSG_CLOEXEC);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) ::_exit(0);
    HelperEnds ends = packet.take();
    Started started;
    started.error = spawn_helper(std::string(name, static_cast<size_t>(size)), ends, started.child);
    for (int fd : {ends.read, ends.write}) ::close(fd);
    if (::send(socket, &started, sizeof started, MSG_NOSIGNAL) < 0) ::_exit(0);
  }
}

}  // namespace

int spawn_helper(const std::string& name, const HelperEnds& ends, pid_t& child) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends.read, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends.write, STDOUT_FILENO);
  posix_spawnattr_t as_usual;
  ::posix_spawnattr_init(&as_usual);
  sigset_t all;
  ::sigfillset(&all);
  ::posix_spawnattr_setsigdefault(&as_usual, &all);
  ::posix_spawnattr_setflags(&as_usual, POSIX_SPAWN_SETSIGDEF);
  std::string program = find_helper(name);
  std::array<char*, 2> words{program.data(), nullptr};
  int error = ::posix_spawnp(&child, program.c_str(), &actions, &as_usual, words.data(), environ);
  ::posix_spawnattr_destroy(&as_usual);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

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

int start_helper_process(const std::string& name, const HelperEnds& ends, pid_t& child) {
  std::lock_guard held(g_lock);
  if (g_starter < 0) return spawn_helper(name, ends, child);
  std::string sent = name.substr(0, kMostName);
  Packet packet(sent.data(), sent.size());
  packet.put(ends);
  Started started;
  if (::sendmsg(g_starter, packet.header(), MSG_NOSIGNAL) < 0) return errno;
  ssize_t got = 0;
  while ((got = ::recv(g_starter, &started, sizeof started, 0)) < 0 && errno == EINTR) {
  }
  if (got != sizeof started) return got < 0 ? errno : ECHILD;
  child = started.child;
  return started.error;
}

}  // namespace aptix::app
