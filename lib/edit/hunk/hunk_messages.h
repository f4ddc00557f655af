// What is said about a hunk that has no place, or several. Pure.
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

// Which hunk of how many, for the first words of a message: "the hunk", "hunk 2 of 3".
struct HunkName {
  size_t number = 1;
  size_t of = 1;
  HunkNoun noun = HunkNoun::hunk;
  std::string_view file = {};  // "" when it is not known
};
std::string to_string(const HunkName& name);

// match_not_found, with the place that is nearest to it, and where its changed lines alone would fit.
// The second in the words of git-apply(1).
Error hunk_not_found(const HunkName& name, const diff::Hunk& hunk, diff::Locator& locator);
Error hunk_not_found_by_git(const HunkName& name, const diff::Hunk& hunk, diff::Locator& locator);

// match_ambiguous, with all places and the least that would tell them apart. Finding the latter reads kLinesToTell
// lines at most for each place.
enum class Detail : uint8_t { places, how_they_differ };
inline constexpr uint64_t kLinesToTell = 420;
Error hunk_ambiguous(
    const HunkName& name, const diff::Hunk& hunk, const diff::Places& places, diff::Locator& locator, Detail detail);

// match_ambiguous: it does not fit exactly, and these places, by their first lines, are alike enough.
Error hunk_nearly_fits(const HunkName& name, std::span<const uint64_t> lines);

// match_ambiguous: it fits that line, and nearly the one that its header names.
Error hunk_fits_elsewhere(const HunkName& name, uint64_t line, uint64_t home);

// match_not_found: it fits, but another one of the file only but for `differs`, and so may be its new lines.
Error hunk_unclear(const HunkName& name, uint64_t line, std::string_view differs);

// Of one without context, or that fits several places: its number leads to another result than the diff names.
Error hunk_against_name(const HunkName& name, const diff::Hunk& hunk);

// match_not_found: no old lines, and its new ones go after `line`, which the text does not have.
Error hunk_beyond_end(const HunkName& name, uint64_t line);

// match_ambiguous: no old lines, in a text that has some.
Error hunk_without_place(const HunkName& name, std::string_view what = "nothing");

// match_not_found: it has spaces where the text, at `line`, has tabs, and it is not clear which of its own were tabs.
Error hunk_hides_tabs(const HunkName& name, uint64_t line);

// diff_truncated: it ends with the input, in the beginning of the line of the text that stands there.
Error hunk_ends_in_line(const HunkName& name, uint64_t line);

// diff_syntax: two hunks that change the same lines, or one that changes what the other keeps.
Error hunks_overlap(const HunkName& name, const HunkName& other, uint64_t line);

}  // namespace aptix::edit
