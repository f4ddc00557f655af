// Messages for hunks that do not match. The reader is often a model: it gets the file's own lines.
#include "edit/hunk/hunk_messages.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"
#include "edit/basis/messages.h"
#include "edit/near/nearest.h"
#include "edit/near/telling_places.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostExcerpt = 5;    // lines of the file that are shown
constexpr size_t kMostBytes = 200;      // of one line that is shown
constexpr size_t kMostCandidates = 10;  // places that are shown with their lines
constexpr size_t kLeastCore = 8;        // bytes that match by more than chance

// Says how two lines differ, e.g. "indentation: "; empty if they are different lines.
Difference kind_of_difference(std::string_view in_file, std::string_view in_hunk) {
  if (without_trailing_blanks(in_file) == without_trailing_blanks(in_hunk))
    return {"white space at the end of the line: ", true};
  Difference kind = what_differs(fmt::format("\n{}\n", in_file), fmt::format("\n{}\n", in_hunk));  // whole lines
  if (kind.words.starts_with("line ")) return {};
  kind.words += ": ";
  return kind;
}

Difference first_difference(
    diff::LineTable& lines, const diff::Hunk& hunk, HunkNoun noun, const diff::Locator::Near& near) {
  diff::Pattern wanted = diff::pattern_of(hunk, diff::Side::before);
  if (near.difference >= wanted.size()) return {};
  size_t at = near.difference;  // skips lines that count as different but read the same
  auto is_same = [&](size_t i) {
    return lines.has(near.line + i - 1) && lines.line(near.line + i - 1) == wanted.lines[i]->text;
  };
  while (at + 1 < wanted.size() && is_same(at)) ++at;
  uint64_t line = near.line + at;
  std::string_view in_hunk = wanted.lines[at]->text;
  if (!lines.has(line - 1))
    return {
        fmt::format("the file ends before line {}, where the {} has {}", line, word(noun), excerpt_in_quotes(in_hunk))};
  std::string_view in_file = lines.line(line - 1);
  if (in_file == in_hunk) return {fmt::format("line {} ends the file without a newline in only one of the two", line)};
  Difference kind = kind_of_difference(in_file, in_hunk);
  kind.words += fmt::format("line {} of the file is {}, the {} has {}", line, excerpt_in_quotes(in_file), word(noun),
      excerpt_in_quotes(in_hunk));
  return kind;
}

std::string list_lines(const diff::Places& places) {
  std::vector<uint64_t> lines;
  for (const diff::Place& place : std::span(places.places).first(std::min<size_t>(places.places.size(), 100)))
    lines.push_back(place.line);
  return list_of_lines(lines, places.count);
}

// A note, if the first old line occurs once and is a part of a line.
std::optional<std::string> parts_of_lines(const diff::Hunk& hunk, HunkNoun noun, std::string_view text) {
  std::vector<const diff::HunkLine*> old = diff::pattern_of(hunk, diff::Side::before).lines;
  std::string_view first = old.empty() ? std::string_view() : diff::trimmed(old.front()->text);
  size_t at = first.empty() ? std::string_view::npos : find_bytes(text, first);
  if (at == std::string_view::npos || find_bytes(text, first, at + 1) != std::string_view::npos) return {};
  return fmt::format("{} is a part of line {} of the file: a {} takes whole lines", excerpt_in_quotes(first),
      line_at(text, at), word(noun));
}

void add_nearest(Error& error, const diff::Hunk& hunk, HunkNoun noun, diff::Locator& locator) {
  if (!locator.may_look_again()) return;
  diff::LineTable& lines = locator.lines();
  std::optional<diff::Locator::Near> near = locator.nearest(hunk);
  if (!near) {
    error.notes.push_back(parts_of_lines(hunk, noun, lines.text()).value_or("no line of it stands in the file"));
    return;
  }
  uint64_t old_count = hunk.old_count(), first = near->line + (near->difference > 0 ? near->difference - 1 : 0);
  Difference difference = first_difference(lines, hunk, noun, *near);
  Candidate& shown = error.candidates.emplace_back();
  shown.line = first;
  shown.differs = std::move(difference.words);
  shown.white_space = difference.white_space;
  for (uint64_t line = first; line < first + std::min(old_count, kMostExcerpt) && lines.has(line - 1); ++line)
    (shown.text += line == first ? "" : "\n") += lines.line(line - 1).substr(0, kMostBytes);
  if (near->same != 0)
    error.notes.push_back(
        fmt::format("{} of its {} old lines stand from line {} on", near->same, old_count, near->line));
  if (noun == HunkNoun::block && 2 * near->same >= old_count)
    error.hint = fmt::format("copy the SEARCH lines from line {} on, as they stand there", near->line);
}

// A list right after a diff is read as removed lines: "- what was changed". Noted only if the rest of the hunk matches.
void add_list_after(Error& error, const diff::Hunk& hunk, diff::Locator& locator) {
  diff::Hunk rest = hunk;
  auto is_item = [](const diff::HunkLine& line) {
    return line.kind == LineKind::removed && line.text.size() > 2 && line.text[0] == ' ' && line.text[1] != ' ';
  };
  while (!rest.lines.empty() && is_item(rest.lines.back())) rest.lines.pop_back();
  size_t items = hunk.lines.size() - rest.lines.size();
  if (items == 0 || rest.lines.empty() || locator.find(rest, 1).count != 1) return;
  error.notes.push_back(
      fmt::format("it fits without its last {}, from {} on", items == 1 ? "line" : std::to_string(items) + " lines",
          excerpt_in_quotes("-" + std::string(hunk.lines[rest.lines.size()].text))));
  error.hint = "if these lines are a list after the diff, put an empty line before them, or the diff in a code block";
}

