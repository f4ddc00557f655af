// How much of the files a reader may get. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace aptix::context {

struct Profile {
  std::string name;
  uint64_t lines = UINT64_MAX;        // of one read
  uint64_t call_tokens = UINT64_MAX;  // of one call
  uint64_t session_tokens = UINT64_MAX;
  bool whole = true;  // may whole files be given, of any length?
  bool diff = true;   // may changes be given with lines around them?
};

// The settings for a profile in a configuration file; empty if not set.
struct ProfileRule {
  std::string name;
  std::optional<uint64_t> lines{}, call_tokens{}, session_tokens{};
  std::optional<bool> whole{}, diff{};
};

enum class Owner : uint8_t { user, workspace };  // a workspace can only narrow

// Fails with usage if there is no profile of that name.
Result<Profile> find_profile(const std::vector<Profile>& profiles, std::string_view name);
// The lower limits of both, under the name of the first.
Profile narrower(Profile a, const Profile& b);

// Changes the profile of that name, which is first added without limits if it does not exist.
void apply_rule(std::vector<Profile>& profiles, const ProfileRule& rule, Owner owner);

// The defaults: local, cloud, review.
std::vector<Profile> usual_profiles();

}  // namespace aptix::context
