// The invariants of the one pass:
// 1. Epochs. An epoch begins with an original text, searched once for all texts that are still wanted.
//    Edits splice regions into it; Occurrences knows a superset of all places at any time.
// 2. What cannot be kept track of (a text too long to be looked for around every splice, a replacement that
//    was not looked for, an `all` with very many places) ends the epoch: the text is joined and is the
//    original of the next one.
// 3. Every byte that is searched, compared or copied beyond that counts as work, which is bounded.
// Edits that have nothing to do with each other need none of it: they are made at once (lone_edits.h).
#include "edit/replace/find_replace.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/replace/added_lines.h"
#include "edit/replace/kept_line_ends.h"
#include "edit/replace/line_counter.h"
#include "edit/replace/line_end_match.h"
#include "edit/replace/lone_edits.h"
#include "edit/replace/occurrences.h"
#include "edit/replace/open_end.h"
#include "edit/replace/piece_writer.h"
#include "edit/replace/place_signs.h"
#include "edit/replace/spliced_text.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostExtraWork = 4ull << 30;  // bytes, beyond what a few passes over the text cost
constexpr uint64_t kPassesFree = 8;
constexpr size_t kContextBudget = 64ull << 20;  // bytes that are searched again around splices
constexpr size_t kMostPieces = 1 << 20;         // of a result; more are joined
constexpr size_t kMostLists = 1000;             // edits whose places are all named
constexpr size_t kLongestLone = 64 << 10;       // of a text to find: each time its start is met may cost as much
constexpr size_t kTextsAhead = 16;              // so far ahead the slot of a text is fetched from memory

// What is to be changed, and what is known of it.
struct Given {
  std::string_view file;
  std::string_view text;  // the same, but for the newline that its last line got
  std::span<const FindReplace> edits;
  FindReplaceOptions options;
  uint64_t most_size;
  bool no_returns;  // neither the text nor an edit has a CR, so that no line end can differ
};

class Sequence {
 public:
  Sequence(const Given& given, std::deque<std::string> texts);
  Result<FindReplaceResult> run();

 private:
  struct Prepared {
    uint32_t find = 0;             // number in occurrences_
    std::optional<uint32_t> done;  // of the replacement, when it is looked for
  };
  // What is worked out for one edit and used for all of its places.
  struct Current {
    FoldedText find{""}, replace{""};
    AddedLines added;
    int64_t line_feeds = 0;               // that each place gains
    std::vector<std::string_view> forms;  // the replacement with other line ends, in texts_
  };

  void look_for_replacements();
  void begin_epoch(std::string_view text, uint32_t now);
  void join(uint32_t now);
  Status step(uint32_t now);
  Status once(uint32_t now, const std::vector<Occurrence>& places);
  Status every(uint32_t now);
  Status every_in_original(uint32_t now);
  Status missed(uint32_t now);
  Status splice(uint32_t now, std::span<const Occurrence> places);

  void prepare(const FindReplace& edit);
  std::vector<Occurrence> places(uint32_t number, size_t most);
  bool stands_in_replacement(const Occurrence& place);
  std::string_view written(const FindReplace& edit, const Occurrence& place);
  void ask_line(uint32_t now, const Occurrence& place, uint64_t* line);
  void name_places(uint32_t now, const std::vector<Occurrence>& places);
  Status check_size(uint64_t size) const;
  Status check_work() const;

  const Given given_;
  const uint64_t most_work_;
  uint64_t work_ = 0;  // beyond that of occurrences_
  size_t lists_ = 0;   // edits whose places are named so far
  std::vector<Prepared> prepared_;
  Occurrences occurrences_;
  std::optional<SplicedText> text_;
  Current current_;
  LineCounter lines_;
  std::optional<LineEnd> file_line_end_;
  std::deque<std::string> texts_;
  FindReplaceResult result_;
  std::string room_, room_before_;
  std::vector<std::string_view> new_texts_;  // of the places of one edit
};

// Line ends matter where an edit has one.
bool has_return(std::string_view text, std::span<const FindReplace> edits) {
  auto any_has = [edits](char c) {
    auto has = [c](std::string_view one) { return one.find(c) != std::string_view::npos; };
    return std::any_of(edits.begin(), edits.end(), [&](auto& one) { return has(one.find) || has(one.replace); });
  };
  return any_has('\r') || (any_has('\n') && text.find('\r') != std::string_view::npos);
}

