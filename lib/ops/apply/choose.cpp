// Each possible choice is tried by resolving what it would leave of one group of files. So a person only decides about
// changes that are shown as they would be made.
#include "ops/apply/steps.h"

#include <fmt/format.h>

#include "base/text/text.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

// The only file of these changes with new content, if a person can edit it; else null.
const FileChange* editable(const ChangeSet& changes) {
  const FileChange* only = nullptr;
  for (const FileChange& change : changes.changes) {
    if (!change.after_exists) continue;
    if (only != nullptr) return nullptr;
    only = &change;
  }
  bool regular = only != nullptr && is_regular(only->after_kind);
  return regular && !is_binary(only->after_bytes()) ? only : nullptr;
}

bool is_by_hand(const FileEdit& file) {
  const Whole* whole = whole_of(file);
  return whole != nullptr && whole->by_hand;
}

class Review {
 public:
  Review(Plan& plan, const ChangeSet& changes, const std::vector<Diagnostic>& warnings, const Resolve& resolve,
      Reviewer& reviewer)
      : plan_(plan),
        changes_(changes),
        by_path_(changes),
        resolve_(resolve),
        reviewer_(reviewer) {
    for (const Diagnostic& warning : warnings) warnings_[warning.path].push_back(&warning);
  }

  Result<Reviewed> run() {
    std::vector<std::vector<size_t>> groups = related_entries(plan_);
    count_ = static_cast<size_t>(std::ranges::count_if(
        groups, [&](const std::vector<size_t>& entries) { return !by_path_.of(plan_, entries).changes.empty(); }));
    for (const std::vector<size_t>& entries : groups) {
      Group group{.entries = entries, .changes = by_path_.of(plan_, entries), .files = {}};
      for (size_t i : entries) group.files.push_back(plan_.files[i]);
      if (!group.changes.changes.empty()) {
        ++number_;
        TRY(ask_about(group));
        if (quit_) break;
      }
      std::ranges::move(group.files, std::back_inserter(out_.files));
    }
    if (!quit_) return std::move(out_);
    Reviewed nothing;
    for (const FileEdit& entry : plan_.files) nothing.left_out[entry.path] += unit_count(entry);
    return nothing;
  }

 private:
  enum class Next : uint8_t { taken, skipped, again };

  // The entries of one group, and the chosen part of them.
  struct Group {
    const std::vector<size_t>& entries;
    ChangeSet changes;  // of the whole group, or with the content made by hand
    std::vector<FileEdit> files;
    bool by_hand = false;
  };

  Result<Choice> choose(const Question& question) {
    TRY_ASSIGN(choice, reviewer_.choose(question));
    if (choice == Choice::quit) quit_ = true;
    return choice;
  }

  // Asks until the group is decided. The chosen part stays in group.files.
  Status ask_about(Group& group) {
    Next next = Next::again;
    while (next == Next::again && !quit_) TRY_SET(next, one_answer(group));
    if (quit_) return {};
    if (next == Next::skipped) group.files.clear();
    else out_.any = true;
    for (const FileEdit& file : group.files)
      if (is_by_hand(file)) out_.by_hand.insert(file.path);
    Counts asked, taken;
    for (size_t i : group.entries) asked[plan_.files[i].path] += unit_count(plan_.files[i]);
    for (const FileEdit& file : group.files)
      if (!is_by_hand(file)) taken[file.path] += unit_count(file);
    for (const auto& [path, count] : asked)
      if (uint64_t kept = taken[path]; kept < count) out_.left_out[path] = count - kept;
    return {};
  }

  Result<Next> one_answer(Group& group) {
    if (files_rest_ != Rest::ask) return files_rest_ == Rest::take ? Next::taken : Next::skipped;
    Question question;
    question.path = group.changes.changes.front().path.str();
    question.number = number_;
    question.count = count_;
    question.diff = render::unified_diff(group.changes);
    question.said = group.by_hand ? std::vector<Diagnostic>() : warnings_about(group.changes);
    question.can_split = !group.by_hand && units_of(plan_, group.entries).size() > 1;
    question.can_edit = editable(group.changes) != nullptr;
    TRY_ASSIGN(choice, choose(question));
    switch (choice) {
      case Choice::take_rest: files_rest_ = Rest::take; return Next::taken;
      case Choice::take: return Next::taken;
      case Choice::skip_rest: files_rest_ = Rest::skip; return Next::skipped;
      case Choice::skip: return Next::skipped;
      case Choice::split: return split(group);
      case Choice::edit: break;
      case Choice::again:
      case Choice::quit: return Next::again;
    }
    ChangeSet made;
    TRY_ASSIGN(is_made, make_by_hand(group.changes, group.files, made));
    if (!is_made) return Next::again;
    group.by_hand = true;
    group.changes = std::move(made);
    return group.changes.changes.empty() ? Next::skipped : Next::again;
  }

