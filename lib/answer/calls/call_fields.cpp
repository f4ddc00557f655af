#include "answer/calls/call_fields.h"

#include <utility>

#include "base/text/ascii.h"

namespace aptix::answer {
namespace {

using json::Type;
using json::Value;

// Is it on? Words for what is done anyway are not.
bool is_on(const Value& value) {
  constexpr std::string_view kUsual[] = {
      "", "false", "none", "utf-8", "utf8", "overwrite", "write", "w", "rewrite", "replace", "edit", "update"};
  switch (value.type()) {
    case Type::null: return false;
    case Type::boolean: return value.boolean();
    case Type::string: return !is_one_of(kUsual, ascii_lower(value.text()));
    case Type::number:
    case Type::array:
    case Type::object: return true;
  }
  return true;
}

class FieldReader {
 public:
  explicit FieldReader(const CallReading& call) : call_(call) {}

  std::optional<CallFields> read(const Value& object, const std::string& pointer) {
    for (auto member = object.begin(); member != object.end(); ++member) {
      std::string_view key = member.member().key;
      if ((*member).type() != Type::null) take(key, *member, member_pointer(pointer, key.substr(0, 200)));
    }
    bool located = fields_.has(Meaning::old_text) || fields_.has(Meaning::edits);
    if (range_ && !located)
      error(*range_, range_pointer_, "a call that gives the numbers of lines alone is not read",
          "give the old text of the lines as well");
    return ok_ ? std::optional(std::move(fields_)) : std::nullopt;
  }

 private:
  void take(std::string_view key, const Value& value, const std::string& pointer) {
    const Word* word = word_of(key);
    Meaning meaning = word == nullptr ? Meaning::none : word->meaning;
    switch (meaning) {
      case Meaning::none:
        call_.reading.findings.warning(Code::field_unknown, call_.text.at(value), pointer,
            "the field " + excerpt_in_quotes(key) + " is not known; it was ignored");
        return;
      case Meaning::for_people:
      case Meaning::result:
      case Meaning::tool: return;
      case Meaning::range:
      case Meaning::line: return take_lines(*word, value, pointer);
      case Meaning::trial:
        if (is_on(value) && !call_.reading.options.trial)
          error(value, pointer, "the call asks for a trial: nothing is to be written",
              "run with '-n' to see what it would do");
        return;
      case Meaning::alters:
        if (is_on(value))
          error(value, pointer, "a call with the field " + excerpt_in_quotes(key) + " is not read",
              "give the old and the new text, word by word");
        return;
      case Meaning::cell:
        if (ok_)
          call_.reading.findings.error(Code::block_unread, call_.text.at(value), pointer,
              call_of(call_.name) + " changes a cell of a notebook, which is not read",
              "give the change as the old and the new text of the file");
        ok_ = false;
        return;
      default: return keep(*word, key, value, pointer);
    }
  }

  // The number of a line is the place of an insertion, or a hint.
  void take_lines(const Word& word, const Value& value, const std::string& pointer) {
    if (word.meaning == Meaning::line && act_of_tool(call_.name.tool) == Act::insert_before)
      return keep(word, "line", value, pointer);
    range_ = value;
    range_pointer_ = pointer;
  }

  void keep(const Word& word, std::string_view key, const Value& value, const std::string& pointer) {
    std::optional<Value> read = as_type(value, word);
    std::optional<Value>& slot = fields_.values[static_cast<size_t>(word.meaning)];
    if (!read) {
      if (word.meaning == Meaning::command) return;
      call_.reading.findings.error(Code::field_type, call_.text.at(value), pointer,
          wrong_type(excerpt_in_quotes(key), word.type, value), right_type(word.type, value));
    } else if (slot &&
        !(read->type() == Type::string && slot->type() == Type::string && read->text() == slot->text())) {
      if (word.meaning == Meaning::command && word.is(kWeak)) return;
      call_.reading.findings.error(Code::field_unexpected, call_.text.at(value), pointer,
          excerpt_in_quotes(key) + " says again what another field says", "leave one of them out");
    } else {
      slot = read;
      return;
    }
    ok_ = false;
  }

  // A number, a flag or a list may be given as a string; the words "all" and "once" stay strings.
  std::optional<Value> as_type(const Value& value, const Word& word) {
    if (value.type() == word.type) return value;
    if (word.meaning == Meaning::replace_all && value.type() == Type::boolean) return value;
    if (value.type() != Type::string || word.type == Type::string) return std::nullopt;
    json::ReadResult result = json::read(value.text(), {.max_depth = call_.reading.options.limits.depth});
    if (!result.document || !result.errors.empty() || result.document->root().type() != word.type) return std::nullopt;
    return call_.documents.emplace_back(std::move(*result.document)).root();
  }

  void error(const Value& value, const std::string& pointer, std::string message, std::string hint) {
    call_.reading.findings.error(Code::field_value, call_.text.at(value), pointer, std::move(message), std::move(hint));
    ok_ = false;
  }

  const CallReading& call_;
  CallFields fields_;
  std::optional<Value> range_;
  std::string range_pointer_;
  bool ok_ = true;
};

}  // namespace

std::string call_of(const CallName& name) {
  return name.tool.empty() ? "the call" : "the call of " + excerpt_in_quotes(name.tool);
}

std::optional<CallFields> read_call_fields(const CallReading& call, const Value& object, const std::string& pointer) {
  return FieldReader(call).read(object, pointer);
}

}  // namespace aptix::answer
