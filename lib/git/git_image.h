// A text to which hunks are applied as git-apply(1) does under options that change how a hunk may fit:
// whitespace that is ignored or put right, less context, overlapping hunks. Pure.
// Without such options GitPlaces finds the same places and keeps no line in memory; where it can't tell, this decides.
// A hunk that would glue two lines together, or take bytes off a context line, does not fit, whatever git makes of it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diff/lines/whitespace.h"
#include "diff/read/git_patch.h"

namespace aptix::diff {

enum class BlankMatch : uint8_t { exact, ignore_changes, fixed };  // how context and removed lines are compared

struct GitApplyRules {
  BlankMatch match = BlankMatch::exact;
  bool fix_added = false;  // --whitespace=fix: put right what is added ...
  bool any_to_fix = true;  // ... as long as some line of the patches breaks a rule by itself
  bool unidiff_zero = false;
  bool allow_overlap = false;
  bool inaccurate_eof = false;
  bool no_add = false;
  uint64_t least_context = UINT64_MAX;  // -C
  Direction direction = Direction::forward;
  WhitespaceRule rule = {};

  bool operator==(const GitApplyRules&) const = default;
  // Nothing of the above but the direction and unidiff_zero: GitPlaces does.
  bool plain() const;
};

class GitImage {
 public:
  // `text` outlives the image, and so do the pieces of it.
  GitImage(std::string_view text, const GitApplyRules& rules);

  struct Applied {
    uint64_t line = 0;                   // where, from 1, in the text as it was then
    int64_t offset = 0;                  // from where the hunk says
    uint64_t leading = 0, trailing = 0;  // context that was asked for in the end
    uint64_t lines_fixed = 0;            // added lines that were put right
    bool at_end = false;                 // it covers the last line
  };
  // Nothing when the hunk does not fit; the image is then as before. `hunk.text` outlives the image.
  std::optional<Applied> apply(const GitHunk& hunk);

  uint64_t line_count() const { return front_.size() + back_.size(); }
  // The result, neighbours joined: views of the text, of hunks, and of `texts`.
  std::vector<std::string_view> pieces() const;
  std::deque<std::string> take_texts() { return std::move(texts_); }

 private:
  struct Line {
    std::string_view bytes;
    uint64_t key = 0;      // equal for lines that fit each other
    bool patched = false;  // a hunk has put it here: no other one may touch it
    bool context = false;  // of a hunk: on both sides
    bool dropped = false;  // --inaccurate-eof: without the newline that the hunk has
    uint32_t origin =
        0;  // its line in the text, from 1; of a line of a hunk that of the line before. Never falls in the image
  };
  using Origins = std::span<const std::pair<uint64_t, uint32_t>>;  // key, line in the text
  struct Sides {
    std::vector<Line> before, after;
    uint64_t fixed = 0;    // added lines that were put right
    bool dropped = false;  // --inaccurate-eof: a line of each is
  };
  struct Anchors {
    bool start = false, end = false;
  };
  // How a hunk stands at a line: `lossy` does, but something would be lost that it does not speak of.
  enum class Standing : uint8_t { none, lossy, good };

  Sides sides_of(const GitHunk& hunk);
  void add_side_line(Sides& sides, std::string_view bytes, char kind);
  void drop_last_newline(Sides& sides);
  Sides with_last_newline(const Sides& sides);
  Line make_line(std::string_view bytes);
  Line remade(const Line& line, std::string_view bytes);
  static bool is_open(const Line& line) { return !line.bytes.empty() && !line.bytes.ends_with('\n'); }
  std::string_view canonical(std::string_view bytes, std::string& room) const;

  const Line& at(uint64_t i) const { return i < front_.size() ? front_[i] : back_[line_count() - 1 - i]; }
  std::optional<uint64_t> find(Sides& sides, uint64_t from, Anchors anchors);
  std::vector<uint64_t> likely_places(const std::vector<Line>& wanted, Anchors anchors);
  std::vector<uint64_t> every_place(std::vector<Line> wanted, Anchors anchors) const;
  void add_places_at_end(const std::vector<Line>& wanted, std::vector<uint64_t>& places) const;
  static bool ends_open(const std::vector<Line>& wanted, Anchors anchors);
  Origins origins_of(uint64_t key);
  uint64_t line_from(uint32_t origin) const;
  bool settle(Sides& sides, uint64_t line, Anchors anchors);
  Standing stand(Sides& sides, uint64_t line, Anchors anchors);
  bool is_within(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) const;
  bool fits(const std::vector<Line>& wanted, uint64_t line);
  bool same(const Line& a, const Line& b) const;
  bool exactly(const std::vector<Line>& wanted, uint64_t line, Anchors anchors);
  bool goes_on(const std::vector<Line>& wanted, uint64_t line, Anchors anchors) const;
  bool glues(const std::vector<Line>& after, uint64_t begin, uint64_t end) const;
  std::vector<std::string_view> fixed_context(const Sides& sides);
  std::vector<Line> with_bytes_of_text(const Sides& sides, uint64_t line);
  void splice(const Sides& sides, uint64_t line);

  GitApplyRules rules_;
  // The lines up to the last change, and those behind it, last first: hunks mostly go forward.
  std::vector<Line> front_, back_;
  std::deque<std::string> texts_;
  uint32_t origins_ = 0;                               // lines of the text
  std::vector<std::pair<uint64_t, uint32_t>> by_key_;  // what of them was there when a hunk was first looked up
};

}  // namespace aptix::diff
