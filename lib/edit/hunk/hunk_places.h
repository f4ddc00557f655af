// Decides where each hunk of an answer goes. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "diff/find/blanks.h"
#include "diff/find/locate.h"
#include "diff/lines/hunk.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/hunk/hunk_shape.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

// One hunk with its place.
struct PlacedHunk {
  const diff::Hunk* hunk = nullptr;  // as it fits: empty lines at its edges may have been left out
  EditStatus status = EditStatus::failed;
  Rule rule = Rule::exact;
  bool line_ends = false;                // fits only when line ends are not compared
  std::optional<diff::BlankFit> blanks;  // how it fits but for blanks; nothing when it fits exactly
  uint64_t line = 0;                     // of the place, from 1
  size_t start = 0;                      // its first byte in the text
  int64_t offset = 0;                    // how many lines away from the stated one
  std::unique_ptr<Diagnostic> why;       // failed
};

struct PlacedHunks {
  std::vector<PlacedHunk> hunks;     // parallel to those given
  std::deque<diff::Hunk> rewritten;  // owns what `hunk` points to, where it is not one of those given
  std::deque<std::string> texts;     // owns what their lines view, where it is not what the given ones view
};

// Picks one of several places of the hunk of that number; nothing when it can not be told.
using ChoosePlace =
    std::function<std::optional<diff::Place>(size_t hunk, std::span<const diff::Place> places, diff::LineTable& lines)>;

// What becomes of the blanks of added lines where the old ones show tabs as blanks.
enum class AddedBlanks : uint8_t { as_in_text, as_given };

struct PlaceOptions {
  HunkNoun noun = HunkNoun::hunk;
  bool in_order = true;        // the hunks stand in the order of the file
  bool but_for_blanks = true;  // they may also stand where they fit but for lost blanks and tabs
  StatedNumbers numbers = StatedNumbers::open;
  ChoosePlace choose = {};                 // asked before the order is
  std::string_view file = {};              // its name, for messages
  std::span<const diff::Place> told = {};  // where each hunk fits and goes; else all is found out
  AddedBlanks added_blanks = AddedBlanks::as_in_text;
};

// Every hunk must have one place that its lines, its number, its section or the hunks around it prove.
PlacedHunks place_uniquely(
    std::string_view text, std::span<const diff::Hunk* const> hunks, const PlaceOptions& options = {});

}  // namespace aptix::edit
