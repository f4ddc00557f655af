// The programs of others that commands call on: those that look at a change, the clipboard of the desktop, and those
// that summarize files.
#pragma once

#include "ops/context/context.h"
#include "ops/publish/publish.h"
#include "terminal/session.h"

namespace aptix::app {

// --verify and --check-syntax, as the options and the settings ask for them. Fails with usage. REQUIRES: the command
// has the options of kVerify, and the session outlives it.
Result<ops::Checks> make_checks(const Session& session, const Opened& opened);

// Through whichever of wl-clipboard, xclip, xsel and pbpaste is there. Both fail with usage where there is no such
// program, io_error where none of them works. 0: there is no limit.
Result<std::string> read_clipboard(size_t most);
Status write_clipboard(std::string_view text);

// The command of the user's settings, and Universal Ctags where it is on PATH. What the command made is kept in the
// workspace. `opened` outlives it.
ops::Summarizers summarizers_of(const Session& session, Opened& opened);

}  // namespace aptix::app
