// The messages of the JSON reader: faults and repairs in words that a person or a model can act on.
#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/json/json_reader.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::json {
namespace {

// Nobody reads more, and a hostile text could contain millions.
constexpr size_t kMostFaults = 1000;

// If so, counts the fault instead.
bool is_full(const std::vector<Fault>& faults, uint64_t& more) {
  if (faults.size() < kMostFaults) return false;
  ++more;
  return true;
}

constexpr std::string_view kSendWhole = "send the document again, whole";

std::string times(const Occurrences& some, std::string_view one, std::string_view many) {
  return some.count == 1 ? std::string(one) : std::to_string(some.count) + " " + std::string(many);
}

std::string code_point_name(char32_t value) { return fmt::format("U+{:04X}", static_cast<uint32_t>(value)); }

// Hints for what people and models write by habit, by its first characters.
struct Habit {
  std::string_view start;
  std::string_view hint;
};

constexpr Habit kHabits[] = {
    {"'", "write keys and strings in double quotes"},
    {"`", "write strings in double quotes, with '\\n' for a line break"},
    {"\xE2\x80\x9C", "write keys and strings in straight double quotes"},  // U+201C
    {"\xE2\x80\x9D", "write keys and strings in straight double quotes"},  // U+201D
    {"\xC2\xA0", "write ordinary spaces between values"},                  // U+00A0
    {"\xEF\xBB\xBF", "leave the byte-order mark out"},
    {"True", "write 'true' in lower case"},
    {"False", "write 'false' in lower case"},
    {"None", "write 'null'"},
    {"undefined", "write 'null', or leave the member out"},
    {"NaN", "write a number, or 'null'"},
    {"Infinity", "write a number, or 'null'"},
    {"+", "write the number without '+'"},
    {"...", "write out what '...' stands for: nothing can be left out"},
    {"\xE2\x80\xA6", "write out what the dots stand for: nothing can be left out"},  // U+2026
    {".", "write the 0 before the decimal point"},
    {",", "leave the surplus comma out"},
    {"#", "leave the comment out"},
};

}  // namespace

bool Reader::stop(Code code, size_t offset, std::string message, std::string hint) {
  result_.errors.push_back({code, offset, pointer(), std::move(message), std::move(hint)});
  return false;
}

bool Reader::unexpected(std::string_view expected) { return unexpected(expected, hint_for_unexpected()); }

bool Reader::unexpected(std::string_view expected, std::string_view hint) {
  if (utf8_sequence_size(text_, at_) == 0) return bad_encoding(at_);
  std::string message = "expected " + std::string(expected) + after_what() + ", found " + found();
  return stop(Code::json_syntax, at_, std::move(message), std::string(hint));
}

bool Reader::cut(std::string_view where) {
  return stop(
      Code::json_truncated, text_.size(), "the JSON ends inside " + std::string(where), std::string(kSendWhole));
}

// The text ends between two tokens.
bool Reader::cut_here() {
  if (stack_.empty())
    return stop(Code::json_truncated, text_.size(), "there is no JSON in the text", "write a JSON document");
  bool before_value = next_ == Next::colon || next_ == Next::value;
  if (!before_value) stack_.back().inside = false;  // then the pointer is that of the container
  std::string place = excerpt_for_display(pointer());
  if (before_value) {
    return stop(
        Code::json_truncated, text_.size(), "the JSON ends before the value of " + place, std::string(kSendWhole));
  }
  std::string_view type = in_object() ? "object" : "array";
  if (place.empty()) return cut("the outermost " + std::string(type));
  return cut("the " + std::string(type) + " " + place);
}

bool Reader::cut_string() {
  bool key = in_object() && !stack_.back().inside;
  std::string place = excerpt_for_display(pointer());
  if (place.empty()) return cut(key ? "a key of the outermost object" : "the outermost string");
  return cut((key ? "a key of " : "the string of ") + place);
}

bool Reader::bad_encoding(size_t offset) {
  if (utf8_is_cut(text_.substr(offset))) return cut("a character");
  return stop(Code::input_encoding, offset, "the byte " + excerpt_in_quotes(text_.substr(offset, 1)) + " is not UTF-8",
      "write the document in UTF-8");
}

