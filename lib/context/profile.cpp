#include "context/profile.h"

#include <algorithm>

#include "base/text/text.h"

namespace aptix::context {

std::vector<Profile> usual_profiles() {
  return {{"local", 80, 2'000, 16'000, false, true}, {"cloud", UINT64_MAX, 25'000, 400'000, true, true},
      {"review", UINT64_MAX, 25'000, 400'000, false, true}};
}

Result<Profile> find_profile(const std::vector<Profile>& profiles, std::string_view name) {
  std::string known;
  for (const Profile& profile : profiles) {
    if (profile.name == name) return profile;
    known += (known.empty() ? "" : ", ") + escape_for_display(profile.name);
  }
  return fail(Code::usage, "there is no profile '" + excerpt_for_display(name) + "'",
      "name one of " + known + ", or add [profile.NAME] to the configuration");
}

Profile narrower(Profile a, const Profile& b) {
  a.lines = std::min(a.lines, b.lines);
  a.call_tokens = std::min(a.call_tokens, b.call_tokens);
  a.session_tokens = std::min(a.session_tokens, b.session_tokens);
  a.whole = a.whole && b.whole;
  a.diff = a.diff && b.diff;
  return a;
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
