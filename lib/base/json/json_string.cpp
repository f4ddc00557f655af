// The inner loop of the JSON reader: most bytes of a document stand in its strings.
#include "base/json/json_string.h"

#include <array>
#include <cstring>

#include "base/json/json_plain.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::json {
namespace {

constexpr std::array<char, 256> escape_letters() {
  std::array<char, 256> table{};
  table['"'] = '"';
  table['\\'] = '\\';
  table['/'] = '/';
  table['b'] = '\b';
  table['f'] = '\f';
  table['n'] = '\n';
  table['r'] = '\r';
  table['t'] = '\t';
  return table;
}
constexpr std::array<char, 256> kEscapeLetters = escape_letters();

bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

class StringScanner {
 public:
  StringScanner(std::string_view text, size_t open, Store& store)
      : text_(text),
        open_(open),
        at_(open + 1),
        store_(store) {}

  ScannedString scan() {
    for (;;) {
      pass_plain();
      if (at_ == text_.size()) return stop(ScannedString::End::cut, at_);
      char c = text_[at_];
      if (c == '"') return close();
      bool going_on = c == '\\' ? pass_escape() : static_cast<uint8_t>(c) < 0x80 ? pass_control(c) : pass_non_ascii();
      if (!going_on) return result_;
    }
  }

 private:
  void pass_plain() { keep(plain_run(text_.data() + at_, text_.data() + text_.size())); }

  bool pass_escape() {
    if (at_ + 1 == text_.size()) return cut();
    start_storing();
    char letter = text_[at_ + 1];
    if (letter == 'u') return pass_unicode_escape();
    char meaning = kEscapeLetters[static_cast<uint8_t>(letter)];
    if (meaning == 0) return fault(ScannedString::End::bad_escape);
    *out_++ = meaning;
    at_ += 2;
    return true;
  }

  bool pass_unicode_escape() {
    size_t start = at_;
    char32_t unit = 0;
    if (!read_unit(unit)) return false;
    if (is_high_surrogate(unit)) return pass_surrogate_pair(start, unit);
    if (is_low_surrogate(unit)) return lone_surrogate(start);
    put(unit);
    return true;
  }

  bool pass_surrogate_pair(size_t start, char32_t high) {
    std::string_view rest = text_.substr(at_, 6);
    if (!rest.starts_with("\\u")) {
      bool may_be_cut = rest.empty() || rest == "\\";
      return may_be_cut ? cut() : lone_surrogate(start);
    }
    char32_t low = 0;
    size_t after_high = at_;
    if (!read_unit(low)) return false;
    if (is_low_surrogate(low)) {
      put(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
      return true;
    }
    at_ = after_high;  // the second escape is one of its own
    return lone_surrogate(start);
  }

  // Reads `\uXXXX` at at_.
  bool read_unit(char32_t& unit) {
    unit = 0;
    for (size_t i = 2; i < 6; ++i) {
      if (at_ + i == text_.size()) return cut();
      int digit = hex_value(text_[at_ + i]);
      if (digit < 0) return fault(ScannedString::End::bad_unicode_escape);
      unit = unit << 4 | static_cast<char32_t>(digit);
    }
    at_ += 6;
    return true;
  }

  bool lone_surrogate(size_t start) {
    result_.lone_surrogates.add(start);
    put(0xFFFD);
    return true;
  }

  bool pass_control(char c) {
    constexpr char kDelete = 0x7F;  // JSON allows it raw
    if (c == kDelete) {
      keep(1);
      return true;
    }
    bool crlf = c == '\r' && text_.substr(at_ + 1, 1) == "\n";
    if (c == '\r' && at_ + 1 == text_.size()) return cut();
    if (c != '\n' && c != '\t' && !crlf) return fault(ScannedString::End::control);
    (c == '\t' ? result_.raw_tabs : result_.raw_newlines).add(at_);
    keep(crlf ? 2 : 1);
    return true;
  }

  bool pass_non_ascii() {
    while (at_ < text_.size() && static_cast<uint8_t>(text_[at_]) >= 0x80) {
      uint8_t size = utf8_sequence_size(text_, at_);
      if (size == 0) return utf8_is_cut(text_.substr(at_)) ? cut() : fault(ScannedString::End::encoding);
      keep(size);
    }
    return true;
  }

  void keep(size_t count) {
    if (out_ != nullptr) {
      std::memcpy(out_, text_.data() + at_, count);
      out_ += count;
    }
    at_ += count;
  }

  void put(char32_t code_point) { out_ += encode_utf8(code_point, out_); }

  // Up to here the text is as it stands in the source.
  void start_storing() {
    if (out_ != nullptr) return;
    if (!store_.bytes) store_.bytes = std::make_unique_for_overwrite<char[]>(text_.size() - open_);
    out_ = store_.bytes.get() + store_.used;
    size_t size = at_ - open_ - 1;
    std::memcpy(out_, text_.data() + open_ + 1, size);
    out_ += size;
  }

  const ScannedString& close() {
    result_.escaped = out_ != nullptr;
    if (result_.escaped) result_.stored = static_cast<size_t>(out_ - store_.bytes.get()) - store_.used;
    store_.used += result_.stored;
    return stop(ScannedString::End::closed, at_ + 1);
  }

  bool cut() {
    stop(ScannedString::End::cut, text_.size());
    return false;
  }

  bool fault(ScannedString::End end) {
    stop(end, at_);
    return false;
  }

  const ScannedString& stop(ScannedString::End end, size_t offset) {
    result_.end = end;
    result_.offset = offset;
    return result_;
  }

  std::string_view text_;
  size_t open_;
  size_t at_;
  Store& store_;
  char* out_ = nullptr;  // null while the string has no escape
  ScannedString result_;
};

}  // namespace

ScannedString scan_string(std::string_view text, size_t open, Store& store) {
  return StringScanner(text, open, store).scan();
}

}  // namespace aptix::json
