// Other programs that commands use: those that check a change, the desktop's clipboard, and those that summarize files.
#pragma once

#include "ops/context/context.h"
#include "ops/publish/publish.h"
#include "terminal/session.h"

namespace aptix::app {

// --verify and --check-syntax, from options and settings. Fails with usage. REQUIRES: the command has the options of
// kVerify, and the session outlives the result.
Result<ops::Checks> make_checks(const Session& session, const Opened& opened);

// Use whichever of wl-clipboard, xclip, xsel and pbpaste exists. Both fail with usage if there is no such program,
// io_error if none of them works. `most` 0: no limit.
Result<std::string> read_clipboard(size_t most);
Status write_clipboard(std::string_view text);

// The command of the user's settings, and Universal Ctags if it is in PATH. Results of the command are cached in the
// workspace. `opened` outlives the result.
ops::Summarizers summarizers_of(const Session& session, Opened& opened);

}  // namespace aptix::app
