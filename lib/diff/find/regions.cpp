// Two votes. Lines that are equal but for white space and letter case vote for the place where the text would
// begin, rare lines more than common ones. Groups of four bytes, looked up for every fourth byte of
// the file (of a long text for every eighth or sixteenth), show where parts of lines stand together.
#include "diff/find/regions.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/text/trim.h"

namespace aptix::diff {
namespace {

constexpr size_t kGram = 4;
constexpr size_t kShort = 16;            // texts below this are looked for at every byte,
constexpr size_t kShortReach = 8 << 20;  // but not so far into the file
constexpr size_t kByGrams = 8;           // regions of each vote
constexpr size_t kByLines = 4;
constexpr size_t kMostOfALine = 2000;  // a line that stands in the file more often says nothing
constexpr size_t kMostCopies = 4;      // in the text
constexpr size_t kLongLine = 1000;

using Slots = std::bitset<65536>;

uint32_t gram_at(const char* at) {
  uint32_t gram;
  std::memcpy(&gram, at, kGram);
  return gram | 0x20202020u;  // letters in lower case
}

uint32_t slot_of(uint32_t gram) { return (gram * 0x9E3779B1u) >> 16; }

// White space, rules and the like say nothing about a place.
bool is_telling_gram(std::string_view gram) {
  size_t letters = 0;
  for (char c : gram)
    letters +=
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || (c & 0x80) != 0;
  return letters >= 2;
}

// Regions where the most groups stand together.
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

  // Of a text of n bytes some 32 groups tell a place as well as all.
  static size_t step_for(size_t wanted) {
    return wanted < kShort ? 1 : std::clamp(std::bit_floor(wanted / 32), kGram, 4 * kGram);
  }

  void hit(size_t at) {
    size_t mask = recent_.size() - 1;  // a power of two: no division for each hit
    recent_[newest_++ & mask] = at;
    while (recent_[oldest_ & mask] + span_ < at) ++oldest_;
    if (newest_ - oldest_ > least_) keep({{recent_[oldest_ & mask], at + kGram}, newest_ - oldest_});
  }

  // Regions that overlap are one; of those the best stays.
  void keep(const Scored& scored) {
    if (last_ < best_.size() && scored.region.start < best_[last_].region.end && scored.score <= best_[last_].score)
      return;
    for (last_ = 0; last_ < best_.size(); ++last_)
      if (scored.region.start < best_[last_].region.end && best_[last_].region.start < scored.region.end) break;
    auto less = [](const Scored& a, const Scored& b) { return a.score < b.score; };
    if (last_ == kByGrams)
      last_ = static_cast<size_t>(std::min_element(best_.begin(), best_.end(), less) - best_.begin());
    if (last_ == best_.size()) best_.emplace_back();
    if (scored.score > best_[last_].score) best_[last_] = scored;
    if (best_.size() == kByGrams) least_ = std::min_element(best_.begin(), best_.end(), less)->score;
  }

  size_t step_, span_;
  std::unique_ptr<Slots> grams_;
  std::vector<size_t> recent_;  // a ring of the places of the last hits within the span
  uint64_t newest_ = 0, oldest_ = 0;
  std::vector<Scored> best_;
  size_t last_ = 0;   // the one that was looked at last
  size_t least_ = 0;  // what a region needs to be one of them
};

// The same for lines that differ in white space, letter case, quotes and what is not ASCII alone.
uint64_t line_hash(std::string_view line) {
  uint64_t hash = 0xCBF29CE484222325u;
  bool blank = false;
  for (char c : line) {
    if ((c & 0x80) != 0 || c == '"' || c == '\'' || c == '`') continue;
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    bool again = blank;
    blank = c == ' ' || c == '\t';
    if (blank && again) continue;
    hash = (hash ^ static_cast<unsigned char>(blank ? ' ' : c)) * 0x100000001B3u;
  }
  return hash;
}

// Every line of at least that many bytes that `pass` lets through by how it starts (after its indentation), trimmed;
// "" for each of the others.
template <class Pass, class Visit>
void each_line(std::string_view text, size_t least, Pass pass, Visit visit) {
  const char* end = text.data() + text.size();
  for (const char* line = text.data(); line < end;) {
    const char* start = line;
    while (start < end && (*start == ' ' || *start == '\t')) ++start;
    const void* found = std::memchr(start, '\n', static_cast<size_t>(end - start));
    const char* feed = found == nullptr ? end : static_cast<const char*>(found);
    if (static_cast<size_t>(feed - start) >= least && pass(start))
      visit(trim({start, static_cast<size_t>(feed - start)}));
    else visit({});
    line = feed + 1;
  }
}

// Places where the most whole lines stand at their distance from each other. Lines of less than a group of bytes vote
// only where there are no others.
class LineVote {
 public:
  // `longest`: bytes of a line that votes.
  LineVote(std::string_view wanted, size_t longest)
      : longest_(longest),
        starts_(std::make_unique<Slots>()),
        ends_(std::make_unique<Slots>()) {
    add_lines(wanted);
    if (!groups_.empty()) return;
    least_ = 1;
    add_lines(wanted);
  }

  // The region of a line that voted, and the line (from 0) that it voted for.
  struct Vote {
    double weight = 0;
    Region region;
    int64_t start = 0;
  };

  // The lines of the text that are like those of the wanted one.
  void gather(std::string_view text);

