#include "edit/rung/dressing.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/text/look_alike.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/basis/hunk_shape.h"

namespace aptix::edit {
namespace {

struct Way {
  std::string_view what;
  std::span<const LookAlike> table;
};

// A line as a listing shows it: " 12 | text".
struct Numbered {
  uint64_t number = 0;
  std::string_view separator;
  std::string_view rest;
};

std::optional<Numbered> numbered(std::string_view line) {
  constexpr std::string_view kSeparators[] = {"|", ":", "\t", "\xE2\x86\x92", "\xE2\x94\x82", "  ", ")"};
  std::string_view rest = line.substr(indent_of(line).size());
  if (rest.starts_with('L')) rest.remove_prefix(1);
  Numbered found;
  auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), found.number);
  if (error != std::errc()) return std::nullopt;
  rest.remove_prefix(static_cast<size_t>(end - rest.data()));
  for (std::string_view separator : kSeparators) {
    std::string_view there = rest;
    if (separator == "|" || separator == "\xE2\x94\x82")
      there.remove_prefix(std::min(there.find_first_not_of(' '), there.size()));
    if (!there.starts_with(separator)) continue;
    found.separator = separator;
    found.rest = there.substr(separator.size());
    return found;
  }
  return is_blank(rest) ? std::optional(found) : std::nullopt;  // an empty line, without what stands at its end
}

bool goes_with(const Numbered& line, std::string_view separator) {
  return line.separator == separator || (line.separator.empty() && is_blank(line.rest));
}

// The separator that the old lines have after numbers that count them; nothing when they do not.
std::optional<std::string_view> listing(const diff::Hunk& hunk) {
  std::optional<std::string_view> separator;
  std::optional<uint64_t> next;
  bool mixed = false;  // with lines that were copied without their number: a bar is proof enough for the others
  for (const diff::HunkLine& line : hunk.lines) {
    if (line.kind == LineKind::added) continue;
    std::optional<Numbered> shown = numbered(line.text);
    mixed = mixed || (!shown && !is_blank(line.text));
    if (shown && next && shown->number != *next) return std::nullopt;
    if (shown && !shown->separator.empty()) {
      if (separator && *separator != shown->separator) return std::nullopt;
      separator = shown->separator;
    }
    if (shown) next = shown->number;
    if (next) ++*next;
  }
  bool bar = separator == "|" || separator == "\xE2\x94\x82";
  return mixed && !bar ? std::nullopt : separator;
}

// Whether a space stands after the separators, or belongs to the lines, is open where all have one.
std::vector<Undressed> without_numbers(const diff::Hunk& hunk) {
  std::vector<Undressed> all;
  std::optional<std::string_view> separator = listing(hunk);
  if (!separator) return all;
  bool space = std::all_of(hunk.lines.begin(), hunk.lines.end(), [](const diff::HunkLine& line) {
    std::optional<Numbered> shown = line.kind == LineKind::added ? std::nullopt : numbered(line.text);
    return !shown || shown->rest.empty() || shown->rest.starts_with(' ');
  });
  for (size_t spaces = 0; spaces <= (space ? 1 : 0); ++spaces) {
    Undressed& bare = all.emplace_back(Undressed{hunk, {}, "the line numbers of a listing", {}});
    bare.bare = [separator = *separator, spaces](std::string_view line) {
      std::optional<Numbered> shown = numbered(line);
      if (!shown || !goes_with(*shown, separator)) return std::string(line);
      return std::string(shown->rest.substr(std::min(spaces, shown->rest.size())));
    };
    for (diff::HunkLine& line : bare.hunk.lines) line.text = bare.texts.emplace_back(*bare.bare(line.text));
  }
  return all;
}

// Nothing when there is nothing to take off its old lines. A line that has line feeds then is several.
std::optional<Undressed> without(const diff::Hunk& hunk, const Way& way) {
  Undressed bare{hunk, {}, std::string(way.what), [table = way.table](std::string_view line) {
                   std::string made = as_meant(line, table);
                   return made.find('\n') == std::string::npos ? std::optional(std::move(made)) : std::nullopt;
                 }};
  bare.hunk.lines.clear();
  bool any = false;
  for (const diff::HunkLine& line : hunk.lines) {
    std::string_view rest = bare.texts.emplace_back(as_meant(line.text, way.table));
    any = any || (line.kind != LineKind::added && rest != line.text);
    for (bool more = true; more;) {
      size_t feed = rest.find('\n');
      more = feed != std::string_view::npos && (feed + 1 < rest.size());
      bare.hunk.lines.push_back(line);
      bare.hunk.lines.back().text = rest.substr(0, feed);
      if (more) rest.remove_prefix(feed + 1);
    }
  }
  return any ? std::optional(std::move(bare)) : std::nullopt;
}

}  // namespace

std::vector<Undressed> undressed(const diff::Hunk& hunk) {
  std::vector<Undressed> all = without_numbers(hunk);
  size_t bare = all.size();
  const Way ways[] = {
      {"HTML entities", entities()}, {"a level of escapes", escapes()}, {"escaped quotes", escapes().first(2)}};
  for (const Way& way : ways) {
    if (bare == 0)
      if (std::optional<Undressed> one = without(hunk, way)) all.push_back(std::move(*one));
    for (size_t i = 0; i < bare; ++i) {
      std::optional<Undressed> one = without(all[i].hunk, way);
      if (!one) continue;
      one->what = all[i].what + " and " + one->what;
      one->bare = [first = all[i].bare, second = one->bare](std::string_view line) { return second(*first(line)); };
      all.push_back(std::move(*one));
    }
  }
  return all;
}

}  // namespace aptix::edit
