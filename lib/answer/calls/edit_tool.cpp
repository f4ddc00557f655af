// Calls of editing tools as JSON, however they are wrapped: alone, in a list, one value a line, as {"name": ...,
// "input": {...}}, or as parts of a message.
#include <utility>

#include "answer/basis/line.h"
#include "answer/calls/calls.h"
#include "answer/name/paths.h"
#include "answer/tree/json_support.h"
#include "answer/tree/vocabulary.h"
#include "base/json/record.h"
#include "base/text/ascii.h"

namespace aptix::answer {
namespace {

using json::Type;
using json::Value;

std::string_view string_of(const Value& object, std::string_view key) {
  return json::text_member(object, key).value_or("");
}

// Does it ask for something special? Words for what is done by default do not.
bool is_on(const Value& value) {
  constexpr std::string_view kUsual[] = {
      "", "false", "none", "utf-8", "utf8", "overwrite", "write", "w", "rewrite", "replace", "edit", "update"};
  if (value.type() == Type::string) return !is_one_of(kUsual, ascii_lower(value.text()));
  return value.type() != Type::null && (value.type() != Type::boolean || value.boolean());
}

class FieldReader {
 public:
  explicit FieldReader(const CallReading& call) : call_(call) {}

  std::optional<CallFields> read(const Value& object, const std::string& pointer) {
    for (auto member = object.begin(); member != object.end(); ++member) {
      std::string_view key = member.member().key;
      if ((*member).type() != Type::null) take(key, *member, member_pointer(pointer, key.substr(0, 200)));
    }
    if (range_ && !fields_.has(Meaning::old_text) && !fields_.has(Meaning::edits))
      error(Code::field_value, *range_, range_pointer_, "a call that gives the numbers of lines alone is not read",
          "give the old text of the lines as well");
    return ok_ ? std::optional(std::move(fields_)) : std::nullopt;
  }

 private:
  void take(std::string_view key, const Value& value, const std::string& pointer) {
    const Word& word = word_of(key);
    switch (word.meaning) {
      case Meaning::none:
        call_.reading.findings.warning(Code::field_unknown, call_.text.at(value), pointer,
            "the field " + excerpt_in_quotes(key) + " is not known; it was ignored");
        return;
      case Meaning::for_people:
      case Meaning::result:
      case Meaning::tool: return;
      case Meaning::range:
      case Meaning::line:
        // The number of a line is the place of an insertion, or only a hint.
        if (word.meaning == Meaning::line && act_of_tool(call_.name.tool) == Act::insert_before)
          return keep(word, key, value, pointer);
        range_ = value;
        range_pointer_ = pointer;
        return;
      case Meaning::trial:
        if (is_on(value) && !call_.reading.options.trial)
          error(Code::field_value, value, pointer,
              "the call has " + excerpt_in_quotes(key) + " set: it would write nothing",
              "run with '-n' to see what it would do");
        return;
      case Meaning::alters:
        if (is_on(value))
          error(Code::field_value, value, pointer, "a call with the field " + excerpt_in_quotes(key) + " is not read",
              "give the old and the new text, word by word");
        return;
      case Meaning::cell:
        if (ok_)
          error(Code::block_unread, value, pointer,
              call_.subject() + " changes a cell of a notebook, which is not read",
              "give the change as the old and the new text of the file");
        return;
      default: return keep(word, key, value, pointer);
    }
  }

  void keep(const Word& word, std::string_view key, const Value& value, const std::string& pointer) {
    std::optional<Value> read = as_type(value, word);
    std::optional<Value>& slot = fields_.values[static_cast<size_t>(word.meaning)];
    auto is_text = [](const Value& one) { return one.type() == Type::string; };
    bool command = word.meaning == Meaning::command;
    if (!read && !command)
      error(Code::field_type, value, pointer, wrong_type(excerpt_in_quotes(key), word.type, value),
          right_type(word.type, value));
    if (!read) return;
    bool other = slot && !(is_text(*read) && is_text(*slot) && read->text() == slot->text());
    if (!other) slot = read;
    else if (!command || !word.is(kWeak))
      error(Code::field_unexpected, value, pointer,
          excerpt_in_quotes(key) + " repeats another field with a different value", "leave one of them out");
  }

  // A number, a flag or a list may be a string. The words "all" and "once" stay strings.
  std::optional<Value> as_type(const Value& value, const Word& word) {
    if (value.type() == word.type) return value;
    if (word.meaning == Meaning::replace_all && value.type() == Type::boolean) return value;
    if (value.type() != Type::string || word.type == Type::string) return std::nullopt;
    json::ReadResult result = json::read(value.text(), {.max_depth = call_.reading.options.limits.depth});
    if (!result.document || !result.errors.empty() || result.document->root().type() != word.type) return std::nullopt;
    return call_.documents.emplace_back(std::move(*result.document)).root();
  }