  // The best ones; of equals those nearest to `stated`. Lines with more than `most_hits` do not vote.
  std::vector<Vote> best(size_t most, std::optional<int64_t> stated = {}, size_t most_hits = kMostOfALine) const {
    std::unordered_map<int64_t, Vote> votes;
    for (const auto& [line, group] : groups_) {
      if (group.hits.size() > most_hits) continue;
      double weight = 1 / std::log2(2.0 + static_cast<double>(group.hits.size()));
      for (const Hit& hit : group.hits)
        for (size_t number : group.lines) {
          int64_t start = static_cast<int64_t>(hit.number) - static_cast<int64_t>(number);
          Vote& vote = votes[start];
          vote = {vote.weight + weight, {hit.start, hit.end}, start};
        }
    }
    return best_of(votes, most, stated);
  }

  // Of the lines that stand in the file as they are, once, where the text would begin on this line.
  size_t bytes_only_at(int64_t start, std::string_view text) const {
    size_t bytes = 0;
    for (const auto& [hash, group] : groups_) {
      if (group.hits.size() != 1 || group.lines.size() != 1) continue;
      const Hit& hit = group.hits.front();
      bool here = static_cast<int64_t>(hit.number) - static_cast<int64_t>(group.lines.front()) == start;
      if (here && text.substr(hit.start, hit.end - hit.start) == group.text) bytes += group.text.size();
    }
    return bytes;
  }

 private:
  struct Hit {
    uint64_t number;
    size_t start, end;
  };
  struct Group {
    std::string_view text;
    std::vector<size_t> lines;  // of the text
    std::vector<Hit> hits;      // in the file
  };

  bool can_vote(std::string_view line) const { return line.size() >= least_ && line.size() <= longest_; }

  static uint32_t slot_of_end(std::string_view line) { return slot_of(gram_at(line.data() + line.size() - kGram)); }

  void add_lines(std::string_view wanted) {
    size_t number = 0;
    each_line(
        wanted, least_, [](const char*) { return true; },
        [&](std::string_view line) {
          if (can_vote(line)) {
            if (line.size() >= kGram) starts_->set(slot_of(gram_at(line.data()))), ends_->set(slot_of_end(line));
            Group& group = groups_[line_hash(line)];
            group.text = line;
            if (group.lines.size() < kMostCopies) group.lines.push_back(number);
          }
          ++number;
        });
  }

  static std::vector<Vote> best_of(
      const std::unordered_map<int64_t, Vote>& votes, size_t most, std::optional<int64_t> stated) {
    std::vector<Vote> all;
    for (const auto& [start, vote] : votes) all.push_back(vote);
    auto away = [stated](const Vote& vote) { return stated ? std::abs(vote.start - *stated) : 0; };
    auto better = [&](const Vote& a, const Vote& b) {
      if (a.weight != b.weight) return a.weight > b.weight;
      return std::pair(away(a), a.start) < std::pair(away(b), b.start);
    };
    auto last = all.begin() + static_cast<ptrdiff_t>(std::min(most, all.size()));
    std::partial_sort(all.begin(), last, all.end(), better);
    all.erase(last, all.end());
    return all;
  }

  size_t least_ = kGram;  // bytes of a line that votes
  size_t longest_;
  std::unique_ptr<Slots> starts_, ends_;  // how the lines of the text begin and end
  std::unordered_map<uint64_t, Group> groups_;
};

void LineVote::gather(std::string_view text) {
  if (groups_.empty()) return;
  const Slots& starts = *starts_;
  bool all = least_ < kGram;
  uint64_t number = 0;
  auto pass = [&starts, all](const char* start) { return all || starts.test(slot_of(gram_at(start))); };
  each_line(text, least_, pass, [&](std::string_view line) {
    uint64_t here = number++;
    if (!can_vote(line) || (!all && !ends_->test(slot_of_end(line)))) return;
    auto group = groups_.find(line_hash(line));
    if (group == groups_.end() || group->second.hits.size() > kMostOfALine) return;
    size_t start = static_cast<size_t>(line.data() - text.data());
    group->second.hits.push_back({here, start, start + line.size()});
  });
}

std::vector<Region> by_grams(std::string_view text, std::string_view wanted) { return GramVote(wanted).take(text); }

std::vector<Region> likely_regions(std::string_view text, std::string_view wanted) {
  if (wanted.find('\n') >= wanted.size() - 1) return by_grams(text, wanted);
  std::vector<Region> regions;
  LineVote votes(wanted, kLongLine);
  votes.gather(text);
  std::vector<LineVote::Vote> best = votes.best(kByLines);
  for (const LineVote::Vote& vote : best) regions.push_back(vote.region);
  // No other place has as much of it.
  if (!best.empty() && 2 * votes.bytes_only_at(best.front().start, text) > wanted.size()) return regions;
  std::vector<Region> others = by_grams(text, wanted);
  regions.insert(regions.end(), others.begin(), others.end());
  return regions;
}

}  // namespace

std::vector<Region> LikelyRegions::of(std::string_view wanted) {
  std::lock_guard guard(looking_);
  if (wanted_ == wanted) return regions_;
  regions_ = likely_regions(text_, wanted);
  wanted_ = wanted;
  return regions_;
}

std::optional<int64_t> likeliest_start(std::string_view text, std::string_view wanted, std::optional<int64_t> stated) {
  LineVote votes(wanted, SIZE_MAX);
  votes.gather(text);
  std::vector<LineVote::Vote> best = votes.best(1, stated);
  if (best.empty()) best = votes.best(1, stated, SIZE_MAX);
  return best.empty() ? std::nullopt : std::optional(best.front().start);
}

}  // namespace aptix::diff
