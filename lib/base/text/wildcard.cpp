#include "base/text/wildcard.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <optional>

namespace aptix {
namespace {

struct Class {
  std::string_view name;
  int (*holds)(int);
};
constexpr Class kClasses[] = {{"alnum", std::isalnum}, {"alpha", std::isalpha}, {"blank", std::isblank},
    {"cntrl", std::iscntrl}, {"digit", std::isdigit}, {"graph", std::isgraph}, {"lower", std::islower},
    {"print", std::isprint}, {"punct", std::ispunct}, {"space", std::isspace}, {"upper", std::isupper},
    {"xdigit", std::isxdigit}};

// "[:alpha:]" at `at`: does it hold `c`? Moves past it. Nothing where no class stands.
std::optional<bool> class_holds(std::string_view pattern, size_t& at, unsigned char c) {
  size_t end = pattern.substr(at).starts_with("[:") ? pattern.find(":]", at + 2) : std::string_view::npos;
  if (end == std::string_view::npos) return std::nullopt;
  bool holds = in_character_class(pattern.substr(at + 2, end - at - 2), c);
  at = end + 2;
  return holds;
}

// One character of a set, with or without a backslash before it. Moves past it.
unsigned char take_set_character(std::string_view pattern, size_t& at) {
  if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
  return static_cast<unsigned char>(pattern[at++]);
}

// Does the set that begins after `[` at `at` hold `c`? Moves past its end; npos when it has none.
bool set_holds(std::string_view pattern, size_t& at, unsigned char c) {
  bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (negated) ++at;
  bool holds = false;
  for (size_t first = at; at < pattern.size() && (pattern[at] != ']' || at == first);) {
    if (std::optional<bool> in = class_holds(pattern, at, c)) {
      holds = holds || *in;
      continue;
    }
    unsigned char low = take_set_character(pattern, at);
    bool is_range = at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']';
    if (is_range) ++at;
    unsigned char high = is_range ? take_set_character(pattern, at) : low;
    holds = holds || (low <= c && c <= high);
  }
  if (at >= pattern.size()) {
    at = std::string_view::npos;
    return false;
  }
  ++at;
  return holds != negated;
}

// One character against the step at `at`, which is not a star. Moves past the step when it fits.
bool step_fits(std::string_view pattern, size_t& at, char c) {
  size_t next = at + 1;
  bool fits = false;
  switch (pattern[at]) {
    case '?': fits = true; break;
    case '[': fits = set_holds(pattern, next, static_cast<unsigned char>(c)) && next != std::string_view::npos; break;
    case '\\':
      if (next < pattern.size()) fits = pattern[next++] == c;
      else fits = c == '\\';
      break;
    default: fits = pattern[at] == c;
  }
  if (fits) at = next;
  return fits;
}

}  // namespace

bool is_character_class(std::string_view name) {
  return std::any_of(std::begin(kClasses), std::end(kClasses), [&](const Class& known) { return known.name == name; });
}

bool in_character_class(std::string_view name, unsigned char c) {
  for (const Class& known : kClasses)
    if (known.name == name) return known.holds(c) != 0;
  return false;
}

bool wildcard_matches(std::string_view pattern, std::string_view text) {
  size_t at = 0, next = 0;
  size_t star = std::string_view::npos, star_text = 0;  // the last star, and how far it reaches
  while (next < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = ++at;
      star_text = next;
    } else if (at < pattern.size() && step_fits(pattern, at, text[next])) {
      ++next;
    } else if (star != std::string_view::npos) {
      at = star;
      next = ++star_text;
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

}  // namespace aptix
