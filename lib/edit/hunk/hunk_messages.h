// Messages about a hunk that has no place, or several. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "diff/find/locate.h"
#include "diff/lines/hunk.h"

namespace aptix::edit {

// What a hunk is called in the document that it comes from.
enum class HunkNoun : uint8_t {
  hunk,   // of a diff
  block,  // SEARCH/REPLACE
  chunk,  // V4A
};

std::string_view word(HunkNoun noun);

// Which hunk of how many, for the first words of a message: "the hunk", "hunk 2 of 3".
struct HunkName {
  size_t number = 1;
  size_t of = 1;
  HunkNoun noun = HunkNoun::hunk;
  std::string_view file = {};  // "" when it is not known
};
std::string to_string(const HunkName& name);
std::string file_of(const HunkName& name);                           // "'a.c'", or "the file"
std::string with_file(std::string_view word, const HunkName& name);  // " in 'a.c'", or nothing

// `what` follows its name: "hunk 2 of 3 fits line 5 ...".
Error hunk_error(const HunkName& name, Code code, std::string_view what, std::string hint);

// match_not_found, with the most similar place, and where its changed lines alone would match. The second has the words
// of git-apply(1), and only the place.
Error hunk_not_found(const HunkName& name, const diff::Hunk& hunk, diff::Locator& locator);
Error hunk_not_found_by_git(const HunkName& name, const diff::Hunk& hunk, diff::Locator& locator);

// match_ambiguous, with all places. how_they_differ: also with the fewest lines that make each unique, for which at
// most kLinesToTell lines are read for each place.
enum class Detail : uint8_t { places, how_they_differ };
inline constexpr uint64_t kLinesToTell = 420;
Error hunk_ambiguous(
    const HunkName& name, const diff::Hunk& hunk, const diff::Places& places, diff::Locator& locator, Detail detail);

// match_ambiguous: it does not match exactly, but nearly matches at each of these lines.
Error hunk_nearly_fits(const HunkName& name, std::span<const uint64_t> lines);

// match_ambiguous: it has no old lines, and the text is not empty. `what` says where its lines go.
Error hunk_without_place(const HunkName& name, std::string_view what = "nothing");

}  // namespace aptix::edit
