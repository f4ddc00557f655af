// For a text that stands in several places: each of them with the fewest lines above or below it that stand there
// alone, for the writer to copy. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace aptix::edit {

// `lines`: where the places begin, from 1, in order; all that there are. `count`: lines of the text. A place that
// twenty lines do not tell from all others comes as it stands. Ten places at most.
std::vector<Candidate> telling_places(std::string_view text, std::span<const uint64_t> lines, uint64_t count);
// The same for the places of `find`; none where they begin in more than a hundred lines.
std::vector<Candidate> telling_places(std::string_view text, std::string_view find);

// How many lines above every place tell all of them apart; 0 where twenty do not.
uint64_t lines_that_tell(std::string_view text, std::span<const uint64_t> lines);

}  // namespace aptix::edit
