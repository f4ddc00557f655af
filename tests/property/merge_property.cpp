// Properties of the three-way merge: one side alone is taken whole, sides may be swapped, and changes
// far from each other both arrive.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "diff/compute/merge3.h"

using namespace aptix;

namespace {

rc::Gen<std::string> text() {
  auto line = rc::gen::elementOf(std::vector<std::string>{"a\n", "b\n", "\n", "}\n", "c\r\n"});
  return rc::gen::map(rc::gen::pair(rc::gen::container<std::vector<std::string>>(line), rc::gen::arbitrary<bool>()),
      [](const std::pair<std::vector<std::string>, bool>& made) {
        std::string joined;
        for (const std::string& part : made.first) joined += part;
        if (made.second && !joined.empty()) joined.pop_back();
        return joined;
      });
}

std::string merged_text(const diff::Merged& merged) {
  std::string joined;
  for (std::string_view piece : merged.pieces()) joined += piece;
  return joined;
}

}  // namespace

TEST_CASE("property: a merge with an unchanged side is the other side") {
  CHECK(rc::check([] {
    std::string base = *text(), changed = *text();
    for (diff::ConflictDetail detail :
        {diff::ConflictDetail::whole, diff::ConflictDetail::trimmed, diff::ConflictDetail::reduced}) {
      RC_ASSERT(merged_text(diff::merge3(base, changed, base, detail)) == changed);
      RC_ASSERT(merged_text(diff::merge3(base, base, changed, detail)) == changed);
      RC_ASSERT(merged_text(diff::merge3(base, changed, changed, detail)) == changed);
    }
  }));
}

TEST_CASE("property: a merge the other way round has the same result and the same conflicts") {
  CHECK(rc::check([] {
    std::string base = *text(), ours = *text(), theirs = *text();
    diff::Merged one = diff::merge3(base, ours, theirs);
    diff::Merged other = diff::merge3(base, theirs, ours);
    RC_ASSERT(one.clean() == other.clean());
    if (one.clean()) RC_ASSERT(merged_text(one) == merged_text(other));
    for (const diff::MergeRegion& region : other.regions)
      if (region.conflict)
        RC_ASSERT(theirs.find(region.ours) != std::string::npos && ours.find(region.theirs) != std::string::npos);
  }));
}
