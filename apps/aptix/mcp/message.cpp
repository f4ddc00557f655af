#include "mcp/message.h"

#include <algorithm>

#include "base/json/json_writer.h"
#include "base/json/record.h"

namespace aptix::app::mcp {
namespace {

constexpr size_t kMostInBatch = 100;

Message invalid(std::string id, std::string fault) {
  Message message;
  message.id = std::move(id);
  message.code = kInvalidRequest;
  message.fault = std::move(fault);
  return message;
}

// JSON-RPC allows null as an id; this protocol does not.
Message message_in(const json::Value& object) {
  if (object.type() != json::Type::object) return invalid({}, "a message is an object");
  Message message;
  message.id = id_literal(object.find("id"));
  auto version = json::text_member(object, "jsonrpc");
  if (!version || *version != "2.0") return invalid(message.id, "'jsonrpc' must be \"2.0\"");
  auto method = json::text_member(object, "method");
  if (!method) {
    bool answers = object.find("result") || object.find("error");
    if (!answers || message.id.empty()) return invalid(message.id, "'method' is missing");
    message.kind = Message::Kind::response;
    message.result = object.find("result");
    return message;
  }
  message.method = std::string(*method);
  bool has_id = object.find("id").has_value();
  if (has_id && message.id.empty()) return invalid({}, "'id' must be a string or a number");
  auto params = object.find("params");
  if (params && params->type() != json::Type::object && params->type() != json::Type::null)
    return invalid(message.id, "'params' must be an object");
  if (params && params->type() == json::Type::object) message.params = params;
  message.kind = has_id ? Message::Kind::request : Message::Kind::notification;
  return message;
}

}  // namespace

std::optional<Revision> find_revision(std::string_view name) {
  auto found = std::find(std::begin(kRevisions), std::end(kRevisions), name);
  if (found == std::end(kRevisions)) return std::nullopt;
  return static_cast<Revision>(found - std::begin(kRevisions));
}

std::shared_ptr<const Incoming> read_message(std::string line) {
  auto incoming = std::make_shared<Incoming>();
  incoming->text = std::move(line);
  std::string_view text = incoming->text;
  incoming->read = json::read(text);
  json::ReadResult& read = incoming->read;
  // What our reader repairs is invalid JSON for others.
  if (!read.document || !read.errors.empty() || !read.repairs.empty()) {
    Message broken;
    broken.code = kParseError;
    const std::vector<json::Fault>& faults = read.errors.empty() ? read.repairs : read.errors;
    broken.fault = faults.empty() ? "the message is not JSON" : "the message is not JSON: " + faults.front().message;
    incoming->messages.push_back(std::move(broken));
    return incoming;
  }
  json::Value root = read.document->root();
  if (root.type() != json::Type::array) {
    incoming->messages.push_back(message_in(root));
    return incoming;
  }
  incoming->is_batch = true;
  if (root.size() == 0 || root.size() > kMostInBatch) {
    incoming->messages.push_back(invalid({}, root.size() == 0 ? "the batch is empty" : "the batch is too large"));
    incoming->is_batch = false;
    return incoming;
  }
  for (json::Value one : root) incoming->messages.push_back(message_in(one));
  return incoming;
}

std::string id_literal(const std::optional<json::Value>& value) {
  if (!value) return {};
  if (value->type() == json::Type::number) return std::string(value->text());
  if (value->type() != json::Type::string) return {};
  json::Writer w;
  return w.value(value->text()).take();
}

std::optional<json::Value> param(const Message& message, std::string_view key) {
  return message.params ? message.params->find(key) : std::nullopt;
}

std::string text_param(const Message& message, std::string_view key) {
  auto value = param(message, key);
  return value && value->type() == json::Type::string ? std::string(value->text()) : std::string();
}

std::optional<json::Value> meta(const Message& message, std::string_view key) {
  auto all = param(message, "_meta");
  return all && all->type() == json::Type::object ? all->find(key) : std::nullopt;
}

}  // namespace aptix::app::mcp
