// What a V4A chunk says about its place beyond its lines: the '@@' lines above it, and the end of the file. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "diff/find/locate.h"
#include "diff/lines/line_table.h"
#include "model/plan.h"

namespace aptix::edit {

// The one of `places` that the block's anchors and its at_end leave; nothing when they leave several or none.
std::optional<diff::Place> choose_by_anchors(
    const TextBlock& block, std::span<const diff::Place> places, diff::LineTable& lines);

}  // namespace aptix::edit
