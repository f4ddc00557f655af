// Three steps: place each change, check all, write the result.
#include "edit/lines/line_changes.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "diff/find/line_places.h"
#include "edit/basis/messages.h"
#include "edit/hunk/hunk_write.h"
#include "edit/near/nearest.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostSearches = 100;  // for expected lines that are elsewhere
constexpr const char* kMatchLines = "/matchLines";

Diagnostic line_beyond_end(const RelPath& path, uint64_t line, uint64_t count) {
  return make_error(Code::line_beyond_end,
      fmt::format("{} has {} {}, so there is no line {}", in_quotes(path), count, count == 1 ? "line" : "lines", line),
      "count the lines in the file as it was read");
}

// Replaces lines (begin, end], 1-based; an insert has begin == end.
struct PlacedChange {
  size_t index = 0;
  uint64_t begin = 0, end = 0;
};

enum class Mark : uint8_t { none, there };  // whether there is a byte-order mark before the first line

class ChangePlacer {
 public:
  ChangePlacer(std::string_view body, Mark mark, const LineIndex& lines, const RelPath& path, LineChangesResult& result)
      : mark_(mark),
        lines_(lines),
        places_(body),
        path_(path),
        result_(result) {}

  std::vector<PlacedChange> run(std::span<const LineChange* const> changes) {
    std::vector<PlacedChange> placed;
    placed.reserve(changes.size());
    for (size_t i = 0; i < changes.size(); ++i) {
      PlacedChange at{.index = i};
      Result<bool> found = place(*changes[i], at);
      if (!found) {
        errors_.emplace(i, std::move(found).error());
        continue;
      }
      EditOutcome& outcome = result_.outcomes[i];
      outcome.status = EditStatus::applied;
      outcome.line = at.begin + 1;
      outcome.places = 1;
      placed.push_back(at);
    }
    std::ranges::stable_sort(placed, {}, [](const PlacedChange& at) { return std::pair(at.begin, at.end); });
    check_overlap(placed);
    for (auto& [index, error] : errors_) result_.errors.push_back(std::move(error));
    return placed;
  }

 private:
  Result<bool> place(const LineChange& change, PlacedChange& at) {
    switch (change.kind) {
      case LineChange::Kind::insert:
        if (change.first > lines_.count())
          return aptix::fail(about_part(line_beyond_end(path_, change.first, lines_.count()), "/afterLine"));
        at.begin = at.end = change.first;
        return true;
      case LineChange::Kind::replace:
      case LineChange::Kind::remove: {
        ASSERT(change.first >= 1 && change.last >= change.first &&
            change.expected.size() == change.last - change.first + 1);
        if (change.first > lines_.count())
          return aptix::fail(about_part(line_beyond_end(path_, change.first, lines_.count()), "/startLine"));
        if (change.last > lines_.count())
          return aptix::fail(about_part(line_beyond_end(path_, change.last, lines_.count()), "/endLine"));
        at.begin = change.first - 1;
        at.end = change.last;
        if (auto wrong = mismatch(change)) return aptix::fail(std::move(*wrong));
        return true;
      }
      case LineChange::Kind::match: return search(change, at);
    }
    throw Bug("no such kind of line change");
  }

  bool same_line(uint64_t number, std::string_view expected) const {
    return lines_.line(number) == (number == 1 && mark_ == Mark::there ? without_mark(expected) : expected);
  }

  std::optional<Diagnostic> mismatch(const LineChange& change) {
    for (size_t i = 0; i < change.expected.size(); ++i) {
      uint64_t number = change.first + i;
      if (same_line(number, change.expected[i])) continue;
      Diagnostic what = about_part(
          make_error(Code::line_mismatch, fmt::format("line {} of {} is not as expected", number, in_quotes(path_)),
              "copy the expected lines from the file, spaces included"),
          fmt::format("/expectedOriginalLines/{}", i));
      what.notes.push_back(fmt::format("expected {}", excerpt_in_quotes(change.expected[i])));
      what.notes.push_back(fmt::format("found    {}", excerpt_in_quotes(lines_.line(number))));
      if (Difference how = how_line_differs(lines_.line(number), change.expected[i]); !how.words.empty())
        what.notes.push_back("they first differ in " + how.words);
      diff::LinePlaces::Found found;
      if (searches_++ < kMostSearches) found = places_.find(change.expected, diff::LineText::without_ends);
      if (found.lines.empty()) note_further(change, i + 1, what);
      else what.notes.push_back("the expected lines stand at " + list_of_lines(found.lines, found.count));
      return what;
    }
    return std::nullopt;
  }

  void note_further(const LineChange& change, size_t from, Diagnostic& what) const {
    std::vector<uint64_t> wrong;
    uint64_t count = 0;
    for (size_t i = from; i < change.expected.size(); ++i) {
      if (same_line(change.first + i, change.expected[i])) continue;
      if (++count <= diff::LinePlaces::kMostNamed) wrong.push_back(change.first + i);
    }
    if (count != 0) what.notes.push_back("not as expected, either: " + list_of_lines(wrong, count));
  }

