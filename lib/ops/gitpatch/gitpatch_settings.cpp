#include "ops/gitpatch/gitpatch_settings.h"

#include <optional>
#include <string>
#include <utility>

#include "base/text/trim.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/hunk/hunk_places.h"

namespace aptix::ops {
namespace {

struct ActionName {
  std::string_view word;
  git::WhitespaceAction action;
};
constexpr ActionName kActions[] = {{"warn", git::WhitespaceAction::warn}, {"nowarn", git::WhitespaceAction::nowarn},
    {"error", git::WhitespaceAction::error}, {"error-all", git::WhitespaceAction::error_all},
    {"strip", git::WhitespaceAction::fix}, {"fix", git::WhitespaceAction::fix}};

Status check_together(const GitPatchRequest& request, const GitPlace& place) {
  if (request.three_way && request.reject)
    return fail(Code::usage, "options '--reject' and '--3way' cannot be used together");
  struct Row {
    bool wanted;
    std::string_view name;
  };
  for (const Row& row : {Row{request.three_way, "--3way"}, Row{request.index, "--index"},
           Row{request.cached, "--cached"}, Row{!request.fake_ancestor.empty(), "--build-fake-ancestor"}})
    if (row.wanted && !place.exists) return fail(Code::usage, "'" + std::string(row.name) + "' outside a repository");
  if (place.in_git_folder && (request.index || request.three_way) && !request.cached)
    return fail(Code::usage, "this operation must be run in a work tree");
  return {};
}

// The folder that --directory names, without './' and doubled slashes, and with '/' at its end.
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
  IgnoreBlanks ignore = IgnoreBlanks::no;
  if (std::optional<std::string> configured = repository.setting("apply.ignorewhitespace")) {
    if (*configured == "change") ignore = IgnoreBlanks::change;
    else if (*configured != "no" && *configured != "false" && *configured != "never" && *configured != "none")
      return fail(Code::usage, "unrecognized whitespace ignore option '" + *configured + "'");
  }
  return request.ignore_blanks.value_or(ignore);
}

diff::ConflictDetail conflict_detail(const GitPatchRequest& request, GitRepository& repository) {
  if (!request.three_way) return diff::ConflictDetail::reduced;
  std::string style = repository.setting("merge.conflictstyle").value_or("merge");
  if (style == "zdiff3") return diff::ConflictDetail::trimmed;
  return style == "diff3" ? diff::ConflictDetail::whole : diff::ConflictDetail::reduced;
}

// What the tolerant reading would make of a hunk that does not fit.
std::optional<std::string> lenient_place(std::string_view text, const diff::Hunk& hunk) {
  const diff::Hunk* alone[] = {&hunk};
  edit::PlacedHunks placed = edit::place_uniquely(text, alone);
  const edit::PlacedHunk& place = placed.hunks.front();
  if (place.why) return std::nullopt;
  std::string note = place.status == EditStatus::already ? "with '--lenient' it is in place already, at line "
                                                         : "with '--lenient' it fits line ";
  note += std::to_string(place.line);
  if (place.blanks && place.blanks->any()) note += " but for " + place.blanks->describe();
  else if (place.line_ends) note += " but for line ends";
  return note;
}

Error explain_misfit(const git::Misfit& misfit) {
  Error error = edit::hunk_not_found_by_git({misfit.number, misfit.of}, misfit.hunk, misfit.locator);
  std::optional<std::string> note =
      misfit.looks_further ? lenient_place(misfit.locator.lines().text(), misfit.hunk) : std::nullopt;
  if (note) error.notes.push_back(std::move(*note));
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
  for (const ActionName& known : kActions)
    if (known.word == word) return known.action;
  return std::nullopt;
}

Result<GitPatchSettings> settle(const GitPatchRequest& request, GitRepository& repository) {
  TRY(check_together(request, repository.place()));
  GitPatchSettings settings;
  settings.applies = request.applies();
  git::ApplyOptions& options = settings.options;
  options = apply_options(request);
  TRY_ASSIGN(whitespace,
      whitespace_action(
          request, repository, settings.applies ? git::WhitespaceAction::warn : git::WhitespaceAction::nowarn));
  options.whitespace = whitespace;
  if (whitespace == git::WhitespaceAction::error_all) settings.squelch_after = 0;
  TRY_ASSIGN(ignore, ignored_blanks(request, repository));
  options.rules.fix_added = whitespace == git::WhitespaceAction::fix;
  options.rules.match = ignore == IgnoreBlanks::change ? git::BlankMatch::ignore_changes
      : options.rules.fix_added                        ? git::BlankMatch::fixed
                                                       : git::BlankMatch::exact;
  options.conflicts = conflict_detail(request, repository);
  options.trusts_file_modes = repository.trusts_file_modes();
  if (options.target != git::Target::tree || !request.fake_ancestor.empty()) TRY(repository.read_index());
  TRY_ASSIGN(directory, folder_prefix(request.directory));
  git::ReadState& reading = settings.reading;
  reading.names = {request.strip.value_or(1), std::move(directory)};
  reading.strip_known = request.strip.has_value();
  reading.prefix = repository.place().prefix;
  reading.direction = request.rules.direction;
  reading.recount = request.recount;
  reading.wants_effect = settings.applies || request.check;
  reading.whitespace = whitespace;
  return settings;
}

}  // namespace aptix::ops
