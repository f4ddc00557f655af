#include "format/find/left_over.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "format/calls/shell.h"
#include "format/calls/unread_call.h"
#include "format/calls/vocabulary.h"
#include "format/find/line.h"
#include "format/format.h"
#include "format/names/file_kinds.h"

namespace aptix::format {
namespace {

// `alone`: no block of the answer is read.
std::optional<Unread> look_at(const Input& input, const Block& block, bool alone) {
  Unread found{.kind = Unread::Kind::call, .offset = block.offset, .line = 0, .block = {}, .path = {}, .name = {}};
  auto in_input = [&](size_t offset) { return block.to_input(input, offset) - input.base; };
  std::optional<UnreadCall> call = unread_call_in(block.body);
  if (call && !(call->tool.empty() && block.naming.labels.shown)) {
    found.offset = in_input(call->offset);
    found.path = std::move(call->path);
    found.name = std::move(call->tool);
    return found;
  }
  if (block.form != Block::Form::fenced) return std::nullopt;
  if (looks_like_lost_diff(block)) {
    found.kind = Unread::Kind::diff;
    found.path = block.naming.path;
    return found;
  }
  found.kind = Unread::Kind::commands;
  if (is_shell(language_of(block.info))) found.path = heredoc_target(block.body);
  if (found.path.empty() && alone && command_language(block.info) != nullptr) {
    std::string changed = changed_by_commands(block.body);
    if (is_path_text(changed)) found.path = std::move(changed);
  }
  if (!found.path.empty()) return found;
  bool names = block.naming.by != Naming::By::nothing;
  found.kind = block.naming.doubtful.empty() ? Unread::Kind::file : names ? Unread::Kind::end : Unread::Kind::name;
  found.path = block.naming.is_for_edit() ? block.naming.path : block.naming.doubtful;
  return found.path.empty() ? std::nullopt : std::optional(std::move(found));
}

}  // namespace

std::vector<Unread> unread_edits(const Input& input, std::span<const Block> blocks, std::span<const size_t> left) {
  std::vector<Unread> found;
  for (size_t index : left) {
    std::optional<Unread> unread = look_at(input, blocks[index], left.size() == blocks.size());
    if (!unread) continue;
    unread->block = index;
    found.push_back(std::move(*unread));
  }
  LineNumbers lines(input.bytes);
  for (Unread& unread : found) unread.line = lines.at(unread.offset);
  return found;
}

}  // namespace aptix::format
