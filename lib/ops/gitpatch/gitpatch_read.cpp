#include "ops/gitpatch/gitpatch_read.h"

#include <algorithm>
#include <utility>

#include "base/text/wildcard.h"

namespace aptix::ops {

bool PatchIntake::refuse(Code code, std::string text) {
  log_.error(code, std::move(text));
  return false;
}

std::optional<git::Patches> PatchIntake::read(const Input& input) {
  limit_unpacking(input);
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

// The names that the input speaks of, so that git is asked once for the attributes of all.
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

// What was unpacked before counts, too.
void PatchIntake::limit_unpacking(const Input& input) {
  uint64_t used = most_unpacked_ - state_.inflate_limit;
  given_ += input.bytes.size();
  most_unpacked_ = most_unpacked(request_.limits, given_);
  state_.inflate_limit = most_unpacked_ == 0 ? 0 : std::max<uint64_t>(most_unpacked_ - used, 1);
}

bool PatchIntake::within_limits() {
  const Limits& limits = request_.limits;
  if (limits.files != 0 && patches_.size() > limits.files)
    return refuse(
        Code::limit_exceeded, "the input changes more files than the limit of " + std::to_string(limits.files));
  if (limits.edits != 0 && edits_ > limits.edits)
    return refuse(Code::limit_exceeded, "the input has more hunks than the limit of " + std::to_string(limits.edits));
  return true;
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
    if (wildcard_matches(filter.pattern, name)) return include;
    any_include = any_include || include;
  }
  return !any_include;
}

}  // namespace aptix::ops
