#include "shared/profile.h"

#include <algorithm>

#include "context/tokens.h"

namespace aptix::app {

Result<std::optional<context::Profile>> profile_of(const Session& session, const ops::Settings& settings) {
  std::optional<context::Profile> found;
  auto narrow_to = [&](std::string_view name) -> Status {
    TRY_ASSIGN(profile, context::find_profile(settings.profiles, name));
    found = found ? context::narrower(*found, profile) : profile;
    return {};
  };
  if (session.flag("profile")) TRY(narrow_to(*session.arguments.value("profile")));
  if (session.tool != nullptr && session.tool->max_tokens != UINT64_MAX) {
    context::Profile call{.name = std::string(session.tool->name), .call_tokens = session.tool->max_tokens};
    found = found ? context::narrower(*found, call) : call;
  }
  ops::LiveSession* live = live_session(session);
  if (live == nullptr) return found;
  if (std::string name = live->profile(); !name.empty()) TRY(narrow_to(name));
  if (found && found->session_tokens != UINT64_MAX) live->lower_budget({.read_tokens = found->session_tokens});
  return found;
}

uint64_t most_json(const context::Profile& profile) {
  constexpr uint64_t kSmall = 2'000, kNames = 600, kWarnings = 1'000;
  uint64_t bytes = context::bytes_for(profile.call_tokens);
  if (bytes == UINT64_MAX) return bytes;
  return bytes < kSmall ? bytes + kNames : bytes - std::min(bytes / 4, kWarnings);
}

Diagnostic cut_by_profile(const context::Profile& profile) {
  std::string most = profile.call_tokens == UINT64_MAX ? "" : fmt::format("{} tokens a call", profile.call_tokens);
  if (profile.lines != UINT64_MAX)
    most = fmt::format("{} lines a read{}{}", profile.lines, most.empty() ? "" : " and ", most);
  return make_error(Code::limit_exceeded,
      fmt::format("cut off: the profile '{}' gives at most {}", escape_for_display(profile.name), most),
      "ask for less, or for another part");
}

}  // namespace aptix::app
