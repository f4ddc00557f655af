// Words for hunks that do not fit. The reader is often a model: it gets the file's own lines.
#include "edit/hunk/hunk_messages.h"

#include <algorithm>
#include <optional>

#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"
#include "edit/basis/messages.h"
#include "edit/near/differs.h"
#include "edit/near/telling_places.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostExcerpt = 5;    // lines of the file that are shown
constexpr size_t kMostBytes = 200;      // of one line that is shown
constexpr size_t kMostCandidates = 10;  // places that are shown with their lines
constexpr size_t kLeastCore = 8;        // letters that stand for more than chance

std::string_view word(HunkNoun noun) {
  switch (noun) {
    case HunkNoun::hunk: return "hunk";
    case HunkNoun::block: return "block";
    case HunkNoun::chunk: return "chunk";
  }
  return "";
}

std::string file_of(const HunkName& name) { return name.file.empty() ? "the file" : in_quotes(name.file); }

// " in 'a.c'", or nothing.
std::string with_file(std::string_view word, const HunkName& name) {
  return name.file.empty() ? std::string() : " " + std::string(word) + " " + file_of(name);
}

std::string excerpt(diff::Locator& locator, uint64_t first, uint64_t count) {
  std::string text;
  for (uint64_t line = first; line < first + std::min(count, kMostExcerpt) && locator.lines().has(line - 1); ++line) {
    if (line != first) text += '\n';
    text += locator.lines().line(line - 1).substr(0, kMostBytes);
  }
  return text;
}

// "indentation: ", where a word says how two lines differ; nothing where they are different lines.
Difference kind_of_difference(std::string_view in_file, std::string_view in_hunk) {
  if (diff::trimmed(in_file) == diff::trimmed(in_hunk) &&
      in_file.substr(0, in_file.find(diff::trimmed(in_file))) ==
          in_hunk.substr(0, in_hunk.find(diff::trimmed(in_hunk))))
    return {"white space at the end of the line: ", true};
  Difference kind =
      what_differs("\n" + std::string(in_file) + "\n", "\n" + std::string(in_hunk) + "\n");  // whole lines
  if (kind.words.starts_with("line ")) return {};
  kind.words += ": ";
  return kind;
}

Difference first_difference(
    diff::Locator& locator, const diff::Hunk& hunk, HunkNoun noun, const diff::Locator::Near& near) {
  std::string has = ", the " + std::string(word(noun)) + " has ";
  diff::Pattern wanted = diff::pattern_of(hunk, diff::Side::before);
  if (near.difference >= wanted.size()) return {};
  size_t at = near.difference;  // lines may be counted as other ones and still read the same
  auto is_same = [&](size_t i) {
    return locator.lines().has(near.line + i - 1) && locator.lines().line(near.line + i - 1) == wanted.lines[i]->text;
  };
  while (at + 1 < wanted.size() && is_same(at)) ++at;
  uint64_t line = near.line + at;
  std::string_view in_hunk = wanted.lines[at]->text;
  if (!locator.lines().has(line - 1))
    return {"the file ends before line " + std::to_string(line) + ", where the " + std::string(word(noun)) + " has " +
        excerpt_in_quotes(in_hunk)};
  std::string_view in_file = locator.lines().line(line - 1);
  if (in_file == in_hunk)
    return {"line " + std::to_string(line) + " ends the file without a newline in only one of the two"};
  Difference kind = kind_of_difference(in_file, in_hunk);
  kind.words += "line " + std::to_string(line) + " of the file is " + excerpt_in_quotes(in_file) + has +
      excerpt_in_quotes(in_hunk);
  return kind;
}

std::string list_lines(const diff::Places& places) {
  std::vector<uint64_t> lines;
  for (const diff::Place& place : std::span(places.places).first(std::min<size_t>(places.places.size(), 100)))
    lines.push_back(place.line);
  return list_of_lines(lines, places.count);
}

// What there is to say where the first old line stands only inside of a line, of one.
std::optional<std::string> parts_of_lines(const diff::Hunk& hunk, HunkNoun noun, diff::Locator& locator) {
  auto old = std::find_if(
      hunk.lines.begin(), hunk.lines.end(), [](const diff::HunkLine& line) { return line.kind != LineKind::added; });
  if (old == hunk.lines.end() || diff::trimmed(old->text).empty()) return {};
  std::string_view text = locator.lines().text();
  size_t at = find_bytes(text, diff::trimmed(old->text));
  if (at == std::string_view::npos || find_bytes(text, diff::trimmed(old->text), at + 1) != std::string_view::npos)
    return {};
  auto line = 1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), '\n');
  return excerpt_in_quotes(diff::trimmed(old->text)) + " is a part of line " + std::to_string(line) +
      " of the file: a " + std::string(word(noun)) + " takes whole lines";
}

