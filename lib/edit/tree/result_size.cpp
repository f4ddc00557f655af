#include "edit/tree/result_size.h"

#include <fmt/format.h>

namespace aptix::edit {
namespace {

constexpr uint64_t kFreeResultGrowth = 64ull << 20;  // bytes that a result may always have

uint64_t bytes_of(const Input& input) {
  uint64_t bytes = 0;
  for (const Input* one = &input; one != nullptr; one = one->previous) bytes += one->bytes.size();
  return bytes;
}

uint64_t bytes_of_contents(const Plan& plan) {
  uint64_t bytes = 0;
  for (const FileEdit& file : plan.files)
    for (const Edit& edit : file.edits) bytes += whole_content(edit).size();
  return bytes;
}

Status too_large(uint64_t total, uint64_t most, std::string hint) {
  return fail(Code::limit_exceeded, fmt::format("the result has {} bytes, more than the limit of {}", total, most),
      std::move(hint));
}

}  // namespace

Status check_result_size(const Input& input, const Plan& plan, const FileStates& states, const Limits& limits) {
  uint64_t total = 0;
  uint64_t read = 0;
  for (const FileState& state : states.all()) {
    if (state.unreadable) continue;
    read += state.before.bytes.size();
    if (state.now.exists) total += state.now.size;
  }
  if (limits.result_bytes != 0 && total > limits.result_bytes)
    return too_large(total, limits.result_bytes, "raise the limit with --max-result");
  if (limits.growth == 0 || total <= kFreeResultGrowth) return {};
  uint64_t most = kFreeResultGrowth + limits.growth * (read + bytes_of(input) + bytes_of_contents(plan));
  return total <= most ? Status() : too_large(total, most, "raise the limit with --max-growth");
}

}  // namespace aptix::edit