  // Asks about each edit, applied after the earlier edits that were chosen.
  Result<Next> split(Group& group) {
    std::vector<ReviewUnit> units = units_of(plan_, group.entries);
    edits_rest_ = Rest::ask;
    unit_number_ = 0;
    unit_count_ = units.size();
    Chosen chosen(plan_);
    ChangeSet now;
    std::set<size_t> without_head;  // entries whose rename was skipped: their edits have no file
    for (const ReviewUnit& unit : units) {
      ++unit_number_;
      if (without_head.contains(unit.entry)) continue;
      bool asked = edits_rest_ == Rest::ask;
      TRY_ASSIGN(next, ask_about_unit(unit, chosen, now));
      if (quit_ || next == Next::again) return Next::again;
      bool needs_head = plan_.files[unit.entry].from.has_value();
      if (unit.is_head && needs_head && next == Next::skipped) without_head.insert(unit.entry);
      bool rest_is_new = asked && edits_rest_ == Rest::take;
      if (rest_is_new && take_at_once(std::span(units).subspan(unit_number_), without_head, chosen, now)) break;
    }
    if (now.changes.empty()) return Next::skipped;
    group.files = chosen.files();
    return Next::taken;
  }

  Result<Next> ask_about_unit(const ReviewUnit& unit, Chosen& chosen, ChangeSet& now) {
    if (edits_rest_ == Rest::skip) return Next::skipped;
    Chosen with = chosen;
    with.add(unit);
    Outcome<ChangeSet> tried = try_out(with.files());
    if (std::vector<Diagnostic> why = why_not(tried, unit); !why.empty()) {
      TRY_ASSIGN(choice,
          choose({.about = Question::About::misfit,
              .number = unit_number_,
              .count = unit_count_,
              .said = std::move(why)}));
      return choice == Choice::skip ? Next::skipped : Next::again;
    }
    while (true) {
      ChangeSet step = step_between(now, tried.value);
      bool asks = edits_rest_ == Rest::ask && !step.changes.empty();
      Question question{.about = Question::About::edit,
          .path = plan_.files[unit.entry].path.str(),
          .number = unit_number_,
          .count = unit_count_};
      question.diff = asks ? render::unified_diff(step) : std::string();
      question.can_edit = editable(tried.value) != nullptr;
      Choice choice = Choice::take;
      if (asks) TRY_SET(choice, choose(question));
      if (choice == Choice::take_rest) edits_rest_ = Rest::take;
      if (choice == Choice::skip_rest) edits_rest_ = Rest::skip;
      if (choice == Choice::skip || choice == Choice::skip_rest) return Next::skipped;
      if (choice == Choice::quit) return Next::again;
      if (choice != Choice::edit) break;
      std::vector<FileEdit> files = with.files();
      ChangeSet made;
      TRY_ASSIGN(is_made, make_by_hand(tried.value, files, made));
      if (!is_made) continue;
      with.add(std::move(files.back()));
      tried.value = std::move(made);
    }
    chosen = std::move(with);
    now = std::move(tried.value);
    return Next::taken;
  }

  // Takes all these edits at once. False if one does not fit: then each must be tried by itself.
  bool take_at_once(
      std::span<const ReviewUnit> units, const std::set<size_t>& without_head, Chosen& chosen, ChangeSet& now) {
    Chosen with = chosen;
    for (const ReviewUnit& unit : units)
      if (!without_head.contains(unit.entry)) with.add(unit);
    Outcome<ChangeSet> tried = try_out(with.files());
    bool missed = std::ranges::any_of(tried.value.outcomes, [](const FileOutcome& file) {
      return std::ranges::any_of(file.edits, [](const EditOutcome& edit) { return edit.status == EditStatus::noop; });
    });
    if (!tried.ok() || missed) return false;
    chosen = std::move(with);
    now = std::move(tried.value);
    return true;
  }

  // Lets a person edit the new content, and adds it to `files`. False if there is nothing to add.
  Result<bool> make_by_hand(const ChangeSet& from, std::vector<FileEdit>& files, ChangeSet& result) {
    const FileChange& change = *editable(from);
    std::string content = change.after_bytes();
    TRY_ASSIGN(made, reviewer_.rewrite(change.path, content));
    if (!made || *made == content) return false;
    FileEdit entry{.operation = Operation::write, .path = change.path};
    entry.block = files.back().block;
    entry.origin = files.back().origin;
    std::string_view text = plan_.keep(std::move(*made));
    entry.edits.push_back({.what = Whole{.content = text, .by_hand = true}, .origin = entry.origin});
    std::vector<FileEdit> with = files;
    with.push_back(std::move(entry));
    Outcome<ChangeSet> tried = try_out(with);
    if (!tried.ok()) {
      reviewer_.tell(tried.diagnostics.errors);
      return false;
    }
    files = std::move(with);
    result = std::move(tried.value);
    return true;
  }

  std::vector<Diagnostic> warnings_about(const ChangeSet& changes) const {
    std::vector<const Diagnostic*> found;
    for (const FileChange& change : changes.changes)
      if (auto said = warnings_.find(change.path.str()); said != warnings_.end())
        found.insert(found.end(), said->second.begin(), said->second.end());
    std::ranges::sort(found);  // in the order of the list that contains them
    std::vector<Diagnostic> some;
    for (const Diagnostic* warning : found) some.push_back(*warning);
    return some;
  }

