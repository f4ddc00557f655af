// What the order of hunks says about those that fit several places.
#include "edit/hunk/placed_hunk.h"

#include <doctest/doctest.h>

#include <deque>

using aptix::edit::choose_by_order;
using aptix::edit::goes_before;
using aptix::edit::HunkRange;
namespace diff = aptix::diff;

namespace {

// Hunks of three lines that change the one in the middle.
struct Hunks {
  std::deque<diff::Hunk> owned;
  std::vector<aptix::edit::PlacedHunk> candidates;

  aptix::edit::PlacedHunk& add(std::vector<uint64_t> lines) {
    using Kind = diff::HunkLine::Kind;
    diff::Hunk& hunk = owned.emplace_back();
    hunk.lines = {{.kind = Kind::context, .text = "a"}, {.kind = Kind::removed, .text = "b"},
        {.kind = Kind::context, .text = "c"}};
    aptix::edit::PlacedHunk& candidate = candidates.emplace_back();
    candidate.hunk = &hunk;
    if (lines.size() == 1) candidate.chosen = diff::Place{lines.front()};
    else
      for (uint64_t line : lines) candidate.places.places.push_back({line});
    candidate.places.count = candidate.places.places.size();
    return candidate;
  }
  uint64_t line(size_t i) const { return candidates.at(i).chosen ? candidates.at(i).chosen->line : 0; }
};

}  // namespace

TEST_CASE("a hunk between two that are placed has one place left") {
  Hunks hunks;
  hunks.add({10});
  hunks.add({1, 20, 40});
  hunks.add({30});
  choose_by_order(hunks.candidates);
  CHECK(hunks.line(1) == 20);
}

TEST_CASE("two places between its neighbours leave a hunk open") {
  Hunks hunks;
  hunks.add({10});
  hunks.add({20, 24});
  hunks.add({30});
  choose_by_order(hunks.candidates);
  CHECK(hunks.line(1) == 0);
}

TEST_CASE("as many like hunks as places take them in order") {
  Hunks hunks;
  hunks.add({5, 15});
  hunks.add({5, 15});
  choose_by_order(hunks.candidates);
  CHECK(hunks.line(0) == 5);
  CHECK(hunks.line(1) == 15);
}

TEST_CASE("a stated number that speaks for another place keeps the order from choosing") {
  Hunks hunks;
  hunks.add({10});
  hunks.add({2, 20}).expected = 3;
  choose_by_order(hunks.candidates);
  CHECK(hunks.line(1) == 0);
}

TEST_CASE("hunks that cannot stand in order choose nothing") {
  Hunks hunks;
  hunks.add({30});
  hunks.add({1, 4});
  choose_by_order(hunks.candidates);
  CHECK(hunks.line(1) == 0);
}

TEST_CASE("hunks may share context, but neither changes what the other one covers") {
  HunkRange first{1, 4, 2, 3};
  CHECK(goes_before(first, {3, 6, 4, 5}));
  CHECK_FALSE(goes_before(first, {2, 5, 3, 4}));
  CHECK_FALSE(goes_before({3, 6, 4, 5}, first));
}