  Result<bool> search(const LineChange& change, PlacedChange& at) {
    diff::LineText form = change.with_line_ends ? diff::LineText::with_return : diff::LineText::without_ends;
    diff::LinePlaces::Found found =
        names_mark(change) ? find_marked(change.expected, form) : places_.find(change.expected, form);
    if (found.gave_up)
      return aptix::fail(
          about_part(make_error(Code::limit_exceeded,
                         fmt::format("the lines to match have too many near places in {}", in_quotes(path_)),
                         "name the lines by their numbers: \"replaceByRange\""),
              kMatchLines));
    if (found.count == 0) {
      Diagnostic what =
          make_error(Code::match_not_found, fmt::format("the lines to match do not stand in {}", in_quotes(path_)),
              "copy the lines from the file, spaces included");
      what.notes.push_back(fmt::format("the first is {}", excerpt_in_quotes(change.expected.front())));
      return aptix::fail(about_part(std::move(what), kMatchLines));
    }
    if (found.count > 1 && change.occurrence == LineChange::Occurrence::single) {
      Diagnostic what =
          several_places(Code::match_ambiguous, "the lines to match occur", path_, found.lines, found.count);
      what.hint = "add the lines before and after, or set \"occurrence\" to \"first\" or \"last\"";
      return aptix::fail(about_part(std::move(what), kMatchLines));
    }
    uint64_t line = change.occurrence == LineChange::Occurrence::last ? found.last : found.lines.front();
    at.begin = line - 1;
    at.end = line - 1 + change.expected.size();
    return true;
  }

  bool names_mark(const LineChange& change) const {
    return mark_ == Mark::there && change.expected.front().starts_with(kByteOrderMark);
  }

  // The byte-order mark before the first line is not part of it; one before another line, where files were joined, is.
  diff::LinePlaces::Found find_marked(std::span<const std::string_view> marked, diff::LineText form) {
    diff::LinePlaces::Found found = places_.find(marked, form);
    std::vector<std::string_view> expected(marked.begin(), marked.end());
    expected.front() = without_mark(expected.front());
    diff::LinePlaces::Found without = places_.find(expected, form);
    if (without.lines.empty() || without.lines.front() != 1) return found;
    found.lines.insert(found.lines.begin(), 1);
    if (found.lines.size() > diff::LinePlaces::kMostNamed) found.lines.pop_back();
    if (found.count++ == 0) found.last = 1;
    return found;
  }

  void check_overlap(const std::vector<PlacedChange>& placed) {
    uint64_t end = 0;
    for (const PlacedChange& at : placed) {
      if (at.begin < end) {
        result_.outcomes[at.index] = {};
        errors_.emplace(at.index,
            make_error(Code::line_overlap,
                fmt::format("two changes touch line {} of {}", at.begin + 1, in_quotes(path_)),
                "put both into one change"));
      }
      end = std::max(end, at.end);
    }
  }

  Mark mark_;
  const LineIndex& lines_;
  diff::LinePlaces places_;
  const RelPath& path_;
  LineChangesResult& result_;
  std::multimap<size_t, Diagnostic> errors_;  // by index of the change
  size_t searches_ = 0;
};

// Only the number of removed lines matters: they were compared already.
diff::Hunk hunk_of(const LineChange& change, const PlacedChange& at, Mark mark) {
  diff::Hunk hunk;
  hunk.lines.assign(at.end - at.begin, {.kind = LineKind::removed, .text = {}});
  for (std::string_view line : change.lines) hunk.lines.push_back({.kind = LineKind::added, .text = line});
  if (mark == Mark::there && at.begin == 0 && !change.lines.empty())
    hunk.lines[at.end].text = without_mark(change.lines.front());
  return hunk;
}

// Is line 1 expected with the byte-order mark and written without it?
bool drops_mark(const LineChange& change, const PlacedChange& at) {
  return at.begin == 0 && !change.expected.empty() && change.expected.front().starts_with(kByteOrderMark) &&
      !change.lines.empty() && !change.lines.front().starts_with(kByteOrderMark);
}

}  // namespace

LineChangesResult apply_line_changes(
    std::string_view text, std::span<const LineChange* const> changes, const RelPath& path) {
  LineChangesResult result;
  result.outcomes.resize(changes.size());
  Mark mark = text.starts_with(kByteOrderMark) ? Mark::there : Mark::none;
  size_t mark_size = mark == Mark::there ? kByteOrderMark.size() : 0;
  std::string_view body = text.substr(mark_size);
  LineIndex lines(body);
  std::vector<PlacedChange> placed = ChangePlacer(body, mark, lines, path, result).run(changes);
  if (!result.errors.empty()) {
    if (!text.empty()) result.pieces = {text};
    return result;
  }
  std::deque<diff::Hunk> hunks;
  std::vector<HunkAt> places;
  for (const PlacedChange& at : placed)
    places.push_back({&hunks.emplace_back(hunk_of(*changes[at.index], at, mark)), lines.start_of(at.begin + 1)});
  result.pieces = write_hunks(body, places, {.end_may_go = true}, result.texts);
  if (mark == Mark::there) {
    result.pieces.insert(result.pieces.begin(), text.substr(0, mark_size));
    for (const PlacedChange& at : placed) result.mark_kept = result.mark_kept || drops_mark(*changes[at.index], at);
  }
  return result;
}

}  // namespace aptix::edit
