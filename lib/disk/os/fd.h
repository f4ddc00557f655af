// An open descriptor that closes itself. Closing never fails here: whoever needs to know calls close().
#pragma once

#include <utility>

#include "disk/os/filesystem.h"

namespace aptix::disk {

class Fd {
 public:
  Fd() = default;
  Fd(FileSystem& fs, int fd) : fs_(&fs), fd_(fd) {}  // fd < 0: an error, kept for error()
  ~Fd() { close(); }
  Fd(Fd&& other) noexcept : fs_(other.fs_), fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      close();
      fs_ = other.fs_;
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }

  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }
  int error() const { return fd_ < 0 ? -fd_ : 0; }  // the errno of the call that gave no descriptor

  int close() {
    if (fd_ < 0) return 0;
    return fs_->close(std::exchange(fd_, -1));
  }

 private:
  FileSystem* fs_ = nullptr;
  int fd_ = -1;
};

}  // namespace aptix::disk
