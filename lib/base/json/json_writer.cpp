// JSON out. What it writes is always valid JSON and never holds a raw control character.
#include "base/json/json_writer.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/assert.h"
#include "base/json/json_plain.h"
#include "base/text/text.h"

namespace aptix::json {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The letter after the backslash, for an ASCII byte that is not plain; 'u': a \u escape.
constexpr std::array<char, 128> escapes() {
  std::array<char, 128> table{};
  for (size_t i = 0; i < 0x20; ++i) table[i] = 'u';
  table[0x7F] = 'u';
  table['\b'] = 'b';
  table['\f'] = 'f';
  table['\n'] = 'n';
  table['\r'] = 'r';
  table['\t'] = 't';
  table['"'] = '"';
  table['\\'] = '\\';
  return table;
}
constexpr std::array<char, 128> kEscapes = escapes();

void append_unit(std::string& out, uint32_t unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += "0123456789abcdef"[unit >> shift & 15];
}

void append_escaped(std::string& out, char32_t code_point) {
  if (code_point < 0x10000) return append_unit(out, code_point);
  append_unit(out, 0xD800 + ((code_point - 0x10000) >> 10));
  append_unit(out, 0xDC00 + ((code_point - 0x10000) & 0x3FF));
}

// Appends what starts with the non-ASCII byte at `at`; returns how many bytes that was.
size_t append_non_ascii(std::string& out, std::string_view text, size_t at) {
  uint8_t size = utf8_sequence_size(text, at);
  if (size == 0) {
    out += kReplacement;
    return 1;
  }
  char32_t code_point = decode_utf8(text, at).value;
  if (is_invisible(code_point)) {
    append_escaped(out, code_point);
  } else {
    out += text.substr(at, size);
  }
  return size;
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  const char* end = text.data() + text.size();
  out += '"';
  for (size_t at = 0; at < text.size();) {
    size_t plain = plain_run(text.data() + at, end);
    out.append(text, at, plain);
    at += plain;
    if (at == text.size()) break;
    auto byte = static_cast<uint8_t>(text[at]);
    if (byte >= 0x80) {
      at += append_non_ascii(out, text, at);
      continue;
    }
    if (kEscapes[byte] == 'u') {
      append_unit(out, byte);
    } else {
      out += '\\';
      out += kEscapes[byte];
    }
    ++at;
  }
  out += '"';
}

Writer& Writer::begin_object() {
  before_value();
  out_ += '{';
  has_items_.push_back(0);
  return *this;
}

Writer& Writer::begin_array() {
  before_value();
  out_ += '[';
  has_items_.push_back(0);
  return *this;
}

Writer& Writer::end_object() { return end('}'); }
Writer& Writer::end_array() { return end(']'); }

Writer& Writer::end(char bracket) {
  ASSERT(!has_items_.empty() && !after_key_);
  bool had_items = has_items_.back() != 0;
  has_items_.pop_back();
  if (had_items) new_line();
  out_ += bracket;
  return *this;
}

Writer& Writer::key(std::string_view name) {
  ASSERT(!has_items_.empty() && !after_key_);
  before_value();
  append_quoted(out_, name);
  out_ += ':';
  if (style_ == Style::pretty) out_ += ' ';
  after_key_ = true;
  return *this;
}

Writer& Writer::value(std::string_view text) {
  before_value();
  append_quoted(out_, text);
  return *this;
}

Writer& Writer::raw(std::string_view literal) {
  before_value();
  out_ += literal;
  return *this;
}

std::string Writer::take() {
  ASSERT(has_items_.empty() && !after_key_);
  return std::move(out_);
}

// The comma and the line break that go before a value or a key.
void Writer::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_items_.empty()) return;
  if (has_items_.back() != 0) out_ += ',';
  has_items_.back() = 1;
  new_line();
}

void Writer::new_line() {
  if (style_ == Style::compact) return;
  out_ += '\n';
  out_.append(2 * has_items_.size(), ' ');
}

}  // namespace aptix::json