void Reader::note_string() {
  if (string_.raw_newlines.count != 0)
    repaired(string_.raw_newlines.first,
        "a string holds " + times(string_.raw_newlines, "a raw newline", "raw newlines"),
        "write a newline inside a string as '\\n'");
  if (string_.raw_tabs.count != 0)
    repaired(string_.raw_tabs.first, "a string holds " + times(string_.raw_tabs, "a raw tab", "raw tabs"),
        "write a tab inside a string as '\\t'");
  if (string_.lone_surrogates.count == 0 || is_full(result_.errors, result_.more_errors)) return;
  stop(Code::json_surrogate, string_.lone_surrogates.first,
      "a string holds " + times(string_.lone_surrogates, "half of a surrogate pair", "halves of surrogate pairs"),
      "write the character itself, or both halves of the pair");
}

void Reader::repaired(size_t offset, std::string message, std::string hint) {
  if (is_full(result_.repairs, result_.more_repairs)) return;
  result_.repairs.push_back({Code::json_repaired, offset, pointer(), std::move(message), std::move(hint)});
}

void Reader::find_duplicates(const Frame& frame) {
  std::vector<uint32_t> keys;
  keys.reserve(frame.count);
  for (uint32_t key = frame.start + 1; key != tokens_.size(); key = tokens_[key + 1].next) keys.push_back(key);
  auto text = [this](uint32_t key) { return tokens_[key].view(); };
  std::sort(keys.begin(), keys.end(), [&](uint32_t a, uint32_t b) {
    int order = text(a).compare(text(b));
    return order != 0 ? order < 0 : a < b;
  });
  for (size_t i = 1; i < keys.size(); ++i)
    if (text(keys[i]) == text(keys[i - 1])) add_duplicate(keys[i]);
}

void Reader::add_duplicate(uint32_t token) {
  if (is_full(result_.errors, result_.more_errors)) return;
  std::string_view key = tokens_[token].view();
  Fault fault{Code::json_duplicate_key, tokens_[token].begin, "", "", "keep one of the two"};
  fault.message = "the key " + excerpt_in_quotes(key) + " occurs twice in one object";
  stack_.back().inside = false;
  fault.pointer = pointer();
  append_pointer_token(fault.pointer, key);
  result_.errors.push_back(std::move(fault));
}

std::string Reader::pointer() const {
  std::string out;
  for (const Frame& frame : stack_) {
    if (!frame.inside) break;
    append_pointer_token(out, frame.object ? tokens_[frame.key].view() : std::to_string(frame.count - 1));
  }
  return out;
}

// The word or character at at_.
std::string Reader::found() const {
  size_t end = at_;
  while (end < text_.size() && end - at_ < 40 && is_word(text_[end])) ++end;
  if (end != at_) return excerpt_in_quotes(text_.substr(at_, end - at_));
  if (here() == '\'') return "a single quote";
  if (static_cast<uint8_t>(here()) < 0x80) return excerpt_in_quotes(text_.substr(at_, 1));
  CodePoint point = decode_utf8(text_, at_);
  return excerpt_in_quotes(text_.substr(at_, point.size)) + " (" + code_point_name(point.value) + ")";
}

// What was read last, if that helps to find the place.
std::string Reader::after_what() const {
  if (next_ == Next::done) return " after the JSON";
  if (stack_.empty()) return "";
  const Frame& frame = stack_.back();
  if (!in_object()) return next_ == Next::separator ? " after an array element" : "";
  if (!frame.inside) return "";
  std::string key = excerpt_in_quotes(tokens_[frame.key].view());
  if (next_ == Next::separator) return " after the value of " + key;
  return next_ == Next::colon ? " after the key " + key : " for the key " + key;
}

std::string Reader::hint_for_unexpected() const {
  if (next_ == Next::done) return "leave out what follows the JSON";
  bool bracket = here() == '}' || here() == ']';
  if (next_ == Next::separator) {
    size_t value = tokens_.back().begin;
    if (text_[value] == '"' && is_word(here())) return R"(write a '"' inside a string as '\"')";
    if (value + 2 == at_ && text_.substr(value).starts_with("\"\"\""))
      return R"(JSON has no """ strings: write the text as one string, its line ends as \n)";
    if (!bracket) return "put ',' between the two";
  }
  if (next_ == Next::colon) return "put ':' between key and value";
  for (const Habit& habit : kHabits)
    if (text_.substr(at_).starts_with(habit.start)) return std::string(habit.hint);
  if (bracket) return "check that every bracket is closed by its own kind";
  if (is_word(here())) return "write keys and strings in double quotes";
  return "write it as JSON has it";
}

}  // namespace aptix::json
