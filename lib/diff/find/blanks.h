// How lines of a patch fit lines of a text when white space got lost: that at the end of a line, and tabs
// that were shown as spaces. Indentation that differs in any other way fits nothing. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aptix::diff {

// A number that is the same for any two lines that may fit each other.
uint64_t blank_key(std::string_view line);
// May they fit? An equivalence: a run of spaces and tabs counts as one space, one at the end as nothing.
bool same_but_for_blanks(std::string_view a, std::string_view b);

// What the pairs of lines of one place have in common. Tabs have one width in all of them.
class BlankFit {
 public:
  // False when this pair, or all pairs so far together, do not fit. Lines come without their line ends.
  bool add(std::string_view wanted, std::string_view in_text);
  // All pairs of another place of the same file. False when no width of a tab fits both.
  bool add(const BlankFit& other);

  bool any() const { return trailing_ || tabs(); }
  bool trailing() const { return trailing_; }
  bool tabs() const { return styles_ != kAllStyles; }
  std::string describe() const;  // "white space at the end of lines", "tabs against spaces, 4 for a tab"

  // White space at the beginning of a line as the text would have it: spaces where the text has tabs
  // become tabs, and the other way round. Nothing when the pairs do not tell.
  enum class Wanted : uint8_t { tabs, spaces };
  std::optional<std::string> indent(std::string_view in_patch, Wanted wanted) const;

 private:
  static constexpr uint32_t kAllStyles = 0xffffffff;

  bool trailing_ = false;
  uint32_t styles_ = kAllStyles;  // those that make every pair so far equal
};

}  // namespace aptix::diff
