// JSON out. The output is always valid and never contains a raw control character.
#include "base/json/json_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/assert.h"
#include "base/json/json_plain.h"
#include "base/text/text.h"

namespace aptix::json {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

void append_unit(std::string& out, uint32_t unit) { fmt::format_to(std::back_inserter(out), "\\u{:04x}", unit); }

void append_code_point(std::string& out, char32_t code_point) {
  if (code_point < 0x10000) return append_unit(out, code_point);
  append_unit(out, 0xD800 + ((code_point - 0x10000) >> 10));
  append_unit(out, 0xDC00 + ((code_point - 0x10000) & 0x3FF));
}

// Appends an ASCII byte that needs an escape.
void append_escape(std::string& out, char byte) {
  for (const Escape& escape : kEscapes) {
    if (escape.byte != byte) continue;
    out += '\\';
    out += escape.letter;
    return;
  }
  append_unit(out, static_cast<uint8_t>(byte));
}

// Appends the character or byte at `at`, which is not ASCII; returns its size.
size_t append_non_ascii(std::string& out, std::string_view text, size_t at) {
  CodePoint point = decode_utf8(text, at);
  if (point.size == 0) out += kReplacement;
  else if (is_invisible(point.value)) append_code_point(out, point.value);
  else out += text.substr(at, point.size);
  return std::max<size_t>(point.size, 1);
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  append_escaped(out, text);
  out += '"';
}

void append_escaped(std::string& out, std::string_view text) {
  const char* end = text.data() + text.size();
  for (size_t at = 0; at < text.size();) {
    size_t plain = plain_run(text.data() + at, end);
    out.append(text, at, plain);
    at += plain;
    if (at == text.size()) break;
    if (static_cast<uint8_t>(text[at]) >= 0x80) at += append_non_ascii(out, text, at);
    else append_escape(out, text[at++]);
  }
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

// Writes the comma and the line break before a value or a key.
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
