// --profile: how much of the files the reader may get.
#pragma once

#include <optional>

#include "context/profile.h"
#include "terminal/session.h"

namespace aptix::app {

inline constexpr Option kProfile = option("profile", "NAME",
    "give no more than this reader may get: local, cloud, review, or a profile of the configuration");

// The one that is asked for, and that of the session: the narrower of both in all. Nothing: there is none. Fails with
// usage where there is none of that name.
Result<std::optional<context::Profile>> profile_of(const Session& session, const ops::Settings& settings);

// How many bytes of JSON a call may give, its errors and warnings aside. Of a small call so much is added as names and
// numbers take, since nothing else would fit.
uint64_t most_json(const context::Profile& profile);

// What was cut off, and by which profile.
Diagnostic cut_by_profile(const context::Profile& profile);

}  // namespace aptix::app
