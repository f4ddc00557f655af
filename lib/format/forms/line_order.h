// Order and overlap of the line changes of one file (TUL-002 §6). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "format/findings.h"
#include "model/plan.h"

namespace aptix::format {

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

}  // namespace aptix::format
