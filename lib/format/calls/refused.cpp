// Edits in shapes that are seen and never read: a call in YAML, TOML or Python, an agent's report of an edit that it
// made, a stream of deltas. Each is refused in words.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "format/basis/findings.h"
#include "format/basis/line.h"
#include "format/calls/calls.h"
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

// "print(default_api.write_file(path='a.c', content='...'))"
std::optional<Refused> python_call(std::string_view, const Line& line) {
  constexpr std::string_view kSign = "default_api.";
  size_t at = line.text.find(kSign);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view name = line.text.substr(at + kSign.size());
  if (!is_name_of_writer(name.substr(0, name.find('(')))) return std::nullopt;
  return Refused{"a call in Python is not read", "give the call as JSON, its texts as strings", "", line.next};
}

// "write_file("a.c", "...")" as a line of its own: of a program, where the block is one.
constexpr const char* kWrittenCall = "a call as programs write it is not read";
std::optional<Refused> written_call(std::string_view, const Line& line) {
  std::string_view text = trim(line.text);
  size_t open = text.find('(');
  std::string_view name = text.substr(0, open);
  bool tool = open != std::string_view::npos && text.ends_with(')') && name.find('_') != std::string_view::npos &&
      name.find_first_of(" \"'`.=") == std::string_view::npos && is_name_of_writer(name);
  if (!tool || line.text.front() == ' ') return std::nullopt;
  for (size_t quote = text.find_first_of("\"'", open); quote != std::string_view::npos;) {
    size_t end = text.find(text[quote], quote + 1);
    if (end == std::string_view::npos) break;
    std::string_view path = text.substr(quote + 1, end - quote - 1);
    if (is_path_text(path) && is_likely_file(path, Written::bare))
      return Refused{kWrittenCall, "give the call as JSON, its texts as strings", std::string(path), line.next};
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

// "=== src/a.c ===", "FILE: src/a.c", "File: src/a.c" over a rule.
std::string path_of_section(std::string_view text, const Line& line) {
  constexpr std::string_view kRule = "===", kWord = "FILE: ";
  bool ruled = line.text.size() > 2 * kRule.size() && line.text.starts_with(kRule) && line.text.ends_with(kRule);
  bool named = same_letters(line.text.substr(0, kWord.size()), kWord);
  if (named && !line.text.starts_with(kWord)) named = line_from(text, line.next).text.starts_with(kRule);
  if (!ruled && !named) return {};
  std::string path = path_in_line(line.text);
  return is_likely_file(path, Written::bare) ? path : std::string();
}

// Files one after another in plain text: where each ends, only its author knows.
std::optional<Refused> section(std::string_view text, const Line& first) {
  std::string path = path_of_section(text, first);
  if (path.empty()) return std::nullopt;
  Line line = line_from(text, first.next);
  if (line.text.starts_with("===")) line = line_from(text, line.next);
  if (is_blank(line.text)) line = line_from(text, std::min(line.next, text.size()));
  constexpr std::string_view kOther[] = {"```", "~~~", "<<<", "--- ", "@@", "{", "[{", "***", "diff --git"};
  if (is_blank(line.text) || begins_with_one_of(kOther, trim(line.text))) return std::nullopt;
  while (line.start < text.size() && !is_blank(line.text)) line = line_from(text, line.next);
  return Refused{"files one after another in plain text are not read",
      "give each file in a code block of its own, its path on the line above it", std::move(path), line.start};
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
  return Refused{"code that is only indented is not read",
      "give the file in a code block, its path on the line above it", std::move(path), line.next};
}

// "#+begin_src c :tangle src/a.c"; ".. code-block:: c" over ":caption: src/a.c".
std::optional<Refused> other_markup(std::string_view text, const Line& line) {
  constexpr std::string_view kOrg = "#+begin_src", kTangle = ":tangle ",
                             kRest = ".. code-block::", kCaption = ":caption:";
  std::string_view path;
  size_t tangle = line.text.find(kTangle);
  Line second = line_from(text, line.next);
  std::string_view below = trim(second.text);
  if (same_letters(line.text.substr(0, kOrg.size()), kOrg) && tangle != std::string_view::npos)
    path = line.text.substr(tangle + kTangle.size());
  else if (line.text.starts_with(kRest) && below.starts_with(kCaption)) path = trim(below.substr(kCaption.size()));
  path = path.substr(0, path.find(' '));
  if (!is_path_text(path) || !is_likely_file(path, Written::bare)) return std::nullopt;
  return Refused{"a code block in another markup than Markdown is not read",
      "give the file in a code block, its path on the line above it", std::string(path), second.next};
}

using Recognize = std::optional<Refused> (*)(std::string_view text, const Line& line);
constexpr Recognize kRefusedShapes[] = {
    edit_of_lines, section, indented_file, yaml_call, report, written_call, other_markup, stream};
constexpr Recognize kRefusedFurtherDown[] = {yaml_call, python_call, edit_of_lines};

std::optional<Refused> refused_at(
    std::string_view text, const Line& line, std::span<const Recognize> shapes = kRefusedShapes) {
  for (Recognize recognize : shapes)
    if (std::optional<Refused> found = recognize(text, line)) return found;
  return std::nullopt;
}

std::optional<Refused> first_refused(std::string_view body) {
  size_t start = std::min(body.find_first_not_of("\r\n"), body.size());
  if (std::optional<Refused> found = refused_at(body, line_from(body, start))) return found;
  for (size_t lines = 0; lines < kMostYamlLines && start < body.size(); ++lines) {
    Line line = line_from(body, start);
    if (std::optional<Refused> found = refused_at(body, line, kRefusedFurtherDown)) return found;
    start = line.next;
  }
  return std::nullopt;
}

}  // namespace

std::optional<BareText> bare_refused(const BareStart& start) {
  std::optional<Refused> found = refused_at(start.text, start.line);
  return found ? std::optional(BareText{start.line.start, found->end}) : std::nullopt;
}

bool detect_refused(const Block& block) {
  bool shown = block.naming.labels.shown || command_language(block.info) != nullptr;
  std::optional<Refused> found =
      block.naming.path.empty() && !shown ? first_refused(block.body) : std::optional<Refused>();
  constexpr std::string_view kNoProgram[] = {"", "text", "tool_code", "tool_call"};
  return found && (found->what != kWrittenCall || is_one_of(kNoProgram, language_of(block.info)));
}

void parse_refused(BlockReading& reading) {
  std::optional<Refused> found = first_refused(reading.block.body);
  reading.findings.about(found->path);
  std::string about = found->path.empty() ? std::string() : ", for " + excerpt_in_quotes(found->path);
  reading.findings.error(Code::block_unread, 0, "", found->what + about, found->hint);
}

}  // namespace aptix::format
