// What is checked of the line changes of one file (TUL-002 §6): each line, which is given without its line end, and
// the order of the changes. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "answer/basis/findings.h"
#include "model/plan.h"

namespace aptix::answer {

// A line ends with a line feed. A CR within one is a line break only to whoever writes it so: where the file has none
// there, one is refused.
enum class LineText : uint8_t { plain, with_returns, may_end_in_return };

bool has_line_break(std::string_view line, LineText form);
bool has_inner_return(std::string_view line);

// A finding at `offset`. Of a line that was copied with its line end, nothing has to be divided. REQUIRES:
// has_line_break(text, form).
void report_line_break(Findings& findings, std::string_view text, LineText form, size_t offset, std::string pointer);

// Takes the changes in the order of the document and reports each that stands before, or on, an
// earlier one. Changes without a place of their own (found by their text, or faulty) are passed over.
class OrderCheck {
 public:
  explicit OrderCheck(Findings& findings) : findings_(findings) {}
  void add(const LineChange& change, size_t offset, const std::string& pointer);

 private:
  // How far the earlier change reaches that this one overlaps; nothing when it overlaps none.
  std::optional<std::string> overlapped(const LineChange& change) const;

  Findings& findings_;
  uint64_t position_ = 0;                // of the change furthest down: afterLine or startLine
  uint64_t replaced_to_ = 0;             // last line that a change took
  std::optional<uint64_t> inserted_at_;  // the line furthest down that an insert goes after
};

}  // namespace aptix::answer
