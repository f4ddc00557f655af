// The inner loop of the JSON reader: most bytes of a document are in its strings.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/json/json_plain.h"
#include "base/json/json_reader.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::json {
namespace {

constexpr std::string_view kEscapeBackslash = R"(write a backslash inside a string as '\\')";

bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

// Reads the text of the newest token. A broken string keeps its text up to the first escape, and `at_` stays at its
// start.
bool Reader::read_string() {
  size_t open = at_++;
  string_ = {};
  bool good = pass_string();
  note_string();
  size_t end = good ? at_ : std::min(text_.find_first_of("\"\\", open + 1), text_.size());
  Document::Token& token = tokens_.back();
  token.text = good && string_.stored != nullptr ? string_.stored : text_.data() + open + 1;
  token.size = static_cast<uint32_t>(good && string_.stored != nullptr ? out_ - string_.stored : end - open - 1);
  token.end = static_cast<uint32_t>(end + 1);
  at_ = good ? end + 1 : open;
  return good;
}

// Moves to the closing quote.
bool Reader::pass_string() {
  for (;;) {
    keep(plain_run(text_.data() + at_, text_.data() + text_.size()));
    if (at_end()) return cut_string();
    if (here() == '"') return true;
    bool going_on = here() == '\\'            ? pass_escape()
        : static_cast<uint8_t>(here()) < 0x80 ? pass_control()
                                              : pass_non_ascii();
    if (!going_on) return false;
  }
}

bool Reader::pass_escape() {
  if (at_ + 1 == text_.size()) return cut_string();
  start_storing();
  char letter = text_[at_ + 1];
  if (letter == 'u') return pass_unicode_escape();
  auto known = std::find_if(
      std::begin(kEscapes), std::end(kEscapes), [letter](const Escape& escape) { return escape.letter == letter; });
  if (known == std::end(kEscapes)) {
    std::string_view rest = text_.substr(at_);
    std::string_view escape = rest.substr(0, 1 + std::max<size_t>(1, utf8_sequence_size(rest, 1)));
    return stop(Code::json_syntax, at_, "there is no escape " + excerpt_in_quotes(escape) + " in JSON",
        std::string(kEscapeBackslash));
  }
  *out_++ = known->byte;
  at_ += 2;
  return true;
}

bool Reader::pass_unicode_escape() {
  size_t start = at_;
  char32_t unit = 0, low = 0;
  if (!read_unit(unit)) return false;
  if (is_high_surrogate(unit)) {
    std::string_view rest = text_.substr(at_, 2);
    if (rest.empty() || rest == "\\") return cut_string();
    size_t after_high = at_;
    if (rest == "\\u" && !read_unit(low)) return false;
    if (is_low_surrogate(low)) unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    else at_ = after_high;  // the next escape is read on its own
  }
  bool lone = is_high_surrogate(unit) || is_low_surrogate(unit);
  if (lone) string_.lone_surrogates.add(start);
  out_ += encode_utf8(lone ? 0xFFFD : unit, out_);
  return true;
}

// Reads `\uXXXX`.
bool Reader::read_unit(char32_t& unit) {
  for (size_t i = 2; i < 6; ++i) {
    if (at_ + i == text_.size()) return cut_string();
    int digit = hex_value(text_[at_ + i]);
    if (digit < 0)
      return stop(Code::json_syntax, at_, "the escape '\\u' must be followed by four hexadecimal digits",
          std::string(kEscapeBackslash));
    unit = unit << 4 | static_cast<char32_t>(digit);
  }
  at_ += 6;
  return true;
}

bool Reader::pass_control() {
  constexpr char kDelete = 0x7F;  // JSON allows it raw
  char c = here();
  if (c == '\r' && at_ + 1 == text_.size()) return cut_string();
  bool crlf = text_.substr(at_, 2) == "\r\n";
  if (c != '\n' && c != '\t' && c != kDelete && !crlf)
    return stop(Code::json_syntax, at_,
        "a string holds the raw control character " + excerpt_in_quotes(text_.substr(at_, 1)),
        fmt::format("write it as '\\u{:04X}'", static_cast<unsigned>(c)));
  if (c != kDelete) (c == '\t' ? string_.raw_tabs : string_.raw_newlines).add(at_);
  keep(crlf ? 2 : 1);
  return true;
}

bool Reader::pass_non_ascii() {
  while (!at_end() && static_cast<uint8_t>(here()) >= 0x80) {
    uint8_t size = utf8_sequence_size(text_, at_);
    if (size == 0) return utf8_is_cut(text_.substr(at_)) ? cut_string() : bad_encoding(at_);
    keep(size);
  }
  return true;
}

void Reader::keep(size_t count) {
  if (string_.stored != nullptr) {
    std::memcpy(out_, text_.data() + at_, count);
    out_ += count;
  }
  at_ += count;
}

// From the first escape on, the string differs from the source and is stored. Unescaping never makes text longer, so
// one buffer of the size of the remaining source is enough for all strings; its unwritten pages cost nothing.
void Reader::start_storing() {
  if (string_.stored != nullptr) return;
  size_t begin = tokens_.back().begin + size_t{1}, size = at_ - begin;
  if (!store_) out_ = (store_ = std::make_unique_for_overwrite<char[]>(text_.size() - begin)).get();
  string_.stored = out_;
  std::memcpy(out_, text_.data() + begin, size);
  out_ += size;
}

}  // namespace aptix::json
