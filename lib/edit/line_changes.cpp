// Three steps: where each change goes, whether all can, what comes out.
#include "edit/line_changes.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/assert.h"
#include "base/text.h"
#include "edit/line_places.h"
#include "edit/piece_writer.h"
#include "edit/say.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostSearches = 100;  // for expected lines that stand elsewhere

// A place between or around lines: lines (begin, end] go, counted from 1; an insert has begin == end.
struct PlacedChange {
  size_t index = 0;
  uint64_t begin = 0, end = 0;
};

std::string_view without_mark(std::string_view line) {
  return line.starts_with(kByteOrderMark) ? line.substr(kByteOrderMark.size()) : line;
}

class Placer {
 public:
  Placer(std::string_view body, const LineIndex& lines, const RelPath& path, LineChangesResult& result)
      : lines_(lines), places_(body), path_(path), result_(result) {}

  std::vector<PlacedChange> run(std::span<const LineChange* const> changes) {
    std::vector<PlacedChange> placed;
    placed.reserve(changes.size());
    for (size_t i = 0; i < changes.size(); ++i) {
      PlacedChange at{.index = i};
      Result<bool> found = place(*changes[i], at);
      if (!found) {
        errors_.emplace_back(i, std::move(found).error());
        continue;
      }
      EditOutcome& outcome = result_.outcomes[i];
      outcome.status = EditStatus::applied;
      outcome.line = at.begin + 1;
      outcome.places = 1;
      placed.push_back(at);
    }
    auto before = [](const PlacedChange& a, const PlacedChange& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); };
    if (!std::is_sorted(placed.begin(), placed.end(), before)) std::stable_sort(placed.begin(), placed.end(), before);
    check_overlap(placed);
    std::stable_sort(errors_.begin(), errors_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [index, error] : errors_) result_.errors.push_back(std::move(error));
    return placed;
  }

 private:
  Result<bool> place(const LineChange& change, PlacedChange& at) {
    switch (change.kind) {
      case LineChange::Kind::insert:
        if (change.first > lines_.count()) return aptix::fail(line_beyond_end(path_, change.first, lines_.count()));
        at.begin = at.end = change.first;
        return true;
      case LineChange::Kind::replace:
      case LineChange::Kind::remove: {
        ASSERT(change.first >= 1 && change.last >= change.first && change.expected.size() == change.last - change.first + 1);
        if (change.last > lines_.count()) return aptix::fail(line_beyond_end(path_, change.last, lines_.count()));
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
    return lines_.line(number) == (number == 1 ? without_mark(expected) : expected);
  }

  std::optional<Diagnostic> mismatch(const LineChange& change) {
    for (size_t i = 0; i < change.expected.size(); ++i) {
      uint64_t number = change.first + i;
      if (same_line(number, change.expected[i])) continue;
      Diagnostic what = line_differs(path_, number, lines_.line(number), change.expected[i]);
      if (searches_++ < kMostSearches) {
        LinePlaces::Found found = places_.find(change.expected, LineText::without_ends);
        if (!found.lines.empty()) what.notes.push_back("the expected lines stand at " + list_of_lines(found.lines, found.count));
      }
      return what;
    }
    return std::nullopt;
  }

  Result<bool> search(const LineChange& change, PlacedChange& at) {
    LineText form = change.with_line_ends ? LineText::with_return : LineText::without_ends;
    LinePlaces::Found found = places_.find(change.expected, form);
    if (found.gave_up) return aptix::fail(too_many_candidates(path_));
    if (found.count == 0) return aptix::fail(lines_not_found(path_, change.expected.front()));
    if (found.count > 1 && change.occurrence == LineChange::Occurrence::single)
      return aptix::fail(ambiguous_lines(path_, found.lines, found.count));
    uint64_t line = change.occurrence == LineChange::Occurrence::last ? found.last : found.lines.front();
    at.begin = line - 1;
    at.end = line - 1 + change.expected.size();
    return true;
  }

  void check_overlap(const std::vector<PlacedChange>& placed) {
    uint64_t end = 0;
    for (const PlacedChange& at : placed) {
      if (at.begin < end) {
        result_.outcomes[at.index] = {};
        errors_.emplace_back(at.index, changes_overlap(path_, at.begin + 1));
      }
      end = std::max(end, at.end);
    }
  }

  const LineIndex& lines_;
  LinePlaces places_;
  const RelPath& path_;
  LineChangesResult& result_;
  std::vector<std::pair<size_t, Diagnostic>> errors_;  // by index of the change
  size_t searches_ = 0;
};

class Writer {
 public:
  Writer(std::string_view body, const LineIndex& lines, std::string& added) : body_(body), lines_(lines), out_(body, added) {}

  void write(const LineChange& change, const PlacedChange& at) {
    out_.keep_to(lines_.start_of(at.begin + 1));
    LineEnd end = change.lines.empty() ? LineEnd::none : end_near(at.begin, at.end);
    bool behind_open_line = !out_.pieces().empty() && !out_.pieces().back().ends_with('\n');  // it is not the last any more
    if (!change.lines.empty() && behind_open_line) out_.append(end == LineEnd::crlf ? "\r\n" : "\n");
    for (size_t i = 0; i < change.lines.size(); ++i) {
      if (at.begin + i < at.end)
        if (LineEnd own = end_of(at.begin + i + 1); own != LineEnd::none) end = own;
      bool first = at.begin == 0 && i == 0;
      out_.append(first ? without_mark(change.lines[i]) : change.lines[i]);
      out_.append(end == LineEnd::crlf ? "\r\n" : "\n");
    }
    out_.drop_to(lines_.start_of(at.end + 1));
  }

  std::vector<std::string_view> finish() {
    out_.keep_to(body_.size());
    std::vector<std::string_view>& pieces = out_.pieces();
    if (is_open() && !pieces.empty() && pieces.back().ends_with('\n')) {
      std::string_view& last = pieces.back();
      last.remove_suffix(last.ends_with("\r\n") ? 2 : 1);
      if (last.empty()) pieces.pop_back();
    }
    return std::move(pieces);
  }

 private:
  bool is_open() const { return !body_.empty() && !body_.ends_with('\n'); }

  LineEnd end_of(uint64_t number) const {
    std::string_view rest = body_.substr(lines_.start_of(number) + lines_.line(number).size(), 2);
    if (rest.starts_with('\n')) return LineEnd::lf;
    return rest == "\r\n" ? LineEnd::crlf : LineEnd::none;
  }

  // The line end of the first line that goes, of the one before, of the one behind, or the file's commoner one.
  LineEnd end_near(uint64_t begin, uint64_t end) {
    bool goes = begin != end;
    for (uint64_t number : {goes ? begin + 1 : begin, goes ? begin : begin + 1, end + 1}) {
      if (number == 0 || number > lines_.count()) continue;
      if (LineEnd found = end_of(number); found != LineEnd::none) return found;
    }
    if (!dominant_) dominant_ = line_ends(body_).dominant();
    return *dominant_ == LineEnd::none ? LineEnd::lf : *dominant_;
  }

  std::string_view body_;
  const LineIndex& lines_;
  PieceWriter out_;
  std::optional<LineEnd> dominant_;
};

size_t bytes_added(std::span<const LineChange* const> changes) {
  constexpr size_t kLineEnd = 2;
  size_t bytes = kLineEnd;
  for (const LineChange* change : changes)
    for (std::string_view line : change->lines) bytes += line.size() + kLineEnd;
  return bytes;
}

}  // namespace

LineChangesResult apply_line_changes(std::string_view text, std::span<const LineChange* const> changes, const RelPath& path) {
  LineChangesResult result;
  result.outcomes.resize(changes.size());
  size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  std::string_view body = text.substr(mark);
  LineIndex lines(body);
  std::vector<PlacedChange> placed = Placer(body, lines, path, result).run(changes);
  if (!result.errors.empty()) {
    if (!text.empty()) result.pieces = {text};
    return result;
  }
  std::string& added = result.texts.emplace_back();
  added.reserve(bytes_added(changes));
  Writer writer(body, lines, added);
  for (const PlacedChange& at : placed) writer.write(*changes[at.index], at);
  result.pieces = writer.finish();
  if (mark != 0) result.pieces.insert(result.pieces.begin(), text.substr(0, mark));
  return result;
}

}  // namespace aptix::edit
