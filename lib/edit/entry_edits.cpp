#include "edit/entry_edits.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "edit/left_out/left_out.h"
#include "edit/tree/result_rules.h"

namespace aptix::edit {

namespace {

bool looks_beyond_ascii(const diff::Hunk& hunk) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(),
      [](const diff::HunkLine& line) { return line.kind != diff::HunkLine::Kind::added && !is_ascii(line.text); });
}

// Has the text that the edit looks for letters beyond ASCII?
bool looks_beyond_ascii(const Edit& edit) {
  if (const auto* one = std::get_if<FindReplace>(&edit.what)) return !is_ascii(one->find);
  if (const auto* one = std::get_if<diff::Hunk>(&edit.what)) return looks_beyond_ascii(*one);
  if (const auto* one = std::get_if<TextBlock>(&edit.what)) return looks_beyond_ascii(one->lines);
  if (const auto* one = std::get_if<LineChange>(&edit.what))
    return !std::all_of(one->expected.begin(), one->expected.end(), is_ascii);
  return false;
}

}  // namespace

// Then no copied text can match: the file has other bytes.
void EntryEdits::explain_encoding(size_t at, Diagnostic& what) {
  bool missed = what.code == Code::match_not_found || what.code == Code::line_mismatch;
  if (!missed || !looks_beyond_ascii(entry.edits[at])) return;
  if (!other_encoding) other_encoding = is_other_encoding(original());
  if (!*other_encoding) return;
  what.notes.emplace_back("the file is not UTF-8, so that letters beyond ASCII are other bytes in it than in the edit");
  what.hint = "save the file as UTF-8 first, or find the place by lines of ASCII alone";
}

void EntryEdits::fail(size_t at, Diagnostic what) {
  explain_encoding(at, what);
  ok = false;
  outcomes[at].status = EditStatus::failed;
  outcomes[at].why =
      std::make_shared<Diagnostic>(bench.speaker.error(std::move(what), entry.path, entry.edits[at].origin));
}

void EntryEdits::fail_all(size_t first, size_t end, Diagnostic what) {
  ok = false;
  auto said = std::make_shared<Diagnostic>(bench.speaker.error(std::move(what), entry.path, entry.origin));
  for (size_t at = first; at < end; ++at) outcomes[at] = {.status = EditStatus::failed, .why = said};
}

void EntryEdits::warn(size_t at, Diagnostic what) {
  explain_encoding(at, what);
  outcomes[at].why =
      std::make_shared<Diagnostic>(bench.speaker.warning(std::move(what), entry.path, entry.edits[at].origin));
}

void EntryEdits::check_replaced(size_t at, const FindReplace& edit) {
  if (bench.options.allow_placeholders) return;
  if (auto found = left_out_in_place_of(edit.replace, edit.find, entry.path.str()))
    fail(at, placeholder_in("replacement", found->line, found->text));
}

std::string_view EntryEdits::original() {
  Result<FileState*> state = bench.states.at(entry.path);
  return state ? (*state)->before.bytes : std::string_view();
}

void EntryEdits::take_outcomes(size_t first, std::vector<EditOutcome>&& of_run) {
  if (of_run.size() == outcomes.size()) outcomes = std::move(of_run);
  else std::move(of_run.begin(), of_run.end(), outcomes.begin() + static_cast<ptrdiff_t>(first));
}

void EntryEdits::take_content(std::vector<std::string_view>&& pieces, std::deque<std::string>&& texts) {
  content.set(std::move(pieces));
  if (!texts.empty()) bench.changes.owners.push_back(std::make_shared<std::deque<std::string>>(std::move(texts)));
}

}  // namespace aptix::edit
