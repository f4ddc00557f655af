// The lower rungs of the matching ladder: how lines that do not stand in a text may still fit it. What fits is told in
// the text's own lines, so that nothing is written that nobody meant. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/compute/lines.h"
#include "diff/find/likeness.h"
#include "diff/find/locate.h"
#include "diff/lines/line_table.h"
#include "edit/rung/refit.h"

namespace aptix::edit {

// The rung on which lines differ in what a page, a listing or a keyboard made of them (look_alikes.cpp).

// The lines of a hunk without what may have been put on them on their way.
struct Undressed {
  diff::Hunk hunk;
  std::list<std::string> texts;  // owns its lines
  std::string what;              // was taken off, in words
  Renew bare;                    // takes it off a line
};

// Looks for hunks in one text, which outlives it.
class LookAlikes {
 public:
  explicit LookAlikes(std::string_view text) : text_(text), lines_(text) {}

  // The only place where the hunk stands exactly without line numbers of a listing, with its entities or one level of
  // escapes read, or but for typographic quotes, dashes, spaces and dots in either of the two. New lines then come in
  // the same way from what the hunk has; it is untold what they are to be where the old ones prove several ways. Where
  // it has no such place, what it leaves may have one.
  RefitResult find(const diff::Hunk& hunk);

 private:
  RefitResult find(const std::vector<Undressed>& ways, diff::Side side);
  RefitResult find(const Undressed& way, diff::Side side);

  std::string_view text_;
  diff::LineTable lines_;
  std::optional<bool> has_typography_;          // or anything else that is not ASCII; when it was asked
  std::string plain_;                           // the text without typography, line for line
  std::optional<diff::Locator> plain_locator_;  // made when it is needed
};

// The rung on which context lines differ: they drifted, or were misremembered (context.cpp).

// The only place of as many lines where every one that goes stands exactly, and most of the context: all but a third,
// or one. New lines stand next to a line that is right there. Another place that has but one wrong line more is one
// place too many. Nothing where little more is right and the first line, which all others are indented below, is like
// none that stands there; nor where a wrong line is a new one as well or is parted from its like by one, or a new line
// has a word that the text does not know, and has in other letters where a wrong line has it. Nor where what it leaves
// stands as well.
RefitResult refit_context(std::string_view text, const diff::Hunk& hunk);

// Has it such a place, however little is right there?
bool nearly_stands(std::string_view text, const diff::Hunk& hunk);

// May the edit have been made before? So where its new lines that say something, and that are no old ones, stand around
// that place of so many lines, in order, however they are written; or where what it leaves stands somewhere, with its
// new lines exactly and hardly more wrong lines of context than `wrong` weighs.
bool may_be_made(std::string_view text, const diff::Hunk& hunk, size_t start, size_t count, size_t wrong);

// Of one text, for some hunks: each looked for is some passes over it, so that there is a bound.
class Ladder {
 public:
  // `original`: the text before the answer changed it, where it did. Both outlive this.
  explicit Ladder(std::string_view text, std::string_view original = {});

  // The first rung that finds a place, as low as `mode` allows. None does for a second draft of what was changed.
  RefitResult find(const diff::Hunk& hunk, MatchMode mode);

  // What a rung below `mode` would find, as a hint; "" when nothing.
  std::string hint(const diff::Hunk& hunk, MatchMode mode);

  diff::LikelyRegions& regions() { return regions_; }

 private:
  bool may_look() { return left_ != 0 && left_-- != 0; }
  RefitResult of_draft(const diff::Hunk& hunk);
  RefitResult refit(const diff::Hunk& hunk, MatchMode mode);

  std::string_view text_, original_;
  std::optional<std::vector<diff::LineEdit>> edits_;  // between the two
  LookAlikes look_alikes_;
  diff::LikelyRegions regions_;
  size_t left_;
};

}  // namespace aptix::edit
