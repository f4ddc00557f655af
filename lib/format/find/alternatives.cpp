#include "format/find/alternatives.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/line.h"
#include "format/find/thoughts.h"
#include "format/format.h"
#include "format/names/label_table.h"

namespace aptix::format {
namespace {

// Calls visit(line, start, next): each line that is neither in a block nor in thoughts, and the first block after it.
template <class Visit>
void each_prose_line(std::string_view text, std::span<const Block> blocks, Visit visit) {
  size_t next = 0;
  for (size_t at = 0; at < text.size();) {
    while (next < blocks.size() && blocks[next].end <= at) ++next;
    if (next < blocks.size() && blocks[next].offset <= at) {
      at = line_from(text, blocks[next].end - 1).next;  // a block may be one line of many megabytes
      continue;
    }
    Line line = line_from(text, at);
    std::optional<Thoughts> thoughts = thoughts_at(text, line);
    at = thoughts ? std::max(thoughts->end, line.next) : line.next;
    if (!thoughts) visit(trim(line.text), line.start, next);
  }
}

// The numbers of the blocks that are edits.
std::vector<size_t> edits_of(std::span<const Block> blocks) {
  std::vector<size_t> edits;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].format != nullptr && !blocks[i].format->is_fault) edits.push_back(i);
  return edits;
}

}  // namespace

std::vector<uint64_t> alternatives_in(std::string_view text, std::span<const Block> blocks) {
  std::vector<uint64_t> lines;
  std::set<std::string> signs;
  std::vector<size_t> edits = edits_of(blocks);
  auto last = edits.end();  // the edit below the line before
  LineNumbers numbers(text);
  each_prose_line(text, blocks, [&](std::string_view line, size_t start, size_t next) {
    auto edit = std::lower_bound(edits.begin(), edits.end(), next);
    if (edit == edits.end()) return;
    std::optional<std::string> sign = sign_of_alternative(line);
    bool parts = sign && (!sign->empty() || edit != edits.begin());
    if (!parts || edit == last || !signs.insert(*sign).second) return;
    last = edit;
    lines.push_back(numbers.at(start));
  });
  return lines.size() > 1 || signs.contains("") ? lines : std::vector<uint64_t>();
}

}  // namespace aptix::format
