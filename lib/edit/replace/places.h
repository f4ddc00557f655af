// Where the texts of many edits stand in a text that the edits change. The text is searched once for all of them; after
// a change only what is around it is, for places that it made. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edit/replace/changed_text.h"
#include "edit/replace/line_ends.h"
#include "edit/replace/many_texts.h"

namespace aptix::edit {

// How texts are compared. Where line ends may differ, a line feed at the start of a text takes the CR before it along.
struct Comparison {
  bool no_returns = false;      // neither the text nor what is looked for has a CR
  bool whole_line_ends = true;  // false: but not where it stands byte for byte without it
};

// Goes through the places of one text that do not overlap, from the left: those that fit byte for byte, or else those
// that fit but for their line ends. False ends it.
void each_place(std::string_view text, std::string_view wanted, const Comparison& comparison,
    const std::function<bool(const Place& place)>& visit);

class Places {
 public:
  // `longest`: longer texts are not looked for around changes. The text outlives this.
  Places(const ChangedText& text, const Comparison& comparison, size_t longest);

  // A text to look for until edit `last_use`; the same text has the same number. It outlives this.
  uint32_t add(std::string_view wanted, uint32_t last_use);
  // Looks for those that were added since the last search. REQUIRES: the text is untouched.
  void search();
  bool stands_somewhere(uint32_t number) const { return !needles_[number].places.empty(); }

  // The places where it stands now, at most `most` that do not overlap: exact ones, or else tolerant ones. Nothing
  // where not all are known.
  std::optional<std::vector<Place>> now(uint32_t number, size_t most);
  // Looks for places of texts that are needed after edit `now` in what took the place of that part of the original, and
  // around it: of these texts not all places are known any more.
  void note_made(size_t start, size_t size, std::string_view text, uint32_t now);

  uint64_t work() const;  // bytes that were searched

 private:
  struct Needle {
    std::string_view text;    // as given
    std::string_view folded;  // with LF
    size_t size = 0;          // that a place may have
    bool tolerant = false;
    bool complete = true;  // all places of the original are known
    bool made = false;     // an edit may have made others
    uint32_t last_use = 0;
    std::vector<Place> places;
    size_t first = 0;  // those before it are gone
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
  size_t searched_ = 0;  // so many texts
  size_t context_ = 0;
  size_t found_ = 0;  // places of all
  std::string window_, room_;
};

}  // namespace aptix::edit
