// File names in the header lines of a diff.
#include "base/text/bytes.h"
#include "base/text/trim.h"
#include "diff/read/header_lines.h"
#include "git/reader.h"

namespace aptix::git {
namespace {

// The size of `pattern` if `text` ends with something like it, else 0.
size_t at_end(std::string_view text, std::string_view pattern) {
  if (text.size() < pattern.size()) return 0;
  return diff::looks_like(text.substr(text.size() - pattern.size()), pattern) ? pattern.size() : 0;
}

// The size of a time such as " 19:41:17.620000023" at the end, else 0.
size_t fractional_time(std::string_view text) {
  size_t point = text.find_last_not_of("0123456789");
  if (point == std::string_view::npos || point + 1 == text.size() || text[point] != '.') return 0;
  size_t whole = at_end(text.substr(0, point), " dd:dd:dd");
  return whole == 0 ? 0 : whole + text.size() - point;
}

size_t date_at_end(std::string_view text) {
  if (at_end(text, "dd-dd-dd") == 0) return 0;
  return at_end(text, "dddd-dd-dd") != 0 ? 10 : 8;
}

// The size of the timestamp at the end of a header line, with the tab or spaces before it; 0 if there is none.
size_t timestamp_at_end(std::string_view line) {
  std::string_view rest = line;
  if (rest.empty() || !is_digit(rest.back())) return 0;
  size_t zone = at_end(rest, " sdddd");
  if (zone == 0) zone = at_end(rest, " sdd:dd");
  rest.remove_suffix(zone);
  size_t time = at_end(rest, " dd:dd:dd");
  if (time == 0) time = fractional_time(rest);
  rest.remove_suffix(time);
  size_t date = date_at_end(rest);
  rest.remove_suffix(date);
  if (date == 0 || rest.empty() || (rest.back() != '\t' && rest.back() != ' ')) return 0;
  if (rest.back() == '\t') rest.remove_suffix(1);
  else
    while (!rest.empty() && rest.back() == ' ') rest.remove_suffix(1);
  return line.size() - rest.size();
}

std::string squash_slashes(std::string_view name) {
  std::string out;
  out.reserve(name.size());
  for (char c : name)
    if (c != '/' || !out.ends_with('/')) out += c;
  return out;
}

// The name after the first `strip` slashes.
std::optional<std::string_view> skip_components(std::string_view name, unsigned strip) {
  for (; strip != 0; --strip) {
    size_t slash = name.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    name.remove_prefix(slash + 1);
  }
  return name;
}

// As skip_components(), for `diff --git`. Fails also for an absolute name if `strip` is 0 or 1.
std::optional<std::string_view> skip_prefix(std::string_view name, unsigned strip) {
  if (strip == 0) return name.starts_with('/') ? std::nullopt : std::optional(name);
  unsigned left = strip;
  for (size_t i = 0; i < name.size(); ++i)
    if (name[i] == '/' && --left == 0) return i == 0 ? std::nullopt : std::optional(name.substr(i + 1));
  return std::nullopt;
}

std::optional<std::string> quoted_name(std::string_view line, const NameRules& rules) {
  std::optional<diff::Unquoted> unquoted = diff::unquote_name(line);
  if (!unquoted) return std::nullopt;
  std::optional<std::string_view> name = skip_components(unquoted->name, rules.strip);
  if (!name) return std::nullopt;
  return squash_slashes(rules.directory + std::string(*name));
}

std::optional<std::string> plain_or(
    std::string_view name, const NameRules& rules, const std::optional<std::string>& otherwise) {
  auto fallback = [&]() -> std::optional<std::string> {
    if (!otherwise) return std::nullopt;
    return squash_slashes(*otherwise);
  };
  std::optional<std::string_view> start = skip_components(name, rules.strip);
  if (!start || start->empty()) return fallback();
  if (otherwise && otherwise->size() < start->size() && start->starts_with(*otherwise)) return fallback();
  return squash_slashes(rules.directory + std::string(*start));
}

std::string_view up_to_end(std::string_view line, NameEnd end) {
  std::string_view stop = end == NameEnd::at_tab ? "\n\t\r" : "\n\r";
  return line.substr(0, line.find_first_of(stop));
}

std::optional<std::string> from_two_quoted(const diff::Unquoted& first, std::string_view rest, unsigned strip) {
  std::optional<std::string_view> name = skip_prefix(first.name, strip);
  if (!name) return std::nullopt;
  while (!rest.empty() && is_white(rest.front())) rest.remove_prefix(1);
  std::optional<diff::Unquoted> second;
  if (rest.starts_with('"')) {
    second = diff::unquote_name(rest);
    if (!second) return std::nullopt;
    rest = second->name;
  }
  std::optional<std::string_view> other = skip_prefix(rest, strip);
  if (!other || *other != *name) return std::nullopt;
  return std::string(*name);
}

// `some name "b/some name"`: the name without its prefix.
std::optional<std::string> before_quoted(std::string_view name, unsigned strip) {
  size_t quote = name.find('"');
  std::optional<diff::Unquoted> second = diff::unquote_name(name.substr(quote));
  if (!second) return std::nullopt;
  std::optional<std::string_view> other = skip_prefix(second->name, strip);
  bool agree = other && other->size() < quote && name.starts_with(*other) && is_white(name[other->size()]);
  return agree ? std::optional<std::string>(*other) : std::nullopt;
}

// `some name b/some name`: the name without its prefix. Looks for the space at which both halves agree; they have equal
// length, so each space determines where the second name begins.
std::optional<std::string> agreeing_half(std::string_view name, unsigned strip) {
  for (size_t space = name.find_first_of(" \t"); space != std::string_view::npos;
       space = name.find_first_of(" \t", space + 1)) {
    size_t start = name.size() - space;
    if (start <= space) break;
    if (strip == 0 ? start != space + 1 : name[start - 1] != '/') continue;
    std::optional<std::string_view> second = skip_prefix(name.substr(space + 1), strip);
    // Otherwise the space is at the end of a folder's name.
    if (second && second->size() == space && name.substr(0, space) == *second) return std::string(*second);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_git_name(std::string_view line, const NameRules& rules, NameEnd end) {
  if (line.starts_with('"'))
    if (auto name = quoted_name(line, rules)) return name;
  return plain_or(up_to_end(line, end), rules, std::nullopt);
}

std::optional<std::string> find_plain_name(
    std::string_view line, const NameRules& rules, const std::optional<std::string>& otherwise) {
  if (line.starts_with('"'))
    if (auto name = quoted_name(line, rules)) return name;
  std::string_view text = first_line(line);
  size_t timestamp = timestamp_at_end(text);
  if (timestamp == 0) return plain_or(up_to_end(line, NameEnd::at_tab), rules, otherwise);
  return plain_or(text.substr(0, text.size() - timestamp), rules, otherwise);
}

std::optional<std::string> find_header_name(std::string_view line, const NameRules& rules) {
  line = first_line(line);
  std::optional<std::string> name;
  if (!line.starts_with('"')) {
    std::optional<std::string_view> rest = skip_prefix(line, rules.strip);
    if (rest)
      name = rest->find('"') == std::string_view::npos ? agreeing_half(*rest, rules.strip)
                                                       : before_quoted(*rest, rules.strip);
  } else if (std::optional<diff::Unquoted> first = diff::unquote_name(line)) {
    name = from_two_quoted(*first, line.substr(first->length), rules.strip);
  }
  if (name) name->insert(0, rules.directory);
  return name;
}

bool names_dev_null(std::string_view line) {
  constexpr std::string_view kDevNull = "/dev/null";
  return line.starts_with(kDevNull) && line.size() > kDevNull.size() && is_white(line[kDevNull.size()]);
}

bool has_epoch_timestamp(std::string_view line) {
  line = first_line(line);
  size_t tab = line.rfind('\t');
  if (tab == std::string_view::npos) return false;
  std::string_view date = line.substr(tab + 1);
  if (!date.starts_with("19")) return false;  // the last day of 1969, or the first of 1970
  std::optional<diff::Timestamp> stamp = diff::read_timestamp(date);
  return stamp && stamp->epoch && stamp->has_seconds && !stamp->ends_in_point;
}

}  // namespace aptix::git
