// Where the texts of many edits stand in a text that is edited. The original is searched once for all of
// them; after a splice only its surroundings are. What is known is more than what is true: each place is
// compared with its text when it is asked for. Pure.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "edit/replace/gram_index.h"
#include "edit/replace/line_end_match.h"
#include "edit/replace/spliced_text.h"

namespace aptix::edit {

// Where a text stands.
struct Occurrence {
  Position start;
  size_t size = 0;
  bool exact = true;  // byte for byte; false: but for its line ends
};

enum class PlaceKind : uint8_t { exact, tolerant };
enum class Wanted : uint8_t { first, every };

struct OccurrenceOptions {
  bool no_returns = false;        // no text has a CR: all is compared byte for byte
  bool whole_line_ends = true;    // a place that starts with the LF of a CR LF takes the CR along
  size_t longest_context = 4096;  // longer texts are not looked for around splices
};

class Occurrences {
 public:
  // `texts`: how many there will be to look for, about.
  Occurrences(const OccurrenceOptions& options, size_t texts)
      : options_(options),
        slots_(std::bit_ceil(2 * texts + 2), kFree) {
    needles_.reserve(texts);
  }

  // A text to look for until edit `last_use` is done. The same text has the same number.
  uint32_t add(std::string_view text, Wanted wanted, uint32_t last_use);
  // It will soon be added.
  void expect(std::string_view text) const {
    __builtin_prefetch(&slots_[std::hash<std::string_view>()(text) & (slots_.size() - 1)]);
  }
  // A new original, before edit `now`: searched for the texts that were searched for in the one before.
  // `text` outlives this or the next start(). REQUIRES: it is untouched.
  void start(const SplicedText& text, uint32_t now);
  // Searches the original for these texts, too, all at once. REQUIRES: it is untouched.
  void search(std::vector<uint32_t> numbers, uint32_t now);
  // Searches the surroundings of the region that a splice of edit `now` made.
  void search_around(Position region, uint32_t now);

  // The places of one kind that don't overlap, from the start, at most `most`.
  std::vector<Occurrence> collect(uint32_t number, PlaceKind kind, size_t most);
  // A splice may have made places that nobody looked for: the text must be untouched to collect().
  bool needs_untouched(uint32_t number) const { return needles_[number].too_long || !needles_[number].searched; }
  // search() did not write down all places, because there are many or because it was not asked.
  bool incomplete(uint32_t number) const;
  size_t written_down(uint32_t number) const;
  // Every place of one kind in the original, in order, none overlapping, without writing it down.
  using Visit = std::function<void(size_t start, size_t size)>;
  void each_in_original(uint32_t number, PlaceKind kind, const Visit& visit);

  uint64_t work() const { return work_; }  // bytes that were searched

  static constexpr size_t kListed = 101;  // so many places of a text are written down beyond those that are used

 private:
  // The places of one kind in the original: of the first byte, for a text that starts with a line end
  // that of its LF.
  struct Lane {
    uint32_t begin = 0, end = 0;  // in stored_
    uint32_t gone = 0;            // so many of the first were spliced away
    bool complete = false;
  };
  // The same beyond those that search() wrote down, where it did not find all.
  struct Later {
    std::vector<size_t> places;
    size_t resume = 0;         // all that start before it are known
    size_t folded_resume = 0;  // the same in folded_original_; 0: not known
  };
  struct Needle {
    SoughtText pattern;
    uint32_t last_use = 0;
    uint32_t uses = 0;
    size_t longest = 0;  // bytes that a place can take
    bool every = false;
    bool too_long = false;  // for search_around()
    bool searched = false;  // by search()
    Lane lanes[2];          // by PlaceKind
  };
  struct Span {
    size_t place = 0, size = 0;
  };
  struct Scan;

  static constexpr uint64_t kFree = UINT64_MAX;

  Lane& lane(Needle& needle, PlaceKind kind) const { return needle.lanes[static_cast<size_t>(kind)]; }
  uint32_t lane_number(const Needle& needle, PlaceKind kind) const {
    return 2 * static_cast<uint32_t>(&needle - needles_.data()) + static_cast<uint32_t>(kind);
  }
  Later& later(const Needle& needle, PlaceKind kind) { return later_[lane_number(needle, kind)]; }
  uint64_t& slot_of(std::string_view text, uint64_t hash);
  void search_original(size_t index, uint32_t now);
  bool found_in_original(Scan& scan, uint32_t number, size_t offset, size_t position);
  void store(const Scan& scan, const std::vector<uint32_t>& numbers);
  void made(uint32_t number, const Span& span, Position region, size_t left);
  std::optional<size_t> at(Needle& needle, PlaceKind kind, size_t index);
  std::optional<size_t> next_in_original(Needle& needle, PlaceKind kind);
  std::optional<size_t> next_exact(const Needle& needle, size_t from);
  std::optional<size_t> next_tolerant(Needle& needle);
  std::optional<size_t> next_folded(Needle& needle);
  std::optional<Occurrence> occurrence(const Needle& needle, Position place, Position not_before);
  LineEnds line_ends_of_original();

  OccurrenceOptions options_;
  const SplicedText* text_ = nullptr;
  std::vector<Needle> needles_;
  std::vector<uint64_t> slots_;     // half of the hash of a text, and its number; at most half are taken
  std::deque<std::string> folded_;  // normal forms of needles
  std::vector<GramIndex> indexes_;
  std::vector<std::vector<uint32_t>> indexed_;  // the numbers in each index
  std::vector<size_t> stored_;
  std::unordered_map<uint32_t, Later> later_;     // by number and kind
  std::set<std::pair<uint32_t, Position>> made_;  // places that touch a region
  std::unique_ptr<FoldedText> folded_original_;
  std::optional<LineEnds> line_ends_;
  size_t context_ = 0;
  uint64_t work_ = 0;
  std::string room_, window_;
};

}  // namespace aptix::edit
