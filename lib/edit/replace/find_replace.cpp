// Edits are made in batches. A batch begins with a text, which is searched once for all that its edits look for. After
// an edit only what is around it is searched, for places that it has made. The batch ends before an edit whose places
// are not all known: then the text is joined, and is that of the next batch. Every byte that is searched, compared or
// copied beyond the first passes counts as work, which is bounded.
#include "edit/replace/find_replace.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/replace/added_lines.h"
#include "edit/replace/cut_indentation.h"
#include "edit/replace/kept_line_ends.h"
#include "edit/replace/line_counter.h"
#include "edit/replace/line_end_match.h"
#include "edit/replace/open_end.h"
#include "edit/replace/piece_writer.h"
#include "edit/replace/places.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostExtraWork = 4ull << 30;  // bytes, beyond what a few passes over the text cost
constexpr uint64_t kPassesFree = 8;
constexpr size_t kContextBudget = 16ull << 20;  // bytes that are searched again around changes
constexpr size_t kMostPieces = 1 << 20;         // of a result; more are joined
constexpr size_t kMostLists = 1000;             // edits whose places are all named
constexpr size_t kLongestAround = 1 << 13;      // of what edits made, around what the next one looks for in it

// What is to be changed, and what is known of it.
struct Given {
  std::string_view file;
  std::span<const FindReplace> edits;
  FindReplaceOptions options;
  uint64_t most_size;
  Comparison comparison;
};

// What is worked out for one edit and used for all of its places.
struct Current {
  explicit Current(const FindReplace& edit)
      : find(edit.find),
        replace(edit.replace),
        added(find.text(), replace.text()) {
    auto feeds = [](std::string_view text) { return std::count(text.begin(), text.end(), '\n'); };
    line_feeds = feeds(edit.replace) - feeds(edit.find);
  }
  FoldedText find, replace;
  AddedLines added;
  int64_t line_feeds = 0;               // that each place gains
  std::vector<std::string_view> forms;  // the replacement with other line ends
};

class Sequence {
 public:
  // `text`: the file, but for the newline that its last line got; of `texts`, where it is not the file.
  Sequence(const Given& given, std::string_view text, std::deque<std::string> texts);
  Result<FindReplaceResult> run();

 private:
  struct Sought {
    uint32_t find = 0;             // numbers in places_
    std::optional<uint32_t> done;  // of the replacement, when it is looked for
  };
  enum class Next : uint8_t { edit, batch };  // batch: the edit is not made

  Status make_batch(size_t end);
  void look_for(size_t end);
  void forget_places();
  Result<Next> step();
  Result<Next> once(Current& current, const std::vector<Place>& places);
  Result<Next> every(Current& current, std::vector<Place> places);
  Result<Next> missed();
  Status alone();
  Status every_alone(Current& current, bool& any);
  Status change(Current& current, std::span<const Place> places);

  bool stands_in_replacement(Current& current, const Place& place);
  std::string_view written(Current& current, const Place& place);
  void name_places(const std::vector<Place>& places);
  Status check_size(uint64_t size) const;
  Status check_work();
  void join(std::string joined);

  const FindReplace& edit() const { return given_.edits[now_]; }
  EditOutcome& outcome() { return result_.outcomes[now_]; }
  void ask_line(const Place& place, uint64_t* line) {
    auto further = std::count(place.before.begin(), place.before.end(), '\n');
    lines_.ask(place.start, now_, static_cast<uint64_t>(further), line);
  }

  const Given given_;
  const uint64_t most_work_;
  uint64_t work_ = 0;   // of the batches before this one
  size_t lists_ = 0;    // edits whose places are named so far
  uint32_t now_ = 0;    // the number of the edit
  uint32_t first_ = 0;  // of the batch
  std::vector<Sought> sought_;
  std::optional<ChangedText> text_;
  std::optional<Places> places_;
  bool ends_ = false;  // the batch: what was made is looked for, or the text is not known any more
  LineCounter lines_;
  std::optional<LineEnd> file_line_end_;
  std::deque<std::string> texts_;
  FindReplaceResult result_;
  std::string room_, room_before_;
};

