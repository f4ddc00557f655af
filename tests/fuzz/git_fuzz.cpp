// Fuzzes the strict reading of patches, printing them, and applying their hunks to a text made of the
// input, with every way to compare lines.
#include <cstdlib>
#include <string>
#include <string_view>

#include "git/git_image.h"
#include "git/git_print.h"
#include "git/git_reader.h"
#include "git/git_stat.h"

using namespace aptix;

namespace {

std::string old_side_of(std::string_view text) {
  std::string side;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (text[at] == ' ' || text[at] == '-') side += text.substr(at + 1, end - at - 1);
    at = end;
  }
  return side;
}

void apply(const diff::GitPatch& patch, std::string_view text, diff::Direction direction) {
  for (diff::BlankMatch match : {diff::BlankMatch::exact, diff::BlankMatch::ignore_changes, diff::BlankMatch::fixed}) {
    diff::GitApplyRules rules;
    rules.match = match;
    rules.fix_added = match == diff::BlankMatch::fixed;
    rules.least_context = match == diff::BlankMatch::exact ? UINT64_MAX : 1;
    rules.direction = direction;
    diff::GitImage image(text, rules);
    for (const diff::GitHunk& hunk : patch.hunks) image.apply(hunk);
    image.pieces();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string old_side = old_side_of(text);
  diff::GitReadHooks hooks;
  hooks.rule_of = [](const diff::GitPatch&) { return diff::WhitespaceRule(); };
  hooks.whitespace = [size](const diff::WhitespaceFinding& finding) {
    if (finding.text.size() > size) std::abort();
  };
  for (diff::Direction direction : {diff::Direction::forward, diff::Direction::reverse}) {
    GitLog log;
    diff::GitReadState state;
    state.direction = direction;
    state.recount = size % 2 == 1;
    state.inflate_limit = 1 << 20;
    diff::GitReader reader(text, state, hooks, log);
    for (diff::GitPatch patch; reader.next(patch) == diff::GitReader::Step::patch; patch = {}) {
      if (direction == diff::Direction::reverse) diff::reverse_patch(patch);
      diff::print_patch(patch, direction);
      diff::print_summary({&patch});
      apply(patch, old_side, direction);
    }
  }
  return 0;
}
