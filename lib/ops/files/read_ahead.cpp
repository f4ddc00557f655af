// A ring of pieces: a piece that was read is full until the one after it is asked for.
#include "ops/files/read_ahead.h"

#include <system_error>

namespace aptix::ops {
namespace {

constexpr size_t kReadAhead = 256 << 10;  // bytes

}  // namespace

ReadAhead::ReadAhead(disk::FileSystem& fs, int fd) : fs_(fs), fd_(fd) {
  for (Slot& slot : slots_) slot.bytes = page_buffer(kReadAhead);
  try {
    thread_ = std::thread([this] { read_all(); });
  } catch (const std::system_error&) {
    // next() reads.
  }
}

ReadAhead::~ReadAhead() {
  ended_ = true;
  free_.release();
  if (thread_.joinable()) thread_.join();
}

void ReadAhead::read_into(Slot& slot) { slot.got = fs_.read(fd_, slot.bytes.get(), kReadAhead); }

void ReadAhead::read_all() {
  for (size_t i = 0;; ++i) {
    free_.acquire();
    if (ended_) return;
    Slot& slot = slots_[i % kSlots];
    read_into(slot);
    full_.release();
    if (slot.got <= 0) return;
  }
}

ReadAhead::Piece ReadAhead::next() {
  Slot& slot = slots_[taken_ % kSlots];
  if (!thread_.joinable()) {
    read_into(slot);
  } else {
    if (taken_ > 0) free_.release();  // the piece before
    full_.acquire();
  }
  ++taken_;
  if (slot.got < 0) return {.status = static_cast<int>(slot.got)};
  return {.bytes = {slot.bytes.get(), static_cast<size_t>(slot.got)}};
}

}  // namespace aptix::ops