bool has_return(std::string_view text, std::span<const FindReplace> edits) {
  auto any_has = [edits](char c) {
    auto has = [c](std::string_view one) { return one.find(c) != std::string_view::npos; };
    return std::any_of(edits.begin(), edits.end(), [&](auto& one) { return has(one.find) || has(one.replace); });
  };
  return any_has('\r') || (any_has('\n') && text.find('\r') != std::string_view::npos);
}

uint64_t most_size(std::string_view text, std::span<const FindReplace> edits, const Limits& limits) {
  uint64_t given = text.size(), most = UINT64_MAX;
  for (const FindReplace& edit : edits) given += edit.find.size() + edit.replace.size();
  if (limits.growth != 0) most = kGrowthFree + limits.growth * given;
  return limits.result_bytes != 0 ? std::min(most, limits.result_bytes) : most;
}

Sequence::Sequence(const Given& given, std::string_view text, std::deque<std::string> texts)
    : given_(given),
      most_work_(std::max(kMostExtraWork, kPassesFree * given.file.size())),
      text_(text),
      texts_(std::move(texts)) {
  result_.once.resize(given_.edits.size());
  result_.outcomes.resize(given_.edits.size());
}

// Where edits need each other, few are tried at once: what is searched for in vain is searched for again.
Result<FindReplaceResult> Sequence::run() {
  size_t width = given_.edits.size();
  while (now_ < given_.edits.size()) {
    TRY(check_work());
    size_t end = std::min<size_t>(now_ + width, given_.edits.size());
    first_ = now_;
    TRY(make_batch(end));
    width = now_ == end ? 2 * width : 2 * size_t{now_ - first_};
    lines_.answer(text_->original());
    if (now_ < given_.edits.size() && !text_->untouched()) {
      std::string joined;
      joined.reserve(text_->size());
      for (std::string_view piece : text_->pieces()) joined.append(piece);
      join(std::move(joined));
    }
  }
  if (result_.pieces.empty()) {
    result_.pieces = text_->pieces();
    result_.size = text_->size();
  }
  result_.texts = std::move(texts_);
  return std::move(result_);
}

// The text of the batches that follow.
void Sequence::join(std::string joined) {
  work_ += joined.size();
  lines_.answer(text_->original());
  std::deque<std::string> kept;
  kept.push_back(std::move(joined));
  texts_.swap(kept);
  text_.emplace(texts_.front());
  ends_ = true;
}

// Makes at least one edit.
Status Sequence::make_batch(size_t end) {
  ends_ = false;
  if (end - now_ == 1) return alone();
  look_for(end);
  while (now_ < end && !ends_) {
    TRY_ASSIGN(next, step());
    if (next == Next::batch) break;
    ++now_;
    TRY(check_work());
  }
  forget_places();
  return now_ == first_ ? alone() : Status();
}

void Sequence::forget_places() {
  work_ += places_->work();
  places_.reset();
}

// A document that is applied again misses its find texts: the replacements are looked for in one pass, too.
void Sequence::look_for(size_t end) {
  size_t longest = std::max<size_t>(256, (kContextBudget + 4 * given_.file.size()) / (given_.edits.size() + 1));
  places_.emplace(*text_, given_.comparison, longest);
  places_->reserve(end - now_);
  sought_.assign(end - now_, {});
  for (auto i = now_; i < end; ++i)
    sought_[i - now_].find = places_->add(given_.edits[i].find, given_.edits[i].limit == Limit::all, i);
  places_->search();
  bool any = false;
  for (auto i = now_; i < end; ++i) {
    if (places_->stands_somewhere(sought_[i - now_].find) || !is_telling(given_.edits[i].replace)) continue;
    sought_[i - now_].done = places_->add(given_.edits[i].replace, false, i);
    any = true;
  }
  if (any) places_->search();
}

