// Replies in the format of the request's protocol revision; only this module knows those formats. Pure.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json/json_writer.h"
#include "mcp/message.h"
#include "ops/tools/result.h"
#include "ops/tools/tool.h"

namespace aptix::app::mcp {

// The client, and its revision.
struct Peer {
  Revision revision = Revision::r2025_11_25;
  std::string name{};         // name of the client
  bool can_be_asked = false;  // it can show questions to a person
  bool has_roots = false;

  bool is_modern() const { return revision >= Revision::r2026_07_28; }
};

using Fill = std::function<void(json::Writer&)>;
enum class Cached : uint8_t { never, by_anyone, by_one };  // who may share the cached result

// `fill` writes the members of the result.
std::string reply(const Peer& peer, const std::string& id, const Fill& fill, Cached cached = Cached::never);
// `data`: a JSON value, or "". `id` "": unknown.
std::string error_reply(const std::string& id, int code, std::string_view message, std::string_view data = {});
// `token`: a JSON value.
std::string progress_note(const std::string& token, uint64_t done, uint64_t all);
std::string request(std::string_view id, std::string_view method, const Fill& params);

std::string initialize_reply(const Peer& peer, const std::string& id);
std::string discover_reply(const Peer& peer, const std::string& id);
std::string tools_reply(const Peer& peer, const std::string& id, std::span<const ops::ToolRow* const> tools);
std::string call_reply(
    const Peer& peer, const std::string& id, const ops::ToolRow& tool, const ops::ToolResult& result);

// The parameters of 'elicitation/create' that ask whether a waiting change may be made.
void write_question(json::Writer& w, const Peer& peer, std::string_view message);

std::string unsupported_version(const std::string& id, std::string_view requested);

}  // namespace aptix::app::mcp
