// Line ends of a text and its edits: CR LF and LF match each other, what is written gets those of its place, and a last
// line without newline stays so. A lone CR is an ordinary byte. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "model/plan.h"

namespace aptix::edit {

// Can a find text match a place with other line ends? It must have a line end, and no CR that makes one doubtful.
bool has_line_end_variants(std::string_view find);

// `text` with every CR LF turned into LF.
std::string folded(std::string_view text);

// How many bytes at the start of `text` match `wanted`, which is folded, ignoring line ends; nothing if they do not.
std::optional<size_t> prefix_fits(std::string_view text, std::string_view wanted);
// The same at the end of `text`.
std::optional<size_t> suffix_fits(std::string_view text, std::string_view wanted);

// A text with every CR LF turned into LF, and the way back. Copies only when there is a CR LF.
class FoldedText {
 public:
  explicit FoldedText(std::string_view text);  // views the text
  std::string_view text() const { return folded_.empty() ? text_ : std::string_view(copy_); }
  // The offset of a byte of text(); for a folded line end that of its CR.
  size_t original(size_t offset) const {
    return offset + static_cast<size_t>(std::lower_bound(folded_.begin(), folded_.end(), offset) - folded_.begin());
  }

 private:
  std::string_view text_;
  std::string copy_;
  std::vector<size_t> folded_;  // the offsets of the line ends in it that were CR LF
};

// The place of an edit.
struct EditPlace {
  std::string_view region;       // the bytes that are replaced
  std::string_view after;        // what follows; enough to see the end of the line
  bool exact = true;             // the find text matches byte for byte
  LineEnd file = LineEnd::none;  // the commoner line end of the file
};

// How many bytes after a place are searched for the end of its line. Longer lines get the file's.
inline constexpr size_t kLineReach = 4096;

// `replace` with the line ends of the place; nothing if it is right as it is.
std::optional<std::string> with_ends_of(const EditPlace& site, std::string_view find, std::string_view replace);

// `content` with CR LF, if it has only LF and the old one only CR LF; else nothing.
std::optional<std::string> with_line_ends_of(std::string_view old_content, std::string_view content);

// The byte-order mark that is kept from `old_content` and put before `content`; "" if there is none.
std::string_view kept_byte_order_mark(std::string_view old_content, std::string_view content);

// `content` without its last line end if `old` has none: lines between two marks, e.g. fences, cannot show that.
std::string_view without_shown_line_end(std::string_view content, std::string_view old);

// `text` with the newline that its last line lacks, if an edit only matches with it, and at no other place, and every
// edit that removes a line end adds one. Nothing otherwise, or if it is unclear which newline it lacks.
std::optional<std::string> with_last_newline(std::string_view text, std::span<const FindReplace> edits);

// Removes it again from the end of the pieces of a result.
void drop_last_newline(std::vector<std::string_view>& pieces);

}  // namespace aptix::edit