void add_nearest(Error& error, const diff::Hunk& hunk, HunkNoun noun, diff::Locator& locator) {
  if (!locator.may_look_again()) return;
  std::optional<diff::Locator::Near> near = locator.nearest(hunk);
  if (!near) {
    error.notes.push_back(parts_of_lines(hunk, noun, locator).value_or("no line of it stands in the file"));
    return;
  }
  uint64_t old_count = hunk.old_count();
  uint64_t shown_from = near->line + (near->difference > 0 ? near->difference - 1 : 0);
  Difference difference = first_difference(locator, hunk, noun, *near);
  error.candidates.push_back({.line = shown_from,
      .text = excerpt(locator, shown_from, old_count),
      .differs = std::move(difference.words),
      .white_space = difference.white_space});
  if (near->same != 0)
    error.notes.push_back(std::to_string(near->same) + " of its " + std::to_string(old_count) +
        " old lines stand from line " + std::to_string(near->line) + " on");
  if (noun == HunkNoun::block && 2 * near->same >= old_count)
    error.hint = "copy the SEARCH lines from line " + std::to_string(near->line) + " on, as they stand there";
}

// A list that follows a diff without a line between is read as lines that go: "- what was changed". Only where the rest
// of the hunk fits.
void add_list_after(Error& error, const diff::Hunk& hunk, diff::Locator& locator) {
  diff::Hunk rest = hunk;
  auto is_item = [](const diff::HunkLine& line) {
    return line.kind == LineKind::removed && line.text.size() > 2 && line.text[0] == ' ' && line.text[1] != ' ';
  };
  while (!rest.lines.empty() && is_item(rest.lines.back())) rest.lines.pop_back();
  size_t items = hunk.lines.size() - rest.lines.size();
  if (items == 0 || rest.lines.empty() || locator.find(rest, 1).count != 1) return;
  error.notes.push_back("it fits without its last " + (items == 1 ? "line" : std::to_string(items) + " lines") +
      ", from " + excerpt_in_quotes("-" + std::string(hunk.lines[rest.lines.size()].text)) + " on");
  error.hint = "if these lines are a list after the diff, put an empty line before them, or the diff in a code block";
}

// Perhaps the hunk was applied before, and proves too little to be taken for done.
void add_new_lines(Error& error, const diff::Hunk& hunk, diff::Locator& locator) {
  bool tells = std::any_of(hunk.lines.begin(), hunk.lines.end(),
      [](const diff::HunkLine& line) { return line.kind == LineKind::added && !is_blank(line.text); });
  if (!tells) return;
  diff::Places places = locator.find(hunk, 1, diff::Side::after);
  if (places.count == 1)
    error.notes.push_back(
        "its new lines stand from line " + std::to_string(places.places.front().line) + " on already");
}

// The hunk without the context at its edges; nothing when it has none, or when little would be left.
std::optional<diff::Hunk> core_of(const diff::Hunk& hunk) {
  auto changes = [](const diff::HunkLine& line) { return line.kind != LineKind::context; };
  auto first = std::find_if(hunk.lines.begin(), hunk.lines.end(), changes);
  auto last = std::find_if(hunk.lines.rbegin(), hunk.lines.rend(), changes).base();
  if (first >= last || (first == hunk.lines.begin() && last == hunk.lines.end())) return std::nullopt;
  diff::Hunk core = hunk;
  core.lines.assign(first, last);
  size_t letters = 0;
  for (const diff::HunkLine& line : core.lines)
    if (line.kind != LineKind::added) letters += diff::trimmed(line.text).size();
  return letters < kLeastCore ? std::nullopt : std::optional<diff::Hunk>(std::move(core));
}

// Where what the hunk changes stands, though what it has around it does not.
void add_core(Error& error, const diff::Hunk& hunk, diff::Locator& locator) {
  std::optional<diff::Hunk> core = core_of(hunk);
  if (!core) return;
  diff::Places places = locator.find(*core, kMostCandidates);
  if (places.count == 1) {
    error.notes.push_back("without its context it would fit line " + std::to_string(places.places.front().line));
    error.hint = "give the context lines as they stand around line " + std::to_string(places.places.front().line);
  } else if (places.count > 1) {
    error.notes.push_back("without its context it would fit " + list_lines(places));
  }
}

std::string hint_for(const HunkName& name, uint64_t first, uint64_t extra) {
  if (extra == 0 && name.noun != HunkNoun::hunk) return "add lines around it, until it stands in the file only once";
  if (extra == 0) return "state the exact line number in its header, as in '@@ -" + std::to_string(first) + "'";
  std::string where = name.noun == HunkNoun::block ? "to both of its texts" : "to its context";
  return extra == 1 ? "add the line before it " + where
                    : "add the " + std::to_string(extra) + " lines before it " + where;
}

}  // namespace

