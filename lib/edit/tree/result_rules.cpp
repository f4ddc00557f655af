#include "edit/tree/result_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace aptix::edit {
namespace {

uint64_t bytes_of(const Input& input) {
  uint64_t bytes = 0;
  for (const Input* one = &input; one != nullptr; one = one->previous) bytes += one->bytes.size();
  return bytes;
}

Status too_large(uint64_t total, uint64_t most, std::string hint) {
  return fail(Code::limit_exceeded, fmt::format("the result has {} bytes, more than the limit of {}", total, most),
      std::move(hint));
}

// The first part of the way that is another link, or that no document may name; nothing when there is not one.
// REQUIRES: stays_inside(link.str(), target).
std::optional<std::string> leads_on_by(const FileStates& states, const RelPath& link, std::string_view target) {
  std::string at(link.parent());
  for (size_t start = 0; start < target.size();) {
    size_t end = std::min(target.find('/', start), target.size());
    std::string_view part = target.substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      at.resize(at.rfind('/') == std::string::npos ? 0 : at.rfind('/'));
      continue;
    }
    if (!at.empty()) at += '/';
    at += part;
    Result<RelPath> path = RelPath::parse(at, PathRules::git);
    if (!path || states.is_link(*path)) return at;
  }
  return std::nullopt;
}

// Where a link leads is known when all are made: through another one it could lead anywhere.
void check_link(const FileStates& states, const FileState& state, Speaker& speaker) {
  std::string_view target = state.now.pieces.empty() ? std::string_view() : state.now.pieces.front();
  if (auto by = leads_on_by(states, state.path, target))
    speaker.error(link_leads_on(state.path, target, *by), state.path, *state.origin);
}

bool has_error_below(const Diagnostics& said, const RelPath& folder) {
  return std::any_of(said.errors.begin(), said.errors.end(),
      [&](const Diagnostic& error) { return error.path.starts_with(folder.str() + "/"); });
}

Status check_result_size(const Input& input, const FileStates& states, const Limits& limits) {
  uint64_t total = 0;
  uint64_t read = 0;
  for (const FileState& state : states.all()) {
    if (state.unreadable) continue;
    read += state.before.bytes.size();
    if (state.now.exists) total += state.now.size;
  }
  if (limits.result_bytes != 0 && total > limits.result_bytes)
    return too_large(total, limits.result_bytes, "raise the limit with --max-result");
  if (limits.growth == 0 || total <= kGrowthFree) return {};
  uint64_t most = kGrowthFree + limits.growth * (read + bytes_of(input));
  return total <= most ? Status() : too_large(total, most, "raise the limit with --max-growth");
}

}  // namespace

void check_result(
    const Input& input, const Plan& plan, const FileStates& states, const Limits& limits, Speaker& speaker) {
  // Where something could not be taken away, what it is in the way of follows from that.
  auto entries = speaker.said().ok() ? FileStates::Entries::all : FileStates::Entries::so_far;
  for (const FileState* state : states.folders_of_earlier_run())
    speaker.warning(missing_to_delete(state->path), state->path, *state->origin);
  for (const FileState* state : states.blocked_by_folders())
    if (!has_error_below(speaker.said(), state->path)) speaker.error(*state->folder, state->path, *state->origin);
  for (const FileState& state : states.all()) {
    if (!state.now.exists || state.unreadable || state.origin == nullptr)
      continue;  // without an origin: only copied from
    Status parents = states.check_parents(state.path, entries);
    if (!parents) speaker.error(std::move(parents).error(), state.path, *state.origin);
    else if (state.now.kind == FileKind::symlink) check_link(states, state, speaker);
  }
  if (Status size = check_result_size(input, states, limits); !size)
    speaker.error(std::move(size).error(), plan.files.front().path, plan.files.front().origin);
}

}  // namespace aptix::edit
