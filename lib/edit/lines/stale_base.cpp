// Never a silent merge: without --merge it is only proposed, and with it there is a warning.
#include "edit/lines/stale_base.h"

#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/line_places.h"
#include "diff/read/unified.h"
#include "edit/basis/messages.h"
#include "edit/lines/line_changes.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostNotes = 20;

bool has_place(const LineChange& change) {
  return change.kind == LineChange::Kind::replace || change.kind == LineChange::Kind::remove;
}

std::string range_of(const LineChange& change) {
  if (change.first == change.last) return fmt::format("line {}", change.first);
  return fmt::format("lines {} to {}", change.first, change.last);
}

// Notes where the lines that the changes expect are now.
void note_standing_lines(std::span<const LineChange* const> changes, std::string_view now, Diagnostic& what) {
  std::string_view body = now.starts_with(kByteOrderMark) ? now.substr(kByteOrderMark.size()) : now;
  diff::LinePlaces places(body);
  size_t noted = 0;
  for (size_t i = 0; i < changes.size(); ++i) {
    const LineChange& change = *changes[i];
    if (!has_place(change)) continue;
    if (++noted > kMostNotes) {
      what.notes.push_back("the lines of further changes were not looked for");
      return;
    }
    diff::LinePlaces::Found found = places.find(change.expected, diff::LineText::without_ends);
    std::string where = found.lines.empty() ? "do not stand in the file any more"
                                            : "stand at " + list_of_lines(found.lines, found.count);
    what.notes.push_back(fmt::format("change {}: the lines expected at {} {}", i + 1, range_of(change), where));
  }
}

constexpr size_t kMostConflicts = 20;

// `part`: a view of whole lines of `text`.
ConflictSide side_of(std::string_view text, std::string_view part) {
  size_t offset = static_cast<size_t>(part.data() - text.data());
  bool after_open_line = part.empty() && offset == text.size() && !text.empty() && !text.ends_with('\n');
  ConflictSide side{.first = line_at(text, offset) + (after_open_line ? 1 : 0), .lines = {}};
  LineIndex lines(part);
  for (uint64_t number = 1; number <= lines.count(); ++number) side.lines.emplace_back(lines.line(number));
  return side;
}

class Carrier {
 public:
  Carrier(const FileEdit& entry, std::span<const LineChange* const> changes, const StaleFile& file,
      const ResolveOptions& options)
      : entry_(entry),
        changes_(changes),
        file_(file),
        now_(file.now),
        options_(options) {}

  CarriedOver run() && {
    say_what_is_wrong();
    note_standing_lines(changes_, now_, out_.said);
    // Where an earlier edit of the plan removed lines, a merge would guess which of several equal ones they were.
    if (file_.before == nullptr) use_base();
    return std::move(out_);
  }

 private:
  // The error to report if nothing can be merged.
  void say_what_is_wrong() {
    Sha256 on_disk = file_.before != nullptr ? sha256(file_.before->bytes) : file_.sha;
    bool fits_disk = file_.before != nullptr && on_disk == *entry_.proof.sha;
    if (options_.bases != nullptr && !fits_disk) shown_ = options_.bases->shown(entry_, on_disk);
    out_.said = about_part(fits_disk ? make_error(Code::hash_mismatch,
                                           fmt::format("{} is changed by an earlier edit of the input, so it is not "
                                                       "the file that these changes were made "
                                                       "for any more",
                                               in_quotes(entry_.path)),
                                           "put all changes of a file into one batch, or apply the first and make the "
                                           "others from what the file has then")
                                     : other_content(entry_, *entry_.proof.sha, on_disk, shown_),
        "/originalSha256");
    if (file_.before == nullptr) return;
    if (!fits_disk) out_.said.notes.push_back("an earlier edit of the input changes it, too");
    if (options_.merge) out_.said.notes.push_back("nothing can be merged with what an earlier edit of the input made");
  }

  void note(std::string text) { out_.said.notes.push_back(std::move(text)); }