std::string to_string(const HunkName& name) {
  std::string noun(word(name.noun));
  if (name.of == 1) return "the " + noun;
  return noun + " " + std::to_string(name.number) + " of " + std::to_string(name.of);
}

Error hunk_not_found(const HunkName& name, const diff::Hunk& hunk, diff::Locator& locator) {
  Error error = make_error(Code::match_not_found,
      to_string(name) + " does not fit: its old lines do not stand in " + file_of(name),
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
  if (name.of > 1) error.notes.push_back(to_string(name) + ", at line " + std::to_string(hunk.old_start));
  add_nearest(error, hunk, name.noun, locator);
  return error;
}

Error hunk_ambiguous(
    const HunkName& name, const diff::Hunk& hunk, const diff::Places& places, diff::Locator& locator, Detail detail) {
  if (places.gave_up || places.places.empty())
    return make_error(Code::match_ambiguous,
        to_string(name) + " may fit in many places: too much of " + file_of(name) + " looks like it",
        "add lines to its context that stand in the file only once");
  bool all = detail == Detail::how_they_differ && places.count == places.places.size();
  std::vector<uint64_t> lines;
  for (const diff::Place& place : places.places) lines.push_back(place.line);
  std::string_view text = locator.lines().text();
  Error error = make_error(Code::match_ambiguous,
      to_string(name) + " fits " + std::to_string(places.count) + " places" + with_file("in", name),
      hint_for(name, lines.front(), all ? lines_that_tell(text, lines) : 0));
  error.notes.push_back(list_lines(places));
  if (all) error.candidates = telling_places(text, lines, hunk.old_count());
  return error;
}

Error hunk_nearly_fits(const HunkName& name, std::span<const uint64_t> lines) {
  Error error = make_error(Code::match_ambiguous,
      to_string(name) + " does not fit exactly, and nearly fits " + std::to_string(lines.size()) + " places" +
          with_file("in", name),
      "copy the lines from the file, with as many around them as stand there only once");
  error.notes.push_back(list_of_lines(lines, lines.size()));
  return error;
}

Error hunk_fits_elsewhere(const HunkName& name, uint64_t line, uint64_t home) {
  return make_error(Code::match_ambiguous,
      to_string(name) + " fits line " + std::to_string(line) + with_file("of", name) + ", and nearly line " +
          std::to_string(home) + ", where its header says",
      "give its context lines as they stand at the place that is meant");
}

Error hunk_unclear(const HunkName& name, uint64_t line, std::string_view differs) {
  return make_error(Code::match_not_found,
      to_string(name) + " fits line " + std::to_string(line) + with_file("of", name) + ", but others fit but for " +
          std::string(differs) + ", and it is not clear what its new lines are to be",
      "write all of them as the file has them");
}

Error hunk_beyond_end(const HunkName& name, uint64_t line) {
  return make_error(Code::match_not_found,
      to_string(name) + " adds lines after line " + std::to_string(line) + ", which is beyond the end" +
          with_file("of", name),
      "count the lines of the file as it is, or add the lines before the place as context");
}

Error hunk_without_place(const HunkName& name, std::string_view what) {
  if (name.noun == HunkNoun::block)
    return make_error(Code::match_ambiguous, to_string(name) + " has no lines to look for, and the file is not empty",
        "give the lines that stand around the place, in both of its texts");
  return make_error(Code::match_ambiguous,
      to_string(name) + " has only '+' lines, and " + std::string(what) + " says where they go" + with_file("in", name),
      "add the lines before and after the place as context");
}

Error hunk_against_name(const HunkName& name, const diff::Hunk& hunk) {
  std::string_view why = has_context(hunk) ? "fits several places" : "has no context";
  return make_error(Code::match_ambiguous,
      to_string(name) + " " + std::string(why) +
          ", and at its line it does not give the result that the 'index' line names" + with_file("in", name),
      "add the lines before and after the place as context");
}

Error hunk_hides_tabs(const HunkName& name, uint64_t line) {
  return make_error(Code::match_not_found,
      to_string(name) + " fits line " + std::to_string(line) + with_file("of", name) +
          " but for tabs, and it is not clear which of its added spaces are tabs",
      "write its lines with the tabs that the file has");
}

Error hunk_ends_in_line(const HunkName& name, uint64_t line) {
  return make_error(Code::diff_truncated,
      "the diff ends inside a line: it has the beginning of line " + std::to_string(line) + " of " + file_of(name),
      "give the whole diff, up to its last line");
}

Error hunks_overlap(const HunkName& name, const HunkName& other, uint64_t line) {
  return make_error(Code::diff_syntax,
      to_string(name) + " and " + to_string(other) + " contradict each other at line " + std::to_string(line) +
          with_file("of", name),
      "make one " + std::string(word(name.noun)) + " of the two");
}

}  // namespace aptix::edit
