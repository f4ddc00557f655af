// Only where both are called so, in lines of their own between them, and neither is an edit of another form.
#include "answer/outline/related_blocks.h"

#include <algorithm>
#include <memory>
#include <string>

#include "answer/basis/line.h"
#include "answer/format.h"
#include "answer/forms/bare.h"
#include "answer/name/file_kinds.h"
#include "answer/name/label_table.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

bool may_be_half(const Block& block) {
  bool free = block.format == nullptr || block.format->is_whole;
  return block.form == Block::Form::fenced && block.closed && free && !block.body.empty() && !block.naming.cited;
}

// The only line between the two; "" where there is none, or there are several.
std::string_view line_between(Prose prose, const Block& first, const Block& second) {
  return second.prose == first.prose + 1 ? prose[first.prose].text : std::string_view();
}

bool is_pair(Prose prose, const Block& first, const Block& second) {
  if (!may_be_half(first) || !may_be_half(second) || first.naming.path.empty()) return false;
  if (!second.naming.path.empty() && second.naming.path != first.naming.path) return false;
  return label_of(line_between(prose, first, second)) == Label::new_text && !first.naming.labels.updated &&
      !any_line(first.body, is_search_line) && !any_line(second.body, is_search_line);
}

std::string_view first_word_of(std::string_view body) {
  body.remove_prefix(std::min(body.find_first_not_of(" \t\n"), body.size()));
  return body.substr(0, body.find_first_of(" \t\n"));
}

// Is the next one such a new text, too? Then it is not clear what the first is to become.
bool has_another_end(Prose prose, const Block& second, const Block& next) {
  std::string_view between = line_between(prose, second, next);
  return may_be_half(next) && next.naming.path.empty() && !between.empty() && label_of(between) != Label::old_text &&
      first_word_of(second.body) == first_word_of(next.body);
}

std::string with_line_end(std::string_view body) {
  return std::string(body) + (body.empty() || body.ends_with('\n') ? "" : "\n");
}

void join(Block& first, const Block& second) {
  first.unindented = std::make_shared<const std::string>(
      "<<<<<<< SEARCH\n" + with_line_end(first.body) + "=======\n" + with_line_end(second.body) + ">>>>>>> REPLACE\n");
  first.body = *first.unindented;
  first.end = second.end;
  first.naming.labels = {};
  first.naming.by = Naming::By::pair;
  first.format = detect(first);
}

std::vector<std::string_view> lines_that_say(std::string_view text, std::string_view signs) {
  std::vector<std::string_view> lines;
  for (const Line& line : lines_from(text)) {
    std::string_view rest = line.text;
    if (!rest.empty() && signs.find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
    if (rest = trim(rest); !rest.empty()) lines.push_back(rest);
  }
  return lines;
}

bool stands_in(const std::vector<std::string_view>& shown, const std::vector<std::string_view>& edit) {
  return std::search(edit.begin(), edit.end(), shown.begin(), shown.end()) != edit.end();
}

}  // namespace

void join_labelled_pairs(Prose prose, std::vector<Block>& blocks) {
  for (size_t i = 0; i + 1 < blocks.size(); ++i) {
    if (!is_pair(prose, blocks[i], blocks[i + 1])) continue;
    if (i + 2 < blocks.size() && has_another_end(prose, blocks[i + 1], blocks[i + 2])) continue;
    join(blocks[i], blocks[i + 1]);
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

bool are_neighbours(Prose prose, const Block& first, const Block& second) {
  constexpr size_t kMostProseBetween = 300;  // bytes
  size_t bytes = 0;
  for (size_t at = first.prose; at < second.prose; ++at) {
    const ProseLine& line = prose[at];
    bytes += line.text.size();
    bool begins_another = at > first.prose && line.below_blank;
    if (bytes > kMostProseBetween || begins_another || line.text.starts_with('#')) return false;
  }
  return true;
}

bool may_be_written_in(const Block& block, std::string_view path) { return !is_of_other_language(block.info, path); }

bool is_in_language_of(const Block& block, std::string_view path, const Block& other) {
  std::string language = ascii_lower(language_of(block.info));
  if (language.empty()) return false;
  bool is_whole = other.format != nullptr && other.format->is_whole;
  return ascii_lower(path).ends_with("." + language) || (is_whole && ascii_lower(language_of(other.info)) == language);
}

bool repeats_lines(std::string_view shown, std::string_view edit) {
  std::vector<std::string_view> lines = lines_that_say(shown, "");
  return !lines.empty() && (stands_in(lines, lines_that_say(edit, "")) || stands_in(lines, lines_that_say(edit, "+-")));
}

}  // namespace aptix::answer