  Outcome<ChangeSet> try_out(std::vector<FileEdit> files) {
    Plan part;
    part.files = std::move(files);
    Outcome<ChangeSet> tried = resolve_(part);
    // A group that has no effect by itself is not an error.
    std::erase_if(
        tried.diagnostics.errors, [](const Diagnostic& error) { return error.code == Code::match_none_applied; });
    return tried;
  }

  // Why the edit does not fit. Also a text that matched in the whole plan and no longer does.
  std::vector<Diagnostic> why_not(const Outcome<ChangeSet>& tried, const ReviewUnit& unit) const {
    if (!tried.ok()) return tried.diagnostics.errors;
    const std::vector<EditOutcome>& outcomes = tried.value.outcomes.back().edits;
    if (unit.first == unit.end || outcomes.empty() || outcomes.back().status != EditStatus::noop) return {};
    bool missed_before = changes_.outcomes[unit.entry].edits[unit.first].status == EditStatus::noop;
    return missed_before || !outcomes.back().why ? std::vector<Diagnostic>()
                                                 : std::vector<Diagnostic>{*outcomes.back().why};
  }

  Plan& plan_;
  const ChangeSet& changes_;
  ChangesByPath by_path_;
  std::unordered_map<std::string_view, std::vector<const Diagnostic*>> warnings_;  // by path of their file
  const Resolve& resolve_;
  Reviewer& reviewer_;
  Reviewed out_;
  size_t number_ = 0, count_ = 0;  // of the group
  size_t unit_number_ = 0, unit_count_ = 0;
  enum class Rest : uint8_t { ask, take, skip };
  Rest files_rest_ = Rest::ask, edits_rest_ = Rest::ask;
  bool quit_ = false;
};

// The hashes of all files before the changes. REQUIRES: hash_changes().
std::map<RelPath, Sha256> files_before(const ChangeSet& changes) {
  std::map<RelPath, Sha256> files;
  for (const FileChange& change : changes.changes) files.emplace(change.path, change.before_sha);
  for (const KeptFile& kept : changes.kept) files.emplace(kept.path, kept.sha);
  return files;
}

}  // namespace

Result<Reviewed> review(Plan& plan, const ChangeSet& changes, const std::vector<Diagnostic>& warnings,
    const Resolve& resolve, Reviewer& reviewer) {
  return Review(plan, changes, warnings, resolve, reviewer).run();
}

Outcome<PersonsChoice> choose(
    Plan& plan, Outcome<ChangeSet>& resolved, const Resolve& resolve, const ApplyRequest& request) {
  Outcome<PersonsChoice> out;
  PersonsChoice& choice = out.value;
  choice.all = plan.files;
  ChangeSet& changes = resolved.value;
  hash_changes(changes, request.commit.threads);
  choice.shown = files_before(changes);
  auto reviewed = review(plan, changes, resolved.diagnostics.warnings, resolve, *request.reviewer);
  choice.ends = !reviewed;
  if (!reviewed) {
    out.diagnostics.errors.push_back(std::move(reviewed).error());
    return out;
  }
  choice.was_made = true;
  choice.made = std::move(*reviewed);
  if (changes.changes.empty()) return out;
  plan.files = std::move(choice.made.files);
  choice.ends = !choice.made.any;
  return out;
}

void hold_to_shown(const PersonsChoice& choice, Outcome<ChangeSet>& resolved, unsigned threads) {
  hash_changes(resolved.value, threads);
  std::vector<Diagnostic> errors;
  for (const auto& [path, sha] : files_before(resolved.value)) {
    auto before = choice.shown.find(path);
    if (before != choice.shown.end() && before->second == sha) continue;
    errors.push_back(error_at(path.str(), Code::file_changed,
        fmt::format("{} was changed while you were asked about it", in_quotes(path)),
        "run the command again, to see the change as it would be made now"));
  }
  if (errors.empty()) return;
  resolved.diagnostics = {.errors = std::move(errors)};
  resolved.value.outcomes.clear();
}

void describe_choice(const PersonsChoice& choice, std::vector<FileReport>& files) {
  if (!choice.was_made) return;
  std::unordered_map<std::string, size_t> places;
  for (size_t i = 0; i < files.size(); ++i) places.emplace(files[i].path, i);
  std::unordered_map<std::string_view, const FileEdit*> entries;
  for (const FileEdit& entry : choice.all) entries.emplace(entry.path.str(), &entry);
  for (const auto& [path, count] : choice.made.left_out) {
    auto [place, is_new] = places.try_emplace(std::string(path.str()), files.size());
    if (is_new) {
      const FileEdit& entry = *entries.at(path.str());
      FileReport& skipped = files.emplace_back(
          FileReport{.path = entry.path.str(), .from = entry.from ? entry.from->str() : std::string()});
      skipped.operation = name(entry.operation);
      skipped.status = "skipped";
    }
    files[place->second].left_out = count;
  }
  for (const RelPath& path : choice.made.by_hand)
    if (auto place = places.find(path.str()); place != places.end()) files[place->second].by_hand = true;
}

}  // namespace aptix::ops
