// Text as UTF-8: well-formedness, code points, what may be shown, and how names fold.
// The one file that includes utf8proc.
#include <utf8proc.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix {
namespace {

uint8_t byte_at(std::string_view text, size_t offset) { return static_cast<uint8_t>(text[offset]); }

bool is_continuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

// Length of the run of ASCII bytes at `offset`, eight at a time.
size_t ascii_run(std::string_view text, size_t offset) {
  size_t at = offset;
  for (; at + sizeof(uint64_t) <= text.size(); at += sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080808080808080u) != 0) break;
  }
  while (at < text.size() && byte_at(text, at) < 0x80) ++at;
  return at - offset;
}

void append_hex(std::string& out, uint32_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789abcdef"[value >> shift & 15];
}

enum class Keep : uint8_t { nothing, line_feeds_and_tabs };

void append_escape(std::string& out, char32_t value, Keep keep) {
  bool layout = value == '\n' || value == '\t';
  if (layout && keep == Keep::line_feeds_and_tabs) {
    out += static_cast<char>(value);
  } else if (value == '\n') {
    out += "\\n";
  } else if (value == '\t') {
    out += "\\t";
  } else if (value == '\r') {
    out += "\\r";
  } else if (value < 0x80) {
    out += "\\x";
    append_hex(out, value, 2);
  } else {
    out += "\\u{";
    append_hex(out, value, value > 0xFFFFF ? 6 : value > 0xFFFF ? 5 : value > 0xFFF ? 4 : value > 0xFF ? 3 : 2);
    out += '}';
  }
}

// Length of the run of visible ASCII at `offset`.
size_t visible_run(std::string_view text, size_t offset) {
  size_t at = offset;
  while (at < text.size() && text[at] >= 0x20 && text[at] < 0x7F) ++at;
  return at - offset;
}

std::string escape(std::string_view text, Keep keep) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    size_t visible = visible_run(text, at);
    out.append(text, at, visible);
    at += visible;
    if (at == text.size()) break;
    uint8_t size = utf8_sequence_size(text, at);
    if (size == 0) {
      out += "\\x";
      append_hex(out, byte_at(text, at), 2);
      ++at;
      continue;
    }
    char32_t value = decode_utf8(text, at).value;
    if (is_invisible(value)) {
      append_escape(out, value, keep);
    } else {
      out.append(text, at, size);
    }
    at += size;
  }
  return out;
}

constexpr int kCompose = UTF8PROC_STABLE | UTF8PROC_COMPOSE;

std::string map_with(std::string_view text, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
      static_cast<utf8proc_ssize_t>(text.size()), &mapped, static_cast<utf8proc_option_t>(options));
  if (size < 0) return std::string(text);
  std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  return std::string(reinterpret_cast<const char*>(mapped), static_cast<size_t>(size));
}

}  // namespace

bool is_ascii(std::string_view text) { return ascii_run(text, 0) == text.size(); }

// Table 3-7 of the Unicode standard: only the second byte has a range that depends on the first.
uint8_t utf8_sequence_size(std::string_view text, size_t offset) {
  uint8_t lead = byte_at(text, offset);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  uint8_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() - offset < size) return 0;
  uint8_t second = byte_at(text, offset + 1);
  uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (second < low || second > high) return 0;
  for (uint8_t i = 2; i < size; ++i)
    if (!is_continuation(byte_at(text, offset + i))) return 0;
  return size;
}

std::optional<size_t> find_invalid_utf8(std::string_view text) {
  for (size_t at = ascii_run(text, 0); at < text.size(); at += ascii_run(text, at)) {
    uint8_t size = utf8_sequence_size(text, at);
    if (size == 0) return at;
    at += size;
  }
  return std::nullopt;
}

CodePoint decode_utf8(std::string_view text, size_t offset) {
  auto bits = [&](size_t i) { return static_cast<char32_t>(byte_at(text, offset + i) & 0x3F); };
  uint8_t lead = byte_at(text, offset);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) return {static_cast<char32_t>(lead & 0x1F) << 6 | bits(1), 2};
  if (lead < 0xF0) return {static_cast<char32_t>(lead & 0x0F) << 12 | bits(1) << 6 | bits(2), 3};
  return {static_cast<char32_t>(lead & 0x07) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3), 4};
}

