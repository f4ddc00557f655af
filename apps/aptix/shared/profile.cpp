#include "shared/profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"

namespace aptix::app {

Result<std::optional<context::Profile>> profile_of(const Session& session, const ops::Settings& settings) {
  if (!session.arguments.knows("profile") || !session.arguments.has("profile")) return std::nullopt;
  std::string_view name = *session.arguments.value("profile");
  std::string known;
  for (const context::Profile& profile : settings.profiles) {
    if (profile.name == name) return profile;
    known += (known.empty() ? "" : ", ") + escape_for_display(profile.name);
  }
  return fail(Code::usage, fmt::format("there is no profile '{}'", excerpt_for_display(name)),
      fmt::format("name one of {}, or add [profile.NAME] to the configuration", known));
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
