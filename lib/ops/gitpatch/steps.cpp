#include "ops/gitpatch/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text/glob.h"
#include "base/text/trim.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/hunk/hunk_places.h"

namespace aptix::ops {
namespace {

Status check_together(const GitPatchRequest& request, const GitPlace& place) {
  if (request.three_way && request.reject)
    return fail(Code::usage, "options '--reject' and '--3way' cannot be used together");
  for (auto [wanted, name] : {std::pair(request.three_way, "--3way"), std::pair(request.index, "--index"),
           std::pair(request.cached, "--cached"), std::pair(!request.fake_ancestor.empty(), "--build-fake-ancestor")})
    if (wanted && !place.exists) return fail(Code::usage, fmt::format("'{}' outside a repository", name));
  if (place.in_git_folder && (request.index || request.three_way) && !request.cached)
    return fail(Code::usage, "this operation must be run in a work tree");
  return {};
}

// The folder that --directory names, without './' and double slashes, ending in '/'.
Result<std::string> folder_prefix(std::string_view directory) {
  std::string prefix;
  for (std::string_view part : split(directory, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      prefix += part;
      prefix += '/';
      continue;
    }
    if (prefix.empty()) return fail(Code::usage, "unable to normalize directory: '" + std::string(directory) + "'");
    size_t slash = prefix.rfind('/', prefix.size() - 2);
    prefix.resize(slash == std::string::npos ? 0 : slash + 1);
  }
  return prefix;
}

Result<git::WhitespaceAction> whitespace_action(
    const GitPatchRequest& request, GitRepository& repository, git::WhitespaceAction otherwise) {
  std::optional<git::WhitespaceAction> action = request.whitespace;
  if (std::optional<std::string> configured = repository.setting("apply.whitespace"); configured && !action) {
    action = parse_whitespace_action(*configured);
    if (!action) return fail(Code::usage, "unrecognized whitespace option '" + *configured + "'");
  }
  return action.value_or(otherwise);
}

Result<IgnoreBlanks> ignored_blanks(const GitPatchRequest& request, GitRepository& repository) {
  std::string configured = repository.setting("apply.ignorewhitespace").value_or("no");
  if (configured != "change" && configured != "no" && configured != "false" && configured != "never" &&
      configured != "none")
    return fail(Code::usage, "unrecognized whitespace ignore option '" + configured + "'");
  return request.ignore_blanks.value_or(configured == "change" ? IgnoreBlanks::change : IgnoreBlanks::no);
}

Error explain_misfit(const git::Misfit& misfit) {
  Error error = edit::hunk_not_found_by_git({misfit.number, misfit.of}, misfit.hunk, misfit.locator);
  if (!misfit.looks_further) return error;
  // How the tolerant reader would place the hunk.
  const diff::Hunk* alone[] = {&misfit.hunk};
  edit::PlacedHunks placed = edit::place_uniquely(misfit.locator.lines().text(), alone);
  const edit::PlacedHunk& place = placed.hunks.front();
  if (place.why) return error;
  bool is_there = place.status == EditStatus::already;
  std::string note = is_there ? "with '--lenient' it is in place already, at line " : "with '--lenient' it fits line ";
  note += std::to_string(place.line);
  if (place.blanks && place.blanks->any()) note += " but for " + place.blanks->describe();
  else if (place.line_ends) note += " but for line ends";
  error.notes.push_back(std::move(note));
  return error;
}

git::ApplyOptions apply_options(const GitPatchRequest& request) {
  git::ApplyOptions options;
  options.rules = request.rules;
  options.verbosity =
      request.reject && request.verbosity == git::Verbosity::normal ? git::Verbosity::verbose : request.verbosity;
  options.reject = request.reject;
  options.three_way = request.three_way;
  options.result_limit = request.limits.result_bytes;
  options.explain = explain_misfit;
  if (request.cached) options.target = git::Target::index;
  else if (request.index || request.three_way) options.target = git::Target::tree_and_index;
  return options;
}

}  // namespace

std::optional<git::WhitespaceAction> parse_whitespace_action(std::string_view word) {
  constexpr std::pair<std::string_view, git::WhitespaceAction> kActions[] = {{"warn", git::WhitespaceAction::warn},
      {"nowarn", git::WhitespaceAction::nowarn}, {"error", git::WhitespaceAction::error},
      {"error-all", git::WhitespaceAction::error_all}, {"strip", git::WhitespaceAction::fix},
      {"fix", git::WhitespaceAction::fix}};
  for (auto [known, action] : kActions)
    if (known == word) return action;
  return std::nullopt;
}

Result<GitPatchSettings> settle(const GitPatchRequest& request, GitRepository& repository) {
  TRY(check_together(request, repository.place()));
  GitPatchSettings settings;
  git::ApplyOptions& options = settings.options;
  options = apply_options(request);
  TRY_ASSIGN(whitespace,
      whitespace_action(
          request, repository, request.applies() ? git::WhitespaceAction::warn : git::WhitespaceAction::nowarn));
  options.whitespace = whitespace;
  TRY_ASSIGN(ignore, ignored_blanks(request, repository));
  options.rules.fix_added = whitespace == git::WhitespaceAction::fix;
  options.rules.match = ignore == IgnoreBlanks::change ? git::BlankMatch::ignore_changes
      : options.rules.fix_added                        ? git::BlankMatch::fixed
                                                       : git::BlankMatch::exact;
  std::string style = request.three_way ? repository.setting("merge.conflictstyle").value_or("") : "";
  options.conflicts = style == "zdiff3" ? diff::ConflictDetail::trimmed
      : style == "diff3"                ? diff::ConflictDetail::whole
                                        : diff::ConflictDetail::reduced;
  options.trusts_file_modes = repository.trusts_file_modes();
  if (options.target != git::Target::tree || !request.fake_ancestor.empty()) TRY(repository.read_index());
  TRY_ASSIGN(directory, folder_prefix(request.directory));
  git::ReadState& reading = settings.reading;
  reading.names = {request.strip.value_or(1), std::move(directory)};
  reading.strip_known = request.strip.has_value();
  reading.prefix = repository.place().prefix;
  reading.direction = request.rules.direction;
  reading.recount = request.recount;
  reading.wants_effect = request.applies() || request.check;
  reading.whitespace = whitespace;
  return settings;
}

std::optional<git::Patches> PatchIntake::read(const Input& input) {
  uint64_t unpacked = most_unpacked_ - state_.inflate_limit;  // bytes unpacked before count, too
  given_ += input.bytes.size();
  most_unpacked_ = most_unpacked(request_.limits, given_);
  state_.inflate_limit = most_unpacked_ == 0 ? 0 : std::max<uint64_t>(most_unpacked_ - unpacked, 1);
  expect_names(input);
  git::ReadHooks hooks;
  hooks.rule_of = [this](const git::Patch& patch) { return rule_of(patch); };
  hooks.whitespace = [&](const git::WhitespaceFinding& finding) { whitespace_.add(input.name, finding, log_); };
  git::PatchReader reader(input.bytes, state_, hooks, log_);
  git::Patches used;
  while (true) {
    git::Patch patch;
    git::PatchReader::Step step = reader.next(patch);
    if (step == git::PatchReader::Step::fatal || bad_rule_) return std::nullopt;
    if (step != git::PatchReader::Step::patch) break;
    if (state_.direction == git::Direction::reverse) reverse_patch(patch);
    if (!is_used(patch)) {
      ++skipped_;
      if (verbosity_ == git::Verbosity::verbose)
        log_.info("Skipped patch '" + git::names_for_people(git::work_of(patch)) + "'.");
      continue;
    }
    edits_ += patch.hunks.size();
    if (request_.stat) scale_.add(patch);
    used.push_back(&patches_.emplace_back(std::move(patch)));
    if (!within_limits()) return std::nullopt;
  }
  if (state_.direction == git::Direction::reverse) std::reverse(used.begin(), used.end());
  return used;
}

// Collects the names in the input, so that git is asked once for the attributes of all.
void PatchIntake::expect_names(const Input& input) {
  if (!repository_.may_have_attributes()) return;
  git::ReadState state = state_;
  state.whitespace = git::WhitespaceAction::nowarn;
  GitLog unheard;
  git::ReadHooks hooks;
  std::vector<std::string> names;
  hooks.rule_of = [&](const git::Patch& patch) {
    for (const std::optional<std::string>* name : {&patch.old_name, &patch.new_name})
      if (*name && repository_.may_have_attributes(**name)) names.push_back(**name);
    return git::WhitespaceRule{0, 8};
  };
  git::PatchReader reader(input.bytes, state, hooks, unheard);
  for (git::Patch patch; reader.next(patch) == git::PatchReader::Step::patch;) patch = {};
  repository_.expect_paths(names);
}

bool PatchIntake::within_limits() {
  const Limits& limits = request_.limits;
  bool many_files = limits.files != 0 && patches_.size() > limits.files;
  bool many_hunks = limits.edits != 0 && edits_ > limits.edits;
  if (many_files)
    log_.error(Code::limit_exceeded, fmt::format("the input changes more files than the limit of {}", limits.files));
  else if (many_hunks)
    log_.error(Code::limit_exceeded, fmt::format("the input has more hunks than the limit of {}", limits.edits));
  return !many_files && !many_hunks;
}

git::WhitespaceRule PatchIntake::rule_of(const git::Patch& patch) {
  if (!is_used(patch)) return {0, 8};
  auto rule = repository_.whitespace_rule(patch.name());
  if (rule) return *rule;
  log_.add(GitLine::Kind::error, std::move(rule).error());
  bad_rule_ = true;
  return {0, 8};
}

bool PatchIntake::is_used(const git::Patch& patch) const {
  const std::string& name = patch.name();
  const std::string& prefix = repository_.place().prefix;
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  bool any_include = false;
  for (const NameFilter& filter : request_.filters) {
    bool include = filter.kind == NameFilter::Kind::include;
    if (Glob::of_whole_text(filter.pattern).matches(name)) return include;
    any_include = any_include || include;
  }
  return !any_include;
}

}  // namespace aptix::ops