Result<Sequence::Next> Sequence::step() {
  bool all = edit().limit == Limit::all;
  std::optional<std::vector<Place>> found = places_->now(sought_[now_ - first_].find, all ? SIZE_MAX : kListed);
  if (!found) return Next::batch;
  if (found->empty()) return missed();
  Current current(edit());
  return all ? every(current, std::move(*found)) : once(current, *found);
}

Result<Sequence::Next> Sequence::once(Current& current, const std::vector<Place>& places) {
  const Place& first = places.front();
  outcome().rule = first.exact ? Rule::exact : Rule::line_ends;
  ask_line(first, &outcome().line);
  name_places(places);
  outcome().status = stands_in_replacement(current, first) ? EditStatus::already : EditStatus::applied;
  if (outcome().status == EditStatus::already) return Next::edit;
  outcome().places = 1;
  if (given_.options.signs) result_.once[now_].around = signs_of_place(*text_, first, edit());
  TRY(change(current, std::span(places).first(1)));
  return Next::edit;
}

Result<Sequence::Next> Sequence::every(Current& current, std::vector<Place> places) {
  outcome().rule = places.front().exact ? Rule::exact : Rule::line_ends;
  Place first = places.front();
  std::erase_if(places, [&](const Place& place) { return stands_in_replacement(current, place); });
  outcome().status = places.empty() ? EditStatus::already : EditStatus::applied;
  outcome().places = places.size();
  ask_line(places.empty() ? first : places.front(), &outcome().line);
  TRY(change(current, places));
  return Next::edit;
}

// The find text is gone: was it replaced before?
Result<Sequence::Next> Sequence::missed() {
  outcome().status = EditStatus::noop;
  if (!is_telling(edit().replace)) return Next::edit;
  std::optional<std::vector<Place>> found;
  if (places_ && sought_[now_ - first_].done) {
    found = places_->now(*sought_[now_ - first_].done, 2);
  } else if (text_->untouched()) {
    work_ += text_->size();
    found.emplace();
    each_place(text_->original(), edit().replace, given_.comparison, [&](const Place& place) {
      found->push_back(place);
      return found->size() < 2;
    });
  }
  if (!found) return Next::batch;
  if (found->size() != 1) return Next::edit;
  outcome().status = EditStatus::already;
  ask_line(found->front(), &outcome().line);
  return Next::edit;
}

// One edit of an untouched text. Is the end of the batch.
Status Sequence::alone() {
  bool any = false;
  if (edit().limit == Limit::all) {
    Current current(edit());
    TRY(every_alone(current, any));
  } else {
    std::vector<Place> found;
    each_place(text_->original(), edit().find, given_.comparison, [&](const Place& place) {
      found.push_back(place);
      return found.size() < kListed;
    });
    any = !found.empty();
    if (any) {
      Current current(edit());
      TRY(once(current, found));
    }
  }
  work_ += text_->size();
  if (!any) TRY(missed());
  ++now_;
  ends_ = true;
  return {};
}

// From one end to the other, unless the result gets too large.
Status Sequence::every_alone(Current& current, bool& any) {
  std::optional<Place> first, first_applied;
  uint64_t size = text_->size(), largest = size;
  bool last = now_ + 1 == given_.edits.size();
  NewText made(text_->original(), last ? kMostPieces : 0);
  each_place(text_->original(), edit().find, given_.comparison, [&](const Place& place) {
    if (!first) first = place;
    if (stands_in_replacement(current, place)) return true;
    if (!first_applied) first_applied = place;
    ++outcome().places;
    std::string_view text = written(current, place);
    size = size + text.size() - place.size;
    largest = std::max(largest, size);
    if (largest <= given_.most_size) made.replace(place.start, place.size, text);
    return true;
  });
  any = first.has_value();
  if (!any) return {};
  outcome().rule = first->exact ? Rule::exact : Rule::line_ends;
  outcome().status = first_applied ? EditStatus::applied : EditStatus::already;
  ask_line(first_applied.value_or(*first), &outcome().line);
  if (!first_applied) return {};
  TRY(check_size(largest));
  made.replace(text_->original().size(), 0, {});
  if (!made.in_pieces()) {
    join(std::move(made.joined));
    return {};
  }
  result_.pieces = std::move(made.pieces);
  result_.size = size;
  return {};
}

