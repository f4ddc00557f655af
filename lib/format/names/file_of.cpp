// Names are looked for near the block only: a path further away may be about anything.
#include "format/names/file_of.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "base/text/ascii.h"
#include "format/find/bare.h"
#include "format/find/line.h"
#include "format/names/file_words.h"
#include "format/names/labels.h"
#include "format/names/name_hint.h"
#include "format/names/prose_names.h"

namespace aptix::format {
namespace {

constexpr size_t kMostBlankLinesToPath = 2;  // between a path and its fence
constexpr size_t kMostLinesOver = 12;        // between a heading and the line that names a file
constexpr size_t kMostBetween = 64u << 10;   // prose between two blocks that is looked through

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
  for (Line line = line_from(text, 0); line.start < text.size(); line = line_from(text, line.next)) {
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

// Tags that some models use in place of a fence, or around it.
bool is_opening_tag(std::string_view line) {
  constexpr std::string_view kNoPathTags[] = {
      "source", "code", "pre", "codeblock", "sourcecode", "diff", "content", "![CDATA["};
  if (!line.starts_with('<')) return false;
  std::string_view word = line.substr(1, line.find_first_of("> \t", 1) - 1);
  return line.find('>') != std::string_view::npos && is_one_of(kNoPathTags, word);
}

size_t start_of_line_at(std::string_view text, size_t at) { return at == 0 ? 0 : text.rfind('\n', at - 1) + 1; }

bool is_item(std::string_view line) {
  return line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ");
}

// The name in the heading over prose that ends at `start`, or alone on a line of it; "" when there is none before the
// last code block. `start` is where its line begins then.
std::string name_over(std::string_view text, size_t& start) {
  for (size_t lines = 0; start != 0 && lines < kMostLinesOver; ++lines) {
    size_t previous = previous_line(text, start);
    std::string_view line = trim(text.substr(previous, start - previous));
    start = previous;
    if (line.starts_with("```") || line.starts_with("~~~") || is_search_end(line)) return {};
    std::string path = is_item(line) ? std::string() : path_in_line(line);
    bool heading = line.starts_with('#');
    if (path.empty() && heading) path = path_in_prose(line);
    if (heading || !path.empty()) return path;
  }
  return {};
}

// The name in a line of prose, which may speak of another file than the heading over it.
BlockName name_in_prose(std::string_view text, size_t start, std::string_view line) {
  BlockName found = name_in_line(line);
  if (!found.path.empty() && only_compares(line, found.path)) return {};
  bool names = !found.path.empty() || !found.within.empty();
  if (!names || line.starts_with('#') || !path_in_line(line).empty()) return found;
  std::string over = name_over(text, start);
  if (over.empty()) return found;
  found.within.clear();
  found.rivals.push_back(std::move(over));
  return found;
}

// A heading, or a line that is dressed as one: "### a.c", "**a.c**", "`a.c`".
bool is_heading(std::string_view line) {
  return line.starts_with('#') || (line.starts_with("**") && line.ends_with("**")) ||
      (line.starts_with('`') && line.ends_with('`'));
}

// "v1.2"
bool is_version(std::string_view name) {
  size_t dot = name.rfind('.');
  return dot != std::string_view::npos && dot + 1 < name.size() &&
      std::isdigit(static_cast<unsigned char>(name[dot + 1])) != 0;
}

// "### src/a.c", and then prose that names no file. What it may name all the same, the tree knows.
BlockName name_over_prose(std::string_view text, size_t prose_end, size_t block) {
  size_t start = prose_end;
  std::string over = name_over(text, start);
  size_t prose = text.find('\n', start) + 1;
  std::string_view line = trim(text.substr(start, prose - start));
  if (over.empty() || !is_heading(line) || path_in_line(line) != over || is_version(over)) return {};
  size_t above = start == 0 ? 0 : previous_line(text, start);
  if (!path_in_line(text.substr(above, start - above)).empty()) return {};  // a list of names
  std::vector<std::string> rivals = possible_names(text.substr(prose, block - prose), over);
  return {.path = std::move(over), .other = {}, .within = {}, .rivals = std::move(rivals)};
}

BlockName name_above(std::string_view text, size_t start) {
  size_t block = start;
  for (size_t blank = 0; start != 0 && blank <= kMostBlankLinesToPath;) {
    size_t previous = previous_line(text, start);
    std::string plain = with_plain_blanks(text.substr(previous, start - previous));
    std::string_view line = trim(plain);
    size_t prose_end = std::exchange(start, previous);
    if (is_opening_tag(line)) continue;
    if (line.empty()) {
      ++blank;
      continue;
    }
    BlockName found = name_in_prose(text, start, line);
    return found.path.empty() && found.other.empty() ? name_over_prose(text, prose_end, block) : found;
  }
  return {};
}

// The path in the info string of the block's fence, or above the fence (an empty line or a tag such as <source>
// may stand in between): a line of its own, or the one path in a line of prose that ends with a colon. Else in the
// heading over the prose above it.
BlockName name_around(const Input& input, const Block& block) {
  std::string path = name_hint(block.info);
  if (!path.empty()) return named_in(block.info, std::move(path));
  std::string_view text = input.bytes;
  size_t start = start_of_line_at(text, block.offset);
  if (block.form == Block::Form::fenced && start != 0) start = previous_line(text, start);
  BlockName above = name_above(text, start);
  std::vector<std::string> doubtful = doubtful_names(block.info);
  return doubtful.empty() || settles(doubtful, above.path) ? above : BlockName();
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
  return {.path = before.path.str(), .other = {}, .within = {}, .rivals = rivals_between(*between, before.path)};
}

}  // namespace

BlockName file_of(const Input& input, const Block& block, const Plan& plan, ForFile purpose) {
  if (block.naming.by == Naming::By::section || block.naming.by == Naming::By::call)
    return {.path = block.naming.path, .other = {}, .within = {}, .rivals = block.naming.rivals};
  BlockName around = name_around(input, block);
  bool certain = around.other.empty() || purpose == ForFile::there;
  if (certain && !around.path.empty()) return around;
  BlockName before = name_of_block_before(input, block, plan);
  if (!before.path.empty() || !certain) return before;
  return {.path = std::move(around.other),
      .other = std::move(around.within),
      .within = {},
      .rivals = std::move(around.rivals)};
}

}  // namespace aptix::format
