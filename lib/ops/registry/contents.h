// What the bytes of many files tell: their hashes, signatures, kinds. Read by several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "context/tree/snapshot.h"
#include "disk/confined.h"

namespace aptix::ops {

struct ReadContent {
  std::string path;            // from the top
  context::FileStamp stamp{};  // as well of a file that cannot be read
  context::FileContent content{};
  std::vector<uint64_t> signature{};  // that content points to
  bool certain = false;               // a later change of the file would show in its stamp
  int status = 0;                     // -errno; -EINVAL: not a file
};

struct ContentsRequest {
  int top = -1;
  int64_t before_ns = 0;  // no file was read before this moment
  bool sign = false;      // makes signatures, too
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

// Of what has that path; empty: there is none.
context::FileStamp stamp_below(disk::Folders& folders, std::string_view path);

// Does each change after the moment `before_ns` give another stamp? `grain`: FileSystem::time_grain().
bool shows_changes(const context::FileStamp& stamp, int64_t before_ns, int64_t grain);

// Fills in all but the paths. Fails with interrupted.
Status read_contents(disk::FileSystem& fs, const ContentsRequest& request, std::vector<ReadContent>& files);

}  // namespace aptix::ops
