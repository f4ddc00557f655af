// Unified diffs as blocks of their own: APTIX_FILE_SPEC §3, and what models write instead.
#include "answer/basis/line.h"
#include "answer/edits/diff_edits.h"
#include "answer/forms/forms.h"
#include "answer/name/file_kinds.h"
#include "base/text/ascii.h"
#include "base/text/text.h"
#include "diff/read/unified.h"

namespace aptix::answer {
namespace {

constexpr std::string_view kPlainLanguages[] = {"", "text", "txt", "plaintext"};
constexpr std::string_view kFirstLines[] = {
    "diff ", "--- ", "+++ ", "@@", "Index: ", "From ", "rename from ", "copy from "};

bool begins_as_diff(std::string_view text) {
  return begins_with_one_of(kFirstLines, line_from(text, after_space(text)).text);
}

// By the answer, where the lines of the diff do not say it. A doubtful name is enough where lines go: they have to
// stand in the file.
std::string named_nearby(const Block& block) {
  const Naming& naming = block.naming;
  bool removes = block.body.starts_with('-') || block.body.find("\n-") != std::string_view::npos;
  if (naming.is_for_edit()) return naming.cited ? std::string() : naming.path;
  return removes ? naming.doubtful : std::string();
}

// After the line that names the file.
Line hunk_start(const Block& block) {
  const Naming& naming = block.naming;
  return line_from(block.body, naming.name_line_size == 0 ? 0 : line_from(block.body, naming.name_line).next);
}

// Without a hunk header, of lines that are all marked: a hunk, where the answer says which file it is for.
bool is_lone_hunk(const Block& block) {
  if (block.form != Block::Form::fenced || named_nearby(block).empty()) return false;
  if (!is_diff_language(block.info)) return false;
  bool changes = false;
  for (Line line = hunk_start(block); line.start < block.body.size(); line = line_from(block.body, line.next)) {
    if (line.text.empty()) continue;
    if (std::string_view(" +-\\").find(line.text.front()) == std::string_view::npos) return false;
    changes = changes || line.text.front() == '+' || line.text.front() == '-';
  }
  return changes;
}

}  // namespace

// Source code that quotes a diff is not one: in a block of another language it must begin as one.
bool detect_diff(const Block& block) {
  if (block.form == Block::Form::bare) return begins_as_diff(block.body);
  bool may_stand_anywhere = is_diff_language(block.info) || is_one_of(kPlainLanguages, language_of(block.info));
  bool has_header = (may_stand_anywhere || begins_as_diff(block.body)) && diff::looks_like_unified(block.body);
  return has_header || is_lone_hunk(block);
}

bool looks_like_lost_diff(const Block& block) {
  return block.form == Block::Form::fenced && is_diff_language(block.info) && !is_blank(block.body);
}

bool is_for_diffs(std::string_view path) { return path.ends_with(".diff") || path.ends_with(".patch"); }

void parse_diff(BlockReading& reading) {
  const Block& block = reading.block;
  std::string_view input = reading.input.bytes;
  DiffSource diff;
  diff.text = reading.keep(block.body);
  if (is_lone_hunk(block) && !diff::looks_like_unified(block.body)) {
    size_t start = hunk_start(block).start;
    diff.text = reading.plan.keep("@@\n" + std::string(block.body.substr(start)));
    diff.text_before = 3;
  }
  diff.name_hint = named_nearby(block);
  diff.in_call = block.naming.by == Naming::By::call;
  bool something_after = !is_blank(input.substr(block.end));
  diff.end_is_certain = something_after || (block.form == Block::Form::fenced && block.closed);
  diff.fence_is_open = block.form == Block::Form::fenced && !block.closed && !something_after;
  diff.ends_input = block.end == input.size();
  read_diff_text(reading, diff);
}

}  // namespace aptix::answer
