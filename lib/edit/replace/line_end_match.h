// Comparing texts with CR LF and LF taken as equal. A lone CR is an ordinary byte. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  std::string_view text() const { return copied_ ? std::string_view(copy_) : text_; }
  size_t original(size_t offset) const;  // of a byte of text(); for a folded line end that of its CR

 private:
  std::string_view text_;
  std::string copy_;
  std::vector<size_t> marks_;  // the original offset of each kStep-th byte of copy_
  bool copied_ = false;
};

}  // namespace aptix::edit
