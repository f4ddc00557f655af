// Applies the entries in order, each to what those before made of its file; then collects what differs from the start.
#include "edit/resolve.h"

#include <algorithm>
#include <deque>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/basis/messages.h"
#include "edit/entry_edits.h"
#include "edit/hunk/blob_proof.h"
#include "edit/left_out/left_out.h"
#include "edit/tree/entry_shape.h"
#include "edit/tree/file_state.h"
#include "edit/tree/result_rules.h"
#include "model/rel_path.h"

namespace aptix::edit {
namespace {

constexpr uint32_t kNewFile = 0666;
constexpr uint32_t kNewExecutable = 0777;
constexpr uint32_t kExecute = 0111;
constexpr uint64_t kNearestBudget = 512ull << 20;

uint32_t mode_for(FileKind kind, uint32_t mode) {
  if (kind == FileKind::executable) return mode | ((mode & 0444) >> 2);
  if (kind == FileKind::regular) return mode & ~kExecute;
  return mode;
}

class Resolver {
 public:
  Resolver(const Input& input, const Plan& plan, Reader& reader, const ResolveOptions& options)
      : input_(input),
        plan_(plan),
        options_(options),
        speaker_(input, options.limits, out_.diagnostics),
        states_(reader, out_.value, names_that_give_way(plan)),
        moved_files_(plan.files),
        bench_{.states = states_,
            .changes = out_.value,
            .speaker = speaker_,
            .options = options,
            .nearest_budget = kNearestBudget,
            .nearest_left = options.limits.messages} {}

  Outcome<ChangeSet> run() && {
    out_.value.outcomes.resize(plan_.files.size());
    for (const std::vector<size_t>& numbers : group_entries(plan_)) group(numbers);
    check_whole();
    collect();
    return std::move(out_);
  }

 private:
  void error(const FileEdit& entry, Diagnostic what) { speaker_.error(std::move(what), entry.path, entry.origin); }

  // Applies entries that belong together as one.
  void group(const std::vector<size_t>& numbers) {
    std::vector<FileOutcome>& outcomes = out_.value.outcomes;
    if (numbers.size() == 1) return entry(plan_.files[numbers[0]], outcomes[numbers[0]]);
    FileEdit& all = joined_.emplace_back(plan_.files[numbers[0]]);
    for (size_t i : std::span(numbers).subspan(1))
      all.edits.insert(all.edits.end(), plan_.files[i].edits.begin(), plan_.files[i].edits.end());
    FileOutcome outcome;
    entry(all, outcome);
    auto next = outcome.edits.begin();
    for (size_t i : numbers) {
      auto last = next + static_cast<std::ptrdiff_t>(plan_.files[i].edits.size());
      outcomes[i] = {.edits = {next, last}, .unchanged = outcome.unchanged};
      next = last;
    }
  }

  void entry(const FileEdit& entry, FileOutcome& outcome) {
    outcome.edits.resize(entry.edits.size());
    states_.enter(unit_of(entry));
    Result<FileState*> found = states_.at(entry.path);
    if (!found) return error(entry, std::move(found).error());
    FileState& state = **found;
    state.origin = &entry.origin;
    if (state.unreadable) return;
    if (Status clear = is_moved(entry) ? Status() : MovedFiles::check(entry, state); !clear)
      return error(entry, std::move(clear).error());
    bool open = entry.proof.blobs || entry.proof.needed;
    Content before = open ? state.now : Content{};
    size_t errors = out_.diagnostics.errors.size();
    apply(entry, state, outcome);
    if (!is_moved(entry)) state.turn = FileState::Turn::changed;
    if (!open || out_.diagnostics.errors.size() != errors) return;
    if (is_moved(entry)) before = (*states_.at(*entry.from))->at_unit_start.content;
    check_named_result(entry, state, before, outcome);
  }

  void apply(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
    switch (entry.operation) {
      case Operation::create:
      case Operation::write: return write(entry, state, outcome);
      case Operation::remove: return remove(entry, state, outcome);
      case Operation::modify: return modify(entry, state, outcome);
      case Operation::rename:
      case Operation::copy: return move(entry, state, outcome);
    }
  }

  // The blob names of a diff decide what its lines leave open.
  void check_named_result(
      const FileEdit& entry, const FileState& state, const Content& before, const FileOutcome& outcome) {
    bool tabs = !is_moved(entry) && may_hide_tabs(entry, before);
    bool interpreted = std::any_of(outcome.edits.begin(), outcome.edits.end(),
        [](const EditOutcome& edit) { return edit.rule >= Rule::whitespace; });
    if (!entry.proof.needed && !tabs && !interpreted) return;
    const auto& blobs = entry.proof.blobs;
    std::optional<BlobForm> known = blobs ? form_named(blobs->before, before) : std::nullopt;
    if (known && is_named(blobs->after, state.now, *known)) return;
    if (entry.proof.needed)
      error(entry,
          make_error(Code::diff_truncated, "the diff may end inside its last line", "end the diff with a newline"));
    else if (known)
      error(entry,
          make_error(Code::match_not_found,
              fmt::format("the diff {} {}{}, and its result is not the one that it names",
                  interpreted ? "does not fit" : "may show the tabs of", in_quotes(entry.path),
                  interpreted ? " exactly" : " as spaces"),
              "copy its lines from the file as they stand there"));
  }

