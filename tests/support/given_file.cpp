#include "support/given_file.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

namespace aptix::test {

int64_t soon_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t{now.tv_sec} + 10) * 1'000'000'000 + now.tv_nsec;
}

std::shared_ptr<GivenText> given_file(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  auto text = GivenText::of_file(fd, soon_ns());
  ::close(fd);
  return text;
}

}  // namespace aptix::test
