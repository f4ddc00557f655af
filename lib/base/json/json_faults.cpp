// What the JSON reader says about faults and repairs, in words a person or a model can act on.
#include <algorithm>
#include <array>
#include <functional>

#include "base/assert.h"
#include "base/json/json_reader.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::json {
namespace {

// Nobody reads more, and a hostile text could hold millions.
constexpr size_t kMostFaults = 1000;

// Then the fault is only counted.
bool is_full(const std::vector<Fault>& faults, uint64_t& more) {
  if (faults.size() < kMostFaults) return false;
  ++more;
  return true;
}

constexpr std::string_view kSendWhole = "send the document again, whole";
constexpr std::string_view kEscapeBackslash = R"(write a backslash inside a string as '\\')";

std::string times(const Occurrences& some, std::string_view one, std::string_view many) {
  return some.count == 1 ? std::string(one) : std::to_string(some.count) + " " + std::string(many);
}

std::string code_point_name(char32_t value) {
  std::string digits;
  for (char32_t rest = value; rest != 0 || digits.size() < 4; rest >>= 4)
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest & 15]);
  return "U+" + digits;
}

// What people and models write by habit, by what it begins with.
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

constexpr size_t kFew = 8;  // keys, of which each is compared with each

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
  if (!before_value) stack_.back().inside = false;  // the pointer is then that of the container
  std::string place = excerpt_for_display(pointer());
  if (before_value) {
    return stop(
        Code::json_truncated, text_.size(), "the JSON ends before the value of " + place, std::string(kSendWhole));
  }
  std::string_view type = in_object() ? "object" : "array";
  if (place.empty()) return cut("the outermost " + std::string(type));
  return cut("the " + std::string(type) + " " + place);
}

bool Reader::bad_string(const ScannedString& string) {
  using End = ScannedString::End;
  std::string_view rest = text_.substr(string.offset);
  switch (string.end) {
    case End::cut: {
      bool key = in_object() && !stack_.back().inside;
      std::string place = excerpt_for_display(pointer());
      if (place.empty()) return cut(key ? "a key of the outermost object" : "the outermost string");
      return cut((key ? "a key of " : "the string of ") + place);
    }
    case End::bad_escape: {
      std::string_view escape = rest.substr(0, 1 + std::max<size_t>(1, utf8_sequence_size(rest, 1)));
      return stop(Code::json_syntax, string.offset, "there is no escape " + excerpt_in_quotes(escape) + " in JSON",
          std::string(kEscapeBackslash));
    }
    case End::bad_unicode_escape:
      return stop(Code::json_syntax, string.offset, "the escape '\\u' must be followed by four hexadecimal digits",
          std::string(kEscapeBackslash));
    case End::control: {
      std::string unit = code_point_name(static_cast<uint8_t>(rest[0])).substr(2);
      return stop(Code::json_syntax, string.offset,
          "a string holds the raw control character " + excerpt_in_quotes(rest.substr(0, 1)),
          "write it as '\\u" + unit + "'");
    }
    case End::encoding: return bad_encoding(string.offset);
    case End::closed: break;
  }
  throw Bug("a good string is reported as bad");
}

bool Reader::bad_encoding(size_t offset) {
  if (utf8_is_cut(text_.substr(offset))) return cut("a character");
  return stop(Code::input_encoding, offset, "the byte " + excerpt_in_quotes(text_.substr(offset, 1)) + " is not UTF-8",
      "write the document in UTF-8");
}

void Reader::note_string(const ScannedString& string) {
  if (string.raw_newlines.count != 0)
    repaired(string.raw_newlines.first, "a string holds " + times(string.raw_newlines, "a raw newline", "raw newlines"),
        "write a newline inside a string as '\\n'");
  if (string.raw_tabs.count != 0)
    repaired(string.raw_tabs.first, "a string holds " + times(string.raw_tabs, "a raw tab", "raw tabs"),
        "write a tab inside a string as '\\t'");
  if (string.lone_surrogates.count == 0 || is_full(result_.errors, result_.more_errors)) return;
  stop(Code::json_surrogate, string.lone_surrogates.first,
      "a string holds " + times(string.lone_surrogates, "half of a surrogate pair", "halves of surrogate pairs"),
      "write the character itself, or both halves of the pair");
}

