// Line ends of a text and of its edits: CR LF and LF taken as equal, what is written has those of the place where it
// lands, and a last line without newline keeps none. A lone CR is an ordinary byte. Pure.
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

// Whether a find text can fit a place whose line ends differ: it has a line end, and no CR that
// would leave the end of a line in doubt.
bool has_line_end_variants(std::string_view find);

// `text` with every CR LF turned into LF.
std::string folded(std::string_view text);

// How many bytes at the start of `text` equal `wanted` but for line ends; nothing when they don't.
// `wanted` is folded.
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
  bool exact = true;             // the find text fits byte for byte
  LineEnd file = LineEnd::none;  // the commoner line end of the file
};

// How far after a place the end of its line is looked for. Longer lines have the file's.
inline constexpr size_t kLineReach = 4096;

// `replace` with the line ends of the place; nothing when it is right as it is.
std::optional<std::string> with_ends_of(const EditPlace& site, std::string_view find, std::string_view replace);

// LF content over a file that has only CR LF: the content with CR LF. Nothing when it is right as
// given; content with a CR LF of its own always is.
std::optional<std::string> with_line_ends_of(std::string_view old_content, std::string_view content);

// A byte-order mark of the file stays: the part of `old_content` that goes before `content`.
std::string_view kept_byte_order_mark(std::string_view old_content, std::string_view content);

// Lines between two marks cannot say that the last one has no line end: it stays as it is in the old text.
std::string_view without_shown_line_end(std::string_view content, std::string_view old);

// `text` with the newline that its last line lacks, where an edit meets that line and no other one, and every edit
// leaves a line end where it takes one; nothing otherwise, nor where it is not clear which newline it lacks.
std::optional<std::string> with_last_newline(std::string_view text, std::span<const FindReplace> edits);

// Takes it away again, from the end of the pieces of a result.
void drop_last_newline(std::vector<std::string_view>& pieces);

}  // namespace aptix::edit
