// The clipboard of the desktop, through whichever of wl-clipboard, xclip, xsel and pbpaste is there.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace aptix::app {

// Both fail with usage where there is no such program, io_error where none of them works.
Result<std::string> read_clipboard(size_t most);
Status write_clipboard(std::string_view text);

}  // namespace aptix::app
