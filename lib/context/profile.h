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
  bool whole = true;  // whole files, however long they are
  bool diff = true;   // changes with lines around them
};

// What a configuration file says of one; what it does not state is empty.
struct ProfileRule {
  std::string name;
  std::optional<uint64_t> lines{}, call_tokens{}, session_tokens{};
  std::optional<bool> whole{}, diff{};
};

enum class Owner : uint8_t { user, workspace };  // what a workspace says can only narrow

// Fails with usage where there is none of that name.
Result<Profile> find_profile(const std::vector<Profile>& profiles, std::string_view name);
// What both allow, under the name of the first.
Profile narrower(Profile a, const Profile& b);

// Changes the profile of that name; one that is not there yet is added, at first without limits.
void apply_rule(std::vector<Profile>& profiles, const ProfileRule& rule, Owner owner);

// local, cloud, review: what holds where the configuration says nothing else.
std::vector<Profile> usual_profiles();

}  // namespace aptix::context
