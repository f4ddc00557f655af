// Skims JSON: strings, brackets and commas only, without a tree. Depth is a counter, so nesting costs nothing.
// Linear and tolerant; for looks at text that may be ours before it is read.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/bytes.h"

namespace aptix::format {

enum class JsonState : uint8_t {
  absent,    // does not begin with '{'
  complete,  // the braces balance
  cut,       // the text ends inside the object
  broken,    // something else than JSON stands at the top level
};

// A byte that cannot be part of a number or a word.
inline bool ends_scalar(char byte) { return std::string_view(",:[]{}\"/ \t\r\n").find(byte) != std::string_view::npos; }

class Skimmer {
 public:
  explicit Skimmer(std::string_view text) : text_(text) {}

  size_t at() const { return at_; }
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  bool take(char byte) {
    if (at_end() || text_[at_] != byte) return false;
    ++at_;
    return true;
  }

  // White space and comments.
  void skip_space() {
    while (!at_end()) {
      while (!at_end() && is_white(text_[at_])) ++at_;
      if (peek() != '/') return;
      std::string_view rest = text_.substr(at_, 2);
      if (rest == "//") skip_past("\n");
      else if (rest == "/*") skip_past("*/");
      else return;
    }
  }

  // The raw text between the quotes; nothing when the text ends first. REQUIRES: peek() == '"'.
  std::optional<std::string_view> string() {
    size_t start = ++at_;
    for (size_t quote = text_.find('"', at_); quote != std::string_view::npos; quote = text_.find('"', at_)) {
      at_ = quote + 1;
      size_t solid = quote;  // after the last byte that is not a backslash
      while (solid > start && text_[solid - 1] == '\\') --solid;
      if ((quote - solid) % 2 == 0) return text_.substr(start, quote - start);
    }
    at_ = text_.size();
    return std::nullopt;
  }

  // The raw text of the string that begins here; "" where none does, or where it does not end.
  std::string_view string_here() const {
    Skimmer copy = *this;
    return peek() == '"' ? copy.string().value_or(std::string_view()) : std::string_view();
  }

  // One value of any kind; false when the text ends inside it.
  bool skip_value() {
    skip_space();
    if (at_end()) return false;
    switch (text_[at_]) {
      case '"': return string().has_value();
      case '{':
      case '[': return skip_nested();
      case '}':
      case ']':
      case ',':
      case ':': return true;  // a value is missing: the caller sees what stands here
      default: break;
    }
    for (++at_; !at_end() && !ends_scalar(text_[at_]);) ++at_;
    return true;
  }

 private:
  // Inside only strings, brackets and comments matter.
  bool skip_nested() {
    uint64_t depth = 0;
    while (!at_end()) {
      switch (kMarks[static_cast<uint8_t>(text_[at_])]) {
        case Mark::none: ++at_; break;
        case Mark::open:
          ++at_;
          ++depth;
          break;
        case Mark::close:
          ++at_;
          if (--depth == 0) return true;
          break;
        case Mark::quote:
          if (!string()) return false;
          break;
        case Mark::slash: {
          size_t before = at_;
          skip_space();
          if (at_ == before) ++at_;
          break;
        }
      }
    }
    return false;
  }

  enum class Mark : uint8_t { none, open, close, quote, slash };
  static constexpr std::array<Mark, 256> kMarks = [] {
    std::array<Mark, 256> marks{};
    marks['{'] = marks['['] = Mark::open;
    marks['}'] = marks[']'] = Mark::close;
    marks['"'] = Mark::quote;
    marks['/'] = Mark::slash;
    return marks;
  }();

  void skip_past(std::string_view mark) {
    size_t found = text_.find(mark, at_ + 2);
    at_ = found == std::string_view::npos ? text_.size() : found + mark.size();
  }

  std::string_view text_;
  size_t at_ = 0;
};

// A key as it is meant where letters of it are escaped: "f\u0069les". Keys of ours have no others.
inline std::string unescaped_key(std::string_view raw) {
  std::string key;
  for (size_t at = 0; at < raw.size();) {
    unsigned value = 0;
    bool escaped = raw.substr(at, 4) == "\\u00" && at + 6 <= raw.size();
    if (escaped)
      escaped = std::from_chars(raw.data() + at + 4, raw.data() + at + 6, value, 16).ptr == raw.data() + at + 6;
    key += escaped ? static_cast<char>(value) : raw[at];
    at += escaped ? 6 : 1;
  }
  return key;
}

// Walks the members of an object; `visit(key, skimmer)` is called before each value and may
// move the skimmer into it on a copy. It returns true to stop early.
template <class Visit>
JsonState walk_members(Skimmer& skimmer, Visit visit) {
  if (!skimmer.take('{')) return JsonState::absent;
  while (true) {
    skimmer.skip_space();
    if (skimmer.take('}')) return JsonState::complete;
    if (skimmer.at_end()) return JsonState::cut;
    if (skimmer.peek() != '"') return JsonState::broken;
    std::optional<std::string_view> key = skimmer.string();
    skimmer.skip_space();
    if (!key || skimmer.at_end()) return JsonState::cut;
    if (!skimmer.take(':')) return JsonState::broken;
    skimmer.skip_space();
    bool stop = key->find('\\') == std::string_view::npos ? visit(*key, skimmer) : visit(unescaped_key(*key), skimmer);
    if (stop) return JsonState::cut;
    if (!skimmer.skip_value()) return JsonState::cut;
    skimmer.skip_space();
    if (skimmer.at_end()) return JsonState::cut;
    if (!skimmer.take(',') && skimmer.peek() != '}') return JsonState::broken;
  }
}

// Calls visit(element) for each element of a list until it returns true; whether it has.
template <class Visit>
bool any_element(Skimmer list, Visit visit) {
  constexpr size_t kMostElements = 1000;
  if (!list.take('[')) return false;
  for (size_t element = 0; element < kMostElements; ++element) {
    list.skip_space();
    if (visit(list)) return true;
    if (!list.skip_value()) return false;
    list.skip_space();
    if (!list.take(',')) return false;
  }
  return false;
}

}  // namespace aptix::format