  void error(Code code, const Value& value, const std::string& pointer, std::string message, std::string hint) {
    call_.error(code, value, pointer, std::move(message), std::move(hint));
    ok_ = false;
  }

  const CallReading& call_;
  CallFields fields_;
  std::optional<Value> range_;
  std::string range_pointer_;
  bool ok_ = true;
};

class CallReader {
 public:
  explicit CallReader(BlockReading& reading) : reading_(reading) {}

  // Reads value by value up to the end of the text, or to the first fault.
  void read_all(std::string_view json_text, CallText text, const CallName& name) {
    size_t first = after_space(json_text);
    for (size_t start = first; start < json_text.size(); start = after_space(json_text, end_)) {
      if (!text.inside) text.base = start;
      const json::Document* document = read_text(json_text.substr(start), "", text, start);
      if (document == nullptr) return;
      bool alone = name.alone && start == first && after_space(json_text, end_) >= json_text.size();
      read_value(document->root(), "", text, {"", alone});
    }
  }

 private:
  // The first value of the text; null after a fault, which is reported.
  const json::Document* read_text(
      std::string_view json_text, const std::string& pointer, const CallText& text, size_t offset) {
    json::ReadResult result =
        json::read(json_text, {.max_depth = reading_.options.limits.depth, .prefix = !text.inside});
    auto place = [&](const json::Fault& fault) { return text.inside ? text.base : text.base + fault.offset; };
    auto where = [&](const json::Fault& fault) { return text.inside ? pointer : fault.pointer; };
    for (const json::Fault& fault : result.errors)
      reading_.findings.error(fault.code, place(fault), where(fault), fault.message, fault.hint);
    for (const json::Fault& fault : result.repairs)
      reading_.findings.warning(fault.code, place(fault), where(fault), fault.message, fault.hint);
    end_ = offset + result.end;
    if (!result.document || !result.errors.empty()) return nullptr;
    return &documents_.emplace_back(std::move(*result.document));
  }

  void read_value(const Value& value, const std::string& pointer, const CallText& text, CallName name) {
    if (value.type() != Type::array) return read_call(value, pointer, text, name);
    name.alone = name.alone && value.size() == 1;
    size_t index = 0;
    for (Value element : value) read_value(element, element_pointer(pointer, index++), text, name);
  }

  static bool is_result(const Value& call) {
    if (meaning_of(string_of(call, "type")) == Meaning::result || string_of(call, "role") == "tool") return true;
    for (auto member = call.begin(); member != call.end(); ++member)
      if (meaning_of(member.member().key) == Meaning::result) return true;
    return false;
  }

  // Reads a call after removing what wraps it.
  void read_call(const Value& call, const std::string& pointer, const CallText& text, CallName name) {
    if (call.type() == Type::string && begins_json(call.text())) return read_string(call, pointer, text, name);
    if (call.type() == Type::string && !name.alone) return;  // prose between calls
    if (call.type() != Type::object)
      return void(reading_.findings.error(Code::field_type, text.at(call), pointer,
          wrong_type("a call of an edit tool", Type::object, call), right_type(Type::object, call)));
    if (std::string_view tool = tool_of(call); !tool.empty()) name.tool = tool;
    if (string_of(call, "type") == "text") return;  // prose next to calls
    size_t files = reading_.plan.files.size();
    bool result = is_result(call);
    if (sense_of(call, name.tool).file_map) return read_file_map(call, pointer, text);
    if (!read_inside(call, pointer, text, name) && !result)
      read_call_arguments({reading_, text, name, documents_}, call, pointer);
    bool made = reading_.plan.files.size() != files;
    made_ = made_ || made;
    constexpr std::pair<std::string_view, std::string_view> kCut[] = {{"stop_reason", "max_tokens"},
        {"finish_reason", "length"}, {"finishReason", "MAX_TOKENS"}, {"status", "incomplete"}};
    auto cut = std::ranges::find_if(kCut, [&](const auto& sign) { return string_of(call, sign.first) == sign.second; });
    if (made && cut != std::end(kCut))
      reading_.findings.error(Code::block_unterminated, text.at(call), member_pointer(pointer, cut->first),
          "the message says that it was cut short: '" + std::string(cut->first) + "' is '" + std::string(cut->second) +
              "'",
          "ask for the whole answer again");
    if (result && made_)
      reading_.findings.error(
          Code::block_unread, text.at(call), pointer, kIsResult, "give the calls that are still to be made");
  }

