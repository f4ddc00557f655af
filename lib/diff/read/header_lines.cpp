#include "diff/read/header_lines.h"

#include <algorithm>
#include <iterator>

#include "base/text/bytes.h"
#include "base/text/trim.h"
#include "diff/read/unified.h"

namespace aptix::diff {
namespace {

struct FieldKeyword {
  std::string_view start;
  HeaderField field;
};
constexpr FieldKeyword kFieldKeywords[] = {
    {"old mode ", HeaderField::old_mode},
    {"new mode ", HeaderField::new_mode},
    {"deleted file mode ", HeaderField::deleted_file},
    {"new file mode ", HeaderField::new_file},
    {"rename from ", HeaderField::rename_from},
    {"rename old ", HeaderField::rename_from},
    {"rename to ", HeaderField::rename_to},
    {"rename new ", HeaderField::rename_to},
    {"copy from ", HeaderField::copy_from},
    {"copy to ", HeaderField::copy_to},
    {"similarity index ", HeaderField::similarity},
    {"dissimilarity index ", HeaderField::dissimilarity},
    {"index ", HeaderField::index},
    {"--- ", HeaderField::old_name},
    {"+++ ", HeaderField::new_name},
};

struct Escape {
  char letter;
  char byte;
};
constexpr Escape kEscapes[] = {{'a', '\a'}, {'b', '\b'}, {'t', '\t'}, {'n', '\n'}, {'v', '\v'}, {'f', '\f'},
    {'r', '\r'}, {'"', '"'}, {'\\', '\\'}};

bool is_octal(char c) { return c >= '0' && c <= '7'; }

// The byte of an escape; `at` stands after the backslash and is moved on.
std::optional<char> read_escape(std::string_view text, size_t& at) {
  if (at >= text.size()) return std::nullopt;
  for (const Escape& escape : kEscapes) {
    if (escape.letter != text[at]) continue;
    ++at;
    return escape.byte;
  }
  if (at + 3 > text.size() || text[at] > '3') return std::nullopt;
  unsigned value = 0;
  for (size_t end = at + 3; at < end; ++at) {
    if (!is_octal(text[at])) return std::nullopt;
    value = value * 8 + static_cast<unsigned>(text[at] - '0');
  }
  return static_cast<char>(value);
}

// Reads `pattern` at the start of `text`. Moves on when it fits.
bool take(std::string_view& text, std::string_view pattern) {
  if (!looks_like(text.substr(0, pattern.size()), pattern)) return false;
  text.remove_prefix(pattern.size());
  return true;
}

int two_digits(std::string_view text) { return (text[0] - '0') * 10 + (text[1] - '0'); }

}  // namespace

std::optional<HeaderLine> header_line(std::string_view line) {
  for (const FieldKeyword& keyword : kFieldKeywords)
    if (line.starts_with(keyword.start)) return HeaderLine{keyword.field, line.substr(keyword.start.size())};
  return std::nullopt;
}

bool may_be_cut_field(std::string_view line) {
  return std::any_of(std::begin(kFieldKeywords), std::end(kFieldKeywords),
      [line](const FieldKeyword& keyword) { return keyword.start.starts_with(line); });
}

std::optional<Unquoted> unquote_name(std::string_view text) {
  if (text.empty() || text.front() != '"') return std::nullopt;
  Unquoted result{{}, 0};
  for (size_t at = 1; at < text.size();) {
    char c = text[at++];
    if (c == '"') {
      result.length = at;
      return result;
    }
    if (c != '\\') {
      result.name += c;
      continue;
    }
    std::optional<char> byte = read_escape(text, at);
    if (!byte) return std::nullopt;
    result.name += *byte;
  }
  return std::nullopt;
}

std::string quote_name(std::string_view name) {
  bool plain = true;
  std::string quoted = "\"";
  for (char c : name) {
    auto byte = static_cast<unsigned char>(c);
    const Escape* escape = nullptr;
    for (const Escape& candidate : kEscapes)
      if (candidate.byte == c) escape = &candidate;
    if (escape != nullptr) {
      quoted += {'\\', escape->letter};
    } else if (byte < 0x20 || byte >= 0x7f) {
      quoted += {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + ((byte >> 3) & 7)),
          static_cast<char>('0' + (byte & 7))};
    } else {
      quoted += c;
      continue;
    }
    plain = false;
  }
  return plain ? std::string(name) : quoted + '"';
}

bool looks_like(std::string_view text, std::string_view pattern) {
  auto fits = [](char c, char wanted) {
    return wanted == 'd' ? is_digit(c) : wanted == 's' ? c == '+' || c == '-' : c == wanted;
  };
  return text.size() == pattern.size() && std::equal(text.begin(), text.end(), pattern.begin(), fits);
}

std::optional<Timestamp> read_timestamp(std::string_view text) {
  std::string_view date = text;
  if (!take(text, "dddd-dd-dd dd:dd")) return std::nullopt;
  int minutes = two_digits(date.substr(11)) * 60 + two_digits(date.substr(14));
  Timestamp stamp;
  bool whole = true;  // minutes
  if (take(text, ":dd")) {
    stamp.has_seconds = true;
    whole = date.substr(17, 2) == "00";
    if (take(text, ".")) {
      size_t digits = leading_digits(text);
      stamp.ends_in_point = digits == 0;
      whole = whole && text.find_first_not_of('0') >= digits;
      text.remove_prefix(digits);
    }
  }
  if (text.empty()) return stamp;
  if (!looks_like(text, " sdddd") && !looks_like(text, " sdd:dd")) return std::nullopt;
  int offset = two_digits(text.substr(2)) * 60 + two_digits(text.substr(text.size() - 2));
  if (text[1] == '-') offset = -offset;
  std::string_view day = date.substr(0, 10);
  if (day == "1969-12-31") minutes -= 24 * 60;
  else if (day != "1970-01-01") whole = false;
  stamp.epoch = whole && minutes == offset;
  return stamp;
}

}  // namespace aptix::diff
