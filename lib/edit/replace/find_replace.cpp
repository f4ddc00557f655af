// Texts of consecutive edits with `once` are looked for together, in the text as it is then. After an edit only the
// text around it is searched: if it may have made a place of a later one, that one and all after it start again with
// the changed text, joined. So does each edit with `all`, which goes through the whole text. Every byte that is
// searched, compared or copied beyond the first passes counts as work, which is limited.
#include "edit/replace/find_replace.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/replace/line_ends.h"
#include "edit/replace/place_signs.h"
#include "edit/replace/places.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostExtraWork = 32ull << 30;  // bytes, beyond what a few passes over the text cost
constexpr uint64_t kPassesFree = 8;
constexpr size_t kContextBudget = 16ull << 20;  // bytes that are searched again around changes
constexpr size_t kMostPieces = 1 << 20;         // of a result; more are joined
constexpr size_t kListed = 101;                 // places of one edit that are looked at
constexpr size_t kMostLists = 1000;             // edits whose places are all named

// What is computed once for an edit and used for all of its places.
struct Current {
  explicit Current(const FindReplace& edit)
      : find(edit.find),
        replace(edit.replace),
        own(find.text(), replace.text()) {}
  FoldedText find, replace;
  OwnReplacement own;
  std::vector<std::string_view> forms{};  // the replacement with other line ends
};

// The result of an edit with `all`: as pieces while they are few, else joined.
class NewText {
 public:
  NewText(std::string_view original, size_t most_pieces) : original_(original), most_(most_pieces) {}

  void replace(size_t start, size_t size, std::string_view text) {
    put(original_.substr(done_, start - done_));
    put(text);
    done_ = start + size;
  }

  void finish() { put(original_.substr(done_)); }

  std::vector<std::string_view> pieces;
  std::string joined;

 private:
  void put(std::string_view piece) {
    if (pieces.size() < most_) return pieces.push_back(piece);
    if (most_ != 0) joined = aptix::joined(std::exchange(pieces, {}));
    most_ = 0;
    joined.append(piece);
  }

  std::string_view original_;
  size_t most_;
  size_t done_ = 0;
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

class Sequence {
 public:
  // `start`: the file, or a text in `texts`: the file with a newline added to its last line.
  Sequence(std::string_view file, std::string_view start, std::deque<std::string> texts,
      std::span<const FindReplace> edits, const Limits& limits, const FindReplaceOptions& options)
      : file_(file),
        edits_(edits),
        options_(options),
        comparison_{.no_returns = !has_return(file, edits), .whole_line_ends = options.keep_line_ends},
        most_size_(most_size(file, edits, limits)),
        most_work_(std::max(kMostExtraWork, kPassesFree * file.size())),
        text_(start),
        texts_(std::move(texts)) {
    result_.once.resize(edits.size());
    result_.outcomes.resize(edits.size());
  }

  // If edits depend on each other, few are tried at once: what was searched for in vain is searched for again.
  Result<FindReplaceResult> run() {
    auto is_all = [](const FindReplace& edit) { return edit.limit == Limit::all; };
    size_t width = edits_.size();
    while (now_ < edits_.size() && !stopped_) {
      first_ = now_;
      if (is_all(edit())) {
        TRY(every());
      } else {
        auto batch = edits_.subspan(now_, std::min(width, edits_.size() - now_));
        size_t size = static_cast<size_t>(std::find_if(batch.begin(), batch.end(), is_all) - batch.begin());
        TRY(make_batch(first_ + size));
        width = now_ == first_ + size ? 2 * width : 2 * size_t{now_ - first_};
      }
      if (now_ < edits_.size() && !stopped_ && !text_.untouched()) join(joined(text_.pieces()));
      TRY(check_work());
    }
    if (result_.pieces.empty()) result_.pieces = text_.pieces();
    result_.texts = std::move(texts_);
    result_.outcomes.resize(now_);
    return std::move(result_);
  }

 private:
  struct Sought {
    uint32_t find = 0;             // numbers in places_
    std::optional<uint32_t> done;  // of the replacement, when it is looked for
  };

  // Makes at least one edit.
  Status make_batch(size_t end) {
    look_for(end);
    while (now_ < end && step()) {
      ++now_;
      TRY(check_size(text_.size()));
      TRY(check_work());
    }
    work_ += places_->work();
    places_.reset();
    return {};
  }

