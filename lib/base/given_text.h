// The bytes that a run was given. Those of a large file lie in memory that can be given back while the run works: from
// then on they are what the file holds.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace aptix {

class GivenText {
 public:
  explicit GivenText(std::string text) : text_(std::move(text)), bytes_(text_) {}
  ~GivenText();
  GivenText(const GivenText&) = delete;
  GivenText& operator=(const GivenText&) = delete;

  // All of a large file, which is as it was at one moment. The descriptor stands at its end then. Null where it is
  // something else, was written just now, so that its times would not show that it is written again, or cannot be
  // mapped: then it is to be read.
  static std::shared_ptr<GivenText> of_file(int fd, int64_t now_ns);

  std::string_view bytes() const { return bytes_; }

  // Somebody reads the text on another thread: `wait` is called with how many of its first bytes are about to go, and
  // comes back when these have been read.
  void read_beside(std::function<void(size_t)> wait) { wait_ = std::move(wait); }

  bool can_give_back(std::string_view part) const;
  // From now on this part changes when the file does, and reading it is a SIGBUS where the file was truncated: nothing
  // that is written may be a view of it. Does nothing where the file is known to have changed. REQUIRES:
  // can_give_back(part).
  void give_back(std::string_view part);
  // Makes all the text this process's own again. Another thread may read the text meanwhile.
  void take_back();
  // Whether the text is, and has been all the time, what was read at first.
  bool is_unchanged() const;

 private:
  GivenText(int fd, const struct stat& about, char* mapped);
  bool read_into(char* memory) const;

  std::string text_;        // not of a file
  char* mapped_ = nullptr;  // of one
  std::string_view bytes_;
  int fd_ = -1;
  struct stat about_ {};
  std::function<void(size_t)> wait_;
  enum class State : uint8_t { own, partly_given_back, lost } state_ = State::own;
};

}  // namespace aptix
