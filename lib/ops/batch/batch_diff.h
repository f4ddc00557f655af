// A line-patch batch as a unified diff for display.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "model/batch.h"
#include "model/plan.h"

namespace aptix::ops {

// The text that the changes of a file were made for; nothing when it is not known any more.
using FindBase = std::function<std::optional<std::string>(const FileEdit&)>;

// `part`: the whole batch, a file of it, or one change, which is then shown alone. Files are named by their docPaths.
// Where the text of a file is not known, the changes are shown without context, from the document alone; lines that
// are found by their text have no numbers then.
std::string batch_diff(const Plan& plan, const BatchPart& part, const FindBase& find_base);

}  // namespace aptix::ops
