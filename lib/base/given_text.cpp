// Memory of our own, in whose place the file is mapped. Not a private mapping of the file from the beginning: whoever
// truncates a file takes away even the copied pages of those.
#include "base/given_text.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>


namespace aptix {
namespace {

constexpr size_t kLarge = size_t{4} << 20;
constexpr size_t kPageSize = 4096;
constexpr int64_t kJustNowNs = 2'000'000'000;  // the coarsest times that a file system keeps

size_t whole_pages(size_t size) { return (size + kPageSize - 1) / kPageSize * kPageSize; }

int64_t in_ns(const timespec& time) { return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && in_ns(a.st_mtim) == in_ns(b.st_mtim) && in_ns(a.st_ctim) == in_ns(b.st_ctim);
}

char* new_memory(size_t size) {
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return static_cast<char*>(memory);
}

bool can_be_mapped(int fd, size_t size) {
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  return memory != MAP_FAILED && ::munmap(memory, size) == 0;
}

bool is_still(int fd, const struct stat& about) {
  struct stat now {};
  return ::fstat(fd, &now) == 0 && is_same(now, about);
}

bool is_large_and_at_rest(int fd, int64_t now_ns, struct stat& about) {
  if (::fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size < static_cast<off_t>(kLarge)) return false;
  bool at_rest = std::max(in_ns(about.st_mtim), in_ns(about.st_ctim)) < now_ns - kJustNowNs;
  return at_rest && ::lseek(fd, 0, SEEK_CUR) == 0;
}

}  // namespace

GivenText::GivenText(int fd, const struct stat& about, char* mapped)
    : mapped_(mapped),
      bytes_(mapped, static_cast<size_t>(about.st_size)),
      fd_(fd),
      about_(about) {}

GivenText::~GivenText() {
  if (wait_) wait_(bytes_.size());
  if (mapped_ != nullptr) ::munmap(mapped_, bytes_.size());
  if (fd_ != -1) ::close(fd_);
}

std::shared_ptr<GivenText> GivenText::of_file(int fd, int64_t now_ns) {
  struct stat about {};
  if (!is_large_and_at_rest(fd, now_ns, about)) return nullptr;
  size_t size = whole_pages(static_cast<size_t>(about.st_size));
  if (!can_be_mapped(fd, size)) return nullptr;
  std::shared_ptr<GivenText> text(new GivenText(::fcntl(fd, F_DUPFD_CLOEXEC, 0), about, new_memory(size)));
  return text->read_into(text->mapped_) && ::lseek(fd, about.st_size, SEEK_SET) != -1 ? text : nullptr;
}

bool GivenText::can_give_back(std::string_view part) const {
  return mapped_ != nullptr && part.data() >= mapped_ && part.data() + part.size() <= mapped_ + bytes_.size();
}

bool GivenText::read_into(char* memory) const {
  for (size_t have = 0; have < bytes_.size();) {
    ssize_t got = ::pread(fd_, memory + have, bytes_.size() - have, static_cast<off_t>(have));
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    have += static_cast<size_t>(std::max<ssize_t>(got, 0));
  }
  return is_still(fd_, about_);
}

void GivenText::give_back(std::string_view part) {
  auto offset = static_cast<size_t>(part.data() - mapped_);
  size_t first = whole_pages(offset);
  size_t end = (offset + part.size()) / kPageSize * kPageSize;
  if (wait_) wait_(end);
  if (first >= end || !is_still(fd_, about_)) return;
  state_ = State::partly_given_back;
  void* part_of_file =
      ::mmap(mapped_ + first, end - first, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd_, static_cast<off_t>(first));
  if (part_of_file == MAP_FAILED) throw std::bad_alloc();  // and what was there is gone
}

// Another thread may be hashing the text: it never sees memory that is not filled yet.
void GivenText::take_back() {
  if (state_ != State::partly_given_back) return;
  size_t size = whole_pages(bytes_.size());
  char* memory = new_memory(size);
  state_ = read_into(memory) ? State::own : State::lost;
  if (::mremap(memory, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, mapped_) == MAP_FAILED) throw std::bad_alloc();
}

bool GivenText::is_unchanged() const {
  return state_ == State::own || (state_ == State::partly_given_back && is_still(fd_, about_));
}

}  // namespace aptix
