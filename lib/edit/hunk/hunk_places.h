// Decides where each hunk of an answer goes. Pure.
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

// Picks one of several places of the hunk of that number; nothing when it is not clear which.
using ChoosePlace =
    std::function<std::optional<diff::Place>(size_t hunk, std::span<const diff::Place> places, diff::LineTable& lines)>;

struct PlaceOptions {
  HunkNoun noun = HunkNoun::hunk;
  bool in_order = true;        // the hunks stand in the order of the file
  bool but_for_blanks = true;  // they may also stand where they fit but for lost spaces and tabs
  StatedNumbers numbers = StatedNumbers::open;
  ChoosePlace choose = {};         // asked before the order is
  std::string_view file = {};      // its name, for messages
  std::string_view original = {};  // the text before the answer changed it, where it did
  std::optional<MatchMode> ladder =
      {};  // how far down, and told in hints, for those without a place; nothing: not at all
};

// Every hunk must have one place that its lines, its number, its section or the hunks around it prove.
PlacedHunks place_uniquely(
    std::string_view text, std::span<const diff::Hunk* const> hunks, const PlaceOptions& options = {});

}  // namespace aptix::edit
