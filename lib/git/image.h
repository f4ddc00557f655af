// A text to which hunks are applied as git-apply(1) does: each to the result of the hunks before it, at the match
// nearest to its new line number, forward before back, and never on lines that a hunk added. Unlike git, a hunk does
// not apply if it would join two lines or drop bytes of a context line. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diff/lines/hash_index.h"
#include "diff/lines/line_table.h"
#include "git/patch.h"
#include "git/whitespace.h"

namespace aptix::git {

// The lines of a text while hunks change them, as two lists of runs (adjacent lines): those up to the last change, and
// those after it. Unchanged parts cost nothing and are read only when needed. Lines count from 0 here.
class ImageLines {
  struct Run;

 public:
  // `text` must outlive this.
  explicit ImageLines(std::string_view text) : table_(text), back_{{text, kUnknown, 0, 0, false}} {}

  struct Line {
    std::string_view bytes;  // with the line feed; may be "" if a hunk added it
    uint64_t origin = 0;     // its line in the text; if added, that of the line replaced
    bool made = false;       // a hunk added it
  };

  bool has(uint64_t line);
  uint64_t count();                                   // reads the whole text
  Line at(uint64_t line);                             // REQUIRES: has(line)
  uint64_t origin_of(uint64_t line);                  // as in Line; at the end, the number of lines of the text
  std::optional<uint64_t> place_of(uint64_t origin);  // where this line of the text is now; nullopt: removed

  // Replaces `gone` lines from `line` on, or as many as there are, by `lines`, whose bytes must outlive this. REQUIRES:
  // line <= count().
  void replace(uint64_t line, uint64_t gone, const std::vector<std::string_view>& lines);

  // The whole text; adjacent lines are joined.
  std::vector<std::string_view> pieces() const;

  // Iterates over lines. Valid until the next replace().
  class Walk {
   public:
    Walk(ImageLines& lines, uint64_t line);
    bool at_end() const { return run_ == nullptr; }
    const Line& line() const { return line_; }  // REQUIRES: !at_end()
    void next();

   private:
    void read();

    ImageLines& lines_;
    size_t index_ = 0;
    const Run* run_ = nullptr;
    uint64_t passed_ = 0;  // lines of the run already visited
    size_t offset_ = 0;    // offset in the run's bytes
    Line line_;
  };

 private:
  static constexpr uint64_t kUnknown = UINT64_MAX;

  struct Run {
    std::string_view bytes;
    uint64_t lines;     // kUnknown for the last run
    uint64_t position;  // of its first line; in `back_`, minus `shift_`
    uint64_t origin;    // as in Line, of its first line
    bool made;
  };

  size_t run_count() const { return front_.size() + back_.size(); }
  const Run& run(size_t index) const { return index < front_.size() ? front_[index] : back_[run_count() - 1 - index]; }
  uint64_t position_of(size_t index) const { return run(index).position + (index < front_.size() ? 0 : shift_); }
  size_t run_with(uint64_t line) const;
  size_t offset_in(const Run& run, uint64_t line);
  uint64_t front_end() const { return front_.empty() ? 0 : front_.back().position + front_.back().lines; }
  Run cut(Run& run, uint64_t line);
  void move_gap(uint64_t line);
  void drop(uint64_t gone);
  void add(std::string_view line, uint64_t origin);

  diff::LineTable table_;
  // `back_` is in reverse order, so that both change at their ends: hunks mostly go forward. Its first element is the
  // unchanged end of the text, the only run that may be empty.
  std::vector<Run> front_, back_;
  uint64_t shift_ = 0;
};

enum class BlankMatch : uint8_t { exact, ignore_changes, fixed };  // how to compare context and removed lines

struct ApplyRules {
  BlankMatch match = BlankMatch::exact;
  bool fix_added = false;  // --whitespace=fix: fix added lines ...
  bool any_to_fix = true;  // ... as long as some line of the patches itself violates a rule
  bool unidiff_zero = false;
  bool allow_overlap = false;
  bool inaccurate_eof = false;
  bool no_add = false;
  uint64_t least_context = UINT64_MAX;  // -C
  Direction direction = Direction::forward;
  WhitespaceRule rule = {};
};

class Image {
 public:
  // `text` must outlive the image and its pieces.
  Image(std::string_view text, const ApplyRules& rules);

