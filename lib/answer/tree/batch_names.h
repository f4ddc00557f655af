// The names in a line-patch batch that has been read already: labels, keys, descriptions. Pure.
#pragma once

#include <string_view>

#include "model/batch.h"

namespace aptix::answer {

// REQUIRES: parse_line_patch found no error in `document`.
BatchNames read_batch_names(std::string_view document);

}  // namespace aptix::answer
