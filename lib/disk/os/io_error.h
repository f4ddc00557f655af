// Errors of system calls as messages: "cannot write 'a.c': no space left on device", with a hint.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace aptix::disk {

// `doing` is "cannot write" and the like; `error` an errno. ENOSPC and EDQUOT: io_no_space.
Error io_failure(std::string_view doing, std::string_view name, int error);

// The file at `path` cannot be given the owner of the file it replaces or is modelled on.
Error metadata_failure(std::string_view path, int status);

// The root cannot be opened. usage, io_error.
Error root_failure(const std::string& root, int error);

// The file is not what was read. file_changed.
Error changed_meanwhile(std::string_view path);

// Every attempt to read the file met a write. file_changed.
Error keeps_changing(std::string_view path);

// A signal stopped the run before the commit.
Error interruption();

// A call that writes `path` returned `status`, which is -errno.
tl::unexpected<Error> write_failure(std::string_view path, int status);

}  // namespace aptix::disk
