// The path rules. Purely lexical: no disk, the same result on every platform.
#include "model/rel_path.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix {
namespace {

constexpr size_t kMaxComponent = 255;

struct PathFault {
  Code code;
  std::string problem;  // follows "the path '...' "
  std::string hint;
};

PathFault reserved(std::string_view name) {
  std::string quoted = "'" + std::string(name) + "'";
  return {Code::path_reserved, "leads into " + quoted, "choose a path outside of " + quoted};
}

using PathCheck = std::optional<PathFault> (*)(std::string_view text);

PathFault invalid(std::string problem, std::string hint) {
  return {Code::path_invalid, std::move(problem), std::move(hint)};
}

std::optional<PathFault> not_utf8(std::string_view text) {
  if (!find_invalid_utf8(text)) return std::nullopt;
  return invalid("is not valid UTF-8", "write the path in UTF-8");
}

std::optional<PathFault> has_forbidden_character(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    CodePoint point = decode_utf8(text, at);
    if (point.value == '\\') return invalid("has a backslash", "write '/' between folders");
    if (point.value == 0) return invalid("has a NUL character", "leave the character out");
    bool joiner = point.value == 0x200C || point.value == 0x200D;  // part of words in some scripts
    if (is_invisible(point.value) && !joiner)
      return invalid("has the control or invisible character '" + escape_for_display(text.substr(at, point.size)) + "'",
          "leave the character out");
    at += point.size;
  }
  return std::nullopt;
}

std::optional<PathFault> has_nul(std::string_view text) {
  if (text.find('\0') == std::string_view::npos) return std::nullopt;
  return invalid("has a NUL character", "leave the character out");
}

std::optional<PathFault> begins_with_slash(std::string_view text) {
  if (!text.starts_with('/')) return std::nullopt;
  return invalid("is absolute", "write it relative to the root, without the leading '/'");
}

std::optional<PathFault> is_absolute(std::string_view text) {
  if (std::optional<PathFault> fault = begins_with_slash(text)) return fault;
  bool folder_of_home = text.starts_with('~') && (text == "~" || text.find('/') != std::string_view::npos);
  if (folder_of_home)
    return invalid("begins with '~'", "write it relative to the root; no name stands for a home directory");
  bool letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
  if (letter && (text.substr(1) == ":" || text.substr(1).starts_with(":/")))
    return invalid("begins with a drive letter", "write it relative to the root, with '/' between folders");
  return std::nullopt;
}

// Could a file system treat `component` as `.git` or `.aptix`? By case, full-width forms, ignorable code points,
// streams (`:`), trailing dots and spaces, or 8.3 names (`git~1`).
std::optional<std::string_view> reserved_name(std::string_view component) {
  static constexpr std::array<std::string_view, 2> kReserved = {".git", ".aptix"};
  // In ASCII nothing is dropped, so few names need folding.
  bool begins_so = std::string_view(".gGaA").find(component.substr(0, 1)) != std::string_view::npos;
  if (!begins_so && is_ascii(component)) return std::nullopt;
  std::string folded = fold_compatible(component);
  std::string_view bare = std::string_view(folded).substr(0, folded.find(':'));
  bare = bare.substr(0, bare.find_last_not_of(". ") + 1);
  for (std::string_view name : kReserved) {
    if (bare == name) return name;
    std::string short_name(name.substr(1));
    short_name += '~';
    if (bare.starts_with(short_name) && all_digits(bare.substr(short_name.size()))) return name;
  }
  return std::nullopt;
}

std::optional<PathFault> bad_component(std::string_view component) {
  if (component.empty()) return invalid("has an empty component", "write one '/' between names, and none at the end");
  if (component == ".") return invalid("has a '.' component", "leave the './' out");
  if (component == "..") return invalid("has a '..' component", "write it relative to the root, without '..'");
  if (component.size() > kMaxComponent)
    return invalid(
        "has a name of " + std::to_string(component.size()) + " bytes; at most 255 are allowed", "use a shorter name");
  if (std::optional<std::string_view> name = reserved_name(component)) return reserved(*name);
  return std::nullopt;
}

std::optional<PathFault> has_bad_component(std::string_view text) {
  for (;;) {
    size_t slash = text.find('/');
    std::optional<PathFault> fault = bad_component(text.substr(0, slash));
    if (fault || slash == std::string_view::npos) return fault;
    text.remove_prefix(slash + 1);
  }
}

std::optional<PathFault> is_too_long(std::string_view text) {
  if (text.size() <= RelPath::kMaxSize) return std::nullopt;
  return invalid("has " + std::to_string(text.size()) + " bytes; at most 4095 are allowed", "use a shorter path");
}

// A separator of another system must not hide a reserved name.
std::optional<PathFault> has_reserved_name_after_backslash(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return std::nullopt;
  for (std::string_view part : split(text, '/'))
    for (std::string_view component : split(part, '\\'))
      if (std::optional<std::string_view> name = reserved_name(component)) return reserved(*name);
  return std::nullopt;
}

// In this order: later rules rely on earlier ones.
constexpr PathCheck kPathChecks[] = {is_too_long, not_utf8, has_forbidden_character, is_absolute, has_bad_component};
constexpr PathCheck kGitPathChecks[] = {
    is_too_long, not_utf8, has_nul, begins_with_slash, has_bad_component, has_reserved_name_after_backslash};

std::span<const PathCheck> checks_of(PathRules rules) {
  switch (rules) {
    case PathRules::documents: return kPathChecks;
    case PathRules::git: return kGitPathChecks;
  }
  return {};
}

}  // namespace

Result<RelPath> RelPath::parse(std::string_view text, PathRules rules) {
  if (text.empty())
    return fail(Code::path_invalid, "the path is empty", "write the path of the file, relative to the root");
  for (PathCheck rule : checks_of(rules)) {
    std::optional<PathFault> fault = rule(text);
    if (!fault) continue;
    std::string message = "the path '" + excerpt_for_display(text) + "' " + fault->problem;
    return fail(make_error(fault->code, std::move(message), fault->hint).at(text.substr(0, RelPath::kMaxSize)));
  }
  return RelPath(std::string(text));
}

bool leads_into_own_state(std::string_view path) {
  std::vector<std::string_view> names = split(path, '/');
  return std::any_of(names.begin(), names.end(), [](std::string_view name) { return reserved_name(name) == ".aptix"; });
}

std::string_view RelPath::parent() const {
  size_t slash = text_.rfind('/');
  return std::string_view(text_).substr(0, slash == std::string::npos ? 0 : slash);
}

bool stays_inside(std::string_view link, std::string_view target) {
  if (target.empty() || target.front() == '/' || target.find('\0') != std::string_view::npos) return false;
  ptrdiff_t depth = std::count(link.begin(), link.end(), '/');
  for (std::string_view part : split(target, '/')) {
    if (part == "..") --depth;
    if (depth < 0) return false;
    if (!part.empty() && part != "." && part != "..") ++depth;
  }
  return true;
}

}  // namespace aptix
