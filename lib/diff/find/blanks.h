// Matches lines of a patch with lines of a text that lost white space: at line ends, or tabs that were shown as spaces.
// Indentation that differs in any other way does not match. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aptix::diff {

// A number that is the same for any two lines that may match.
uint64_t blank_key(std::string_view line);
// May they match? An equivalence: a run of spaces and tabs counts as one space, one at the end as nothing.
bool same_but_for_blanks(std::string_view a, std::string_view b);

// How white space differs between the pairs of lines of one place. Tabs have one width in all of them.
class BlankFit {
 public:
  // False if this pair does not match, by itself or with all pairs so far. Lines come without their line ends.
  bool add(std::string_view wanted, std::string_view in_text);
  // Adds all pairs of another place of the same file. False if no width of a tab fits both.
  bool add(const BlankFit& other);

  bool any() const { return trailing_ || tabs(); }
  bool trailing() const { return trailing_; }
  bool tabs() const { return styles_ != kAllStyles; }
  std::string describe() const;  // "white space at the end of lines", "tabs against spaces, 4 for a tab"

  // The indentation of a line as the text would have it, in tabs or in spaces. Nothing if the pairs leave several.
  enum class Wanted : uint8_t { tabs, spaces };
  std::optional<std::string> indent(std::string_view in_patch, Wanted wanted) const;

 private:
  static constexpr uint32_t kAllStyles = 0xffffffff;

  bool trailing_ = false;
  uint32_t styles_ = kAllStyles;  // those under which every pair so far is equal
};

}  // namespace aptix::diff
