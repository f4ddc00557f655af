// Fuzzes the strict reading of patches, printing them, and applying their hunks to a text made of the
// input, with every way to compare lines.
#include <cstdlib>
#include <string>
#include <string_view>

#include "git/image.h"
#include "git/print.h"
#include "git/reader.h"

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

void apply(const git::Patch& patch, std::string_view text, git::Direction direction) {
  for (git::BlankMatch match : {git::BlankMatch::exact, git::BlankMatch::ignore_changes, git::BlankMatch::fixed}) {
    git::ApplyRules rules;
    rules.match = match;
    rules.fix_added = match == git::BlankMatch::fixed;
    rules.least_context = match == git::BlankMatch::exact ? UINT64_MAX : 1;
    rules.direction = direction;
    git::Image image(text, rules);
    for (const git::Hunk& hunk : patch.hunks) image.apply(hunk);
    image.pieces();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string old_side = old_side_of(text);
  git::ReadHooks hooks;
  hooks.rule_of = [](const git::Patch&) { return git::WhitespaceRule(); };
  hooks.whitespace = [size](const git::WhitespaceFinding& finding) {
    if (finding.text.size() > size) std::abort();
  };
  for (git::Direction direction : {git::Direction::forward, git::Direction::reverse}) {
    GitLog log;
    git::ReadState state;
    state.direction = direction;
    state.recount = size % 2 == 1;
    state.inflate_limit = 1 << 20;
    git::PatchReader reader(text, state, hooks, log);
    for (git::Patch patch; reader.next(patch) == git::PatchReader::Step::patch; patch = {}) {
      if (direction == git::Direction::reverse) git::reverse_patch(patch);
      git::print_patch(patch, direction);
      git::print_summary({&patch});
      apply(patch, old_side, direction);
    }
  }
  return 0;
}
