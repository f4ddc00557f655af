// What is seen and never read: context diffs, as 'diff -c' prints them, and blocks that were cut before they could be
// told apart. Passing one over would apply half of an answer.
#include "answer/basis/line.h"
#include "answer/forms/forms.h"
#include "answer/tree/vocabulary.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

bool begins_context_diff(std::string_view text, const Line& line) {
  if (!line.text.starts_with("*** ")) return false;
  Line second = line_from(text, line.next);
  return second.text.starts_with("--- ") && line_from(text, second.next).text.starts_with("***************");
}

}  // namespace

std::optional<BareText> bare_context_diff(const BareStart& start) {
  if (!begins_context_diff(start.text, start.line)) return std::nullopt;
  constexpr std::string_view kLines[] = {"***", "--- ", "  ", "! ", "+ ", "- "};
  Line line = start.line;
  while (line.start < start.text.size() && begins_with_one_of(kLines, line.text))
    line = line_from(start.text, line.next);
  return BareText{start.line.start, line.start};
}

bool detect_context_diff(const Block& block) {
  return !block.naming.labels.shown && !is_for_diffs(block.naming.path) &&
      begins_context_diff(block.body, line_from(block.body, 0));
}

void parse_context_diff(BlockReading& reading) {
  std::string_view path = line_from(reading.block.body, 0).text.substr(4);
  path = path.substr(0, path.find('\t'));
  if (!is_path_text(path)) path = {};
  reading.findings.about(path);
  reading.findings.error(Code::block_unread, 0, "",
      "a context diff is not read" + (path.empty() ? std::string() : ", for " + excerpt_in_quotes(path)),
      "give a unified diff, as 'diff -u' and 'git diff' print it");
}

bool detect_cut(const Block& block) { return block.form == Block::Form::fenced && !block.closed; }

void parse_cut(BlockReading& reading) {
  reading.findings.error(Code::block_unterminated, 0, "",
      "the code block has no closing fence and holds no whole document: the answer may be cut short",
      "ask for the whole answer again");
}

}  // namespace aptix::answer
