// The block keeps its place in the input: its offset goes with what is taken away before the body.
#include "answer/outline/wrapped_body.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "answer/basis/line.h"
#include "answer/calls/call_tags.h"
#include "answer/format.h"
#include "answer/name/line_names.h"

namespace aptix::answer {

bool drop_second_opening(const Fence& fence, Block& block) {
  Line first = line_from(block.body, 0), second = line_from(block.body, first.next);
  std::optional<Fence> again = opening_fence(second.text);
  std::string path = again && again->mark == fence.mark && again->info == fence.info && !fence.info.empty()
      ? path_in_line(first.text)
      : std::string();
  if (path.empty() || fence.info.find(' ') != std::string_view::npos) return false;
  if (!block.unindented) block.offset += second.next;
  block.body.remove_prefix(second.next);
  block.info += " file=\"" + path + "\"";
  return true;
}

void take_call_inside(Block& block) {
  if (block.format != nullptr && block.format->is_call) return;
  std::string_view body = inside_wrapper(block.body);
  if (body.size() == block.body.size()) return;
  Block inside = block;
  inside.body = body;
  inside.format = detect(inside);
  if (inside.format == nullptr || !inside.format->is_call) return;
  if (!block.unindented) inside.offset += static_cast<size_t>(inside.body.data() - block.body.data());
  block = std::move(inside);
}

}  // namespace aptix::answer