  // The content that a new file starts from: with the kind and mode of the file that an earlier entry removed there.
  static Content new_content(const FileEdit& entry, const FileState& state) {
    bool executable = entry.kinds.after == FileKind::executable;
    Content content{true, FileKind::regular, executable ? kNewExecutable : kNewFile, {}, {}, 0};
    if (!state.before.exists || !is_regular(state.before.kind)) return content;
    content.kind = state.before.kind;
    content.mode = state.before.mode;
    content.metadata_of = state.path;
    return content;
  }

  void write(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
    bool existed = state.now.exists;
    if (existed && state.now.kind == FileKind::symlink && entry.kinds.after != FileKind::symlink)
      return error(entry, link_in_the_way(entry.path));
    Content next = existed ? state.now : new_content(entry, state);
    bool from_nothing = is_made_from_nothing(entry);
    if (!existed || from_nothing) next.exists = false;
    if (from_nothing) next.set({});
    bool ok = apply_edits(bench_, entry, next, outcome.edits);
    next.exists = true;
    if (!ok) state.now = next;  // so that later entries are not refused for a missing file, too
    if (!ok || !take_kind(entry, state, next)) return;
    put(entry, state, std::move(next), existed, outcome);
  }

  // Replaces what is there by the content that a document writes.
  void put(const FileEdit& entry, FileState& state, Content next, bool existed, FileOutcome& outcome) {
    bool same = existed && next.kind == state.now.kind && same_bytes(states_.flat(state.now), next);
    bool may_fill = state.now.size == 0 && may_fill_empty_file(entry);
    if (existed && entry.operation == Operation::create && !may_fill && !same) {
      auto said = std::make_shared<Diagnostic>(speaker_.error(exists_already(entry), entry.path, entry.origin));
      for (EditOutcome& edit : outcome.edits) edit = {.status = EditStatus::failed, .why = said};
    } else if (same && next.mode == state.now.mode) {
      for (EditOutcome& edit : outcome.edits) edit.status = EditStatus::already;
      outcome.unchanged = true;
      speaker_.warning(
          make_error(Code::file_unchanged, fmt::format("{} has this content already", in_quotes(entry.path))),
          entry.path, entry.origin);
    } else {
      state.now = std::move(next);
    }
  }

  void remove(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
    if (!state.now.exists) {
      outcome.unchanged = true;
      for (EditOutcome& edit : outcome.edits) edit.status = EditStatus::already;
      if (!state.folder) speaker_.warning(missing_to_delete(entry.path), entry.path, entry.origin);
      return;
    }
    Content left = state.now;
    if (!apply_edits(bench_, entry, left, outcome.edits)) return;
    // A diff that removes no line deletes an empty file.
    if ((entry.order == Order::as_before || !entry.edits.empty()) && left.size != 0) {
      const Diagnostic& said =
          speaker_.error(make_error(Code::match_not_found,
                             fmt::format("the diff deletes {} but leaves text in it", in_quotes(entry.path)),
                             "make the diff again from the file as it is"),
              entry.path, entry.origin);
      if (!outcome.edits.empty())
        outcome.edits.back() = {.status = EditStatus::failed, .why = std::make_shared<Diagnostic>(said)};
      return;
    }
    state.now.clear();
    state.from.reset();
  }

  void modify(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
    if (!state.now.exists && adds_lines_alone(entry)) return write(entry, state, outcome);
    if (!state.now.exists) {
      auto said = std::make_shared<Diagnostic>(speaker_.error(missing_to_change(entry), entry.path, entry.origin));
      for (EditOutcome& edit : outcome.edits) edit.why = said;
      return;
    }
    if (state.now.kind == FileKind::symlink) return error(entry, link_in_the_way(entry.path));
    if (entry.kinds.before == FileKind::symlink || entry.kinds.before == FileKind::other)
      return error(entry, other_kind(entry.path, *entry.kinds.before, state.now.kind));
    Content next = state.now;
    apply_edits(bench_, entry, next, outcome.edits);
    if (!take_kind(entry, state, next)) return;
    outcome.unchanged = next.mode == state.now.mode && same_bytes(states_.flat(state.now), next);
    state.now = std::move(next);
  }

  void move(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
    if (*entry.from == entry.path) return modify(entry, state, outcome);
    Result<FileState*> found = states_.at(*entry.from);
    if (!found) {
      speaker_.error(std::move(found).error(), *entry.from, entry.origin);
      return;
    }
    FileState& source = **found;
    if (source.unreadable) return;
    Result<Former> start = moved_files_.start(entry, source, state);
    if (!start) return error(entry, std::move(start).error());
    Content next = start->content;
    if (entry.operation == Operation::copy) {
      next.mode = (next.mode & kExecute) != 0 ? kNewExecutable : kNewFile;
      next.metadata_of.reset();
    }
    apply_edits(bench_, entry, next, outcome.edits);
    if (take_kind(entry, state, next)) moved_files_.make(entry, source, state, *start, std::move(next));
  }

