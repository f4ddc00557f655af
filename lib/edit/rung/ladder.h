// The lower rungs of the matching ladder: ways in which a hunk may fit a text that does not have its lines exactly. The
// result is a hunk with the text's own lines, so that these stay as they are. Pure.
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

// Look-alikes (look_alikes.cpp): lines differ in what a page, a listing or a keyboard made of them.

// A hunk without the line numbers, entities or escapes that its lines may have got.
struct Undressed {
  diff::Hunk hunk;
  std::list<std::string> texts;  // owns its lines
  std::string what;              // what was removed, for messages
  Renew bare;                    // removes it from a line
};

// Looks for hunks in one text, which must outlive it.
class LookAlikes {
 public:
  explicit LookAlikes(std::string_view text) : text_(text), lines_(text) {}

  // The only place that the hunk matches without the line numbers of a listing, with HTML entities or one level of
  // escapes decoded, or with typographic quotes, dashes, spaces and dots taken as plain ones in both. New lines are
  // converted the same way; `untold` if the old ones prove several ways. Without such a place: that of its result.
  RefitResult find(const diff::Hunk& hunk);

 private:
  RefitResult find(const std::vector<Undressed>& ways, diff::Side side);
  RefitResult find(const Undressed& way, diff::Side side);

  std::string_view text_;
  diff::LineTable lines_;
  std::optional<bool> has_typography_;          // the text is not all ASCII; set on first use
  std::string plain_;                           // the text without typography, line for line
  std::optional<diff::Locator> plain_locator_;  // made on first use
};

// Context (context.cpp): context lines differ, because the file changed or they were misremembered.

// The only place with as many lines where
// - all removed lines match exactly, and of the context all but a third, or all but one line;
// - each group of new lines has a matching line directly above or below;
// - no other place has only one wrong line more;
// - the first line, if all others are indented deeper, resembles a line there, unless much else matches;
// - no wrong line is also a new one, or is separated by new lines from an equal line;
// - no new line repeats a misspelt word of a wrong line;
// - the edit has not been made already (may_be_made).
RefitResult refit_context(std::string_view text, const diff::Hunk& hunk);

// Is there a place for which the first condition holds, however little matches there?
bool nearly_stands(std::string_view text, const diff::Hunk& hunk);

// May the edit have been made already? It may if its result matches somewhere, with all new lines exact and the wrong
// context weighing less than `wrong` and a line more. Or if its new lines occur in order around the place, typography
// and escapes ignored; old lines and very short ones do not count.
bool may_be_made(std::string_view text, const diff::Hunk& hunk, size_t start, size_t count, size_t wrong);

// Tries the rungs for the hunks of one text. Each try reads the text several times, so their number is limited.
class Ladder {
 public:
  // `original`: the text before the answer changed it, or "". Both texts must outlive this.
  explicit Ladder(std::string_view text, std::string_view original = {});

  // The result of the first rung that finds a place, down to `mode`. The second draft of a change is `untold`.
  RefitResult find(const diff::Hunk& hunk, MatchMode mode);

  // A hint about what a rung below `mode` would find; "" if nothing.
  std::string hint(const diff::Hunk& hunk, MatchMode mode);

  diff::LikelyRegions& regions() { return regions_; }

 private:
  bool may_look() { return left_ != 0 && left_-- != 0; }
  RefitResult of_draft(const diff::Hunk& hunk);
  RefitResult refit(const diff::Hunk& hunk, MatchMode mode);

  std::string_view text_, original_;
  std::optional<std::vector<diff::LineEdit>> edits_;  // from `original_` to `text_`
  LookAlikes look_alikes_;
  diff::LikelyRegions regions_;
  size_t left_;
};

}  // namespace aptix::edit
