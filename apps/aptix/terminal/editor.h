// A text in the hands of a person: the editor, on a private copy that is gone afterwards.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "terminal/environment.h"

namespace aptix::app {

// What was saved. `name` is the file's last component, so that the editor knows its kind. The editor has `terminal`
// for its standard streams. Fails with io_error: no private folder, an editor that fails or cannot be started,
// nothing that can be read afterwards; with interrupted.
Result<std::string> edit_text(
    const Environment& environment, int terminal, std::string_view name, std::string_view text, uint64_t most);

}  // namespace aptix::app
