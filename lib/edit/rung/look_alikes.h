// The rung of the matching ladder on which lines differ in what a page, a listing or a keyboard made of them. Pure.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/find/locate.h"
#include "diff/lines/line_table.h"
#include "edit/rung/refit.h"

namespace aptix::edit {

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

}  // namespace aptix::edit
