// Calls of editing tools, out of what interfaces wrap around them: alone, in a list, a value a line, as
// {"name": ..., "input": {...}}, as a message with such parts. Their texts must stand exactly once.
#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "answer/basis/line.h"
#include "answer/calls/calls.h"
#include "answer/name/paths.h"
#include "answer/tree/call_sense.h"
#include "answer/tree/json_support.h"
#include "answer/tree/vocabulary.h"
#include "base/json/record.h"
#include "base/text/ascii.h"

namespace aptix::answer {
namespace {

std::string_view string_of(const json::Value& object, std::string_view key) {
  return json::text_member(object, key).value_or("");
}

class CallReader {
 public:
  explicit CallReader(BlockReading& reading) : reading_(reading) {}

  // Value by value, as far as the text goes.
  void read_all() {
    std::string_view body = reading_.block.body;
    size_t first = after_space(body);
    for (size_t start = first; start < body.size(); start = after_space(body, end_)) {
      CallText text{.base = start};
      const json::Document* document = read_text(body.substr(start), "", text, start);
      if (document == nullptr) return;
      bool alone = start == first && after_space(body, end_) >= body.size();
      read_value(document->root(), "", text, {"", alone});
    }
  }

  // One value, whose text stands nowhere in the block as it is.
  void read_made(std::string_view json_text, const CallText& text, CallNumber number) {
    if (const json::Document* document = read_text(json_text, "", text, 0))
      read_value(document->root(), "", text, {"", number == CallNumber::only});
  }

 private:
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

  static std::string_view tool_of(const json::Value& call) {
    for (auto member = call.begin(); member != call.end(); ++member)
      if (meaning_of(member.member().key) == Meaning::tool && (*member).type() == json::Type::string)
        return (*member).text();
    return {};
  }

  static bool is_result(const json::Value& call) {
    if (meaning_of(string_of(call, "type")) == Meaning::result || string_of(call, "role") == "tool") return true;
    for (auto member = call.begin(); member != call.end(); ++member)
      if (meaning_of(member.member().key) == Meaning::result) return true;
    return false;
  }

  // "stop_reason": "max_tokens"
  static std::string_view sign_of_cut(const json::Value& message) {
    constexpr std::pair<std::string_view, std::string_view> kCut[] = {{"stop_reason", "max_tokens"},
        {"finish_reason", "length"}, {"finishReason", "MAX_TOKENS"}, {"status", "incomplete"}};
    for (const auto& [key, reason] : kCut)
      if (string_of(message, key) == reason) return key;
    return {};
  }

  // Takes the wrapping off.
  void read_call(const json::Value& call, const std::string& pointer, const CallText& text, CallName name) {
    if (call.type() == json::Type::string && begins_json(call.text())) return read_string(call, pointer, text, name);
    if (call.type() == json::Type::string && !name.alone) return;  // prose between calls
    if (call.type() != json::Type::object)
      return void(reading_.findings.error(Code::field_type, text.at(call), pointer,
          wrong_type("a call of an edit tool", json::Type::object, call), right_type(json::Type::object, call)));
    if (std::string_view tool = tool_of(call); !tool.empty()) name.tool = tool;
    if (string_of(call, "type") == "text") return;  // prose next to calls
    size_t files = reading_.plan.files.size();
    bool result = is_result(call);
    if (is_file_map(call)) return read_file_map(call, pointer, text);
    if (!read_inside(call, pointer, text, name) && !result)
      read_call_arguments({reading_, text, name, documents_}, call, pointer);
    bool made = reading_.plan.files.size() != files;
    made_ = made_ || made;
    if (std::string_view sign = sign_of_cut(call); made && !sign.empty())
      reading_.findings.error(Code::block_unterminated, text.at(call), member_pointer(pointer, sign),
          "the message says that it was cut short: " + excerpt_in_quotes(sign) + " is " +
              excerpt_in_quotes(string_of(call, sign)),
          "ask for the whole answer again");
    if (result && made_)
      reading_.findings.error(Code::block_unread, text.at(call), pointer,
          "the result of a call stands here: the edit was made already", "give the calls that are still to be made");
  }

  // {"src/a.c": "...", "src/b.c": "..."}
  static bool is_file_map(const json::Value& call) {
    for (auto member = call.begin(); member != call.end(); ++member) {
      std::string_view key = member.member().key;
      bool file = word_of(key) == nullptr && is_path_text(key) && (*member).type() == json::Type::string;
      if (file && (*member).text().ends_with('\n')) return true;
    }
    return false;
  }

