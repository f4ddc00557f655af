#include "format/find/alternatives.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "format/basis/line.h"
#include "format/format.h"
#include "format/names/file_kinds.h"
#include "format/names/label_table.h"

namespace aptix::format {
namespace {

// The numbers of the blocks that may be edits. One without a name may change the file that was named last.
std::vector<size_t> edits_of(std::span<const Block> blocks) {
  std::vector<size_t> edits;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].format != nullptr ? !blocks[i].format->is_fault : command_language(blocks[i].info) == nullptr)
      edits.push_back(i);
  return edits;
}

}  // namespace

std::vector<uint64_t> alternatives_in(std::string_view text, const Extracted& answer) {
  std::vector<uint64_t> lines;
  std::set<std::string> signs;
  std::vector<size_t> edits = edits_of(answer.blocks);
  auto last = edits.end();  // the edit below the line before
  bool any = false;         // of them is one for sure
  LineNumbers numbers(text);
  for (size_t at = 0, next = 0; at < answer.prose.size(); ++at) {
    while (next < answer.blocks.size() && answer.blocks[next].prose <= at) ++next;
    auto edit = std::lower_bound(edits.begin(), edits.end(), next);
    if (edit == edits.end()) break;
    std::optional<std::string> sign = sign_of_alternative(answer.prose[at].text);
    bool parts = sign && (!sign->empty() || edit != edits.begin());
    if (!parts || edit == last || !signs.insert(*sign).second) continue;
    last = edit;
    any = any || answer.blocks[*edit].format != nullptr;
    lines.push_back(numbers.at(answer.prose[at].start));
  }
  return any && (lines.size() > 1 || signs.contains("")) ? lines : std::vector<uint64_t>();
}

}  // namespace aptix::format
