// Line changes in a word each, and entries that have them.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "unit/edit/resolve_fixture.h"

namespace aptix::edit {

using Lines = std::vector<std::string_view>;
using Kind = LineChange::Kind;

inline LineChange insert(uint64_t after, Lines lines) {
  return {.kind = Kind::insert, .first = after, .lines = std::move(lines)};
}
inline LineChange replace(uint64_t first, Lines expected, Lines lines) {
  uint64_t last = first + expected.size() - 1;
  return {
      .kind = Kind::replace, .first = first, .last = last, .expected = std::move(expected), .lines = std::move(lines)};
}
inline LineChange remove(uint64_t first, Lines expected) {
  LineChange change = replace(first, std::move(expected), {});
  change.kind = Kind::remove;
  return change;
}
inline LineChange match(
    Lines expected, Lines lines, LineChange::Occurrence occurrence = LineChange::Occurrence::single) {
  return {.kind = Kind::match, .occurrence = occurrence, .expected = std::move(expected), .lines = std::move(lines)};
}

inline FileEdit batch_entry(std::string_view file, std::string_view base, std::vector<LineChange> changes) {
  FileEdit entry = test::entry(Operation::modify, file);
  entry.contract = Contract::unique;
  entry.proof.sha = sha256(base);
  for (LineChange& change : changes) entry.edits.push_back({std::move(change), {}});
  return entry;
}

}  // namespace aptix::edit
