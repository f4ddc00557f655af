// A session as members of a JSON object.
#pragma once

#include <string>
#include <string_view>

#include "base/json/json_writer.h"
#include "ops/session/live_session.h"

namespace aptix::app {

void text_or_null(json::Writer& w, std::string_view key, const std::string& text);  // "" is null

// session, name, started, ended, caller, profile
void write_session(json::Writer& w, const ops::SessionState& state);
// The member "budget".
void write_budget(json::Writer& w, const ops::LiveSession& live);

}  // namespace aptix::app