// The hunk may have been applied before, but proves too little to be EditStatus::already.
void add_new_lines(Error& error, const diff::Hunk& hunk, diff::Locator& locator) {
  if (telling_bytes(hunk, LineKind::added) == 0) return;
  diff::Places places = locator.find(hunk, 1, diff::Side::after);
  if (places.count == 1)
    error.notes.push_back(fmt::format("its new lines stand from line {} on already", places.places.front().line));
}

// Notes where the changed lines match without the context at the edges; not if too few are left.
void add_core(Error& error, const diff::Hunk& hunk, diff::Locator& locator) {
  auto changes = [](const diff::HunkLine& line) { return line.kind != LineKind::context; };
  auto first = std::find_if(hunk.lines.begin(), hunk.lines.end(), changes);
  auto last = std::find_if(hunk.lines.rbegin(), hunk.lines.rend(), changes).base();
  if (first >= last || (first == hunk.lines.begin() && last == hunk.lines.end())) return;
  diff::Hunk core = hunk;
  core.lines.assign(first, last);
  if (old_telling_bytes(core) < kLeastCore) return;
  diff::Places places = locator.find(core, kMostCandidates);
  if (places.count == 0) return;
  error.notes.push_back("without its context it would fit " + list_lines(places));
  if (places.count == 1)
    error.hint = fmt::format("give the context lines as they stand around line {}", places.places.front().line);
}

std::string hint_for(const HunkName& name, uint64_t first, uint64_t extra) {
  if (extra == 0 && name.noun != HunkNoun::hunk) return "add lines around it, until it stands in the file only once";
  if (extra == 0) return fmt::format("state the exact line number in its header, as in '@@ -{}'", first);
  return fmt::format("add the {} before it {}", extra == 1 ? "line" : std::to_string(extra) + " lines",
      name.noun == HunkNoun::block ? "to both of its texts" : "to its context");
}

}  // namespace

std::string_view word(HunkNoun noun) {
  constexpr std::string_view kNouns[] = {"hunk", "block", "chunk"};
  return kNouns[static_cast<size_t>(noun)];
}

std::string to_string(const HunkName& name) {
  if (name.of == 1) return fmt::format("the {}", word(name.noun));
  return fmt::format("{} {} of {}", word(name.noun), name.number, name.of);
}

std::string file_of(const HunkName& name) { return name.file.empty() ? "the file" : in_quotes(name.file); }

std::string with_file(std::string_view word, const HunkName& name) {
  return name.file.empty() ? std::string() : fmt::format(" {} {}", word, file_of(name));
}

Error hunk_error(const HunkName& name, Code code, std::string_view what, std::string hint) {
  return make_error(code, fmt::format("{} {}", to_string(name), what), std::move(hint));
}

Error hunk_not_found(const HunkName& name, const diff::Hunk& hunk, diff::Locator& locator) {
  Error error = make_error(Code::match_not_found,
      fmt::format("{} does not fit: its old lines do not stand in {}", to_string(name), file_of(name)),
      name.noun == HunkNoun::block
          ? "read the file again and copy the SEARCH lines from it"
          : "read the file again and give the context and '-' lines exactly as they are in it");
  add_nearest(error, hunk, name.noun, locator);
  add_new_lines(error, hunk, locator);
  if (name.noun == HunkNoun::hunk) add_core(error, hunk, locator);
  if (name.noun == HunkNoun::hunk) add_list_after(error, hunk, locator);
  return error;
}

Error hunk_not_found_by_git(const HunkName& name, const diff::Hunk& hunk, diff::Locator& locator) {
  Error error = make_error(Code::match_not_found, "patch does not apply", "read the file again and make a new diff");
  if (name.of > 1) error.notes.push_back(fmt::format("{}, at line {}", to_string(name), hunk.old_start));
  add_nearest(error, hunk, name.noun, locator);
  return error;
}

Error hunk_ambiguous(
    const HunkName& name, const diff::Hunk& hunk, const diff::Places& places, diff::Locator& locator, Detail detail) {
  if (places.gave_up || places.places.empty())
    return make_error(Code::match_ambiguous,
        fmt::format("{} may fit in many places: too much of {} looks like it", to_string(name), file_of(name)),
        "add lines to its context that stand in the file only once");
  bool all = detail == Detail::how_they_differ && places.count == places.places.size();
  std::vector<uint64_t> lines;
  for (const diff::Place& place : places.places) lines.push_back(place.line);
  std::string_view text = locator.lines().text();
  Error error = make_error(Code::match_ambiguous,
      fmt::format("{} fits {} places{}", to_string(name), places.count, with_file("in", name)),
      hint_for(name, lines.front(), all ? lines_that_tell(text, lines) : 0));
  error.notes.push_back(list_lines(places));
  if (all) error.candidates = telling_places(text, lines, hunk.old_count());
  return error;
}

Error hunk_nearly_fits(const HunkName& name, std::span<const uint64_t> lines) {
  Error error = make_error(Code::match_ambiguous,
      fmt::format(
          "{} does not fit exactly, and nearly fits {} places{}", to_string(name), lines.size(), with_file("in", name)),
      "copy the lines from the file, with as many around them as stand there only once");
  error.notes.push_back(list_of_lines(lines, lines.size()));
  return error;
}

Error hunk_without_place(const HunkName& name, std::string_view what) {
  if (name.noun == HunkNoun::block)
    return make_error(Code::match_ambiguous,
        fmt::format("{} has no lines to look for, and the file is not empty", to_string(name)),
        "give the lines that stand around the place, in both of its texts");
  return make_error(Code::match_ambiguous,
      fmt::format("{} has only '+' lines, and {} says where they go{}", to_string(name), what, with_file("in", name)),
      "add the lines before and after the place as context");
}

}  // namespace aptix::edit
