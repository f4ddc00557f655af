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

}  // namespace aptix::answer
