// UTF-8: well-formedness, code points, what may be displayed, and how names fold. The only file that includes utf8proc.
#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>

#include "base/text/ascii.h"
#include "base/text/cells.h"
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

enum class Keep : uint8_t { nothing, line_feeds_and_tabs };

void append_byte(std::string& out, uint8_t byte) { fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte); }

void append_escape(std::string& out, char32_t value, Keep keep) {
  bool layout = value == '\n' || value == '\t';
  if (layout && keep == Keep::line_feeds_and_tabs) out += static_cast<char>(value);
  else if (value == '\n') out += "\\n";
  else if (value == '\t') out += "\\t";
  else if (value == '\r') out += "\\r";
  else if (value < 0x80) append_byte(out, static_cast<uint8_t>(value));
  else fmt::format_to(std::back_inserter(out), "\\u{{{:02x}}}", static_cast<uint32_t>(value));
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
    CodePoint point = decode_utf8(text, at);
    if (point.size == 0) append_byte(out, byte_at(text, at));
    else if (is_invisible(point.value)) append_escape(out, point.value, keep);
    else out.append(text, at, point.size);
    at += std::max<size_t>(point.size, 1);
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

uint8_t utf8_sequence_size(std::string_view text, size_t offset) {
  return byte_at(text, offset) < 0x80 ? 1 : decode_utf8(text, offset).size;
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
  utf8proc_int32_t value = 0;
  utf8proc_ssize_t size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + offset),
      static_cast<utf8proc_ssize_t>(text.size() - offset), &value);
  return {static_cast<char32_t>(value), static_cast<uint8_t>(std::max<utf8proc_ssize_t>(size, 0))};
}

size_t encode_utf8(char32_t code_point, char* out) {
  return static_cast<size_t>(
      utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), reinterpret_cast<utf8proc_uint8_t*>(out)));
}

void append_utf8(std::string& out, char32_t code_point) {
  char bytes[4];
  out.append(bytes, encode_utf8(code_point, bytes));
}

std::string_view cut_at_character(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && is_continuation(byte_at(text, most))) --most;
  return text.substr(0, most);
}

// Cut off if it would be well-formed with the most permissive continuation bytes.
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
  return map_with(out, kCompose);  // some lower-case letters compose although their capitals don't
}

std::string fold_compatible(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  if (find_invalid_utf8(text)) return std::string(text);
  return map_with(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
}

unsigned cells_of(char32_t code_point) {
  return static_cast<unsigned>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point)));
}

}  // namespace aptix
