#include "context/profile.h"

#include <algorithm>

namespace aptix::context {

std::vector<Profile> usual_profiles() {
  return {{"local", 80, 2'000, 16'000, false, true}, {"cloud", UINT64_MAX, 25'000, 400'000, true, true},
      {"review", UINT64_MAX, 25'000, 400'000, false, true}};
}

void apply_rule(std::vector<Profile>& profiles, const ProfileRule& rule, Owner owner) {
  auto found =
      std::find_if(profiles.begin(), profiles.end(), [&](const Profile& one) { return one.name == rule.name; });
  if (found == profiles.end()) {
    profiles.push_back({.name = rule.name});
    found = profiles.end() - 1;
  }
  auto take = [&](auto& value, const auto& stated) {
    if (stated && (owner == Owner::user || *stated < value)) value = *stated;
  };
  take(found->lines, rule.lines);
  take(found->call_tokens, rule.call_tokens);
  take(found->session_tokens, rule.session_tokens);
  take(found->whole, rule.whole);
  take(found->diff, rule.diff);
}

}  // namespace aptix::context