size_t context_for(size_t text, size_t edits) {
  return std::max<size_t>(256, (kContextBudget + 4 * text) / (edits + 1));
}

uint64_t most_size(std::string_view text, std::span<const FindReplace> edits, const Limits& limits) {
  uint64_t given = text.size(), most = UINT64_MAX;
  for (const FindReplace& edit : edits) given += edit.find.size() + edit.replace.size();
  if (limits.growth != 0) most = kGrowthFree + limits.growth * given;
  return limits.result_bytes != 0 ? std::min(most, limits.result_bytes) : most;
}

Sequence::Sequence(const Given& given, std::deque<std::string> texts)
    : given_(given),
      most_work_(std::max(kMostExtraWork, kPassesFree * given.file.size())),
      prepared_(given.edits.size()),
      occurrences_({.no_returns = given.no_returns,
                       .whole_line_ends = given.options.keep_line_ends,
                       .longest_context = context_for(given.file.size(), given.edits.size())},
          given.edits.size()),
      texts_(std::move(texts)) {
  result_.once.resize(given_.edits.size());
  result_.outcomes.resize(given_.edits.size());
  std::vector<uint32_t> numbers;
  numbers.reserve(given_.edits.size());
  for (uint32_t i = 0; i < given_.edits.size(); ++i) {
    if (i + kTextsAhead < given_.edits.size()) occurrences_.expect(given_.edits[i + kTextsAhead].find);
    prepared_[i].find =
        occurrences_.add(given_.edits[i].find, given_.edits[i].limit == Limit::all ? Wanted::every : Wanted::first, i);
    if (prepared_[i].find == numbers.size()) numbers.push_back(prepared_[i].find);
  }
  begin_epoch(given_.text, 0);
  if (given_.edits.size() < 2) return;  // one text is found as fast without an index
  occurrences_.search(std::move(numbers), 0);
  look_for_replacements();
}

