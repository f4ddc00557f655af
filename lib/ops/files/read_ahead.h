// The bytes of a file in pieces, read on a thread of its own while the pieces before are used.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <semaphore>
#include <string_view>
#include <thread>

#include "base/page_buffer.h"
#include "base/result.h"
#include "disk/confined.h"

namespace aptix::ops {

class ReadAhead {
 public:
  // From where the descriptor stands. REQUIRES: it stays open, and nobody else reads from it.
  ReadAhead(disk::FileSystem& fs, int fd);
  ~ReadAhead();  // waits for the piece that is being read
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  struct Piece {
    int status = 0;               // or -errno
    std::string_view bytes = {};  // until the next call; at the end of the file none
  };
  // REQUIRES: the one before had bytes.
  Piece next();

 private:
  struct Slot {
    std::unique_ptr<char[], FreeMemory> bytes;
    ssize_t got = 0;
  };
  static constexpr size_t kSlots = 4;

  void read_all();
  void read_into(Slot& slot);

  disk::FileSystem& fs_;
  int fd_;
  std::array<Slot, kSlots> slots_;
  size_t taken_ = 0;  // pieces
  std::counting_semaphore<> full_{0}, free_{kSlots};
  std::atomic<bool> ended_ = false;
  std::thread thread_;  // none to be had: next() reads
};

}  // namespace aptix::ops
