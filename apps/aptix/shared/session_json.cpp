#include "shared/session_json.h"

#include "shared/records.h"

namespace aptix::app {

void text_or_null(json::Writer& w, std::string_view key, const std::string& text) {
  w.key(key);
  text.empty() ? w.null() : w.value(text);
}

void write_session(json::Writer& w, const ops::SessionState& state) {
  w.field("session", state.id);
  text_or_null(w, "name", state.name);
  w.field("started", utc_time(state.started_ns));
  text_or_null(w, "ended", state.ended_ns ? utc_time(*state.ended_ns) : "");
  w.field("caller", state.caller);
  text_or_null(w, "profile", state.profile);
}

void write_budget(json::Writer& w, const ops::LiveSession& live) {
  auto limit = [&](std::string_view key, uint64_t value) {
    w.key(key);
    value == 0 ? w.null() : w.value(value);
  };
  const ops::SessionState& state = live.state();
  w.key("budget").begin_object();
  limit("readTokens", live.budget().read_tokens);
  w.field("used", state.tokens_read);
  limit("writeFiles", live.budget().write_files);
  w.field("filesWritten", state.writes.size());
  limit("writeBytes", live.budget().write_bytes);
  w.field("bytesWritten", state.bytes_written);
  w.end_object();
}

}  // namespace aptix::app