void Reader::repaired(size_t offset, std::string message, std::string hint) {
  if (is_full(result_.repairs, result_.more_repairs)) return;
  result_.repairs.push_back({Code::json_repaired, offset, pointer(), std::move(message), std::move(hint)});
}

// Few keys are compared each with each; many are sorted by their hashes.
void Reader::find_duplicates(const Frame& frame) {
  if (frame.count < 2) return;
  keys_.clear();
  Node key = {frame.start.token + 1, frame.start.detail + 1};
  for (Node end = next_node(); key != end; key = document_.after(document_.after_key(key))) keys_.push_back({0, key});
  if (keys_.size() <= kFew) find_duplicates_of_few();
  else find_duplicates_of_many();
}

void Reader::find_duplicates_of_few() {
  std::array<std::string_view, kFew> texts;
  for (size_t i = 0; i < keys_.size(); ++i) {
    texts[i] = document_.text_of(keys_[i].at);
    size_t first = 0;
    while (texts[first] != texts[i]) ++first;
    if (first != i) add_duplicate(keys_[i].at);
  }
}

// Most keys differ by their hash, so that few texts are compared.
void Reader::find_duplicates_of_many() {
  auto text = [this](const Key& key) { return document_.text_of(key.at); };
  for (Key& key : keys_) key.hash = static_cast<uint32_t>(std::hash<std::string_view>()(text(key)));
  std::sort(keys_.begin(), keys_.end(), [&](const Key& a, const Key& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    int order = text(a).compare(text(b));
    return order != 0 ? order < 0 : a.at.token < b.at.token;
  });
  for (size_t i = 1; i < keys_.size(); ++i)
    if (keys_[i].hash == keys_[i - 1].hash && text(keys_[i]) == text(keys_[i - 1])) add_duplicate(keys_[i].at);
}

void Reader::add_duplicate(Node at) {
  if (is_full(result_.errors, result_.more_errors)) return;
  std::string_view key = document_.text_of(at);
  Fault fault{Code::json_duplicate_key, tokens_[at.token], "", "", "keep one of the two"};
  fault.message = "the key " + excerpt_in_quotes(key) + " stands twice in one object";
  stack_.back().inside = false;
  fault.pointer = pointer();
  append_pointer_token(fault.pointer, key);
  result_.errors.push_back(std::move(fault));
}

std::string Reader::pointer() const {
  std::string out;
  for (const Frame& frame : stack_) {
    if (!frame.inside) break;
    append_pointer_token(out, frame.object ? document_.text_of(frame.key) : std::to_string(frame.count - 1));
  }
  return out;
}

// What stands at at_: a whole word, or one character.
std::string Reader::found() const {
  size_t end = at_;
  while (end < text_.size() && end - at_ < 40 && is_word(text_[end])) ++end;
  if (end != at_) return excerpt_in_quotes(text_.substr(at_, end - at_));
  if (here() == '\'') return "a single quote";
  if (static_cast<uint8_t>(here()) < 0x80) return excerpt_in_quotes(text_.substr(at_, 1));
  CodePoint point = decode_utf8(text_, at_);
  return excerpt_in_quotes(text_.substr(at_, point.size)) + " (" + code_point_name(point.value) + ")";
}

// What was read last, as far as it helps to find the place.
std::string Reader::after_what() const {
  if (next_ == Next::done) return " after the JSON";
  if (stack_.empty()) return "";
  const Frame& frame = stack_.back();
  if (!in_object()) return next_ == Next::separator ? " after an array element" : "";
  if (!frame.inside) return "";
  std::string key = excerpt_in_quotes(document_.text_of(frame.key));
  if (next_ == Next::separator) return " after the value of " + key;
  return next_ == Next::colon ? " after the key " + key : " for the key " + key;
}

std::string Reader::hint_for_unexpected() const {
  if (next_ == Next::done) return "leave out what follows the JSON";
  bool bracket = here() == '}' || here() == ']';
  if (next_ == Next::separator) {
    size_t value = tokens_.back();
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
