// Calls of editing tools, out of what interfaces wrap around them: alone, in a list, a value a line, as
// {"name": ..., "input": {...}}, as a message with such parts. Their texts must stand exactly once.
#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "format/calls/edit_tool.h"
#include "format/calls/edit_tool_arguments.h"
#include "format/calls/vocabulary.h"
#include "format/find/line.h"
#include "format/forms/forms.h"
#include "format/json/json_support.h"

namespace aptix::format {
namespace {

std::string_view string_of(const json::Value& object, std::string_view key) {
  std::optional<json::Value> value = object.find(key);
  return value && value->type() == json::Type::string ? value->text() : std::string_view();
}

class CallReader {
 public:
  explicit CallReader(JsonReading& reading) : reading_(reading) {}

  // Value by value, as far as the text goes.
  void read_all() {
    std::string_view body = reading_.block.body;
    for (size_t start = next(body, 0); start < body.size(); start = next(body, start)) {
      const json::Document* document = read_text(body.substr(start), "", {start, false}, start);
      if (document == nullptr) return;
      bool alone = start == next(body, 0) && next(body, end_) >= body.size();
      read_value(document->root(), "", {start, false}, {"", alone});
      start = end_;
    }
  }

  // One value, whose text stands nowhere in the block as it is.
  void read_made(std::string_view json_text, size_t offset, CallNumber number) {
    CallText text{offset, true};
    if (const json::Document* document = read_text(json_text, "", text, 0))
      read_value(document->root(), "", text, {"", number == CallNumber::only});
  }

 private:
  static size_t next(std::string_view body, size_t at) {
    return std::min(body.find_first_not_of(" \t\r\n", at), body.size());
  }

  // The first value of the text; its faults are said, and then there is none.
  const json::Document* read_text(
      std::string_view json_text, const std::string& pointer, const CallText& text, size_t offset) {
    json::ReadResult result =
        json::read(json_text, {.max_depth = reading_.options.limits.depth, .prefix = !text.inside});
    auto at = [&](const json::Fault& fault) { return text.inside ? text.base : text.base + fault.offset; };
    auto where = [&](const json::Fault& fault) { return text.inside ? pointer : fault.pointer; };
    for (const json::Fault& fault : result.errors)
      reading_.findings.error(fault.code, at(fault), where(fault), fault.message, fault.hint);
    for (const json::Fault& fault : result.repairs)
      reading_.findings.warning(fault.code, at(fault), where(fault), fault.message, fault.hint);
    end_ = offset + result.end;
    if (!result.document || !result.errors.empty()) return nullptr;
    return &documents_.emplace_back(std::move(*result.document));
  }

  void read_value(const json::Value& value, const std::string& pointer, const CallText& text, CallName name) {
    if (value.type() != json::Type::array) return read_call(value, pointer, text, name);
    name.alone = name.alone && value.size() == 1;
    size_t index = 0;
    for (json::Value element : value) read_value(element, element_pointer(pointer, index++), text, name);
  }

  // The name of the tool. Under "tool" a name only tells of what must not be passed over.
  static std::string_view tool_of(const json::Value& call) {
    std::string_view tool = string_of(call, "name");
    if (!tool.empty()) return tool;
    tool = string_of(call, "tool");
    return is_moving_tool(tool) ? tool : std::string_view();
  }

  // Takes the wrapping off.
  void read_call(const json::Value& call, const std::string& pointer, const CallText& text, CallName name) {
    if (call.type() == json::Type::string && !name.alone) return;  // prose between calls
    if (call.type() != json::Type::object)
      return void(reading_.findings.error(Code::field_type, text.at(call), pointer,
          wrong_type("a call of an edit tool", json::Type::object, call), right_type(json::Type::object, call)));
    if (std::string_view tool = tool_of(call); !tool.empty()) name.tool = tool;
    if (string_of(call, "type") == "text") return;  // prose next to calls
    for (auto member = call.begin(); member != call.end(); ++member) {
      std::string_view key = member.member().key;
      json::Value value = *member;
      std::string inner = member_pointer(pointer, key);
      if (may_hold_patch(key) && read_patch(value, inner, text)) return;
      if (!may_wrap_call(key)) continue;
      bool writes = key == "content" && value.type() == json::Type::string;
      if (value.type() == json::Type::object || value.type() == json::Type::array)
        return read_value(value, inner, text, name);
      if (value.type() == json::Type::string && !writes && looks_like_json(value.text()))
        return read_string(value, inner, text, name);
    }
    read_call_arguments(reading_, call, pointer, text, name, documents_);
  }

  static bool looks_like_json(std::string_view text) {
    std::string_view start = trim(text);
    return start.starts_with('{') || start.starts_with('[');
  }

  // A string, or a command with its words in a list. False when no patch is in it.
  bool read_patch(const json::Value& value, const std::string& pointer, const CallText& text) {
    if (value.type() == json::Type::array) {
      size_t index = 0;
      for (json::Value word : value)
        if (read_patch(word, element_pointer(pointer, index++), text)) return true;
      return false;
    }
    bool patch = value.type() == json::Type::string && !looks_like_json(value.text()) &&
        value.text().find(kPatchSign) != std::string_view::npos;
    if (patch) read_call_patch(reading_, value, pointer, text);
    return patch;
  }

  // Arguments as JSON in a string: all its faults stand where the string does.
  void read_string(const json::Value& string, const std::string& pointer, const CallText& text, const CallName& name) {
    if (++strings_ > kMostStrings)
      return void(reading_.findings.error(
          Code::field_type, text.base, pointer, "the arguments are a string in a string", "give them as an object"));
    CallText inner{text.at(string), true};
    size_t end = end_;
    if (const json::Document* document = read_text(string.text(), pointer, inner, 0))
      read_value(document->root(), pointer, inner, name);
    end_ = end;
    --strings_;
  }

  static constexpr int kMostStrings = 2;  // within each other

  JsonReading& reading_;
  size_t end_ = 0;   // after the value that was read last
  int strings_ = 0;  // that the value stands in
  std::deque<json::Document> documents_;
};

}  // namespace

void read_tool_call(JsonReading& reading, std::string_view json, size_t offset, CallNumber number) {
  CallReader(reading).read_made(json, offset, number);
}

Diagnostics parse_edit_tool(const Input& input, const Block& block, const ParseOptions& options, Plan& plan) {
  JsonReading reading(input, block, options, plan);
  CallReader(reading).read_all();
  return reading.findings.take();
}

}  // namespace aptix::format
