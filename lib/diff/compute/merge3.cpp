// Walks over the changes of both sides against the base, side by side. A change that touches one of the other side
// becomes a conflict that covers both; conflicts that touch are one.
#include "diff/compute/merge3.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/assert.h"
#include "base/text/text.h"
#include "diff/compute/lines.h"
#include "diff/lines/line_table.h"

namespace aptix::diff {
namespace {

constexpr uint64_t kJoinWithin = 3;  // reduced conflicts with so few lines between them read better as one

enum class TakeFrom : uint8_t { ours, theirs, conflict };

// Lines from 0.
struct Range {
  uint64_t start = 0;
  uint64_t count = 0;

  uint64_t end() const { return start + count; }
  void drop_first() { ++start, --count; }
  void drop_last() { --count; }
  void reach(const Range& last) { count = last.end() - start; }
  bool operator==(const Range&) const = default;
};

// A stretch where a side differs from the base, in all three texts.
struct Change {
  TakeFrom take;
  Range base, ours, theirs;
};

class Text {
 public:
  explicit Text(std::string_view text) : table_(text) {}

  std::string_view lines(Range range) {
    size_t start = table_.start_of(range.start);
    return table_.text().substr(start, table_.start_of(range.end()) - start);
  }
  uint64_t count() { return table_.count(); }

  // Nothing if neither this line nor the one before it has a line end.
  std::optional<bool> ends_crlf(uint64_t line) {
    std::string_view text = lines({line, 1});
    if (!text.ends_with('\n')) text = line == 0 ? std::string_view() : lines({line - 1, 1});
    return text.empty() ? std::nullopt : std::optional(text.ends_with("\r\n"));
  }

 private:
  LineTable table_;
};

class Merger {
 public:
  Merger(std::string_view base, std::string_view ours, std::string_view theirs)
      : base_(base),
        ours_(ours),
        theirs_(theirs),
        our_edits_(diff_lines(base, ours)),
        their_edits_(diff_lines(base, theirs)) {}

  Merged run(ConflictDetail detail) {
    collect();
    if (detail == ConflictDetail::reduced) reduce();
    if (detail == ConflictDetail::trimmed) trim();
    return regions(detail);
  }

 private:
  void collect() {
    size_t i = 0, k = 0;
    while (i < our_edits_.size() && k < their_edits_.size()) {
      const LineEdit& our = our_edits_[i];
      const LineEdit& their = their_edits_[k];
      uint64_t our_end = our.old_start + our.old_count;
      uint64_t their_end = their.old_start + their.old_count;
      if (our_end < their.old_start) {
        take_ours(our, their.new_start - (their.old_start - our.old_start));
        ++i;
        continue;
      }
      if (their_end < our.old_start) {
        take_theirs(their, our.new_start - (our.old_start - their.old_start));
        ++k;
        continue;
      }
      if (!same_change(our, their)) clash(our, their);
      if (our_end >= their_end) ++k;
      if (their_end >= our_end) ++i;
    }
    uint64_t their_shift = theirs_.count() - base_.count();  // modulo 2^64, as all differences here
    uint64_t our_shift = ours_.count() - base_.count();
    for (; i < our_edits_.size(); ++i) take_ours(our_edits_[i], our_edits_[i].old_start + their_shift);
    for (; k < their_edits_.size(); ++k) take_theirs(their_edits_[k], their_edits_[k].old_start + our_shift);
  }

  bool same_change(const LineEdit& our, const LineEdit& their) {
    return our.old_start == their.old_start && our.old_count == their.old_count && our.new_count == their.new_count &&
        ours_.lines({our.new_start, our.new_count}) == theirs_.lines({their.new_start, their.new_count});
  }

  void take_ours(const LineEdit& edit, uint64_t in_theirs) {
    append({TakeFrom::ours, {edit.old_start, edit.old_count}, {edit.new_start, edit.new_count},
        {in_theirs, edit.old_count}});
  }

  void take_theirs(const LineEdit& edit, uint64_t in_ours) {
    append({TakeFrom::theirs, {edit.old_start, edit.old_count}, {in_ours, edit.old_count},
        {edit.new_start, edit.new_count}});
  }

  // Adds a conflict: both sides, each widened to what the other one covers of the base.
  void clash(const LineEdit& our, const LineEdit& their) {
    uint64_t start = std::min(our.old_start, their.old_start);
    uint64_t end = std::max(our.old_start + our.old_count, their.old_start + their.old_count);
    auto widened = [&](const LineEdit& edit) {
      uint64_t before = edit.old_start - start;
      uint64_t after = end - (edit.old_start + edit.old_count);
      return Range{edit.new_start - before, before + edit.new_count + after};
    };
    append({TakeFrom::conflict, {start, end - start}, widened(our), widened(their)});
  }

  void append(const Change& change) {
    if (changes_.empty() ||
        (change.ours.start > changes_.back().ours.end() && change.theirs.start > changes_.back().theirs.end())) {
      changes_.push_back(change);
      return;
    }
    Change& last = changes_.back();
    if (last.take != change.take) last.take = TakeFrom::conflict;
    last.base.reach(change.base);
    last.ours.reach(change.ours);
    last.theirs.reach(change.theirs);
  }

