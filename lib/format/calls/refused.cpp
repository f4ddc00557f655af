// Edits in shapes that are seen and never read: a call in YAML or Python, an agent's report of an edit that it made, a
// stream of deltas. Each is refused in words.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "format/calls/vocabulary.h"
#include "format/find/line.h"
#include "format/findings.h"
#include "format/forms/forms.h"

namespace aptix::format {
namespace {

struct Refused {
  const char* what = nullptr;
  const char* hint = nullptr;
  std::string path;
  size_t end = 0;  // after its last line
};

constexpr size_t kMostYamlLines = 200;

// "path: src/a.c" as its key and its value.
struct Pair {
  std::string_view key, value;
};
Pair pair_in(std::string_view line) {
  line = trim(line);
  if (line.starts_with("- ")) line = trim(line.substr(2));
  size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.substr(0, colon).find_first_of(" \"'`{[<") != std::string_view::npos)
    return {};
  return {line.substr(0, colon), trim(line.substr(colon + 1))};
}

// "path: src/a.c", and below it "old: ..." and "new: ...".
std::optional<Refused> yaml_call(std::string_view text, const Line& first) {
  Pair path = pair_in(first.text);
  if (!is_path_key(path.key) || !is_path_text(path.value)) return std::nullopt;
  bool old_text = false, new_text = false;
  Line line = first;
  for (size_t lines = 0; lines < kMostYamlLines && line.start < text.size() && !is_blank(line.text); ++lines) {
    Meaning meaning = meaning_of(pair_in(line.text).key);
    if (meaning == Meaning::path && lines != 0) break;
    old_text = old_text || meaning == Meaning::old_text;
    new_text = new_text || meaning == Meaning::new_text;
    line = line_from(text, line.next);
  }
  if (!old_text || !new_text) return std::nullopt;
  return Refused{
      "a call in YAML is not read", "give the call as JSON, its texts as strings", std::string(path.value), line.start};
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
std::optional<Refused> python_call(const Line& line) {
  constexpr std::string_view kSign = "default_api.";
  size_t at = line.text.find(kSign);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view name = line.text.substr(at + kSign.size());
  if (!is_name_of_writer(name.substr(0, name.find('(')))) return std::nullopt;
  return Refused{"a call in Python is not read", "give the call as JSON, its texts as strings", "", line.next};
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

std::optional<Refused> refused_at(std::string_view text, const Line& line) {
  if (auto found = yaml_call(text, line)) return found;
  if (auto found = report(text, line)) return found;
  return stream(text, line);
}

std::optional<Refused> first_refused(std::string_view body) {
  size_t start = std::min(body.find_first_not_of("\r\n"), body.size());
  if (auto found = refused_at(body, line_from(body, start))) return found;
  for (size_t lines = 0; lines < kMostYamlLines && start < body.size(); ++lines) {
    Line line = line_from(body, start);
    if (auto found = yaml_call(body, line)) return found;
    if (auto found = python_call(line)) return found;
    start = line.next;
  }
  return std::nullopt;
}

}  // namespace

std::optional<BareText> bare_refused(const BareStart& start) {
  std::optional<Refused> found = refused_at(start.text, start.line);
  return found ? std::optional(BareText{start.line.start, found->end}) : std::nullopt;
}

bool detect_refused(const Block& block) { return block.naming.path.empty() && first_refused(block.body).has_value(); }

Diagnostics parse_refused(const Input& input, const Block& block, const ParseOptions&, Plan&) {
  Findings findings(input, block);
  std::optional<Refused> found = first_refused(block.body);
  findings.about(found->path);
  std::string about = found->path.empty() ? std::string() : ", for '" + excerpt_for_display(found->path) + "'";
  findings.error(Code::block_unread, 0, "", found->what + about, found->hint);
  return findings.take();
}

}  // namespace aptix::format
