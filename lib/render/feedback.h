// What a run has to tell the model that wrote the answer, so that its next one is right: what was applied, what was
// not and why, with the file's own lines, and the form to answer in. Pure.
#pragma once

#include <cstdint>
#include <string>

#include "model/report.h"

namespace aptix::render {

struct FeedbackOptions {
  uint64_t max_tokens = 0;  // an estimate, 3.5 bytes each; 0: no limit
};

// Most useful first; what is beyond the limit is counted at the end. "" when there is nothing to say.
std::string feedback(const Report& report, const FeedbackOptions& options);

}  // namespace aptix::render
