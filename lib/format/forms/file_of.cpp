// Names are looked for near the block only: a path further away may be about anything.
#include "format/forms/file_of.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/bytes.h"
#include "format/basis/line.h"
#include "format/forms/bare.h"
#include "format/names/file_words.h"
#include "format/names/name_hint.h"
#include "format/names/prose_names.h"

namespace aptix::format {
namespace {

constexpr size_t kMostBetween = 64u << 10;  // prose between two blocks that is looked through

// What stands after the last block's end marker; nothing when that is far away.
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
  for (const Line& line : lines_from(text)) {
    LoneWord lone = lone_word(line.text);
    bool name =
        lone.certain || is_odd_path(lone.word) || (lone.word.ends_with("file") && is_written_as_file(lone.word));
    if (name && !is_same_file(path, lone.word)) return true;
  }
  std::vector<std::string_view> paths = paths_in_prose(text);
  return std::any_of(paths.begin(), paths.end(), [&](std::string_view word) { return !is_same_file(path, word); });
}

// In the root, or next to the file.
std::vector<std::string> rivals_between(std::string_view text, const RelPath& path) {
  std::vector<std::string> rivals = possible_names(text, path.str());
  if (path.parent().empty()) return rivals;
  for (size_t i = 0, names = rivals.size(); i < names; ++i)
    rivals.push_back(std::string(path.parent()) + "/" + rivals[i]);
  return rivals;
}

// The file of the SEARCH/REPLACE block before, where it is plain that this one goes on with it: nothing but prose that
// names no other file stands between them. Its rivals are words of that prose which may be names of files.
BlockName name_of_block_before(const Input& input, const Block& block, const Plan& plan) {
  if (plan.files.empty() || plan.files.back().edits.empty() || !doubtful_names(block.info).empty()) return {};
  const FileEdit& before = plan.files.back();
  const Edit& last = before.edits.back();
  const TextBlock* text_block = std::get_if<TextBlock>(&last.what);
  if (text_block == nullptr || text_block->form != TextBlock::Form::search_replace) return {};
  if (last.origin.offset < input.base || block.offset < last.origin.offset - input.base) return {};
  std::optional<std::string_view> between = since_last_block(std::string_view(input.bytes).substr(0, block.offset));
  if (!between || names_other(*between, before.path.str())) return {};
  return {.path = before.path.str(), .other = {}, .rivals = rivals_between(*between, before.path)};
}

bool names_several(std::string_view caption) {
  std::vector<std::string_view> paths = paths_in_prose(caption);
  std::erase_if(paths, [&](std::string_view path) { return !is_likely_file(path, written_in(caption, path)); });
  return std::any_of(paths.begin(), paths.end(), [&](std::string_view path) { return path != paths[0]; });
}

// "my notes.txt", "Patched src/a.c", "In `run`:". More words before a path are a sentence.
BlockName caption_name(std::string_view caption) {
  BlockName odd = odd_name_in_line(caption);
  if (names_several(caption)) return {};
  std::vector<std::string_view> spans = spans_in_backticks(caption);
  bool letter = spans.size() == 1 && spans[0].size() == 1 && is_letter_or_digit(spans[0][0]);
  if (odd.path.empty() && spans.size() == 1 && (letter || is_word_of_name(spans[0])))
    return {.path = std::string(spans[0]), .other = {}, .rivals = {}};
  if (odd.other.empty()) return odd;
  bool sentence = std::count(odd.path.begin(), odd.path.end(), ' ') > 1;
  return sentence ? BlockName() : odd;
}

}  // namespace

BlockName file_of(const Input& input, const Block& block, const Plan& plan, ForFile purpose) {
  const Naming& naming = block.naming;
  bool unsure = purpose == ForFile::to_be_made && naming.by == Naming::By::sentence && !naming.leads;
  if (!naming.path.empty() && !unsure)
    return {.path = naming.path, .other = {}, .rivals = naming.rivals};
  // In the language of a shell it may be one of commands about the file, but for the edit in it.
  if (std::string path = path_in_line(naming.caption); !path.empty() && naming.path.empty())
    return {.path = std::move(path), .other = {}, .rivals = {}};
  BlockName odd = caption_name(naming.caption);
  if (odd.path.empty() && !naming.doubtful.empty()) return {};
  BlockName before = name_of_block_before(input, block, plan);
  return !before.path.empty() || purpose == ForFile::to_be_made ? before : odd;
}

}  // namespace aptix::format
