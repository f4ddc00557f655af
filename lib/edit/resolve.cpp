// Entries in order, each on what the ones before made of its file; then what differs from the start.
#include "edit/resolve.h"

#include <algorithm>
#include <deque>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/basis/file_messages.h"
#include "edit/basis/messages.h"
#include "edit/edits.h"
#include "edit/hunk/blob_proof.h"
#include "edit/left_out/left_out.h"
#include "edit/tree/entry_shape.h"
#include "edit/tree/file_state.h"
#include "edit/tree/moved_files.h"
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

bool is_regular(FileKind kind) { return kind == FileKind::regular || kind == FileKind::executable; }

// How much had been said at some time.
struct Said {
  size_t errors = 0, warnings = 0;
};

void take_back(Diagnostics& diagnostics, Said said) {
  diagnostics.errors.resize(said.errors);
  diagnostics.warnings.resize(said.warnings);
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

  Outcome<ChangeSet> run() &&;

 private:
  void group(const std::vector<size_t>& numbers);
  void entry(const FileEdit& entry, FileOutcome& outcome);
  void apply(const FileEdit& entry, FileState& state, FileOutcome& outcome);
  void settle_by_blobs(const FileEdit& entry, FileState& state, const Content& before, Said said, FileOutcome& outcome);
  bool give_tabs(const FileEdit& entry, FileState& state, const Content& before, const BlobProof& proof, Said said,
      FileOutcome& outcome);
  static Content new_content(const FileEdit& entry, const FileState& state);
  void write(const FileEdit& entry, FileState& state, FileOutcome& outcome);
  void put(const FileEdit& entry, FileState& state, Content next, bool existed, FileOutcome& outcome);
  void remove(const FileEdit& entry, FileState& state, FileOutcome& outcome);
  void modify(const FileEdit& entry, FileState& state, FileOutcome& outcome);
  void move(const FileEdit& entry, FileState& state, FileOutcome& outcome);
  bool take_kind(const FileEdit& entry, const FileState& state, Content& next);
  void check_whole();
  void collect();
  const FileImage& image_before(const FileState& state);

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

Outcome<ChangeSet> Resolver::run() && {
  out_.value.outcomes.resize(plan_.files.size());
  for (const std::vector<size_t>& numbers : group_entries(plan_)) group(numbers);
  check_whole();
  collect();
  return std::move(out_);
}

// Applies entries that belong together as one.
void Resolver::group(const std::vector<size_t>& numbers) {
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

void Resolver::entry(const FileEdit& entry, FileOutcome& outcome) {
  outcome.edits.resize(entry.edits.size());
  states_.enter(unit_of(entry));
  Result<FileState*> found = states_.at(entry.path);
  if (!found) {
    speaker_.error(std::move(found).error(), entry.path, entry.origin);
    return;
  }
  FileState& state = **found;
  state.origin = &entry.origin;
  if (state.unreadable) return;
  if (Status clear = is_moved(entry) ? Status() : MovedFiles::check(entry, state); !clear) {
    speaker_.error(std::move(clear).error(), entry.path, entry.origin);
    return;
  }
  bool open = entry.proof.blobs || entry.proof.needed;
  Content before = open ? state.now : Content{};
  Said said{out_.diagnostics.errors.size(), out_.diagnostics.warnings.size()};
  apply(entry, state, outcome);
  if (!is_moved(entry)) state.turn = FileState::Turn::changed;
  if (!open || out_.diagnostics.errors.size() != said.errors) return;
  if (is_moved(entry)) before = (*states_.at(*entry.from))->at_unit_start.content;
  settle_by_blobs(entry, state, before, said, outcome);
}

void Resolver::apply(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
  switch (entry.operation) {
    case Operation::create:
    case Operation::write: return write(entry, state, outcome);
    case Operation::remove: return remove(entry, state, outcome);
    case Operation::modify: return modify(entry, state, outcome);
    case Operation::rename:
    case Operation::copy: return move(entry, state, outcome);
  }
}

// What the lines of a diff leave open, the blobs that it names decide. `said`: before the entry was applied.
void Resolver::settle_by_blobs(
    const FileEdit& entry, FileState& state, const Content& before, Said said, FileOutcome& outcome) {
  bool tabs = !is_moved(entry) && may_hide_tabs(entry, before);
  bool interpreted = std::any_of(outcome.edits.begin(), outcome.edits.end(),
      [](const EditOutcome& edit) { return edit.rule >= Rule::whitespace; });
  if (!entry.proof.needed && !tabs && !interpreted) return;
  std::optional<BlobProof> known = entry.proof.blobs ? BlobProof::from(*entry.proof.blobs, before) : std::nullopt;
  if (known && known->holds(state.now)) return;
  if (known && tabs && give_tabs(entry, state, before, *known, said, outcome)) return;
  if (entry.proof.needed)
    speaker_.error(
        make_error(Code::diff_truncated, "the diff may end inside its last line", "end the diff with a newline"),
        entry.path, entry.origin);
  else if (known && interpreted)
    speaker_.error(make_error(Code::match_not_found,
                       fmt::format("the diff does not fit {} exactly, and its result is not the one that it names",
                           in_quotes(entry.path)),
                       "copy its lines from the file as they stand there"),
        entry.path, entry.origin);
}

// The result with tabs where the diff shows spaces, if that is the content that it names.
bool Resolver::give_tabs(const FileEdit& entry, FileState& state, const Content& before, const BlobProof& proof,
    Said said, FileOutcome& outcome) {
  Content shown = state.now;
  std::vector<Diagnostic>& warnings = out_.diagnostics.warnings;
  std::vector<Diagnostic> kept(warnings.begin() + static_cast<ptrdiff_t>(said.warnings), warnings.end());
  for (size_t width : {8, 4, 2}) {
    state.now = before;
    take_back(out_.diagnostics, said);
    FileEdit& tabbed = joined_.emplace_back(with_tabs(entry, width, out_.value.texts));
    FileOutcome again;
    again.edits.resize(entry.edits.size());
    apply(tabbed, state, again);
    if (out_.diagnostics.errors.size() != said.errors || !proof.holds(state.now)) continue;
    outcome = std::move(again);
    speaker_.warning(
        make_error(Code::match_whitespace,
            fmt::format("the diff shows the tabs of {} as {} spaces: with tabs its result is the one that it names",
                in_quotes(entry.path), width),
            "write its lines with the tabs that the file has"),
        entry.path, entry.origin);
    return true;
  }
  state.now = std::move(shown);
  take_back(out_.diagnostics, said);
  warnings.insert(warnings.end(), kept.begin(), kept.end());
  return false;
}

// The kind that the document states for the postimage. False when it cannot be.
bool Resolver::take_kind(const FileEdit& entry, const FileState& state, Content& next) {
  FileKind kind = entry.kinds.after.value_or(next.kind);
  if (kind == FileKind::other) {
    speaker_.error(make_error(Code::path_special,
                       fmt::format("{} would become a file that is neither regular nor a link", in_quotes(entry.path)),
                       "leave the entry out; submodules and devices are not written"),
        entry.path, entry.origin);
    return false;
  }
  if (kind == FileKind::symlink) {
    std::string_view target = states_.flat(next);
    if (!stays_inside(entry.path.str(), target)) {
      speaker_.error(make_error(Code::path_symlink,
                         fmt::format("the symbolic link {} would lead out of the root, to {}", in_quotes(entry.path),
                             excerpt_in_quotes(target)),
                         "give it a relative target below the root"),
          entry.path, entry.origin);
      return false;
    }
    if (state.now.exists && is_regular(state.now.kind)) {
      speaker_.error(other_kind(entry.path, FileKind::symlink, state.now.kind), entry.path, entry.origin);
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

// What a file that is not there begins as: like the one that an earlier entry took away.
Content Resolver::new_content(const FileEdit& entry, const FileState& state) {
  bool executable = entry.kinds.after == FileKind::executable;
  Content content{true, FileKind::regular, executable ? kNewExecutable : kNewFile, {}, {}, 0};
  if (!state.before.exists || !is_regular(state.before.kind)) return content;
  content.kind = state.before.kind;
  content.mode = state.before.mode;
  content.metadata_of = state.path;
  return content;
}

void Resolver::write(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
  bool existed = state.now.exists;
  if (existed && state.now.kind == FileKind::symlink && entry.kinds.after != FileKind::symlink) {
    speaker_.error(link_in_the_way(entry.path), entry.path, entry.origin);
    return;
  }
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

// Puts the content that a document writes in the place of what is there.
void Resolver::put(const FileEdit& entry, FileState& state, Content next, bool existed, FileOutcome& outcome) {
  bool same = existed && next.kind == state.now.kind && same_bytes(states_.flat(state.now), next);
  bool may_fill = state.now.size == 0 && may_fill_empty_file(entry);
  if (existed && entry.operation == Operation::create && !may_fill && !same) {
    auto said = std::make_shared<Diagnostic>(speaker_.error(exists_already(entry), entry.path, entry.origin));
    for (EditOutcome& edit : outcome.edits) edit = {.status = EditStatus::failed, .why = said};
  } else if (same && next.mode == state.now.mode) {
    for (EditOutcome& edit : outcome.edits) edit.status = EditStatus::already;
    outcome.unchanged = true;
    speaker_.warning(
        make_error(Code::file_unchanged, fmt::format("{} has this content already", in_quotes(entry.path))), entry.path,
        entry.origin);
  } else {
    state.now = std::move(next);
  }
}

void Resolver::remove(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
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

void Resolver::modify(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
  if (!state.now.exists && adds_lines_alone(entry)) return write(entry, state, outcome);
  if (!state.now.exists) {
    auto said = std::make_shared<Diagnostic>(speaker_.error(missing_to_change(entry), entry.path, entry.origin));
    for (EditOutcome& edit : outcome.edits) edit.why = said;
    return;
  }
  if (state.now.kind == FileKind::symlink) {
    speaker_.error(link_in_the_way(entry.path), entry.path, entry.origin);
    return;
  }
  if (entry.kinds.before == FileKind::symlink || entry.kinds.before == FileKind::other) {
    speaker_.error(other_kind(entry.path, *entry.kinds.before, state.now.kind), entry.path, entry.origin);
    return;
  }
  Content next = state.now;
  apply_edits(bench_, entry, next, outcome.edits);
  if (!take_kind(entry, state, next)) return;
  outcome.unchanged = next.mode == state.now.mode && same_bytes(states_.flat(state.now), next);
  state.now = std::move(next);
}

void Resolver::move(const FileEdit& entry, FileState& state, FileOutcome& outcome) {
  if (*entry.from == entry.path) return modify(entry, state, outcome);
  Result<FileState*> found = states_.at(*entry.from);
  if (!found) {
    speaker_.error(std::move(found).error(), *entry.from, entry.origin);
    return;
  }
  FileState& source = **found;
  if (source.unreadable) return;
  Result<Former> start = moved_files_.start(entry, source, state);
  if (!start) {
    speaker_.error(std::move(start).error(), entry.path, entry.origin);
    return;
  }
  Content next = start->content;
  if (entry.operation == Operation::copy) {
    next.mode = (next.mode & kExecute) != 0 ? kNewExecutable : kNewFile;
    next.metadata_of.reset();
  }
  apply_edits(bench_, entry, next, outcome.edits);
  if (take_kind(entry, state, next)) moved_files_.make(entry, source, state, *start, std::move(next));
}

void Resolver::check_whole() {
  check_result(input_, plan_, states_, options_.limits, speaker_);
  check_taken_back(plan_, out_.value.outcomes, states_, speaker_);
  bool missed = std::any_of(out_.value.outcomes.begin(), out_.value.outcomes.end(), [](const FileOutcome& file) {
    return std::any_of(
        file.edits.begin(), file.edits.end(), [](const EditOutcome& edit) { return edit.status == EditStatus::noop; });
  });
  if (missed && out_.diagnostics.ok() && !out_.value.any_effect())
    out_.diagnostics.errors.push_back(
        make_error(Code::match_none_applied, "no edit of the input applied, and none was in place already",
            "read the files again and make the edits from what stands there"));
}

// What became the file: itself, or what it was renamed or copied from.
const FileImage& Resolver::image_before(const FileState& state) {
  if (state.before.exists || !state.now.exists || !state.from) return state.before;
  Result<FileState*> source = states_.at(*state.from);
  return source ? (*source)->before : state.before;
}

void Resolver::collect() {
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
    out_.value.changes.push_back(make_change(state.path, state.from, state.before, image.bytes, std::move(state.now)));
  }
}

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
