#include "edit/entry_edits.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/merge3.h"
#include "edit/fit/gaps.h"
#include "edit/pairs.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostThings = 8;

Diagnostic refusal_of(const Misfit& misfit, const RelPath& path, std::string_view old_text) {
  constexpr size_t kMostPlacesShown = 3;
  std::string_view what =
      misfit.code == Code::whole_doubtful ? "the block may not be the whole of" : "the block has no certain place in";
  Diagnostic refusal =
      make_error(misfit.code, fmt::format("{} {}: {}", what, in_quotes(path), misfit.what), misfit.ask);
  LineIndex lines(old_text);
  for (size_t i = 0; i < std::min(misfit.old_lines.size(), kMostPlacesShown); ++i) {
    uint64_t line = misfit.old_lines[i];
    if (line == 0 || line > lines.count()) continue;
    Candidate candidate;
    candidate.line = line;
    candidate.text = lines.line(line);
    refusal.candidates.push_back(std::move(candidate));
  }
  return refusal;
}

std::string lines_of_change(const ReplacedRange& one) {
  if (one.at_end) return "at the end";
  if (one.last < one.first) return fmt::format("before line {}", one.first);
  return one.first == one.last ? fmt::format("line {}", one.first) : fmt::format("lines {} to {}", one.first, one.last);
}

// "`count`, lines 5 to 9; `run`, lines 20 to 21"
std::string told_of(const std::vector<ReplacedRange>& replaced) {
  std::string told;
  for (size_t i = 0; i < std::min(replaced.size(), kMostThings); ++i) {
    std::string name =
        replaced[i].name.empty() ? std::string() : fmt::format("`{}`, ", excerpt_for_display(replaced[i].name, 60));
    told += (i == 0 ? "" : "; ") + name + lines_of_change(replaced[i]);
  }
  if (replaced.size() > kMostThings) told += fmt::format("; and {} more", replaced.size() - kMostThings);
  return told;
}

Diagnostic merged(const std::vector<ReplacedRange>& replaced, const RelPath& path) {
  return make_error(Code::part_merged,
      fmt::format("a part of {} was changed: {}; the rest stays", in_quotes(path), told_of(replaced)),
      "look at the change, or ask for a diff");
}

Diagnostic lost(const std::vector<ReplacedRange>& things, const RelPath& path) {
  return make_error(Code::whole_doubtful,
      fmt::format("the block was taken as the whole of {}, which loses {}", in_quotes(path), told_of(things)),
      "if that is to stay, ask for the change as a diff");
}

// Does the file have lines between those of the block, for which the block has no gap?
bool leaves_out(std::string_view old_text, std::string_view text, std::string_view path) {
  std::vector<bool> gaps = gaps_in(text, source_kind(path), old_text);
  return std::find(gaps.begin(), gaps.end(), true) == gaps.end() && !has_in_a_row(old_text, text);
}

Diagnostic kept_between(const RelPath& path) {
  return make_error(Code::part_merged,
      fmt::format("{} has all that the block shows; the lines between, which it leaves out, stay", in_quotes(path)),
      "ask for a diff if they are to be removed");
}

// Is the block shown beside edits in another form?
bool is_beside_edits(const EntryEdits& to, const PartAt& part) {
  return std::get<Whole>(to.entry.edits[part.at].what).told == Whole::Told::recap;
}

}  // namespace

Diagnostic two_kinds(const RelPath& path, std::string_view how) {
  return make_error(Code::block_overlap, fmt::format("two kinds of block change {}: {}", in_quotes(path), how),
      "give all changes of the file in one form");
}

Laid write_parts(EntryEdits& to, std::vector<PartAt> parts) {
  bool beside = std::ranges::any_of(parts, [&](const PartAt& part) { return is_beside_edits(to, part); });
  std::string_view path = to.entry.path.str();
  if (beside) {  // those that only show the result
    OldFile result(to.text(), source_kind(path));
    std::erase_if(parts, [&](const PartAt& part) {
      std::optional<std::vector<uint32_t>> places = result.places_of(worded_lines(part.text.text), 1);
      bool shows = part.text.instead_of.empty() && places && !places->empty();
      if (shows) to.outcomes[part.at].status = EditStatus::already;
      return shows;
    });
  }
  if (parts.empty()) return {};
  std::string_view old_text = beside ? to.original() : to.text();
  bool marked = old_text.starts_with(kByteOrderMark);
  std::vector<PartText> contents;
  for (const PartAt& part : parts) contents.push_back({without_mark(part.text.text), part.text.instead_of});
  NewThings new_things = to.bench.options.append ? NewThings::appended : NewThings::refused;
  Fit laid = fit(without_mark(old_text), contents, path, MayBe::whole_or_part, new_things);
  if (Misfit* misfit = std::get_if<Misfit>(&laid)) {
    Diagnostic refusal = refusal_of(*misfit, to.entry.path, old_text);
    if (beside) refusal.notes.push_back("other edits change the file, too, and the block is not what they make of it");
    to.fail(parts[misfit->block].at, std::move(refusal));
    for (const PartAt& part : parts) to.outcomes[part.at].status = EditStatus::failed;
    return {};
  }
  auto& fitted = std::get<Fitted>(laid);
  if (fitted.as == Fitted::As::whole) {
    Laid whole{.is_whole = true};
    if (!fitted.replaced.empty()) whole.warning = lost(fitted.replaced, to.entry.path);
    return whole;
  }
  bool already = fitted.as == Fitted::As::already;
  if (marked) fitted.text.insert(0, kByteOrderMark);
  if (beside) {
    // Neither the edits nor the block see the result of the other.
    diff::Merged both = diff::merge3(old_text, to.text(), fitted.text);
    if (already || !both.clean()) {
      to.fail(parts.front().at, two_kinds(to.entry.path, "this block and the other edits change the same lines"));
      for (const PartAt& part : parts) to.outcomes[part.at].status = EditStatus::failed;
      return {};
    }
    fitted.text = joined(both.pieces());
  }
  for (const PartAt& part : parts) {
    EditOutcome& outcome = to.outcomes[part.at];
    outcome.status = already ? EditStatus::already : EditStatus::applied;
    outcome.line = fitted.replaced.empty() ? 1 : fitted.replaced.front().first;
    outcome.places = already ? 0 : 1;
    if (already && leaves_out(old_text, part.text.text, path)) to.warn(part.at, kept_between(to.entry.path));
  }
  if (already) return {};
  to.warn(parts.front().at, merged(fitted.replaced, to.entry.path));
  to.content.set({to.bench.changes.texts.emplace_back(std::move(fitted.text))});
  return {};
}

}  // namespace aptix::edit
