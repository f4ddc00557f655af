#include "edit/hunk/insertion.h"

#include <algorithm>
#include <memory>
#include <span>

#include "edit/basis/hunk_shape.h"

namespace aptix::edit {
namespace {

// Each begins after the one before, and in the new text as many lines further as those before add.
bool headers_agree(std::span<const HunkCandidate> hunks) {
  uint64_t end = 1;
  int64_t added = 0;
  for (const HunkCandidate& candidate : hunks) {
    const diff::Hunk& hunk = *candidate.hunk;
    uint64_t begin = stated_line(hunk, diff::Side::before);
    if (!hunk.has_numbers || begin < end) return false;
    if (static_cast<int64_t>(stated_line(hunk, diff::Side::after)) != static_cast<int64_t>(begin) + added) return false;
    end = begin + hunk.old_count();
    added += static_cast<int64_t>(hunk.new_count()) - static_cast<int64_t>(hunk.old_count());
  }
  return true;
}

bool stands_at_number(const HunkCandidate& candidate) {
  return candidate.chosen && candidate.side == diff::Side::before && !candidate.chosen->blanks &&
      candidate.chosen->line == candidate.hunk->old_start;
}

bool are_where_they_say(std::span<const HunkCandidate> hunks) {
  auto stands = [](const HunkCandidate& candidate) {
    return candidate.hunk->old_count() == 0 || stands_at_number(candidate);
  };
  return headers_agree(hunks) && std::all_of(hunks.begin(), hunks.end(), stands);
}

bool is_by_number(const HunkCandidate& candidate) {
  return candidate.chosen && candidate.side == diff::Side::before && candidate.hunk->old_count() == 0;
}

}  // namespace

bool is_for_top(const diff::Hunk& hunk) {
  return hunk.has_numbers && hunk.old_count() == 0 && hunk.old_start == 0 && hunk.new_start == 1;
}

void refuse_unproven_insertions(
    std::vector<HunkCandidate>& hunks, StatedNumbers numbers, HunkName name, diff::LineTable& lines) {
  if (numbers == StatedNumbers::hold || std::none_of(hunks.begin(), hunks.end(), is_by_number)) return;
  bool agree = are_where_they_say(hunks);
  size_t below = 0;  // telling bytes of old lines
  for (size_t i = hunks.size(); i-- > 0;) {
    HunkCandidate& candidate = hunks[i];
    if (agree) below += old_telling_bytes(*candidate.hunk);
    bool proven = agree && (below >= kProof || !lines.has(candidate.hunk->old_start));
    if (!is_by_number(candidate) || proven) continue;
    candidate.chosen.reset();
    name.number = i + 1;
    candidate.why = std::make_unique<Diagnostic>(hunk_without_place(name, "nothing but its number"));
  }
}

}  // namespace aptix::edit