  void read_file_map(const json::Value& map, const std::string& pointer, const CallText& text) {
    for (auto member = map.begin(); member != map.end(); ++member) {
      std::string_view key = member.member().key;
      std::string where = member_pointer(pointer, key);
      if ((*member).type() != json::Type::string || !is_path_text(key))
        reading_.findings.error(Code::field_unexpected, text.at(*member), where,
            excerpt_in_quotes(key) + " is no path with a content, and other members are",
            "give only files: their paths as the keys, their contents as strings");
      else if (auto path = dialect_path(reading_, key, text.at(*member), where))
        reading_.plan.files.push_back(whole_file(std::move(*path), *member, where, text));
    }
  }

  FileEdit whole_file(DialectPath path, const json::Value& content, const std::string& pointer, const CallText& text) {
    FileEdit entry = file_edit(reading_, std::move(path), Operation::write, text.at(content), pointer);
    entry.contract = Contract::literal;
    entry.edits.push_back({Whole{.content = reading_.keep(content.text()), .told = text.told}, entry.origin});
    return entry;
  }

  // What the members of a call wrap; false when they wrap nothing.
  bool read_inside(const json::Value& call, const std::string& pointer, const CallText& text, CallName name) {
    bool has_path = false;
    size_t wraps = 0;
    for (auto member = call.begin(); member != call.end(); ++member) {
      std::string_view key = member.member().key;
      has_path = has_path || (meaning_of(key) == Meaning::path && (*member).type() == json::Type::string);
      wraps += wraps_call(key, *member) ? 1 : 0;
    }
    for (auto member = call.begin(); member != call.end(); ++member) {
      std::string_view key = member.member().key;
      std::string at = member_pointer(pointer, key);
      if (may_hold_patch(key) && read_patch(*member, at, text, kPatchSign)) return true;
      if (!has_path && meaning_of(key) == Meaning::diff && read_patch(*member, at, text, kDiffSign)) return true;
    }
    if (wraps == 0 || has_path) return false;
    name.alone = name.alone && wraps == 1;
    for (auto member = call.begin(); member != call.end(); ++member) {
      std::string_view key = member.member().key;
      if (!wraps_call(key, *member)) continue;
      CallName inner = name;
      if (is_edit_tool(key)) inner.tool = key;
      if ((*member).type() == json::Type::string) read_string(*member, member_pointer(pointer, key), text, inner);
      else read_value(*member, member_pointer(pointer, key), text, inner);
    }
    return true;
  }

  // A string that has the sign in it, or a command with its words in a list. False when there is none.
  bool read_patch(const json::Value& value, const std::string& pointer, const CallText& text, std::string_view sign) {
    size_t index = 0;
    for (auto word = value.begin(); value.type() == json::Type::array && word != value.end(); ++word)
      if (read_patch(*word, element_pointer(pointer, index++), text, sign)) return true;
    bool patch = value.type() == json::Type::string && !begins_json(value.text()) &&
        value.text().find(sign) != std::string_view::npos;
    if (patch) read_call_patch(reading_, value, pointer, text);
    return patch;
  }

  // Arguments as JSON in a string: all its faults stand where the string does.
  void read_string(const json::Value& string, const std::string& pointer, const CallText& text, const CallName& name) {
    if (++strings_ > kMostStrings)
      return void(reading_.findings.error(
          Code::field_type, text.base, pointer, "the arguments are a string in a string", "give them as an object"));
    CallText inner{.base = text.at(string), .inside = true, .told = text.told};
    size_t end = end_;
    if (const json::Document* document = read_text(string.text(), pointer, inner, 0))
      read_value(document->root(), pointer, inner, name);
    end_ = end;
    --strings_;
  }

  static constexpr int kMostStrings = 2;  // within each other

  BlockReading& reading_;
  size_t end_ = 0;     // after the value that was read last
  int strings_ = 0;    // that the value stands in
  bool made_ = false;  // an edit was read
  std::deque<json::Document> documents_;
};

}  // namespace

void read_tool_call(BlockReading& reading, std::string_view json, const CallText& text, CallNumber number) {
  CallReader(reading).read_made(json, text, number);
}

void parse_edit_tool(BlockReading& reading) { CallReader(reading).read_all(); }

}  // namespace aptix::answer
