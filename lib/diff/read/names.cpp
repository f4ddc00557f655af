// Reads file names in the header lines of a diff, and quotes them. Never looks at a disk.
#include "diff/read/names.h"

#include <cstdint>

#include "diff/read/unified.h"

namespace aptix::diff {
namespace {

constexpr std::string_view kDevNull = "/dev/null";

struct Escape {
  char letter;
  char byte;
};
constexpr Escape kEscapes[] = {{'a', '\a'}, {'b', '\b'}, {'t', '\t'}, {'n', '\n'}, {'v', '\v'}, {'f', '\f'},
    {'r', '\r'}, {'"', '"'}, {'\\', '\\'}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_octal(char c) { return c >= '0' && c <= '7'; }

// The byte of an escape; `at` stands behind the backslash and is moved on.
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

// Behind the first '/': what stays of a name when its a/ or b/ is dropped.
std::string_view without_first_component(std::string_view name) {
  size_t slash = name.find('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(slash + 1);
}

using Names = std::pair<std::string, std::string>;

// `a/some name b/some name`: the one blank between two names that agree behind their first '/'.
// Whatever follows the blank up to the second name's '/' has none, so one blank can qualify at most.
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

// `a/a/some name b/b/some name`: prefixes that were put before names that had them.
std::optional<Names> split_doubled(std::string_view rest) {
  constexpr size_t kPrefixes = 4;
  size_t blank = rest.size() / 2;
  if (rest.size() % 2 == 0 || blank <= kPrefixes || rest[blank] != ' ') return std::nullopt;
  std::string_view first = rest.substr(0, blank), second = rest.substr(blank + 1);
  bool doubled =
      first.starts_with("a/a/") && second.starts_with("b/b/") && first.substr(kPrefixes) == second.substr(kPrefixes);
  return doubled ? std::optional(Names(first, second)) : std::nullopt;
}

// `some name some name`: diff.noprefix.
std::optional<Names> split_equal(std::string_view rest) {
  if (rest.size() < 3 || rest.size() % 2 == 0) return std::nullopt;
  size_t blank = rest.size() / 2;
  if (rest[blank] != ' ' || rest.substr(0, blank) != rest.substr(blank + 1)) return std::nullopt;
  return Names(rest.substr(0, blank), rest.substr(blank + 1));
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

// Reads `pattern` at the start of `text`: 'd' is a digit, anything else itself. Moves on when it fits.
bool take(std::string_view& text, std::string_view pattern) {
  if (text.size() < pattern.size()) return false;
  for (size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == 'd' ? !is_digit(text[i]) : text[i] != pattern[i]) return false;
  text.remove_prefix(pattern.size());
  return true;
}

int number(std::string_view digits) {
  int value = 0;
  for (char c : digits) value = value * 10 + (c - '0');
  return value;
}

// Nothing when `text` is no timestamp as diff -u and git write it; else whether it is the epoch.
std::optional<bool> read_timestamp(std::string_view text) {
  std::string_view stamp = text;
  if (!take(text, "dddd-dd-dd dd:dd")) return std::nullopt;
  bool whole = true;
  if (take(text, ":dd")) {
    whole = stamp.substr(17, 2) == "00";
    if (take(text, ".")) {
      for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1)) whole = whole && text.front() == '0';
    }
  }
  if (text.empty()) return false;
  std::string_view zone = text;
  if (!take(text, " +dddd") && !take(text, " -dddd")) {
    text = zone;
    if (!take(text, " +dd:dd") && !take(text, " -dd:dd")) return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  int minutes = number(stamp.substr(11, 2)) * 60 + number(stamp.substr(14, 2));
  int offset = number(zone.substr(2, 2)) * 60 + number(zone.substr(zone.size() - 2));
  if (zone[1] == '-') offset = -offset;
  std::string_view day = stamp.substr(0, 10);
  if (day == "1969-12-31") return whole && minutes - 24 * 60 == offset;
  return whole && day == "1970-01-01" && minutes == offset;
}

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

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

Names split_git_names(std::string_view rest) {
  rest = trim_right(rest);
  if (rest.empty()) return {};
  std::optional<Names> names;
  if (rest.front() == '"' || rest.find(" \"") != std::string_view::npos) names = split_quoted(rest);
  if (!names) names = split_prefixed(rest);
  if (!names) names = split_equal(rest);
  if (!names) names = split_doubled(rest);
  if (!names) names = split_at_only_blank(rest);
  return names.value_or(Names());
}

HeaderName header_name(std::string_view rest) {
  if (!rest.empty() && rest.front() == '"') {
    std::optional<Unquoted> quoted = unquote_name(rest);
    if (quoted) {
      std::string_view behind = rest.substr(quoted->length);
      bool stamped = !behind.empty() && (behind.front() == '\t' || behind.front() == ' ');
      return {std::move(quoted->name), stamped && read_timestamp(behind.substr(1)).value_or(false)};
    }
  }
  size_t tab = rest.find('\t');
  if (tab != std::string_view::npos)
    return {std::string(rest.substr(0, tab)), read_timestamp(trim_right(rest.substr(tab + 1))).value_or(false)};
  rest = trim_right(rest);
  for (size_t blank = rest.find(' '); blank != std::string_view::npos; blank = rest.find(' ', blank + 1)) {
    std::optional<bool> epoch = read_timestamp(rest.substr(blank + 1));
    if (epoch && blank != 0) return {std::string(trim_right(rest.substr(0, blank))), *epoch};
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

}  // namespace aptix::diff