  void use_base() {
    std::optional<Base> base =
        options_.bases != nullptr ? options_.bases->find(entry_.path, *entry_.proof.sha) : std::nullopt;
    if (!base) {
      if (options_.merge)
        note(
            "nothing can be merged: the text that the changes were made for is in no log, cloud set or git repository "
            "here");
      return;
    }
    note("the changes were made for " + base->origin);
    if (is_utf16(base->text)) return note("it is text of 16 bits a character, which has no lines of bytes");
    std::string_view text = out_.texts.emplace_back(std::move(base->text));
    if (base->kin == Base::Kin::earlier) return carry_over_from(text);
    out_.said.extracts.push_back({"the file against it", 0, diff::print_hunks(text, now_)});
    if (base->kin == Base::Kin::other && shown_ == ShownCopy::copy_before_it)
      out_.said.hint = fmt::format("take it first with 'aptix cloud pull {}'; then the changes fit", operand(entry_));
  }

  void carry_over_from(std::string_view base) {
    LineChangesResult applied = apply_line_changes(base, changes_, entry_.path);
    if (!applied.errors.empty())
      return note("the changes do not fit the text they were made for, either: " + applied.errors.front().message);
    std::string_view theirs = out_.texts.emplace_back(joined(applied.pieces));
    diff::Merged merged = diff::merge3(base, now_, theirs);
    if (!merged.clean()) return show_conflicts(base, theirs, merged);
    std::string result = joined(merged.pieces());
    out_.outcomes = std::move(applied.outcomes);
    if (result == now_) find_done();
    else merge(base, std::move(result));
  }

  void find_done() {
    if (options_.merge) {
      out_.fate = CarriedOver::Fate::already;
      for (EditOutcome& outcome : out_.outcomes) outcome.status = EditStatus::already;
      return;
    }
    note("the file already has the result of these changes");
    out_.said.hint = "leave them out: nothing is left to be done to this file";
  }

  void merge(std::string_view base, std::string result) {
    if (!options_.merge) {
      out_.said.extracts.push_back({"changed since", 0, diff::print_hunks(base, now_)});
      out_.said.extracts.push_back({"merge proposal", 0, diff::print_hunks(now_, result)});
      out_.said.hint = "carry the changes over with '--merge', or " + out_.said.hint;
      return;
    }
    out_.fate = CarriedOver::Fate::merged;
    out_.pieces = {out_.texts.emplace_back(std::move(result))};
    for (EditOutcome& outcome : out_.outcomes) outcome.rule = Rule::moved;
    Diagnostic warning = make_error(Code::merge_made,
        fmt::format(
            "'{}' had changed; the changes were merged with what it has now", escape_for_display(entry_.path.str())),
        "look at the result");
    warning.extracts.push_back({"changed since", 0, diff::print_hunks(base, now_)});
    out_.said = std::move(warning);
  }

  void show_conflicts(std::string_view base, std::string_view theirs, const diff::Merged& merged) {
    if (options_.merge) out_.said.code = Code::merge_conflict;
    out_.said.extracts.push_back({"changed since", 0, diff::print_hunks(base, now_)});
    add_conflicts({base, now_, theirs}, merged, out_.said);
    out_.said.notes.push_back("the changes and those made meanwhile touch the same lines");
  }

  const FileEdit& entry_;
  std::span<const LineChange* const> changes_;
  const StaleFile& file_;
  std::string_view now_;
  const ResolveOptions& options_;
  ShownCopy shown_ = ShownCopy::file;
  CarriedOver out_;
};

}  // namespace

CarriedOver carry_over(const FileEdit& entry, std::span<const LineChange* const> changes, const StaleFile& file,
    const ResolveOptions& options) {
  return Carrier(entry, changes, file, options).run();
}

void add_conflicts(const MergeSides& sides, const diff::Merged& merged, Diagnostic& what) {
  size_t shown = 0;
  for (const diff::MergeRegion& region : merged.regions) {
    if (!region.conflict) continue;
    if (++shown > kMostConflicts) {
      what.notes.push_back("further conflicts are left out");
      return;
    }
    Conflict conflict{
        side_of(sides.base, region.base), side_of(sides.ours, region.ours), side_of(sides.theirs, region.theirs)};
    diff::Merged one;
    one.regions.push_back(region);
    what.extracts.push_back({"conflict", conflict.ours.lines.empty() ? 0 : conflict.ours.first,
        diff::print_merged(one, {"the file", "the base", "the change"}, diff::ConflictDetail::whole)});
    what.conflicts.push_back(std::move(conflict));
  }
}

}  // namespace aptix::edit
