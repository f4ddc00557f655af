// Finds the texts of many edits in a text that the edits change. The text is searched once for all of them; after a
// change only the text around it is, for places that the change made. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edit/replace/line_ends.h"

namespace aptix::edit {

// A place of a text in the original.
struct Place {
  size_t start = 0;
  size_t size = 0;
  bool exact = true;  // byte for byte; false: line ends differ

  size_t end() const { return start + size; }
};

// A text under edit, as a rope: the original, and the replacements of some of its parts. Nothing is moved or copied.
class ChangedText {
 public:
  explicit ChangedText(std::string_view original) : original_(original), size_(original.size()) {}

  std::string_view original() const { return original_; }
  uint64_t size() const { return size_; }
  bool untouched() const { return regions_.empty(); }
  // Is no byte of that part of the original replaced?
  bool untouched(size_t start, size_t size) const;

  // The current text after, or before, `at` of the original: `count` bytes at most, a view of the original or of
  // `room`. REQUIRES: `at` is not within a part that was replaced.
  std::string_view after(size_t at, size_t count, std::string& room) const;
  std::string_view before(size_t at, size_t count, std::string& room) const;
  // The current line number, 1-based, of `at` of the original. The same is required.
  uint64_t line_of(size_t at);

  // REQUIRES: size > 0, and the part is untouched. `text` outlives this.
  void replace(size_t start, size_t size, std::string_view text);

  std::vector<std::string_view> pieces() const;

 private:
  struct Region {
    size_t end = 0;  // in the original
    std::string_view text;
  };
  bool ends_before(size_t at) const;  // is the last replaced part before `at`? True if there is none
  int64_t line_feeds_gained(size_t start, const Region& region) const;
  void count_lines_to(size_t block);
  void add_line_feeds(size_t block, int64_t count);

  std::string_view original_;
  std::map<size_t, Region> regions_;  // by their start in the original
  uint64_t size_ = 0;
  std::vector<int64_t> sums_;  // of line feeds by blocks of the original, as a Fenwick tree
  size_t counted_ = 0;         // how many blocks are in it
};

// Finds the places of many texts in one text at once. Each is represented by the group of bytes (gram) of it that is
// rarest among the texts; a bitset shows where none of them can be.
class ManyTexts {
 public:
  // Called for each place of each text, in order for each text. False: no more of this text are needed, though more may
  // come.
  using Visit = std::function<bool(uint32_t number, size_t place)>;

  // An empty text has no place. The texts outlive this.
  explicit ManyTexts(std::span<const std::string_view> texts);

  // False: it gave up, because too much looks alike. Not all places are known then, here and in any later scan.
  bool scan(std::string_view text, const Visit& visit);

  uint64_t work() const { return work_; }  // bytes that were searched or compared

 private:
  struct Entry {
    uint64_t gram = 0;
    uint32_t text = 0;
    uint32_t offset = 0;  // of the gram in it
    uint32_t next = 0;    // with the same hash
  };
  // The texts that are represented by grams of one size.
  struct Table {
    std::vector<uint32_t> texts;
    std::vector<Entry> entries;
    std::vector<uint32_t> heads;  // by hash
    std::vector<uint64_t> bits;   // set for all these hashes, and for few others
    unsigned head_shift = 0, bit_shift = 0;
  };
  template <size_t kSize>
  void fill(Table& table) const;
  template <size_t kSize>
  bool scan_table(const Table& table, std::string_view text, const Visit& visit);

  std::vector<std::string_view> texts_;
  Table large_, small_;
  std::vector<uint32_t> alone_;  // texts that are searched for one by one
  uint64_t work_ = 0;
};

// How texts are compared. If line ends may differ, a line feed at the start of a text includes the CR before it.
struct Comparison {
  bool no_returns = false;      // neither the text nor what is looked for has a CR
  bool whole_line_ends = true;  // false: not if the text matches exactly without the CR
};

// Visits the places of one text from the left, without overlaps: the exact ones or, if there are none, those with other
// line ends. visit() returns false to stop.
void each_place(std::string_view text, std::string_view wanted, const Comparison& comparison,
    const std::function<bool(const Place& place)>& visit);

class Places {
 public:
  // `longest`: longer texts are not looked for around changes. The text must outlive this.
  Places(const ChangedText& text, const Comparison& comparison, size_t longest);

  // Adds a text to look for until edit `last_use`; it must outlive this. Equal texts have the same number.
  uint32_t add(std::string_view wanted, uint32_t last_use);
  // Looks for the texts added since the last search. REQUIRES: the text is untouched.
  void search();
  bool stands_somewhere(uint32_t number) const { return !needles_[number].places.empty(); }

  // Its places in the changed text, at most `most`, without overlaps: exact ones, or else those with other line ends.
  // Nothing if not all are known.
  std::optional<std::vector<Place>> now(uint32_t number, size_t most);
  // To call after a change: looks for texts that are needed after edit `now` in the new text of that part, and around
  // it. Of those that it finds, not all places are known any more.
  void note_made(size_t start, size_t size, std::string_view text, uint32_t now);

  uint64_t work() const;  // bytes that were searched

 private:
  struct Needle {
    std::string_view text;    // as given
    std::string_view folded;  // with LF
    size_t size = 0;          // of the largest place
    bool tolerant = false;
    bool complete = true;  // all places of the original are known
    bool made = false;     // an edit may have made others
    uint32_t last_use = 0;
    std::vector<Place> places;
    size_t first = 0;  // those before it were replaced
  };

  bool take(Needle& needle, size_t at);
  // Is it looked for around changes?
  bool is_followed(const Needle& needle) const { return needle.size <= longest_; }

  const ChangedText& text_;
  const Comparison comparison_;
  const size_t longest_;
  FoldedText folded_;
  std::vector<Needle> needles_;
  std::unordered_map<std::string_view, uint32_t> numbers_;
  std::deque<std::string> texts_;  // folded ones
  struct Index {
    size_t first;  // the number of its first text
    ManyTexts texts;
  };
  std::vector<Index> indexes_;
  size_t searched_ = 0;  // how many texts were searched for
  size_t context_ = 0;
  size_t found_ = 0;  // places of all
  std::string window_, room_;
};

}  // namespace aptix::edit
