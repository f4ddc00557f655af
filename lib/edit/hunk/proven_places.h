// Hunks whose places are open, or only as good as their numbers: tries how they may go together until the result is the
// one that somebody can prove. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "diff/lines/hunk.h"
#include "edit/hunk/hunk_places.h"

namespace aptix::edit {

// Do the hunks stand exactly where their headers say, and do the headers agree with each other?
bool are_as_stated(std::span<const diff::Hunk* const> hunks, const PlacedHunks& placed);

using IsResult = std::function<bool(const PlacedHunks& placed)>;

// Nothing when none of `most` ways is it, or when a hunk stands nowhere or in too many places.
std::optional<PlacedHunks> place_as_proven(std::string_view text, std::span<const diff::Hunk* const> hunks,
    PlaceOptions options, uint64_t most, const IsResult& is_result);

}  // namespace aptix::edit
