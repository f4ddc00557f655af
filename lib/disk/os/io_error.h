// Errors of system calls as messages: "cannot write 'a.c': no space left on device", with a hint.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace aptix::disk {

// `doing` is "cannot write" and the like; `error` an errno. ENOSPC and EDQUOT: io_no_space.
Error io_failure(std::string_view doing, std::string_view name, int error);

// Where the file that is to be at `path` cannot be given to the owner of the one that it is made like.
Error metadata_failure(std::string_view path, int status);

// Where the root, as it was given, cannot be opened: usage, io_error.
Error root_failure(const std::string& root, int error);

// Where the file is not what was read of it. file_changed.
Error changed_meanwhile(std::string_view path);

// Where a file was written each time that it was read. file_changed.
Error keeps_changing(std::string_view path);

// By a signal, before the commit.
Error interruption();

// Where a call that writes `path` gave `status`, which is -errno.
tl::unexpected<Error> write_failure(std::string_view path, int status);

}  // namespace aptix::disk