  // If a document is applied again, its find texts are missing: the replacements are looked for in one pass, too.
  void look_for(size_t end) {
    size_t longest = std::max<size_t>(256, (kContextBudget + 4 * file_.size()) / (edits_.size() + 1));
    places_.emplace(text_, comparison_, longest);
    sought_.assign(end - now_, {});
    for (auto i = now_; i < end; ++i) sought_[i - now_].find = places_->add(edits_[i].find, i);
    places_->search();
    bool any = false;
    for (auto i = now_; i < end; ++i) {
      if (places_->stands_somewhere(sought_[i - now_].find) || !is_telling(edits_[i].replace)) continue;
      sought_[i - now_].done = places_->add(edits_[i].replace, i);
      any = true;
    }
    if (any) places_->search();
  }

  // Makes an edit. False: its places are not all known, or it is the one to stop at. Those of the first are looked up.
  bool step() {
    std::optional<std::vector<Place>> found = places_->now(sought_[now_ - first_].find, kListed);
    if (!found && now_ == first_) found = first_places(edit().find, kListed);
    if (!found) return false;
    if (found->empty() && !missed()) return false;
    if (!found->empty()) once(*found);
    return !stops();
  }

  bool stops() { return stopped_ = options_.stop_at_miss && outcome().status == EditStatus::noop; }

  void once(const std::vector<Place>& places) {
    const Place& first = places.front();
    FindReplaceResult::Choice& choice = result_.once[now_];
    outcome().rule = first.exact ? Rule::exact : Rule::line_ends;
    outcome().line = text_.line_of(first.start);
    choice.count = static_cast<uint8_t>(places.size());
    if (places.size() > 1 && lists_++ < kMostLists)
      for (const Place& place : std::span(places).first(std::min(places.size(), kListed - 1)))
        result_.lines[now_].push_back(text_.line_of(place.start));
    Current current(edit());
    outcome().status = EditStatus::already;
    if (stands_in_own(current, first, OwnReplacement::Adds::lines)) return;
    if (options_.signs) {
      choice.around = signs_of_place(text_, first, edit());
      choice.around.stands_in_own = stands_in_own(current, first, OwnReplacement::Adds::anything);
    }
    if (choice.around.stands_in_own && places.size() == 1) return;
    outcome().status = EditStatus::noop;
    if (options_.stop_at_miss && choice.around.cut && places.size() == 1) return;
    outcome().status = EditStatus::applied;
    outcome().places = 1;
    std::string_view text = written(current, first);
    text_.replace(first.start, first.size, text);
    work_ += text.size();
    places_->note_made(first.start, first.size, text, now_);
  }

  // The find text does not occur: was it replaced before? False: that is unknown.
  bool missed() {
    outcome().status = EditStatus::noop;
    if (!is_telling(edit().replace)) return true;
    std::optional<std::vector<Place>> found;
    if (places_ && sought_[now_ - first_].done) found = places_->now(*sought_[now_ - first_].done, 2);
    if (!found && text_.untouched()) {
      work_ += text_.size();
      found = first_places(edit().replace, 2);
    }
    if (!found) return false;
    if (found->size() != 1 || is_unremoved(found->front())) return true;
    outcome().status = EditStatus::already;
    outcome().line = text_.line_of(found->front().start);
    return true;
  }

  // Are the old lines beside the new ones? Then the edit has not been made.
  bool is_unremoved(const Place& made) {
    size_t reach = 2 * edit().find.size() + kLineReach;
    std::string around = folded(text_.before(made.start, reach, room_));
    size_t at = around.size();
    around += folded(text_.after(made.start, made.size + reach, room_));
    if (!around.ends_with('\n')) around += '\n';
    return stands_unremoved(around, at, edit().find, edit().replace);
  }

