// Looks up groups of four bytes at every fourth byte of the file (for a long text at every eighth or sixteenth). Where
// many are found close together, there are parts of the text.
#include "diff/find/likeness.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/text/bytes.h"

namespace aptix::diff {
namespace {

constexpr size_t kGram = 4;
constexpr size_t kShort = 16;            // texts below this are looked for at every byte,
constexpr size_t kShortReach = 8 << 20;  // but not so far into the file
constexpr size_t kMostRegions = 8;

using Slots = std::bitset<65536>;

uint32_t gram_at(const char* at) {
  uint32_t gram;
  std::memcpy(&gram, at, kGram);
  return gram | 0x20202020u;  // letters in lower case
}

uint32_t slot_of(uint32_t gram) { return (gram * 0x9E3779B1u) >> 16; }

// White space, rules and the like identify no place.
bool is_telling_gram(std::string_view gram) {
  size_t letters = 0;
  for (char c : gram) letters += is_of_word(c) || c == '_';
  return letters >= 2;
}

// Finds the regions where the most groups are close together.
class GramVote {
 public:
  explicit GramVote(std::string_view wanted)
      : step_(step_for(wanted.size())),
        span_(wanted.size() + wanted.size() / 4 + 64),
        grams_(std::make_unique<Slots>()),
        recent_(std::bit_ceil(span_ / step_ + 2)) {
    for (size_t at = 0; at + kGram <= wanted.size(); ++at)
      if (is_telling_gram(wanted.substr(at, kGram))) grams_->set(slot_of(gram_at(wanted.data() + at)));
  }

  std::vector<Region> take(std::string_view text) {
    if (grams_->none() || text.size() < kGram) return {};
    const Slots& grams = *grams_;
    if (step_ == 1) text = text.substr(0, kShortReach);
    for (size_t at = 0; at + kGram <= text.size(); at += step_)
      if (grams.test(slot_of(gram_at(text.data() + at)))) hit(at);
    std::stable_sort(best_.begin(), best_.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
    std::vector<Region> regions;
    for (const Scored& scored : best_) regions.push_back(scored.region);
    return regions;
  }

 private:
  struct Scored {
    Region region;
    size_t score = 0;
  };

  // Some 32 groups of a text identify a place as well as all.
  static size_t step_for(size_t wanted) {
    return wanted < kShort ? 1 : std::clamp(std::bit_floor(wanted / 32), kGram, 4 * kGram);
  }

  void hit(size_t at) {
    size_t mask = recent_.size() - 1;  // a power of two: no division for each hit
    recent_[newest_++ & mask] = at;
    while (recent_[oldest_ & mask] + span_ < at) ++oldest_;
    if (newest_ - oldest_ > least_) keep({{recent_[oldest_ & mask], at + kGram}, newest_ - oldest_});
  }

  // Of regions that overlap, keeps the best.
  void keep(const Scored& scored) {
    if (last_ < best_.size() && scored.region.start < best_[last_].region.end && scored.score <= best_[last_].score)
      return;
    for (last_ = 0; last_ < best_.size(); ++last_)
      if (scored.region.start < best_[last_].region.end && best_[last_].region.start < scored.region.end) break;
    auto less = [](const Scored& a, const Scored& b) { return a.score < b.score; };
    if (last_ == kMostRegions)
      last_ = static_cast<size_t>(std::min_element(best_.begin(), best_.end(), less) - best_.begin());
    if (last_ == best_.size()) best_.emplace_back();
    if (scored.score > best_[last_].score) best_[last_] = scored;
    if (best_.size() == kMostRegions) least_ = std::min_element(best_.begin(), best_.end(), less)->score;
  }

  size_t step_, span_;
  std::unique_ptr<Slots> grams_;
  std::vector<size_t> recent_;  // a ring of the places of the last hits within the span
  uint64_t newest_ = 0, oldest_ = 0;
  std::vector<Scored> best_;
  size_t last_ = 0;   // index of the region that was changed last
  size_t least_ = 0;  // the score that a new region must beat
};

}  // namespace

std::vector<Region> LikelyRegions::of(std::string_view wanted) {
  std::lock_guard guard(looking_);
  if (wanted_ == wanted) return regions_;
  regions_ = GramVote(wanted).take(text_);
  wanted_ = wanted;
  return regions_;
}

}  // namespace aptix::diff
