// Edits in shapes that are seen and never read: a call in YAML, TOML or Python, an agent's report of an edit that it
// made, a stream of deltas, a context diff. Each is refused in words.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "format/basis/findings.h"
#include "format/basis/line.h"
#include "format/calls/calls.h"
#include "format/calls/shell.h"
#include "format/forms/forms.h"
#include "format/json/vocabulary.h"
#include "format/names/file_kinds.h"
#include "format/names/file_words.h"
#include "format/names/line_names.h"

namespace aptix::format {
namespace {

struct Refused {
  const char* what = nullptr;
  const char* hint = nullptr;
  std::string path;
  size_t end = 0;  // after its last line
};

constexpr size_t kMostYamlLines = 200;

Refused in_no_block(std::string path, size_t end) {
  return {"a file that stands in no code block is not read", "give it in a code block, its path on the line above it",
      std::move(path), end};
}

// "path: src/a.c", `path = "src/a.c"` as its key and its value, without the quotes of one line.
struct Pair {
  std::string_view key, value;
};
Pair pair_in(std::string_view line) {
  line = trim(line);
  if (line.starts_with("- ")) line = trim(line.substr(2));
  size_t sign = line.find_first_of(":=");
  if (sign == std::string_view::npos) return {};
  bool equals = line[sign] == '=';
  std::string_view key = equals ? trim(line.substr(0, sign)) : line.substr(0, sign);
  if (key.find_first_of(" \"'`{[<") != std::string_view::npos) return {};
  std::string_view value = trim(line.substr(sign + 1));
  bool quoted = equals && value.size() > 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0];
  return {key, quoted && value[1] != value[0] ? value.substr(1, value.size() - 2) : value};
}

// "content: |": the lines of a file follow.
bool holds_file(Meaning meaning, std::string_view value) {
  constexpr std::string_view kOpenings[] = {"|", "\"\"\"", "'''"};
  return (meaning == Meaning::plain_content || meaning == Meaning::content) && begins_with_one_of(kOpenings, value);
}

// "path: src/a.c", and below it "old: ..." and "new: ...".
std::optional<Refused> yaml_call(std::string_view text, const Line& first) {
  Pair path = pair_in(first.text);
  if (path.value.empty() || !is_path_key(path.key) || !is_path_text(path.value)) return std::nullopt;
  bool old_text = false, new_text = false;
  Line line = first;
  for (size_t lines = 0; lines < kMostYamlLines && line.start < text.size() && !is_blank(line.text); ++lines) {
    Pair pair = pair_in(line.text);
    Meaning meaning = meaning_of(pair.key);
    if (meaning == Meaning::path && lines != 0) break;
    bool whole = holds_file(meaning, pair.value);
    old_text = old_text || whole || meaning == Meaning::old_text;
    new_text = new_text || whole || meaning == Meaning::new_text;
    line = line_from(text, line.next);
  }
  if (!old_text || !new_text) return std::nullopt;
  return Refused{"a call in YAML or TOML is not read", "give the call as JSON, its texts as strings",
      std::string(path.value), line.start};
}

// "⏺ Update(src/a.c)" over "  ⎿  Updated src/a.c with 1 addition"; "• Edited src/a.c (+1 -1)".
std::optional<Refused> report(std::string_view text, const Line& first) {
  constexpr std::string_view kMarks[] = {"⏺ ", "● ", "• "};
  constexpr std::string_view kVerbs[] = {"Update(", "Edit(", "Write(", "MultiEdit(", "Create(", "Edited ", "Added "};
  auto mark =
      std::find_if(std::begin(kMarks), std::end(kMarks), [&](std::string_view m) { return first.text.starts_with(m); });
  if (mark == std::end(kMarks)) return std::nullopt;
  std::string_view rest = first.text.substr(mark->size());
  auto verb =
      std::find_if(std::begin(kVerbs), std::end(kVerbs), [&](std::string_view v) { return rest.starts_with(v); });
  if (verb == std::end(kVerbs)) return std::nullopt;
  rest.remove_prefix(verb->size());
  std::string_view path = rest.substr(0, rest.find_first_of(") "));
  Line line = line_from(text, first.next);
  bool result = verb->ends_with('(') ? trim(line.text).starts_with("⎿") : rest.find("(+") != std::string_view::npos;
  if (!result || !is_path_text(path)) return std::nullopt;
  while (line.start < text.size() && (line.text.starts_with(' ') || line.text.starts_with('\t')))
    line = line_from(text, line.next);
  return Refused{"an agent reports here an edit that it made", "give the edit itself, as a diff or a call",
      std::string(path), line.start};
}

// "write_file("a.c", "...")", "print(default_api.write_file(path='a.c', content='...'))" as a line of its own: of a
// program, where the block is one.
std::optional<Refused> written_call(std::string_view, const Line& line) {
  std::string_view text = trim(line.text);
  size_t quote = text.find_first_of("\"'");
  size_t open = quote == std::string_view::npos ? quote : text.rfind('(', quote);
  if (open == std::string_view::npos || !text.ends_with(')') || line.text.front() == ' ') return std::nullopt;
  std::string_view name = text.substr(0, open);
  if (name.find_first_of(" `=") != std::string_view::npos) return std::nullopt;
  name.remove_prefix(name.find_last_of(".(") + 1);
  if (name.find('_') == std::string_view::npos || !is_name_of_writer(name)) return std::nullopt;
  while (quote != std::string_view::npos) {
    size_t end = text.find(text[quote], quote + 1);
    if (end == std::string_view::npos) break;
    std::string_view path = text.substr(quote + 1, end - quote - 1);
    if (is_path_text(path) && is_likely_file(path, Written::bare))
      return Refused{"a call as programs write it is not read", "give the call as JSON, its texts as strings",
          std::string(path), line.next};
    quote = text.find_first_of("\"'", end + 1);
  }
  return std::nullopt;
}

// Server-sent events: "data: {"choices":[{"delta":{"content":"..."}}]}".
std::optional<Refused> stream(std::string_view text, const Line& first) {
  if (!first.text.starts_with("data: {") || first.text.find("delta\"") == std::string_view::npos) return std::nullopt;
  Line line = first;
  while (line.start < text.size() &&
      (is_blank(line.text) || line.text.starts_with("data:") || line.text.starts_with("event:")))
    line = line_from(text, line.next);
  return Refused{"a stream of deltas is not read", "join the texts of its events to the answer", "", line.start};
}

// "edit 12:14", the new lines, "end_of_edit".
std::optional<Refused> edit_of_lines(std::string_view text, const Line& first) {
  constexpr std::string_view kEdit = "edit ";
  std::string_view range = first.text.substr(std::min(kEdit.size(), first.text.size()));
  if (!first.text.starts_with(kEdit) || range.find(':') == std::string_view::npos ||
      range.find_first_not_of("0123456789:") != std::string_view::npos)
    return std::nullopt;
  constexpr size_t kLongestEdit = 1u << 16;
  size_t end = text.substr(0, first.start + kLongestEdit).find("\nend_of_edit", first.start);
  if (end == std::string_view::npos) return std::nullopt;
  return Refused{"an edit by the numbers of lines alone is not read", "give the old text of the lines as well", "",
      line_from(text, end + 1).next};
}

// "file: src/a.c" and "**File:** src/a.c" as its key and its value, without what sets them off.
Pair labelled_in(std::string_view line) {
  constexpr std::string_view kMarks = "*_` ";
  line.remove_prefix(std::min(line.find_first_not_of("*_- "), line.size()));
  Pair pair = pair_in(line);
  size_t first = std::min(pair.value.find_first_not_of(kMarks), pair.value.size());
  return {pair.key, pair.value.substr(first, pair.value.find_last_not_of(kMarks) + 1 - first)};
}

// "src/a.c" of "--- FILE: src/a.c ---" and "BEGIN FILE src/a.c"; "" for another line.
std::string_view after_word_file(std::string_view line) {
  constexpr std::string_view kBegin = "BEGIN ", kFile = "FILE";
  line.remove_prefix(std::min(line.find_first_not_of("-=@<[ "), line.size()));
  if (line.starts_with(kBegin)) line.remove_prefix(kBegin.size());
  if (!line.starts_with(kFile)) return {};
  line.remove_prefix(kFile.size());
  return line.starts_with(' ') || line.starts_with(": ") ? line.substr(0, line.find_last_not_of("-=@>] ") + 1)
                                                         : std::string_view();
}

// "=== src/a.c ===", "FILE: src/a.c", "File: src/a.c" over a rule.
std::string path_of_section(std::string_view text, const Line& line) {
  constexpr std::string_view kRule = "===", kWord = "FILE: ";
  bool ruled = line.text.size() > 2 * kRule.size() && line.text.starts_with(kRule) && line.text.ends_with(kRule);
  bool named = same_letters(line.text.substr(0, kWord.size()), kWord);
  if (named && !line.text.starts_with(kWord)) named = line_from(text, line.next).text.starts_with(kRule);
  std::string path = ruled || named ? path_in_line(line.text) : std::string();
  if (std::string_view word = after_word_file(line.text); !word.empty()) path = path_in_line(word.substr(1));
  return is_likely_file(path, Written::bare) ? path : std::string();
}

// The text from the line on, where it is no edit of another form: where it ends, only its author knows.
std::optional<Refused> plain_file(std::string_view text, Line line, std::string path) {
  constexpr std::string_view kOther[] = {"```", "~~~", "<<<", "--- ", "@@", "{", "[{", "***", "diff --git"};
  if (is_blank(line.text)) line = line_from(text, std::min(line.next, text.size()));
  if (is_blank(line.text) || begins_with_one_of(kOther, trim(line.text))) return std::nullopt;
  while (line.start < text.size() && !is_blank(line.text)) line = line_from(text, line.next);
  return in_no_block(std::move(path), line.start);
}

// Files one after another in plain text.
std::optional<Refused> section(std::string_view text, const Line& first) {
  std::string path = path_of_section(text, first);
  if (path.empty()) return std::nullopt;
  Line line = line_from(text, first.next);
  if (line.text.starts_with("===")) line = line_from(text, line.next);
  return plain_file(text, line, std::move(path));
}

// "file: src/a.c" over "content: ...", or over that line and the content.
std::optional<Refused> labelled_file(std::string_view text, const Line& first) {
  Pair path = labelled_in(first.text);
  if (!is_path_text(path.value) || !is_path_key(path.key)) return std::nullopt;
  Line line = line_from(text, first.next);
  Pair content = labelled_in(line.text);
  if (meaning_of(content.key) != Meaning::plain_content) return std::nullopt;
  if (content.value.empty()) line = line_from(text, line.next);
  return plain_file(text, line, std::string(path.value));
}

// "**src/a.c**" over code that is indented and in no fence.
std::optional<Refused> indented_file(std::string_view text, const Line& first) {
  if (first.text.empty() || std::string_view("#*`[").find(first.text.front()) == std::string_view::npos)
    return std::nullopt;
  Line line = line_from(text, first.next);
  if (is_blank(line.text)) line = line_from(text, std::min(line.next, text.size()));
  bool code = line.text.starts_with("    ") || line.text.starts_with('\t');
  std::string_view begin = trim(line.text);
  if (!code || begin.empty() || std::string_view("`~-*+>").find(begin.front()) != std::string_view::npos)
    return std::nullopt;
  std::string path = path_in_line(first.text);
  if (!is_likely_file(path, Written::bare)) return std::nullopt;
  return in_no_block(std::move(path), line.next);
}

// "#+begin_src c :tangle src/a.c"; ".. code-block:: c" over ":caption: src/a.c"; "[source,c]" over ".src/a.c".
std::optional<Refused> other_markup(std::string_view text, const Line& line) {
  constexpr std::string_view kOrg = "#+begin_src", kTangle = ":tangle ",
                             kRest = ".. code-block::", kCaption = ":caption:", kAsciiDoc = "[source,";
  std::string_view path;
  size_t tangle = line.text.find(kTangle);
  Line second = line_from(text, line.next);
  std::string_view below = trim(second.text);
  if (same_letters(line.text.substr(0, kOrg.size()), kOrg) && tangle != std::string_view::npos)
    path = line.text.substr(tangle + kTangle.size());
  else if (line.text.starts_with(kRest) && below.starts_with(kCaption)) path = trim(below.substr(kCaption.size()));
  else if (line.text.starts_with(kAsciiDoc) && below.starts_with('.')) path = below.substr(1);
  path = path.substr(0, path.find(' '));
  if (!is_path_text(path) || !is_likely_file(path, Written::bare)) return std::nullopt;
  return in_no_block(std::string(path), second.next);
}

// "cat > src/a.c <<'EOF'" in the prose, up to its end: in a code block commands are looked at as such.
std::optional<Refused> here_document(std::string_view text, const Line& first) {
  size_t sign = first.text.find("<<");
  std::string path = sign == std::string_view::npos ? std::string() : written_by_commands(first.text);
  if (path.empty()) return std::nullopt;
  constexpr std::string_view kAround = "-'\"\\ >";
  std::string_view end =
      first.text.substr(std::min(first.text.find_first_not_of(kAround, sign + 2), first.text.size()));
  end = end.substr(0, end.find_first_of(kAround));
  Line line = line_from(text, first.next);
  while (line.start < text.size() && line.text != end) line = line_from(text, line.next);
  return in_no_block(std::move(path), line.next);
}

// "*** src/a.c", "--- src/a.c" and a line of stars.
std::optional<Refused> context_diff(std::string_view text, const Line& first) {
  if (!begins_context_diff(text, first)) return std::nullopt;
  constexpr std::string_view kOfContextDiff[] = {"***", "--- ", "  ", "! ", "+ ", "- "};
  std::string_view path = first.text.substr(4);
  path = path.substr(0, path.find('\t'));
  Line line = first;
  while (line.start < text.size() && begins_with_one_of(kOfContextDiff, line.text)) line = line_from(text, line.next);
  return Refused{"a context diff is not read", "give a unified diff, as 'diff -u' and 'git diff' print it",
      is_path_text(path) ? std::string(path) : std::string(), line.start};
}

using Recognize = std::optional<Refused> (*)(std::string_view text, const Line& line);
// The last of them are looked for in the prose alone, the one before in text as well, and in no program.
constexpr Recognize kRefusedShapes[] = {edit_of_lines, yaml_call, section, indented_file, report, other_markup, stream,
    context_diff, written_call, labelled_file, here_document};
constexpr size_t kOfPrograms = 8, kOfTexts = 9, kOfProse = std::size(kRefusedShapes);
constexpr Recognize kRefusedFurtherDown[] = {yaml_call, edit_of_lines, written_call};

std::optional<Refused> refused_at(std::string_view text, const Line& line, std::span<const Recognize> shapes) {
  for (Recognize recognize : shapes)
    if (std::optional<Refused> found = recognize(text, line)) return found;
  return std::nullopt;
}

std::optional<Refused> first_refused(const Block& block) {
  constexpr std::string_view kNoProgram[] = {"", "text", "tool_code", "tool_call"};
  std::string_view body = block.body;
  size_t start = std::min(body.find_first_not_of("\r\n"), body.size());
  Line first = line_from(body, start);
  bool prose = block.form != Block::Form::fenced;
  size_t shapes = prose ? kOfProse : is_one_of(kNoProgram, language_of(block.info)) ? kOfTexts : kOfPrograms;
  std::optional<Refused> found = refused_at(body, first, std::span(kRefusedShapes).first(shapes));
  for (size_t lines = 0; !found && lines < kMostYamlLines && start < body.size(); ++lines) {
    Line line = line_from(body, start);
    found = refused_at(body, line, std::span(kRefusedFurtherDown).first(shapes == kOfPrograms ? 2 : 3));
    start = line.next;
  }
  return found;
}

}  // namespace

std::optional<BareText> bare_refused(const BareStart& start) {
  std::optional<Refused> found = refused_at(start.text, start.line, kRefusedShapes);
  return found ? std::optional(BareText{start.line.start, found->end}) : std::nullopt;
}

bool detect_refused(const Block& block) {
  if (block.naming.labels.shown) return false;
  if (begins_context_diff(block.body, line_from(block.body, 0))) return !is_for_diffs(block.naming.path);
  return block.naming.path.empty() && command_language(block.info) == nullptr && first_refused(block).has_value();
}

void parse_refused(BlockReading& reading) {
  std::optional<Refused> found = first_refused(reading.block);
  reading.findings.about(found->path);
  std::string about = found->path.empty() ? std::string() : ", for " + excerpt_in_quotes(found->path);
  reading.findings.error(Code::block_unread, 0, "", found->what + about, found->hint);
}

}  // namespace aptix::format
