// aptix-cloud-postgresql: the Cloud File Set in a PostgreSQL database. aptix starts it and talks to it over its
// standard streams, see aptix-cloud-helper(7).
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <string_view>

#include "base/json/framed.h"
#include "requests.h"

namespace aptix::postgresql {
namespace {

constexpr int kExitUsage = 2, kExitMachine = 5, kExitBug = 70;
constexpr size_t kMostContent = 999'000'000;

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

int explain() {
  write_all(STDERR_FILENO,
      "aptix-cloud-postgresql " APTIX_VERSION
      "\naptix starts it where 'cloud.url' begins with postgresql://; see aptix-cloud-helper(7)\n");
  return kExitUsage;
}

int serve() {
  json::FrameReader reader(kMostContent);
  Requests requests;
  std::array<char, 1 << 16> buffer;
  while (true) {
    while (auto request = reader.next())
      if (!write_all(STDOUT_FILENO, requests.answer(*request))) return kExitMachine;
    if (reader.is_bad()) return kExitUsage;
    ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got == 0) return 0;
    if (got < 0 && errno != EINTR) return kExitMachine;
    if (got > 0) reader.take({buffer.data(), static_cast<size_t>(got)});
  }
}

}  // namespace
}  // namespace aptix::postgresql

int main(int argc, char**) {
  using namespace aptix::postgresql;
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGINT, SIG_IGN);  // Ctrl-C is for aptix, which then closes the streams
  if (argc > 1 || ::isatty(STDIN_FILENO) == 1) return explain();
  try {
    return serve();
  } catch (const std::exception& bug) {
    write_all(STDERR_FILENO, std::string("aptix-cloud-postgresql: ") + bug.what() + '\n');
    return kExitBug;
  }
}
