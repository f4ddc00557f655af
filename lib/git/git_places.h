// Places hunks as git-apply(1) does: each in the text as the hunks before it have left it, as near as
// possible to the new line it states, forward before back, never in lines that were patched. Pure.
// Where git would glue two lines together (one marked as having no newline, in front of others), the hunk has no place
// here and is_unsure: GitImage may find it one further on, where nothing is glued.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "diff/find/locate.h"
#include "diff/lines/hunk.h"

namespace aptix::diff {

class GitPlaces {
 public:
  enum class Anchors : uint8_t {
    by_context,  // old_start <= 1 means the first line, no context behind the last change means the end
    none,        // --unidiff-zero: only old_start 0 means the first line
  };

  explicit GitPlaces(std::string_view text, Anchors anchors = Anchors::by_context)
      : locator_(text),
        anchors_(anchors) {}
  GitPlaces(const GitPlaces&) = delete;
  GitPlaces& operator=(const GitPlaces&) = delete;

  // The line of the text (from 1; of an insertion, the one before which it goes) where the hunk is
  // applied. Nothing when it does not apply or is_unsure; it is then as if it had not been there.
  // To be called in the order of the patch.
  std::optional<uint64_t> place(const Hunk& hunk);

  // A hunk that was not placed: it may still apply, to what earlier hunks have made or where a newline is missing.
  // GitImage knows.
  bool is_unsure(const Hunk& hunk) const;

  Locator& locator() { return locator_; }

 private:
  // Lines of the text (from 0) that a hunk covers, and by how many it makes them more.
  struct Taken {
    uint64_t end;
    int64_t growth;
  };
  using TakenLines = std::map<uint64_t, Taken>;

  // Between two taken ranges: the one behind, and by how much those before it move what follows them.
  struct Gap {
    TakenLines::const_iterator behind;
    int64_t growth = 0;
  };

  std::optional<uint64_t> find(const Hunk& hunk, uint64_t count);
  std::optional<uint64_t> search(const Hunk& hunk, uint64_t count, uint64_t expected);
  std::optional<uint64_t> search_near(const Hunk& hunk, uint64_t count, uint64_t from);
  bool would_glue(uint64_t line, uint64_t count);
  bool is_inside(uint64_t line, uint64_t count);
  bool fits(const Hunk& hunk, uint64_t line, uint64_t count);
  bool is_free(uint64_t line, uint64_t count) const;
  Gap gap_before(uint64_t line) const;
  bool is_patched(uint64_t patched, uint64_t count) const;
  uint64_t line_of_patched(uint64_t patched) const;

  Locator locator_;
  Anchors anchors_;
  bool end_is_open_ = false;  // a hunk has made a text that ends without newline
  bool lines_meet_ = false;   // a hunk has left nothing: a later one may stand on both sides of what was there
  TakenLines taken_;
  Gap last_{taken_.end(), 0};  // before the last hunk that was placed: the next one is mostly near
};

}  // namespace aptix::diff