// A document that is applied again misses its find texts: the replacements are looked for in one pass, too.
void Sequence::look_for_replacements() {
  std::vector<bool> used_up;
  std::vector<size_t> uses;
  std::vector<uint32_t> numbers;
  for (uint32_t i = 0; i < given_.edits.size(); ++i) {
    uint32_t find = prepared_[i].find;
    if (find >= uses.size()) {
      uses.resize(find + 1);
      used_up.resize(find + 1);
    }
    bool likely_there = !used_up[find] && occurrences_.written_down(find) > uses[find]++;
    if (given_.edits[i].limit == Limit::all) used_up[find] = true;
    if (likely_there || !is_telling(given_.edits[i].replace)) continue;
    prepared_[i].done = occurrences_.add(given_.edits[i].replace, Wanted::first, i);
    if (occurrences_.needs_untouched(*prepared_[i].done)) numbers.push_back(*prepared_[i].done);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  if (!numbers.empty()) occurrences_.search(std::move(numbers), 0);
}

void Sequence::begin_epoch(std::string_view text, uint32_t now) {
  text_.emplace(text, texts_);
  occurrences_.start(*text_, now);
}

// Makes the text one piece, the original of a new epoch.
void Sequence::join(uint32_t now) {
  if (text_->untouched()) return;
  lines_.answer(text_->original());
  std::string joined;
  joined.reserve(text_->size());
  for (std::string_view piece : text_->pieces()) joined.append(piece);
  work_ += joined.size();
  begin_epoch(texts_.emplace_back(std::move(joined)), now);
}

Result<FindReplaceResult> Sequence::run() {
  for (uint32_t now = 0; now < given_.edits.size(); ++now) TRY(step(now));
  lines_.answer(text_->original());
  if (result_.pieces.empty()) {
    result_.pieces = text_->pieces();
    result_.size = text_->size();
  }
  result_.texts = std::move(texts_);
  return std::move(result_);
}

Status Sequence::step(uint32_t now) {
  TRY(check_work());
  uint32_t find = prepared_[now].find;
  bool costly = text_->bytes_copied() > text_->original().size() + kGrowthFree / 64;
  if (costly || occurrences_.needs_untouched(find)) join(now);
  prepare(given_.edits[now]);
  if (given_.edits[now].limit == Limit::all) return every(now);
  std::vector<Occurrence> found = places(find, Occurrences::kListed);
  if (!found.empty()) return once(now, found);
  return missed(now);
}

void Sequence::prepare(const FindReplace& edit) {
  auto feeds = [](std::string_view text) { return std::count(text.begin(), text.end(), '\n'); };
  current_.find = FoldedText(edit.find);
  current_.replace = FoldedText(edit.replace);
  current_.added = AddedLines(current_.find.text(), current_.replace.text());
  current_.line_feeds = feeds(edit.replace) - feeds(edit.find);
  current_.forms.clear();
}

// Places that fit byte for byte, else those that fit but for their line ends.
std::vector<Occurrence> Sequence::places(uint32_t number, size_t most) {
  std::vector<Occurrence> found = occurrences_.collect(number, PlaceKind::exact, most);
  return found.empty() ? occurrences_.collect(number, PlaceKind::tolerant, most) : found;
}

Status Sequence::once(uint32_t now, const std::vector<Occurrence>& places) {
  EditOutcome& outcome = result_.outcomes[now];
  outcome.rule = places.front().exact ? Rule::exact : Rule::line_ends;
  ask_line(now, places.front(), &outcome.line);
  name_places(now, places);
  outcome.status = stands_in_replacement(places.front()) ? EditStatus::already : EditStatus::applied;
  if (outcome.status == EditStatus::already) return {};
  outcome.places = 1;
  if (given_.options.signs) {
    Position end = text_->advance(places.front().start, places.front().size);
    result_.once[now].around = signs_of_place(*text_, places.front().start, end, given_.edits[now]);
  }
  return splice(now, std::span(places).first(1));
}

// The find text is gone: was it replaced before?
Status Sequence::missed(uint32_t now) {
  EditOutcome& outcome = result_.outcomes[now];
  outcome.status = EditStatus::noop;
  if (!is_telling(given_.edits[now].replace)) return {};
  std::optional<uint32_t>& done = prepared_[now].done;
  if (!done) done = occurrences_.add(given_.edits[now].replace, Wanted::first, now);
  if (occurrences_.needs_untouched(*done)) join(now);
  std::vector<Occurrence> found = places(*done, 2);
  if (found.size() != 1) return {};
  outcome.status = EditStatus::already;
  ask_line(now, found.front(), &outcome.line);
  return {};
}

Status Sequence::every(uint32_t now) {
  uint32_t find = prepared_[now].find;
  if (occurrences_.incomplete(find)) {
    join(now);
    if (occurrences_.incomplete(find)) return every_in_original(now);
  }
  std::vector<Occurrence> found = places(find, SIZE_MAX);
  if (found.empty()) return missed(now);
  EditOutcome& outcome = result_.outcomes[now];
  outcome.rule = found.front().exact ? Rule::exact : Rule::line_ends;
  Occurrence first = found.front();
  std::erase_if(found, [this](const Occurrence& place) { return stands_in_replacement(place); });
  outcome.status = found.empty() ? EditStatus::already : EditStatus::applied;
  outcome.places = found.size();
  ask_line(now, found.empty() ? first : found.front(), &outcome.line);
  return splice(now, found);
}

// Very many places, or one edit alone: from one end to the other, unless the result gets too large. Ends the epoch.
Status Sequence::every_in_original(uint32_t now) {
  uint32_t find = prepared_[now].find;
  PlaceKind kind = occurrences_.collect(find, PlaceKind::exact, 1).empty() ? PlaceKind::tolerant : PlaceKind::exact;
  EditOutcome& outcome = result_.outcomes[now];
  std::optional<Occurrence> first, first_applied;
  uint64_t size = text_->size(), largest = size;
  NewText made(text_->original(), now + 1 == given_.edits.size() ? kMostPieces : 0);
  made.pieces.reserve(std::min(kMostPieces, text_->original().size() / 8));  // room that is not used is never touched
  occurrences_.each_in_original(find, kind, [&](size_t start, size_t length) {
    Occurrence place{{start, 0}, length, kind == PlaceKind::exact};
    if (!first) first = place;
    if (stands_in_replacement(place)) return;
    if (!first_applied) first_applied = place;
    ++outcome.places;
    std::string_view text = written(given_.edits[now], place);
    size = size + text.size() - length;
    largest = std::max(largest, size);
    if (largest <= given_.most_size) made.replace(start, length, text);
  });
  if (!first) return missed(now);
  outcome.rule = kind == PlaceKind::exact ? Rule::exact : Rule::line_ends;
  outcome.status = first_applied ? EditStatus::applied : EditStatus::already;
  ask_line(now, first_applied.value_or(*first), &outcome.line);
  if (!first_applied) return {};
  TRY(check_size(largest));
  made.replace(text_->original().size(), 0, {});
  lines_.answer(text_->original());
  result_.pieces = std::move(made.pieces);
  result_.size = size;
  if (!made.in_pieces()) begin_epoch(texts_.emplace_back(std::move(made.joined)), now + 1);
  return {};
}

Status Sequence::splice(uint32_t now, std::span<const Occurrence> places) {
  new_texts_.clear();
  uint64_t size = text_->size();
  for (const Occurrence& place : places) {
    new_texts_.push_back(written(given_.edits[now], place));
    size = size + new_texts_.back().size() - place.size;
  }
  TRY(check_size(size));
  // From the end, so that the positions before stay what they are.
  for (size_t i = places.size(); i-- > 0;) {
    Position region = text_->splice(places[i].start, places[i].size, new_texts_[i]);
    lines_.changed(region.base, now, current_.line_feeds);
    if (now + 1 < given_.edits.size()) occurrences_.search_around(region, now);
  }
  return {};
}

bool Sequence::stands_in_replacement(const Occurrence& place) {
  if (current_.added.none()) return false;
  size_t reach = current_.added.reach();
  work_ += reach;
  std::string_view before = text_->before(place.start, reach, room_before_);
  std::string_view after = text_->after(text_->advance(place.start, place.size), reach, room_);
  return current_.added.stand_around(before, after);
}

// The replacement as it is written at a place.
std::string_view Sequence::written(const FindReplace& edit, const Occurrence& place) {
  if (!given_.options.keep_line_ends || given_.no_returns || edit.replace.find('\n') == std::string_view::npos)
    return edit.replace;
  if (!file_line_end_) file_line_end_ = line_ends(given_.file).dominant();
  std::string_view region = text_->after(place.start, place.size, room_before_);
  std::string_view after = text_->after(text_->advance(place.start, place.size), kLineReach, room_);
  std::optional<std::string> other =
      with_ends_of({region, after, place.exact, *file_line_end_}, edit.find, edit.replace);
  if (!other) return edit.replace;
  for (std::string_view form : current_.forms)
    if (form == *other) return form;
  return current_.forms.emplace_back(texts_.emplace_back(std::move(*other)));
}

void Sequence::ask_line(uint32_t now, const Occurrence& place, uint64_t* line) {
  uint64_t inner = 0;
  if (place.start.inner > 0) {
    std::string_view text = text_->region_text(place.start.base).substr(0, place.start.inner);
    work_ += text.size();
    inner = static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
  }
  lines_.ask(place.start.base, now, inner, line);
}

void Sequence::name_places(uint32_t now, const std::vector<Occurrence>& places) {
  result_.once[now].count = static_cast<uint8_t>(places.size());
  if (places.size() < 2 || lists_++ >= kMostLists) return;
  std::vector<uint64_t>& lines = result_.lines[now];
  lines.resize(std::min(places.size(), Occurrences::kListed - 1));
  for (size_t i = 0; i < lines.size(); ++i) ask_line(now, places[i], &lines[i]);
}

Status Sequence::check_size(uint64_t size) const {
  if (size <= given_.most_size) return {};
  return fail(Code::limit_exceeded,
      fmt::format("the edits would make the file {} bytes long, more than the limit of {}", size, given_.most_size),
      "raise the limit with --max-growth or --max-result");
}

Status Sequence::check_work() const {
  if (work_ + occurrences_.work() <= most_work_) return {};
  return fail(Code::limit_exceeded,
      fmt::format(
          "the edits depend on each other so much that more than {} bytes would have to be searched", most_work_),
      "split the edits over several runs");
}

}  // namespace

Result<FindReplaceResult> find_replace(
    std::string_view text, std::span<const FindReplace> edits, const Limits& limits, FindReplaceOptions options) {
  Given given{text, text, edits, options, most_size(text, edits, limits), !has_return(text, edits)};
  std::deque<std::string> texts;
  std::optional<std::string> closed = with_last_newline(text, edits);
  if (closed) given.text = texts.emplace_back(std::move(*closed));
  std::optional<FindReplaceResult> made;
  if (given.no_returns && !options.signs)
    made = made_at_once(
        given.text, edits, given.most_size, std::min(kLongestLone, context_for(text.size(), edits.size())));
  if (made) made->texts = std::move(texts);
  else TRY_SET(made, Sequence(given, std::move(texts)).run());
  if (closed) made->size -= drop_last_newline(made->pieces);
  return std::move(*made);
}

}  // namespace aptix::edit