size_t encode_utf8(char32_t code_point, char* out) {
  auto tail = [&](int shift) { return static_cast<char>(0x80 | (code_point >> shift & 0x3F)); };
  if (code_point < 0x80) {
    out[0] = static_cast<char>(code_point);
    return 1;
  }
  if (code_point < 0x800) {
    out[0] = static_cast<char>(0xC0 | code_point >> 6);
    out[1] = tail(0);
    return 2;
  }
  if (code_point < 0x10000) {
    out[0] = static_cast<char>(0xE0 | code_point >> 12);
    out[1] = tail(6);
    out[2] = tail(0);
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | code_point >> 18);
  out[1] = tail(12);
  out[2] = tail(6);
  out[3] = tail(0);
  return 4;
}

void append_utf8(std::string& out, char32_t code_point) {
  char bytes[4];
  out.append(bytes, encode_utf8(code_point, bytes));
}

// Completed with the continuation byte that any lead accepts, it would be well-formed.
std::string_view cut_at_character(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && is_continuation(byte_at(text, most))) --most;
  return text.substr(0, most);
}

bool utf8_is_cut(std::string_view text) {
  for (size_t missing = 1; missing < 4 && !text.empty() && text.size() + missing <= 4; ++missing) {
    for (char second : {'\x80', '\xA0'}) {
      std::string whole(text);
      whole += second;
      whole.append(missing - 1, '\x80');
      if (byte_at(text, 0) >= 0x80 && utf8_sequence_size(whole, 0) == whole.size()) return true;
    }
  }
  return false;
}

uint64_t count_code_points(std::string_view text) {
  uint64_t count = 0;
  for (size_t at = 0; at < text.size();) {
    size_t ascii = ascii_run(text, at);
    count += ascii;
    at += ascii;
    if (at == text.size()) break;
    uint8_t size = utf8_sequence_size(text, at);
    at += size == 0 ? 1 : size;
    ++count;
  }
  return count;
}

bool is_invisible(char32_t code_point) {
  struct Range {
    char32_t first, last;
  };
  static constexpr Range kRanges[] = {
      {0x00, 0x1F}, {0x7F, 0x9F},          // C0, DEL, C1
      {0xAD, 0xAD}, {0x61C, 0x61C},        // soft hyphen, Arabic letter mark
      {0x180E, 0x180E}, {0x200B, 0x200F},  // zero width, direction marks
      {0x2028, 0x202E}, {0x2060, 0x206F},  // separators, bidirectional controls, invisible operators
      {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},  // byte-order mark, annotations
      {0xE0000, 0xE007F},                  // tags
  };
  if (code_point >= 0x20 && code_point < 0x7F) return false;
  for (const Range& range : kRanges)
    if (code_point >= range.first && code_point <= range.last) return true;
  return false;
}

std::string escape_for_display(std::string_view text) { return escape(text, Keep::nothing); }

std::string escape_block_for_display(std::string_view text) { return escape(text, Keep::line_feeds_and_tabs); }

std::string excerpt_for_display(std::string_view text, size_t limit) {
  size_t end = 0;
  for (size_t shown = 0; shown < limit && end < text.size(); ++shown) {
    uint8_t size = utf8_sequence_size(text, end);
    end += size == 0 ? 1 : size;
  }
  std::string out = escape_for_display(text.substr(0, end));
  if (end < text.size()) out += "...";
  return out;
}

std::string in_quotes(std::string_view text) { return "'" + escape_for_display(text) + "'"; }

std::string excerpt_in_quotes(std::string_view text, size_t limit) {
  return "'" + excerpt_for_display(text, limit) + "'";
}

std::string compose(std::string_view text) {
  return is_ascii(text) || find_invalid_utf8(text) ? std::string(text) : map_with(text, kCompose);
}

std::string fold_case(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  if (find_invalid_utf8(text)) return std::string(text);
  std::string composed = map_with(text, kCompose);
  std::string out;
  out.reserve(composed.size());
  for (size_t at = 0; at < composed.size();) {
    CodePoint point = decode_utf8(composed, at);
    append_utf8(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point.value))));
    at += point.size;
  }
  return map_with(out, kCompose);  // some lower-case letters compose where their capitals don't
}

std::string fold_compatible(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  if (find_invalid_utf8(text)) return std::string(text);
  return map_with(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
}

}  // namespace aptix
