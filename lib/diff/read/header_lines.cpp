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

// The byte of an escape; `at` is after the backslash, and moves past the escape.
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

// Removes `pattern` from the start of `text`, if it matches.
bool take(std::string_view& text, std::string_view pattern) {
  if (!looks_like(text.substr(0, pattern.size()), pattern)) return false;
  text.remove_prefix(pattern.size());
  return true;
}

int two_digits(std::string_view text) { return (text[0] - '0') * 10 + (text[1] - '0'); }

constexpr std::string_view kDevNull = "/dev/null";

// After the first '/': what stays of a name when its a/ or b/ is dropped.
std::string_view without_first_component(std::string_view name) {
  size_t slash = name.find('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(slash + 1);
}

using Names = std::pair<std::string, std::string>;

// `a/some name b/some name`: the one space between two names that agree after their first '/'.
// Whatever follows the space up to the second name's '/' has none, so one space can qualify at most.
std::optional<Names> split_prefixed(std::string_view rest) {
  size_t first = rest.find('/');
  if (first == std::string_view::npos) return std::nullopt;
  size_t before = first;  // the '/' before `slash`
  for (size_t slash = rest.find('/', first + 1); slash != std::string_view::npos;
       before = slash, slash = rest.find('/', slash + 1)) {
    size_t blank = first + rest.size() - slash;
    if (blank >= slash || blank <= before || rest[blank] != ' ') continue;
    if (rest.substr(first + 1, blank - first - 1) != rest.substr(slash + 1)) return std::nullopt;
    return Names(rest.substr(0, blank), rest.substr(blank + 1));
  }
  return std::nullopt;
}

// `some name some name`: diff.noprefix. `a/a/some name b/b/some name`: names that got their prefixes twice.
std::optional<Names> split_in_the_middle(std::string_view rest) {
  constexpr size_t kPrefixes = 4;
  size_t blank = rest.size() / 2;
  if (rest.size() < 3 || rest.size() % 2 == 0 || rest[blank] != ' ') return std::nullopt;
  std::string_view first = rest.substr(0, blank), second = rest.substr(blank + 1);
  bool doubled = blank > kPrefixes && first.starts_with("a/a/") && second.starts_with("b/b/") &&
      first.substr(kPrefixes) == second.substr(kPrefixes);
  return first == second || doubled ? std::optional(Names(first, second)) : std::nullopt;
}

std::optional<Names> split_at_only_blank(std::string_view rest) {
  size_t blank = rest.find(' ');
  if (blank == std::string_view::npos || blank == 0 || blank + 1 == rest.size()) return std::nullopt;
  if (rest.find(' ', blank + 1) != std::string_view::npos) return std::nullopt;
  return Names(rest.substr(0, blank), rest.substr(blank + 1));
}

std::optional<Names> split_quoted(std::string_view rest) {
  Names names;
  if (rest.front() == '"') {
    std::optional<Unquoted> first = unquote_name(rest);
    if (!first || first->length >= rest.size() || rest[first->length] != ' ') return std::nullopt;
    names.first = std::move(first->name);
    rest.remove_prefix(first->length + 1);
  } else {
    size_t quote = rest.find(" \"");
    names.first = rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
  }
  if (rest.empty()) return std::nullopt;
  if (rest.front() != '"') {
    names.second = rest;
    return names;
  }
  std::optional<Unquoted> second = unquote_name(rest);
  if (!second || second->length != rest.size()) return std::nullopt;
  names.second = std::move(second->name);
  return names;
}

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool is_epoch(std::string_view text) { return read_timestamp(text).value_or(Timestamp{}).epoch; }

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

Names split_git_names(std::string_view rest) {
  rest = trim_right(rest);
  if (rest.empty()) return {};
  std::optional<Names> names;
  if (rest.front() == '"' || rest.find(" \"") != std::string_view::npos) names = split_quoted(rest);
  if (!names) names = split_prefixed(rest);
  if (!names) names = split_in_the_middle(rest);
  if (!names) names = split_at_only_blank(rest);
  return names.value_or(Names());
}

HeaderName header_name(std::string_view rest) {
  if (!rest.empty() && rest.front() == '"') {
    std::optional<Unquoted> quoted = unquote_name(rest);
    if (quoted) {
      std::string_view after = rest.substr(quoted->length);
      bool stamped = !after.empty() && (after.front() == '\t' || after.front() == ' ');
      return {std::move(quoted->name), stamped && is_epoch(after.substr(1))};
    }
  }
  size_t tab = rest.find('\t');
  if (tab != std::string_view::npos)
    return {std::string(rest.substr(0, tab)), is_epoch(trim_right(rest.substr(tab + 1)))};
  rest = trim_right(rest);
  for (size_t blank = rest.find(' '); blank != std::string_view::npos; blank = rest.find(' ', blank + 1)) {
    std::optional<Timestamp> stamp = read_timestamp(rest.substr(blank + 1));
    if (stamp && blank != 0) return {std::string(trim_right(rest.substr(0, blank))), stamp->epoch};
  }
  return {std::string(rest), false};
}

std::string plain_name(std::string_view rest) {
  std::optional<Unquoted> quoted = unquote_name(rest);
  return quoted && quoted->length == rest.size() ? std::move(quoted->name) : std::string(rest);
}

bool names_agree(std::string_view old_name, std::string_view new_name) {
  if (old_name.empty() || new_name.empty()) return false;
  if (old_name == kDevNull || new_name == kDevNull || old_name == new_name) return true;
  std::string_view rest = without_first_component(old_name);
  return !rest.empty() && rest == without_first_component(new_name);
}

}  // namespace aptix::diff
