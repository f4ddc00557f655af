// Whether an edit was made before, so that a document that is run twice changes nothing the second
// time. Two rules of the contract: the replacement stands exactly once and the find text is gone
// (is_telling says whether the replacement says enough for that), or the replacement is the find
// text with whole lines added and the place stands inside such a replacement (AddedLines). Pure.
// Each of those lines, an empty one too, has to stand there as a line: a line feed alone stands at every line end.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace aptix::edit {

// At least 8 characters other than white space: a text that stands in a file on purpose.
bool is_telling(std::string_view replacement);

// Does the find text between `before` and `after` stand in its own replacement, which holds it: "f(a" in "f(a, b"? Then
// it was replaced before.
bool stands_in_own_replacement(
    std::string_view before, std::string_view after, std::string_view find, std::string_view replace);

// The ways in which a replacement is its find text with whole lines added.
class AddedLines {
 public:
  AddedLines() = default;
  // Both folded (LF only); they must outlive this.
  AddedLines(std::string_view find, std::string_view replace);

  bool none() const { return ways_.empty(); }
  // Whether the find text that stands between `before` and `after` stands in such a replacement.
  bool stand_around(std::string_view before, std::string_view after) const;
  // How many bytes of `before` and of `after` stand_around() looks at, at most.
  size_t reach() const { return reach_; }

 private:
  struct Way {
    std::string_view above, below;  // the lines added before and after
  };
  std::vector<Way> ways_;
  bool from_line_end_ = false;  // the find text begins with the line feed before its first line: so do the lines above
  bool to_line_start_ = false;  // it ends with that of its last line: so do the lines below
  size_t reach_ = 0;
};

}  // namespace aptix::edit
