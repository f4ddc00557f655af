// For a text that occurs several times: each place with the fewest lines around it that make it unique. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace aptix::edit {

// `lines`: where all places begin, 1-based, in order. `count`: lines of the text. A place that twenty lines do not make
// unique is shown without any. Ten places at most.
std::vector<Candidate> telling_places(std::string_view text, std::span<const uint64_t> lines, uint64_t count);
// The same for all places of `find`. Empty if they begin in only one line, or in more than a hundred.
std::vector<Candidate> telling_places(std::string_view text, std::string_view find);

// How many lines above make each place unique; 0 if twenty do not.
uint64_t lines_that_tell(std::string_view text, std::span<const uint64_t> lines);

}  // namespace aptix::edit
