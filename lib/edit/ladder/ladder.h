// The lower rungs of the matching ladder: how whole lines that do not stand in a text may still fit it, when all of
// them are indented otherwise, or when one place is far more like them than any other. What fits is told in the
// text's own lines, so that nothing is written that nobody meant. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/lines/hunk.h"
#include "model/change_set.h"

namespace aptix::edit {

// A hunk with the text's lines for its old ones, and with its new lines indented as they are.
struct Refit {
  diff::Hunk hunk;
  std::deque<std::string> texts;  // owns new lines
  Rule rule = Rule::indentation;
  uint64_t line = 0;    // of the place, from 1
  std::string differs;  // in words
};

struct RefitResult {
  std::optional<Refit> only;
  std::vector<uint64_t> lines;  // of the places, when there are several
  std::string untold;  // a hint, where the only place fits, but it is not clear how its new lines are to be indented
};

// The first line has lost its indentation, as a text that was trimmed has; all else stands there exactly.
RefitResult refit_first_line(std::string_view text, const diff::Hunk& hunk);

// All lines are indented by the same white space more or less (or not at all: only white space at line ends differ),
// and so are then the new ones. Blanks against tabs fit nothing; nor does a hunk whose new lines may be indented as the
// text is already, where only the first of the old ones may have lost its indentation.
RefitResult refit_indentation(std::string_view text, const diff::Hunk& hunk);

// The one place whose lines are like the hunk's: at least kFuzzyLeast in all, kFuzzyLine for each, and
// kFuzzyLead ahead of the next best; each with the same indentation and the same digits, and with no word that the
// text has in other letters in a new line.
inline constexpr double kFuzzyLeast = 0.9;
inline constexpr double kFuzzyLine = 0.6;
inline constexpr double kFuzzyLead = 0.1;
RefitResult refit_fuzzy(std::string_view text, const diff::Hunk& hunk);

// The first of these that finds a place, as low as `mode` allows.
RefitResult refit(std::string_view text, const diff::Hunk& hunk, MatchMode mode);

// What the next rung below `mode` would find, as a hint; "" when nothing.
std::string lower_rung(std::string_view text, const diff::Hunk& hunk, MatchMode mode);

}  // namespace aptix::edit