// What stands at each place is taken from the text before the edit.
Status Sequence::change(Current& current, std::span<const Place> places) {
  std::vector<std::string_view> texts;
  texts.reserve(places.size());
  for (const Place& place : places) texts.push_back(written(current, place));
  for (size_t i = 0; i < places.size(); ++i) {
    auto [start, size, exact, before, after] = places[i];
    std::string_view text = texts[i];
    if (!before.empty() || !after.empty()) text = texts_.emplace_back(fmt::format("{}{}{}", before, text, after));
    text_->replace(start, size, text);
    TRY(check_size(text_->size()));
    lines_.changed(start, now_, current.line_feeds);
    work_ += text.size();
    ends_ = ends_ || text.size() > texts[i].size() + kLongestAround ||
        (places_ && !places_->note_made(start, size, text, now_));
  }
  return {};
}

bool Sequence::stands_in_replacement(Current& current, const Place& place) {
  if (current.added.none()) return false;
  size_t reach = current.added.reach();
  work_ += reach;
  std::string_view before = text_->before(place, reach, room_before_);
  std::string_view after = text_->after(place, reach, room_);
  return current.added.stand_around(before, after);
}

// The replacement as it is written at a place.
std::string_view Sequence::written(Current& current, const Place& place) {
  if (!given_.options.keep_line_ends || given_.comparison.no_returns ||
      edit().replace.find('\n') == std::string_view::npos)
    return edit().replace;
  if (!file_line_end_) file_line_end_ = line_ends(given_.file).dominant();
  std::string_view region = text_->original().substr(place.start, place.size);
  std::string_view after = text_->after(place, kLineReach, room_);
  std::optional<std::string> other =
      with_ends_of({region, after, place.exact, *file_line_end_}, edit().find, edit().replace);
  if (!other) return edit().replace;
  for (std::string_view form : current.forms)
    if (form == *other) return form;
  return current.forms.emplace_back(texts_.emplace_back(std::move(*other)));
}

void Sequence::name_places(const std::vector<Place>& places) {
  result_.once[now_].count = static_cast<uint8_t>(places.size());
  if (places.size() < 2 || lists_++ >= kMostLists) return;
  std::vector<uint64_t>& lines = result_.lines[now_];
  lines.resize(std::min(places.size(), kListed - 1));
  for (size_t i = 0; i < lines.size(); ++i) ask_line(places[i], &lines[i]);
}

Status Sequence::check_size(uint64_t size) const {
  if (size <= given_.most_size) return {};
  return fail(Code::limit_exceeded,
      fmt::format("the edits would make the file {} bytes long, more than the limit of {}", size, given_.most_size),
      "raise the limit with --max-growth or --max-result");
}

Status Sequence::check_work() {
  if (work_ + (places_ ? places_->work() : 0) <= most_work_) return {};
  return fail(Code::limit_exceeded,
      fmt::format(
          "the edits depend on each other so much that more than {} bytes would have to be searched", most_work_),
      "split the edits over several runs");
}

}  // namespace

Result<FindReplaceResult> find_replace(
    std::string_view text, std::span<const FindReplace> edits, const Limits& limits, FindReplaceOptions options) {
  Given given{text, edits, options, most_size(text, edits, limits),
      {.no_returns = !has_return(text, edits), .whole_line_ends = options.keep_line_ends}};
  std::deque<std::string> texts;
  std::optional<std::string> closed = with_last_newline(text, edits);
  std::string_view start = closed ? std::string_view(texts.emplace_back(std::move(*closed))) : text;
  TRY_ASSIGN(made, Sequence(given, start, std::move(texts)).run());
  if (closed) made.size -= drop_last_newline(made.pieces);
  return made;
}

}  // namespace aptix::edit
