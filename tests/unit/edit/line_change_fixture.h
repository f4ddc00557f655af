// Line changes in a word each, and entries that have them.
#pragma once

#include <deque>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/edit/resolve_fixture.h"

namespace aptix::edit {

using Lines = std::vector<std::string_view>;
using Kind = LineChange::Kind;

// The list of a change, as long as the tests run.
inline std::span<const std::string_view> kept(Lines lines) {
  static std::deque<Lines> all;
  return all.emplace_back(std::move(lines));
}

inline LineChange insert(uint64_t after, Lines lines) {
  return {.kind = Kind::insert, .first = after, .lines = kept(std::move(lines))};
}
inline LineChange replace(uint64_t first, Lines expected, Lines lines) {
  uint64_t last = first + expected.size() - 1;
  return {.kind = Kind::replace,
      .first = first,
      .last = last,
      .expected = kept(std::move(expected)),
      .lines = kept(std::move(lines))};
}
inline LineChange remove(uint64_t first, Lines expected) {
  LineChange change = replace(first, std::move(expected), {});
  change.kind = Kind::remove;
  return change;
}
inline LineChange match(
    Lines expected, Lines lines, LineChange::Occurrence occurrence = LineChange::Occurrence::single) {
  return {.kind = Kind::match,
      .occurrence = occurrence,
      .expected = kept(std::move(expected)),
      .lines = kept(std::move(lines))};
}

inline FileEdit batch_entry(std::string_view file, std::string_view base, std::vector<LineChange> changes) {
  FileEdit entry = test::entry(Operation::modify, file);
  entry.contract = Contract::unique;
  entry.proof.sha = sha256(base);
  for (const LineChange& change : changes) entry.edits.push_back({change, {}});
  return entry;
}

}  // namespace aptix::edit