  // Makes an edit with `all`, unless the result gets too large.
  Status every() {
    Current current(edit());
    std::optional<Place> first, first_applied;
    uint64_t size = text_.size(), largest = size;
    NewText made(text_.original(), now_ + 1 == edits_.size() ? kMostPieces : 0);
    each_place(text_.original(), edit().find, comparison_, [&](const Place& place) {
      if (!first) first = place;
      if (stands_in_own(current, place, OwnReplacement::Adds::lines)) return true;
      if (!first_applied) first_applied = place;
      ++outcome().places;
      std::string_view text = written(current, place);
      size = size + text.size() - place.size;
      largest = std::max(largest, size);
      if (largest <= most_size_) made.replace(place.start, place.size, text);
      return true;
    });
    work_ += text_.size();
    if (first) {
      outcome().rule = first->exact ? Rule::exact : Rule::line_ends;
      outcome().status = first_applied ? EditStatus::applied : EditStatus::already;
      outcome().line = text_.line_of(first_applied.value_or(*first).start);
    } else {
      missed();
      if (stops()) return {};
    }
    ++now_;
    if (!first_applied) return {};
    TRY(check_size(largest));
    made.finish();
    result_.pieces = std::move(made.pieces);
    if (result_.pieces.empty()) join(std::move(made.joined));
    return {};
  }

  std::vector<Place> first_places(std::string_view wanted, size_t most) const {
    std::vector<Place> found;
    each_place(text_.original(), wanted, comparison_, [&](const Place& place) {
      found.push_back(place);
      return found.size() < most;
    });
    return found;
  }

  bool stands_in_own(const Current& current, const Place& place, OwnReplacement::Adds adds) {
    size_t reach = current.own.reach();
    work_ += reach;
    return reach != 0 &&
        current.own.stands_around(
            text_.before(place.start, reach, room_before_), text_.after(place.end(), reach, room_), adds);
  }

  // The replacement with the line ends of a place.
  std::string_view written(Current& current, const Place& place) {
    if (!options_.keep_line_ends || comparison_.no_returns || edit().replace.find('\n') == std::string_view::npos)
      return edit().replace;
    if (!file_line_end_) file_line_end_ = line_ends(file_).dominant();
    std::string_view region = text_.original().substr(place.start, place.size);
    std::string_view after = text_.after(place.end(), kLineReach, room_);
    std::optional<std::string> other =
        with_ends_of({region, after, place.exact, *file_line_end_}, edit().find, edit().replace);
    if (!other) return edit().replace;
    for (std::string_view form : current.forms)
      if (form == *other) return form;
    return current.forms.emplace_back(texts_.emplace_back(std::move(*other)));
  }

  Status check_size(uint64_t size) const {
    if (size <= most_size_) return {};
    return fail(Code::limit_exceeded,
        fmt::format("the edits would make the file {} bytes long, more than the limit of {}", size, most_size_),
        "raise the limit with --max-growth or --max-result");
  }

  Status check_work() const {
    if (work_ + (places_ ? places_->work() : 0) <= most_work_) return {};
    return fail(Code::limit_exceeded,
        fmt::format(
            "the edits depend on each other so much that more than {} bytes would have to be searched", most_work_),
        "split the edits over several runs");
  }

  // Starts again with a new text, for the edits that follow.
  void join(std::string joined) {
    work_ += joined.size();
    std::deque<std::string> kept;
    kept.push_back(std::move(joined));
    texts_.swap(kept);
    text_ = ChangedText(texts_.front());
  }

  const FindReplace& edit() const { return edits_[now_]; }
  EditOutcome& outcome() { return result_.outcomes[now_]; }

  std::string_view file_;
  std::span<const FindReplace> edits_;
  const FindReplaceOptions& options_;
  const Comparison comparison_;
  const uint64_t most_size_, most_work_;
  uint64_t work_ = 0;   // without that of places_
  size_t lists_ = 0;    // edits whose places are named so far
  uint32_t now_ = 0;    // the number of the edit
  uint32_t first_ = 0;  // of the batch
  bool stopped_ = false;
  std::vector<Sought> sought_;
  ChangedText text_;
  std::optional<Places> places_;
  std::optional<LineEnd> file_line_end_;
  std::deque<std::string> texts_;
  FindReplaceResult result_;
  std::string room_, room_before_;
};

}  // namespace

Result<FindReplaceResult> find_replace(
    std::string_view text, std::span<const FindReplace> edits, const Limits& limits, FindReplaceOptions options) {
  std::deque<std::string> texts;
  std::optional<std::string> closed = with_last_newline(text, edits);
  std::string_view start = closed ? std::string_view(texts.emplace_back(std::move(*closed))) : text;
  TRY_ASSIGN(made, Sequence(text, start, std::move(texts), edits, limits, options).run());
  if (closed) drop_last_newline(made.pieces);
  return made;
}

}  // namespace aptix::edit
