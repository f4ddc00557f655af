// Finds the place of each hunk of an answer. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "diff/find/locate.h"
#include "diff/lines/hunk.h"
#include "edit/basis/hunk_shape.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/hunk/placed_hunk.h"
#include "model/change_set.h"

namespace aptix::edit {

// Picks one of several places of hunk number `hunk`, 0-based; nothing if it is unclear which.
using ChoosePlace =
    std::function<std::optional<diff::Place>(size_t hunk, std::span<const diff::Place> places, diff::LineTable& lines)>;

struct PlaceOptions {
  HunkNoun noun = HunkNoun::hunk;
  bool in_order = true;        // the hunks are in the order of the file
  bool but_for_blanks = true;  // a place may differ in lost spaces and tabs
  StatedNumbers numbers = StatedNumbers::open;
  ChoosePlace choose = {};         // asked before the order decides
  std::string_view file = {};      // its name, for messages
  std::string_view original = {};  // the text before the answer changed it; "" if it did not
  std::optional<MatchMode> ladder =
      {};  // the rungs to try for a hunk without a place, and to name in hints; nothing: none
};

// Every hunk needs one place, proved by its lines, its number, its section or the hunks around it; else it fails.
PlacedHunks place_uniquely(
    std::string_view text, std::span<const diff::Hunk* const> hunks, const PlaceOptions& options = {});

}  // namespace aptix::edit
