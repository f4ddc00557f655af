// One change of a line-patch batch (TUL-002 §5), out of the fields of its object. Pure.
#pragma once

#include <array>
#include <memory_resource>
#include <string>

#include "answer/tree/json_support.h"
#include "model/plan.h"

namespace aptix::answer {

using ChangeFields = std::array<FieldValue, line_patch::kChangeFieldCount>;

struct ReadChange {
  LineChange change{};
  bool placed = false;  // its numbers can be relied on
};

// The faults are said; what they leave of the change is returned. Its lists of lines lie in `memory`.
ReadChange read_line_change(Findings& findings, const json::Value& entry, const ChangeFields& fields,
    const std::string& pointer, std::pmr::memory_resource& memory);

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
