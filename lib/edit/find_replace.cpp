#include "edit/find_replace.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "edit/already.h"
#include "edit/line_end_match.h"
#include "edit/written.h"

namespace aptix::edit {
namespace {

struct Place {
  size_t start = 0;
  size_t size = 0;
  bool exact = true;
  size_t end() const { return start + size; }
};

class Sequence {
 public:
  Sequence(std::string_view text, const Limits& limits, bool keep) : text_(text), limits_(limits), keep_(keep) {
    original_ends_ = line_ends(text).dominant();
  }

  Status apply(const FindReplace& edit, EditOutcome& outcome, std::vector<uint64_t>& lines);
  std::string take() { return std::move(text_); }

 private:
  std::vector<Place> places(std::string_view find) const;
  bool stands(const Place& place, const AddedLines& added) const;

  std::string text_;
  const Limits& limits_;
  bool keep_;
  LineEnd original_ends_ = LineEnd::none;
};

std::vector<Place> Sequence::places(std::string_view find) const {
  std::vector<Place> found;
  for (size_t at = text_.find(find); at != std::string::npos; at = text_.find(find, at + find.size())) {
    bool within = keep_ && find.front() == '\n' && at > 0 && text_[at - 1] == '\r';
    found.push_back({at - within, find.size() + within, true});
  }
  if (!found.empty() || !has_line_end_variants(find)) return found;
  FoldedText whole(text_);
  std::string wanted = folded(find);
  for (size_t at = whole.text().find(wanted); at != std::string::npos; at = whole.text().find(wanted, at + wanted.size())) {
    size_t start = whole.original(at);
    found.push_back({start, whole.original(at + wanted.size() - 1) + 1 - start, false});
    if (wanted.back() == '\n' && text_[found.back().end() - 1] == '\r') ++found.back().size;
  }
  return found;
}

bool Sequence::stands(const Place& place, const AddedLines& added) const {
  std::string_view text = text_;
  return !added.none() && added.stand_around(text.substr(0, place.start), text.substr(place.end()));
}

Status Sequence::apply(const FindReplace& edit, EditOutcome& outcome, std::vector<uint64_t>& lines) {
  std::vector<Place> found = places(edit.find);
  if (found.empty()) {
    std::vector<Place> done = is_telling(edit.replace) ? places(edit.replace) : std::vector<Place>();
    outcome.status = done.size() == 1 ? EditStatus::already : EditStatus::noop;
    if (done.size() == 1) outcome.line = line_at(text_, done.front().start);
    return {};
  }
  std::string find = folded(edit.find);
  std::string replace = folded(edit.replace);
  AddedLines added(find, replace);
  outcome.rule = found.front().exact ? Rule::exact : Rule::line_ends;
  outcome.line = line_at(text_, found.front().start);
  if (edit.limit == Limit::once && found.size() > 1)
    for (size_t i = 0; i < std::min<size_t>(found.size(), limits_.messages); ++i) lines.push_back(line_at(text_, found[i].start));
  if (edit.limit == Limit::once) found.resize(1);
  std::erase_if(found, [&](const Place& place) { return stands(place, added); });
  outcome.status = found.empty() ? EditStatus::already : EditStatus::applied;
  outcome.places = found.size();
  if (found.empty()) return {};
  outcome.line = line_at(text_, found.front().start);
  std::string out;
  size_t done = 0;
  std::string_view text = text_;
  for (const Place& place : found) {
    Site site{text.substr(place.start, place.size), text.substr(place.end()), place.exact, original_ends_};
    std::optional<std::string> other = keep_ ? with_ends_of(site, edit.find, edit.replace) : std::nullopt;
    out.append(text.substr(done, place.start - done)).append(other ? std::string_view(*other) : edit.replace);
    done = place.end();
  }
  out.append(text.substr(done));
  text_ = std::move(out);
  return {};
}

}  // namespace

Result<FindReplaceResult> find_replace(std::string_view text, std::span<const FindReplace> edits, const Limits& limits,
                                       bool keep_line_ends) {
  FindReplaceResult result;
  Sequence sequence(text, limits, keep_line_ends);
  for (const FindReplace& edit : edits) TRY(sequence.apply(edit, result.outcomes.emplace_back(), result.lines.emplace_back()));
  result.pieces.push_back(result.texts.emplace_back(sequence.take()));
  result.size = result.pieces.front().size();
  return result;
}

}  // namespace aptix::edit
