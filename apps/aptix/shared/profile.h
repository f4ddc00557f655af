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

// What was cut off, and by which profile.
Diagnostic cut_by_profile(const context::Profile& profile);

}  // namespace aptix::app