  struct Applied {
    uint64_t line = 0;                   // where, from 1, in the text as it was at that time
    int64_t offset = 0;                  // from the line that the hunk states
    uint64_t line_before = 0;            // where, from 1, in the original text
    uint64_t leading = 0, trailing = 0;  // context lines that were required in the end
    uint64_t lines_fixed = 0;            // added lines that were fixed
    bool at_end = false;                 // it includes the last line
  };
  // nullopt if the hunk does not apply; the image is then unchanged. `hunk.text` must outlive the image.
  std::optional<Applied> apply(const Hunk& hunk);

  // The result; adjacent lines are joined. Views of the text, of hunks, and of `texts`.
  std::vector<std::string_view> pieces() const { return lines_.pieces(); }
  std::deque<std::string> take_texts() { return std::move(texts_); }

 private:
  struct Line {
    std::string_view bytes;
    uint64_t key = 0;      // equal for lines that match; unused for exact matching
    bool context = false;  // on both sides
    bool dropped = false;  // --inaccurate-eof: without the newline in the hunk
  };
  struct Sides {
    std::vector<Line> before, after;
    uint64_t fixed = 0;    // added lines that were fixed
    bool dropped = false;  // --inaccurate-eof: each side has a dropped line
  };
  struct Anchors {
    bool start = false, end = false;
  };
  // Whether a hunk matches at a line. lossy: yes, but bytes that it does not mention would be lost.
  enum class Fit : uint8_t { none, lossy, good };

  Sides sides_of(const Hunk& hunk);
  void add_side_line(Sides& sides, std::string_view bytes, char kind);
  void drop_last_newline(Sides& sides);
  Sides with_last_newline(const Sides& sides);
  bool drop_context(Sides& sides, Applied& applied, int64_t& from) const;
  Line make_line(std::string_view bytes) const;
  Line remade(const Line& line, std::string_view bytes) const;
  static bool is_open(std::string_view bytes) { return !bytes.empty() && !bytes.ends_with('\n'); }
  std::string_view canonical(std::string_view bytes, std::string& room) const;
  bool is_patched(const ImageLines::Line& line) const { return line.made && !rules_.allow_overlap; }
  bool may_end_beyond() const { return rules_.fix_added && rules_.rule.has(kBlankAtEof); }

  std::optional<uint64_t> find(Sides& sides, uint64_t from, Anchors anchors);
  std::optional<uint64_t> find_around(Sides& sides, uint64_t from, Anchors anchors);
  std::optional<uint64_t> settle_nearest(Sides& sides, std::vector<uint64_t> places, uint64_t from, Anchors anchors);
  std::vector<uint64_t> places_between(const std::vector<Line>& wanted, Anchors anchors, uint64_t first, uint64_t last);
  std::vector<size_t> borders_of(const std::vector<Line>& wanted, size_t size) const;
  void add_places_at_end(const std::vector<Line>& wanted, uint64_t first, uint64_t last, std::vector<uint64_t>& places);
  std::vector<uint64_t> likely_places(const std::vector<Line>& wanted, Anchors anchors);
  static bool ends_open(const std::vector<Line>& wanted, Anchors anchors);
  uint64_t key_of(const ImageLines::Line& line) const;
  bool may_be(const ImageLines::Line& here, const Line& wanted) const;
  const diff::HashIndex& index();

  bool settle(Sides& sides, uint64_t line, Anchors anchors);
  Fit stand(Sides& sides, uint64_t line, Anchors anchors);
  bool is_within(const std::vector<Line>& wanted, uint64_t line, Anchors anchors);
  bool fits(const std::vector<Line>& wanted, uint64_t line);
  bool same(const ImageLines::Line& here, const Line& wanted) const;
  bool exactly(const std::vector<Line>& wanted, uint64_t line, bool open);
  bool goes_on(const std::vector<Line>& wanted, uint64_t line, Anchors anchors);
  bool adds_open_line_before(const std::vector<Line>& after, uint64_t end);
  bool glues(const std::vector<Line>& after, uint64_t begin, uint64_t end);
  std::vector<std::string_view> fixed_context(const Sides& sides);
  std::vector<Line> with_bytes_of_text(const Sides& sides, uint64_t line);
  void splice(const Sides& sides, uint64_t line);

  ApplyRules rules_;
  std::string_view text_;
  ImageLines lines_;
  std::deque<std::string> texts_;
  bool loses_ = false;          // the hunk matched, but lossy: do not retry with less context
  bool any_open_;               // a line without newline was in the text or in a hunk
  uint64_t budget_;             // bytes of the image to search before an index is built
  std::vector<uint64_t> keys_;  // of the lines of the text, once there is an index
  std::optional<diff::HashIndex> index_;
};

}  // namespace aptix::git
