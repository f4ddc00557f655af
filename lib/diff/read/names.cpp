// Reads file names in the header lines of a diff. Never looks at a disk.
#include "diff/read/header_lines.h"

namespace aptix::diff {
namespace {

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

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool is_epoch(std::string_view text) { return read_timestamp(text).value_or(Timestamp{}).epoch; }

}  // namespace

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