  // Sets the kind that the document states for the result. False if that is refused.
  bool take_kind(const FileEdit& entry, const FileState& state, Content& next) {
    FileKind kind = entry.kinds.after.value_or(next.kind);
    if (kind == FileKind::other) {
      error(entry,
          make_error(Code::path_special,
              fmt::format("{} would become a file that is neither regular nor a link", in_quotes(entry.path)),
              "leave the entry out; submodules and devices are not written"));
      return false;
    }
    if (kind == FileKind::symlink) {
      std::string_view target = states_.flat(next);
      if (!stays_inside(entry.path.str(), target)) {
        error(entry,
            make_error(Code::path_symlink,
                fmt::format("the symbolic link {} would lead out of the root, to {}", in_quotes(entry.path),
                    excerpt_in_quotes(target)),
                "give it a relative target below the root"));
        return false;
      }
      if (state.now.exists && is_regular(state.now.kind)) {
        error(entry, other_kind(entry.path, FileKind::symlink, state.now.kind));
        return false;
      }
      next.mode = kNewExecutable;
      next.metadata_of.reset();
    } else if (entry.kinds.after) {
      next.mode = mode_for(kind, next.mode);
    }
    next.kind = kind;
    return true;
  }

  void check_whole() {
    check_result(input_, plan_, states_, options_.limits, speaker_);
    check_taken_back(plan_, out_.value.outcomes, states_, speaker_);
    bool missed = std::any_of(out_.value.outcomes.begin(), out_.value.outcomes.end(), [](const FileOutcome& file) {
      return std::any_of(file.edits.begin(), file.edits.end(),
          [](const EditOutcome& edit) { return edit.status == EditStatus::noop; });
    });
    if (missed && out_.diagnostics.ok() && !out_.value.any_effect())
      out_.diagnostics.errors.push_back(
          make_error(Code::match_none_applied, "no edit of the input applied, and none was in place already",
              "read the files again and make the edits from what stands there"));
  }

  void collect() {
    out_.value.changes.reserve(states_.all().size());
    for (FileState& state : states_.all()) {
      const Content& now = state.now;
      if (state.unreadable || (!state.before.exists && !now.exists)) continue;
      if (is_unchanged(state)) {
        out_.value.kept.push_back({.path = state.path, .image = state.before});
        continue;
      }
      if (state.before.links > 1 && now.exists && is_regular(now.kind))
        speaker_.warning(hard_link(state.path, state.before.links), state.path, *state.origin);
      constexpr uint32_t kWrite = 0200;
      bool writable = !state.before.exists || (state.before.mode & kWrite) != 0 || !is_regular(state.before.kind);
      if (!writable && state.origin != nullptr)
        speaker_.warning(
            make_error(Code::file_read_only, fmt::format("{} is read-only for its owner", in_quotes(state.path)),
                "run 'chmod u+w' on it if it is to be changed"),
            state.path, *state.origin);
      const FileImage& image = image_before(state);
      if (!image.keeps_owner && now.exists) speaker_.warning(new_owner(state.path), state.path, *state.origin);
      out_.value.changes.push_back(
          make_change(state.path, state.from, state.before, image.bytes, std::move(state.now)));
    }
  }

  // The file that this one was before: itself, or what it was renamed or copied from.
  const FileImage& image_before(const FileState& state) {
    if (state.before.exists || !state.now.exists || !state.from) return state.before;
    Result<FileState*> source = states_.at(*state.from);
    return source ? (*source)->before : state.before;
  }

  const Input& input_;
  const Plan& plan_;
  const ResolveOptions& options_;
  Outcome<ChangeSet> out_;
  Speaker speaker_;
  FileStates states_;
  MovedFiles moved_files_;
  Bench bench_;
  std::deque<FileEdit> joined_;  // entries that stand for several
};

}  // namespace

Outcome<ChangeSet> resolve(const Input& input, const Plan& plan, Reader& reader, const ResolveOptions& options) {
  return Resolver(input, plan, reader, options).run();
}

Diagnostics check_without_files(const Input& input, const Plan& plan, const ResolveOptions& options) {
  Diagnostics out;
  if (options.allow_placeholders) return out;
  Speaker speaker(input, options.limits, out);
  for (const FileEdit& entry : plan.files) {
    for (const Edit& edit : entry.edits) {
      const LineChange* change = std::get_if<LineChange>(&edit.what);
      auto found = change == nullptr ? std::nullopt : left_out_of(*change, entry.names.doc_path);
      if (found) speaker.error(at_doc_path(std::move(*found), entry.names.doc_path), entry.path, edit.origin);
    }
  }

  return out;
}

}  // namespace aptix::edit