  // Removes from each conflict what both sides have.
  void reduce() {
    std::vector<Change> reduced;
    for (const Change& change : changes_) {
      for (const Change& part : parts_of(change)) {
        if (reduced.empty() || !join(reduced.back(), part)) reduced.push_back(part);
      }
    }
    changes_ = std::move(reduced);
  }

  std::vector<Change> parts_of(const Change& change) {
    if (change.take != TakeFrom::conflict || change.ours.count == 0 || change.theirs.count == 0) return {change};
    std::vector<Change> parts;
    for (const LineEdit& edit : diff_lines(ours_.lines(change.ours), theirs_.lines(change.theirs)))
      parts.push_back({TakeFrom::conflict, change.base, {change.ours.start + edit.old_start, edit.old_count},
          {change.theirs.start + edit.new_start, edit.new_count}});
    return parts;
  }

  // Makes one conflict of two that are near to each other.
  static bool join(Change& last, const Change& next) {
    bool near = last.take == TakeFrom::conflict && next.take == TakeFrom::conflict &&
        next.ours.start - last.ours.end() <= kJoinWithin;
    if (!near) return false;
    last.ours.reach(next.ours);
    last.theirs.reach(next.theirs);
    return true;
  }

  void trim() {
    auto same = [this](uint64_t our, uint64_t their) { return ours_.lines({our, 1}) == theirs_.lines({their, 1}); };
    for (Change& change : changes_) {
      if (change.take != TakeFrom::conflict) continue;
      Range& ours = change.ours;
      Range& theirs = change.theirs;
      auto more = [&] { return ours.count != 0 && theirs.count != 0; };
      while (more() && same(ours.start, theirs.start)) ours.drop_first(), theirs.drop_first();
      while (more() && same(ours.end() - 1, theirs.end() - 1)) ours.drop_last(), theirs.drop_last();
    }
  }

  // As in git: the line before a conflict (or the first line) of both sides, and the first line of the base, must all
  // end in CR LF, as far as they end in any line end.
  bool ends_crlf(const Change& conflict) {
    std::optional<bool> crlf = ours_.ends_crlf(std::max<uint64_t>(conflict.ours.start, 1) - 1);
    if (crlf.value_or(true)) crlf = theirs_.ends_crlf(std::max<uint64_t>(conflict.theirs.start, 1) - 1);
    if (crlf.value_or(true)) crlf = base_.ends_crlf(0);
    return crlf.value_or(false);
  }

  Merged regions(ConflictDetail detail) {
    Merged merged;
    auto add = [&merged](std::string_view text) {
      if (!text.empty())
        merged.regions.push_back(
            {.conflict = false, .text = text, .ours = {}, .base = {}, .theirs = {}, .crlf = false});
    };
    uint64_t at = 0;  // in ours: what no change covers is taken from there
    for (const Change& change : changes_) {
      if (change.take == TakeFrom::ours) continue;
      add(ours_.lines({at, change.ours.start - at}));
      at = change.ours.end();
      if (change.take == TakeFrom::theirs) {
        add(theirs_.lines(change.theirs));
        continue;
      }
      merged.regions.push_back({.conflict = true,
          .text = {},
          .ours = ours_.lines(change.ours),
          .base = detail == ConflictDetail::reduced ? std::string_view() : base_.lines(change.base),
          .theirs = theirs_.lines(change.theirs),
          .crlf = ends_crlf(change)});
    }
    add(ours_.lines({at, ours_.count() - at}));
    return merged;
  }

  Text base_, ours_, theirs_;
  std::vector<LineEdit> our_edits_, their_edits_;
  std::vector<Change> changes_;
};

}  // namespace

bool Merged::clean() const {
  return std::none_of(regions.begin(), regions.end(), [](const MergeRegion& region) { return region.conflict; });
}

std::vector<std::string_view> Merged::pieces() const {
  ASSERT(clean());
  std::vector<std::string_view> pieces;
  pieces.reserve(regions.size());
  for (const MergeRegion& region : regions) pieces.push_back(region.text);
  return pieces;
}

Merged merge3(std::string_view base, std::string_view ours, std::string_view theirs, ConflictDetail detail) {
  return Merger(base, ours, theirs).run(detail);
}

std::string print_merged(const Merged& merged, const MarkerLabels& labels, ConflictDetail detail) {
  std::string out;
  for (const MergeRegion& region : merged.regions) {
    std::string_view line_end = region.crlf ? "\r\n" : "\n";
    // A side whose last line has no newline is not the end of the text here.
    auto add = [&](std::string_view text) {
      if (!text.empty() && !out.empty() && !out.ends_with('\n')) out += line_end;
      out += text;
    };
    auto marker = [&](std::string_view sign, std::string_view label) {
      add(fmt::format("{}{}{}{}", sign, label.empty() ? "" : " ", label, line_end));
    };
    add(region.text);
    if (!region.conflict) continue;
    marker("<<<<<<<", labels.ours);
    add(region.ours);
    if (detail != ConflictDetail::reduced) {
      marker("|||||||", labels.base);
      add(region.base);
    }
    marker("=======", {});
    add(region.theirs);
    marker(">>>>>>>", labels.theirs);
  }
  return out;
}

}  // namespace aptix::diff
