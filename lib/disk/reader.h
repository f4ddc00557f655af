// Reads files below one directory, confined. Regular files; where asked for, links and folders as such.
#pragma once

#include <memory>

#include "disk/os/fd.h"
#include "disk/workspace.h"
#include "model/change_set.h"
#include "model/limits.h"

namespace aptix::disk {

// Files from here on are mapped, not copied: their content is only as constant as the file. Whoever
// compares a mapped file with what was read must compare its times, not its content.
inline constexpr uint64_t kMappedFrom = 1 << 20;

struct ReadOptions {
  int64_t now_ns = 0;  // a time before any of the reads
  Links links = Links::refused;
  unsigned threads = 1;  // more than one: hashing what is mapped begins at once
};

// `top` must stay open.
std::unique_ptr<Reader> make_reader(FileSystem& fs, int top, const Limits& limits, ReadOptions options);

FileIdentity identity_of(const struct stat& about, int64_t now_ns);
int64_t modified_ns(const struct stat& about);

// What a file that is no regular one is called in messages: "a directory", "a FIFO".
const char* kind_name(mode_t mode);

}  // namespace aptix::disk
