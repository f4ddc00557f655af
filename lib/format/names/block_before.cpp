// Only the prose since the last end marker is looked at, and no more than so much of it.
#include "format/names/block_before.h"

#include <algorithm>
#include <optional>

#include "format/find/bare.h"
#include "format/find/line.h"
#include "format/names/file_words.h"
#include "format/names/name_hint.h"
#include "format/names/prose_names.h"

namespace aptix::format {
namespace {

constexpr size_t kMostBetween = 64u << 10;  // prose that is looked through

// What stands behind the last block's end marker; nothing when that is far away.
std::optional<std::string_view> since_last_block(std::string_view text) {
  size_t least = text.size() - std::min(text.size(), kMostBetween);
  for (size_t start = text.size(); start > least;) {
    size_t previous = previous_line(text, start);
    if (is_search_end(line_from(text, previous).text)) return text.substr(start);
    start = previous;
  }
  return std::nullopt;
}

// Does a line consist of another name?
bool names_other(std::string_view text, std::string_view path) {
  for (Line line = line_from(text, 0); line.start < text.size(); line = line_from(text, line.next)) {
    LoneWord lone = lone_word(line.text);
    bool name =
        lone.certain || is_odd_path(lone.word) || (lone.word.ends_with("file") && is_written_as_file(lone.word));
    if (name && !is_same_file(path, lone.word)) return true;
  }
  std::vector<std::string_view> paths = paths_in_prose(text);
  return std::any_of(paths.begin(), paths.end(), [&](std::string_view word) { return !is_same_file(path, word); });
}

// In the root, or beside the file.
std::vector<std::string> rivals_between(std::string_view text, const RelPath& path) {
  std::vector<std::string> rivals = possible_names(text, path.str());
  if (path.parent().empty()) return rivals;
  for (size_t i = 0, names = rivals.size(); i < names; ++i)
    rivals.push_back(std::string(path.parent()) + "/" + rivals[i]);
  return rivals;
}

}  // namespace

BlockName name_of_block_before(const Input& input, const Block& block, const Plan& plan) {
  if (plan.files.empty() || plan.files.back().edits.empty() || !doubtful_names(block.info).empty()) return {};
  const FileEdit& before = plan.files.back();
  const Edit& last = before.edits.back();
  const TextBlock* text_block = std::get_if<TextBlock>(&last.what);
  if (text_block == nullptr || text_block->form != TextBlock::Form::search_replace) return {};
  if (last.origin.offset < input.base || block.offset < last.origin.offset - input.base) return {};
  std::optional<std::string_view> between = since_last_block(std::string_view(input.bytes).substr(0, block.offset));
  if (!between || names_other(*between, before.path.str())) return {};
  return {.path = before.path.str(), .other = {}, .within = {}, .rivals = rivals_between(*between, before.path)};
}

}  // namespace aptix::format
