// Profiles of readers: the usual ones, and what a configuration makes of them.
#include "context/profile.h"

#include <doctest/doctest.h>

namespace aptix::context {

TEST_CASE("the user's rules change a profile, those of a workspace only narrow it") {
  std::vector<Profile> profiles = usual_profiles();
  apply_rule(profiles, {.name = "local", .lines = 200, .whole = true}, Owner::user);
  CHECK(profiles[0].lines == 200);
  CHECK(profiles[0].call_tokens == 2'000);
  CHECK(profiles[0].whole);
  apply_rule(profiles, {.name = "local", .lines = 300, .call_tokens = 100, .whole = false}, Owner::workspace);
  CHECK(profiles[0].lines == 200);
  CHECK(profiles[0].call_tokens == 100);
  CHECK_FALSE(profiles[0].whole);
  apply_rule(profiles, {.name = "own", .lines = 5}, Owner::workspace);
  REQUIRE(profiles.size() == 4);
  CHECK(profiles[3].name == "own");
  CHECK(profiles[3].lines == 5);
  CHECK(profiles[3].call_tokens == UINT64_MAX);
}

}  // namespace aptix::context
