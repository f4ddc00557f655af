#include "answer/outline/related_blocks.h"

#include <algorithm>

#include "answer/basis/line.h"
#include "answer/format.h"
#include "answer/name/file_kinds.h"
#include "answer/name/label_table.h"
#include "base/text/ascii.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

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

bool are_neighbours(Prose prose, const Block& first, const Block& second) {
  constexpr size_t kMostProseBetween = 300;  // bytes
  size_t bytes = 0;
  for (size_t at = first.prose; at < second.prose; ++at) {
    const ProseLine& line = prose[at];
    bytes += line.text.size();
    bool begins_another = at > first.prose && line.below_blank;
    bool section = line.text.starts_with('#') && label_of(line.text) != Label::new_text;
    if (bytes > kMostProseBetween || begins_another || section) return false;
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
