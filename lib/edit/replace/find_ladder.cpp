#include "edit/replace/find_ladder.h"

#include "diff/compute/hunk_between.h"

namespace aptix::edit {

std::optional<TextBlock> as_block(const FindReplace& edit, std::deque<std::string>& texts) {
  bool whole = edit.find.ends_with('\n');
  if (whole && !edit.replace.empty() && !edit.replace.ends_with('\n')) return std::nullopt;
  auto lines = [&](std::string_view text) {
    return whole ? text : std::string_view(texts.emplace_back(std::string(text) + "\n"));
  };
  TextBlock block;
  block.lines = diff::hunk_between(lines(edit.find), lines(edit.replace));
  return block;
}

}  // namespace aptix::edit