  void read_file_map(const Value& map, const std::string& pointer, const CallText& text) {
    for (auto member = map.begin(); member != map.end(); ++member) {
      std::string_view key = member.member().key;
      std::string where = member_pointer(pointer, key);
      if ((*member).type() != Type::string || !is_path_text(key))
        reading_.findings.error(Code::field_unexpected, text.at(*member), where,
            excerpt_in_quotes(key) + " is no path with a content, and other members are",
            "give only files: their paths as the keys, their contents as strings");
      else if (auto entry = file_edit(reading_, key, Operation::write, text.at(*member), where)) {
        entry->contract = Contract::literal;
        Whole whole{.content = reading_.keep((*member).text()), .told = Whole::Told::shown};
        entry->edits.push_back({whole, entry->origin});
        reading_.plan.files.push_back(std::move(*entry));
      }
    }
  }

  // Reads the calls that the members wrap; false if they wrap none.
  bool read_inside(const Value& call, const std::string& pointer, const CallText& text, CallName name) {
    bool has_path = false;
    size_t wraps = 0;
    for (auto member = call.begin(); member != call.end(); ++member) {
      std::string_view key = member.member().key;
      has_path = has_path || (meaning_of(key) == Meaning::path && (*member).type() == Type::string);
      wraps += wraps_call(key, *member) ? 1 : 0;
    }
    for (auto member = call.begin(); member != call.end(); ++member) {
      std::string_view key = member.member().key;
      std::string at = member_pointer(pointer, key);
      if (word_of(key).is(kMayBePatch) && read_patch(*member, at, text, kPatchSign)) return true;
      if (!has_path && meaning_of(key) == Meaning::diff && read_patch(*member, at, text, kDiffSign)) return true;
    }
    if (wraps == 0 || has_path) return false;
    name.alone = name.alone && wraps == 1;
    for (auto member = call.begin(); member != call.end(); ++member) {
      std::string_view key = member.member().key;
      if (!wraps_call(key, *member)) continue;
      CallName inner = name;
      if (is_edit_tool(key)) inner.tool = key;
      read_value(*member, member_pointer(pointer, key), text, inner);
    }
    return true;
  }

  // Reads the patch in a string that contains `sign`, or in one of a list of words. False if there is none.
  bool read_patch(const Value& value, const std::string& pointer, const CallText& text, std::string_view sign) {
    size_t index = 0;
    for (Value word : value)
      if (value.type() == Type::array && read_patch(word, element_pointer(pointer, index++), text, sign)) return true;
    bool patch =
        value.type() == Type::string && !begins_json(value.text()) && value.text().find(sign) != std::string_view::npos;
    if (patch) read_call_patch(reading_, value, pointer, text);
    return patch;
  }

  // Reads arguments that are a string of JSON: all faults have the place of the string.
  void read_string(const Value& string, const std::string& pointer, const CallText& text, const CallName& name) {
    if (++strings_ > kMostStrings)
      return void(reading_.findings.error(
          Code::field_type, text.base, pointer, "the arguments are a string in a string", "give them as an object"));
    CallText inner{.base = text.at(string), .inside = true};
    size_t end = end_;
    if (const json::Document* document = read_text(string.text(), pointer, inner, 0))
      read_value(document->root(), pointer, inner, name);
    end_ = end;
    --strings_;
  }

  static constexpr int kMostStrings = 2;  // nested in each other

  BlockReading& reading_;
  size_t end_ = 0;     // of the value that was read last
  int strings_ = 0;    // nesting depth of strings of JSON
  bool made_ = false;  // an edit was read
  std::deque<json::Document> documents_;
};

}  // namespace

std::string CallReading::subject() const {
  return name.tool.empty() ? "the call" : "the call of " + excerpt_in_quotes(name.tool);
}

void CallReading::error(
    Code code, const Value& at, const std::string& pointer, std::string message, std::string hint) const {
  reading.findings.error(code, text.at(at), pointer, std::move(message), std::move(hint));
}

std::optional<CallFields> read_call_fields(const CallReading& call, const Value& object, const std::string& pointer) {
  return FieldReader(call).read(object, pointer);
}

void read_tool_call(BlockReading& reading, std::string_view json, const CallText& text, const CallName& name) {
  CallReader(reading).read_all(json, text, name);
}

void parse_edit_tool(BlockReading& reading) { read_tool_call(reading, reading.block.body, {}, {}); }

}  // namespace aptix::answer
