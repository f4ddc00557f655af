// One message of the Model Context Protocol (JSON-RPC): its kind, or what is wrong with it. Pure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"

namespace aptix::app::mcp {

// The standard codes, and one of the protocol.
inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kNoMethod = -32601, kInvalidParams = -32602,
                     kInternalError = -32603, kUnsupportedVersion = -32022;

// In order of time. The newest has no handshake: each request states its version.
enum class Revision : uint8_t { r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25, r2026_07_28 };
inline constexpr std::string_view kRevisions[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};
constexpr std::string_view name(Revision revision) { return kRevisions[static_cast<size_t>(revision)]; }
std::optional<Revision> find_revision(std::string_view name);

struct Message {
  enum class Kind : uint8_t { request, notification, response, invalid };
  Kind kind = Kind::invalid;
  std::string id{};                     // as JSON: "7", "\"a\""; "": there is none
  std::string method{};                 // request, notification
  std::optional<json::Value> params{};  // an object
  std::optional<json::Value> result{};  // response; nullopt: it is an error
  int code = 0;                         // invalid: the error code of the reply
  std::string fault{};
};

// One line of input: a message, or an array of messages.
struct Incoming {
  std::string text;
  json::ReadResult read;  // views `text`
  std::vector<Message> messages{};
  bool is_batch = false;
};
std::shared_ptr<const Incoming> read_message(std::string line);

// The JSON of an id or token, normalized for escapes; "" if it is neither a string nor a number.
std::string id_literal(const std::optional<json::Value>& value);

// A member of params._meta or params.
std::optional<json::Value> meta(const Message& message, std::string_view key);
std::optional<json::Value> param(const Message& message, std::string_view key);
std::string text_param(const Message& message, std::string_view key);

}  // namespace aptix::app::mcp
