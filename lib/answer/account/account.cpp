#include "answer/account/account.h"

#include <fmt/format.h>

#include "answer/calls/calls.h"
#include "answer/name/file_words.h"
#include "answer/name/line_names.h"
#include "answer/outline/extract.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr const char* kAsDiff =
    "give it as a diff, or the whole file in the language of the file; '--block N' takes other blocks alone";
constexpr const char* kInCodeBlock =
    "give it in a code block: a diff, or the whole file with its path on the line above";

// {for_path} is " for 'a.c'", or nothing.
constexpr UnreadKind kCall = {"cannot read the call of {tool}{for_path}", "give the change in a file bundle or a diff"};
constexpr UnreadKind kResult = {kIsResult, "give the calls that are still to be made, without their results"};
constexpr UnreadKind kTag = {"cannot read the text in the tag '<{tag}>'{for_path}", kInCodeBlock};
constexpr UnreadKind kManyTags = {
    "there are too many tags in the prose to tell whether one holds an edit", kInCodeBlock};
constexpr UnreadKind kSuggests = {"cannot read the suggestion{for_path}: it does not say which lines it replaces",
    "give the old and the new lines, as a diff or a SEARCH/REPLACE block"};
constexpr UnreadKind kDiff = {"cannot read the block{for_path}: it is labelled as a diff but has no hunk header",
    "give each change a '@@' line, below '---' and '+++' lines that name the file"};
constexpr UnreadKind kFile = {"cannot read the code block{for_path}: it is not an edit of a known form", kAsDiff};
constexpr UnreadKind kName = {"it is not clear whether the code block is the file '{path}'",
    "put the path alone on the line above the code block, in backticks; '--block N' takes other blocks alone"};
constexpr UnreadKind kTwoNames = {"the words above the code block name more than one file: '{path}', '{other}'",
    "put the path of the one that is meant alone on the line above the code block, in backticks; '--block N' takes "
    "other blocks alone"};
constexpr UnreadKind kScript = {"it is not clear whether the code block is the file '{path}', or commands",
    "open it with the language of the file, or none, instead of that of a shell; '--block N' takes other blocks "
    "alone"};
constexpr UnreadKind kUnclearEnd = {"it is not clear where the code block for '{path}' ends: one in it may end there",
    "open and close it with a longer fence than those in it, as '````'; '--block N' takes other blocks alone"};
constexpr UnreadKind kHereDocuments = {"cannot read the commands that change '{path}'",
    "give nothing but 'cat >', 'mkdir -p', 'rm' and 'mv' in the block, or the change as a diff; '--block N' takes "
    "other blocks alone"};
constexpr UnreadKind kPair = {"an old and a new text are in no code block: they are not applied",
    "give them in a code block, as a diff or as SEARCH/REPLACE blocks"};
constexpr UnreadKind kMarkup = {"cannot read the code{for_path}: it is not in a Markdown code block", kInCodeBlock};

// `alone`: no block of the answer is read.
std::optional<Unread> look_at(const Input& input, const Block& block, bool alone) {
  Unread found{.kind = &kCall, .offset = block.offset};
  auto in_input = [&](size_t offset) { return block.to_input(input, offset) - input.base; };
  std::optional<FoundCall> call = unread_call_in(block.body);
  if (call && !(call->tool.empty() && block.naming.labels.shown)) {
    found.offset = in_input(call->offset);
    found.path = std::move(call->path);
    found.name = std::move(call->tool);
    return found;
  }
  found.kind = &kResult;
  if (!alone && holds_result(block.body)) return found;
  if (block.form != Block::Form::fenced) return std::nullopt;
  found.path = block.naming.path;
  found.kind = &kDiff;
  if (looks_like_lost_diff(block)) return found;
  found.kind = &kSuggests;
  if (language_of(block.info) == "suggestion") return found;
  // Commands that write a file with a here-document; if alone, also those that change a file in another way.
  bool commands = command_language(block.info) != nullptr;
  bool here = (commands || is_shell(language_of(block.info))) && block.body.find("<<") != std::string_view::npos;
  found.path = here || (alone && commands) ? changed_by_commands(block.body) : std::string();
  found.kind = &kHereDocuments;
  if (is_path_text(found.path)) return found;
  bool names = block.naming.by != Naming::By::nothing;
  found.kind = block.naming.doubtful.empty() ? &kFile
      : names                                ? &kUnclearEnd
      : commands                             ? &kScript
      : block.naming.or_doubtful.empty()     ? &kName
                                             : &kTwoNames;
  found.other = block.naming.or_doubtful;
  found.path = block.naming.is_for_edit() ? block.naming.path : block.naming.doubtful;
  return found.path.empty() ? std::nullopt : std::optional(std::move(found));
}

// An edit in tags on a line of prose: one that no reader looks for there ("So: <file path="a.c">"), or that none reads.
// `block`: where the next block begins. When `looks` is used up, the rest is reported as too much to tell.
std::optional<Unread> tag_in_line(std::string_view text, const Line& line, size_t block, size_t& looks) {
  constexpr size_t kLongestCallInLine = 64 << 10;   // bytes of a call that are looked at
  size_t seen_to = 0, last = line.text.rfind('`');  // npos: no code span is open
  bool open = false;
  auto in_code_span = [&](size_t at) {
    for (; seen_to < at; ++seen_to) open = open != (line.text[seen_to] == '`');
    return (at != 0 && line.text[at - 1] == '`') || (open && at < last);
  };
  for (size_t at = line.text.find('<'); at < line.text.size() && looks > 0; at = line.text.find('<', at + 1)) {
    bool begins_tag = at + 1 < line.text.size() && is_letter(line.text[at + 1]);
    if (!begins_tag || in_code_span(at)) continue;
    if (--looks == 0) return Unread{.kind = &kManyTags, .offset = line.start + at};
    Unread found{.kind = &kCall, .offset = line.start + at};
    std::string_view near = text.substr(0, found.offset + kLongestCallInLine);
    std::optional<MarkupCalls> calls = at == 0 ? std::nullopt : markup_calls(near, found.offset);
    std::optional<FoundCall> call = calls && !calls->calls.empty() ? unread_call(calls->calls[0]) : std::nullopt;
    if (call && !call->path.empty()) {
      found.path = std::move(call->path);
      found.name = std::move(call->tool);
      return found;
    }
    std::optional<TagOfEdit> tag = tag_of_edit_at(text, found.offset);
    if (!tag || tag->end > block) continue;
    found.kind = tag->moves ? &kCall : &kTag;
    found.path = std::move(tag->path);
    found.name = tag->name;
    return found;
  }
  return std::nullopt;
}

// Calls and results of calls outside of blocks and of thoughts.
void add_calls_in_prose(std::string_view text, const Extracted& answer, std::vector<Unread>& found) {
  size_t looks = 50'000;  // each may be some thousand bytes long
  for (size_t at = 0, next = 0; at < answer.prose.size(); ++at) {
    while (next < answer.blocks.size() && answer.blocks[next].prose <= at) ++next;
    Line line = line_from(text, answer.prose[at].start);
    if (line.text.starts_with('{') && holds_result(line.text))
      found.push_back({.kind = &kResult, .offset = line.start});
    size_t block = next < answer.blocks.size() ? answer.blocks[next].offset : text.size();
    if (std::optional<Unread> call = tag_in_line(text, line, block, looks)) found.push_back(std::move(*call));
  }
}

// "x = 1" in "`x = 1`"; "" for a text that is not one code span.
std::string_view code_span(std::string_view text) {
  text = trim(text);
  bool span = text.size() > 2 && text.starts_with('`') && text.find('`', 1) == text.size() - 1;
  return span ? text.substr(1, text.size() - 2) : std::string_view();
}

// The cells of a row of a table; or a label and its text: "**Find:** `x = 1`".
std::vector<std::string_view> parts_of(std::string_view line) {
  bool row = line.starts_with('|') && line.ends_with('|') && line.size() > 1;
  if (row) return split(line.substr(1, line.size() - 2), '|');
  size_t span = line.find('`');
  return span == line.npos ? std::vector<std::string_view>() : std::vector{line.substr(0, span), line.substr(span)};
}

// The column with that label.
size_t column_of(const std::vector<std::string_view>& parts, Label label) {
  auto part = std::find_if(parts.begin(), parts.end(), [&](std::string_view one) { return label_of(one) == label; });
  return static_cast<size_t>(part - parts.begin());
}

// The new text of "- x = 1" above "+ x = 2", or of "**Old:** `x = 1`" above "**New:** `x = 2`"; "" for other lines.
std::string_view new_text_of(const ProseLine& line, const ProseLine& next) {
  if (line.text.starts_with("- ") && next.text.starts_with("+ ") && !next.below_blank) return next.text.substr(2);
  std::vector<std::string_view> first = parts_of(line.text), second = parts_of(next.text);
  bool labelled = first.size() == 2 && second.size() == 2 && column_of(first, Label::old_text) == 0 &&
      column_of(second, Label::new_text) == 0;
  return labelled && !code_span(first[1]).empty() ? code_span(second[1]) : std::string_view();
}

// The file of a code block in another markup than Markdown that begins on the line. The path is in the line, or is all
// of the line above it: "\\begin{lstlisting}[caption=src/a.c]", "[source,c]" below ".src/a.c".
std::string file_of_other_markup(Prose prose, size_t at) {
  constexpr std::string_view kOpenings[] = {
      "\\begin{", "<pre", "[source", ".. code", ".. sourcecode", "#+begin_src", "#+BEGIN_SRC", "{code", "[code"};
  constexpr std::string_view kCuts = " \t,=[]{}|\"':;<>()`";
  if (!begins_with_one_of(kOpenings, prose[at].text)) return {};
  std::string_view above = at == 0 ? std::string_view() : prose[at - 1].text;
  std::string path = path_in_line(above.starts_with('.') ? above.substr(1) : above);
  if (is_likely_file(path, Written::bare)) return path;
  for (std::string_view rest = prose[at].text; !rest.empty();) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kCuts), rest.size()));
    std::string_view word = rest.substr(0, rest.find_first_of(kCuts));
    rest.remove_prefix(word.size());
    if (is_file(word, Written::bare) && is_likely_file(word, Written::bare)) return std::string(word);
  }
  return {};
}

bool names_file(std::string_view words) {
  std::vector<std::string> names = names_in_prose(words);
  names.push_back(path_in_line(words));
  return std::any_of(
      names.begin(), names.end(), [](const std::string& name) { return is_likely_file(name, Written::bare); });
}

// A table with a column of old texts and one of new texts.
struct Table {
  size_t old_text = 0, new_text = 0;  // columns
  size_t width = 0;                   // 0: no such table
  bool of_file = false;               // the line above it, or the heading, names a file

  // The new text of a row if the old one is a code span, too, and a file is named: other tables compare things.
  std::string_view new_text_of(const std::vector<std::string_view>& cells) const {
    bool named = of_file;
    for (size_t at = 0; at < width && !named; ++at) named = at != old_text && at != new_text && names_file(cells[at]);
    return named && !code_span(cells[old_text]).empty() ? code_span(cells[new_text]) : std::string_view();
  }
};

// Text outside of blocks in the shape of an edit. It is never applied, so it is reported unless some block has the new
// text.
void add_edits_in_prose(const Extracted& answer, std::vector<Unread>& found) {
  size_t looks = size_t{64} << 20;  // bytes of edits that may be searched
  auto add = [&](const ProseLine& line, std::string_view new_text) {
    if (new_text.empty()) return;
    bool is_read = std::any_of(answer.blocks.begin(), answer.blocks.end(), [&](const Block& block) {
      if (block.format == nullptr || block.body.size() > looks) return false;
      looks -= block.body.size();
      return block.body.find(new_text) != block.body.npos;
    });
    if (!is_read) found.push_back({.kind = &kPair, .offset = line.start});
  };
  Table table;
  std::string_view heading;
  for (size_t at = 0, block = 0; at < answer.prose.size(); ++at) {
    const ProseLine& line = answer.prose[at];
    std::string path = file_of_other_markup(answer.prose, at);
    if (!path.empty() && (found.empty() || found.back().path != path))
      found.push_back({.kind = &kMarkup, .offset = line.start, .path = std::move(path)});
    while (block < answer.blocks.size() && answer.blocks[block].prose <= at) ++block;
    bool above_block = block < answer.blocks.size() && answer.blocks[block].prose == at + 1;
    if (at + 1 < answer.prose.size() && !above_block) add(line, new_text_of(line, answer.prose[at + 1]));
    std::vector<std::string_view> cells = parts_of(line.text);
    if (table.width != 0 && cells.size() == table.width && !line.below_blank) add(line, table.new_text_of(cells));
    else {
      table = {column_of(cells, Label::old_text), column_of(cells, Label::new_text)};
      if (std::max(table.old_text, table.new_text) < cells.size()) {
        table.width = cells.size();
        table.of_file = names_file(heading) || (at != 0 && names_file(answer.prose[at - 1].text));
      }
    }
    if (line.text.starts_with('#')) heading = line.text;
  }
}

// May a block in that language wrap a document? Text, a shell and data may.
bool may_wrap_document(std::string_view info) {
  constexpr std::string_view kData[] = {"markdown", "md", "json", "jsonc", "json5", "jsonl", "xml", "yaml", "yml"};
  std::string_view language = language_of(info);
  return is_plain_language(info) || is_shell(language) || is_diff_language(info) ||
      is_one_of(kData, ascii_lower(language));
}

// Offset in the body at which an edit begins in a fenced block that no format reads.
struct WrappedEdit {
  size_t offset = 0;
  bool fenced = false;  // it is in a code block inside, and the outer block ended at the closing fence of that
};

// A document below other text, or indented or quoted. Code of a programming language may quote one, so there only the
// code blocks inside are looked at.
std::optional<WrappedEdit> wrapped_document(const Block& block) {
  if (block.form != Block::Form::fenced) return std::nullopt;
  bool may_wrap = may_wrap_document(block.info);
  Input body("", std::string(block.body));
  size_t first = block.body.find_first_not_of(" \t\r\n");  // what begins there is the block itself
  Outcome<Extracted> found = extract(body);
  bool shown = block.naming.labels.shown;  // files as JSON may be an example of something else
  for (const Block& inner : found.value.blocks) {
    bool fenced = inner.form == Block::Form::fenced && holds_edit(inner) && !inner.format->is_whole;
    if (fenced ||
        (may_wrap &&
            ((holds_edit(inner) && !(shown && inner.offset == first)) ||
                (inner.offset > first && holds_any_edit(inner)))))
      return WrappedEdit{inner.offset, fenced};
  }
  for (const Diagnostic& error : found.diagnostics.errors)
    if (may_wrap && error.code == Code::block_passed_over) {
      size_t start = 0;
      for (uint64_t line = error.where.line; line > 1; --line) start = line_from(block.body, start).next;
      return WrappedEdit{start};
    }
  return std::nullopt;
}

}  // namespace

bool is_left_as_commands(const Block& block, std::string_view file) {
  const BlockLabels& labels = block.naming.labels;
  const CommandLanguage* language = command_language(block.info);
  return !labels.shown && (!labels.old || labels.updated) && language != nullptr && !has_ending_of(*language, file);
}

std::string_view why_left(const Block& block) {
  if (block.naming.labels.shown) return "its label says that it is an example, or output";
  if (block.naming.labels.old && !block.naming.labels.updated) return "its label says that it is the old text";
  if (is_left_as_commands(block)) return "commands are never run";
  return block.form == Block::Form::fenced ? "no line above it names its file" : "it holds no edit of a known form";
}

std::optional<Diagnostic> edit_inside(const Input& input, const Block& block, uint64_t number) {
  auto found = [&](size_t offset, const char* what, const char* hint) {
    Findings findings(input, block);
    findings.error(
        Code::block_passed_over, offset, "", fmt::format("block {} is not an edit, but {}", number, what), hint);
    return std::move(findings.take().errors.front());
  };
  constexpr std::string_view kScripts[] = {"js", "javascript", "ts", "typescript", "python", "py"};
  std::optional<WrappedEdit> wrapped = wrapped_document(block);
  if (wrapped && wrapped->fenced)
    return found(0, "the beginning of a code block in it is one",
        "give each edit in a code block of its own, not inside another one");
  if (json_holds_edit(block.body))
    return found(0, "its JSON holds one",
        is_one_of(kScripts, language_of(block.info))
            ? "write it as JSON: keys and strings in double quotes, line ends as \\n"
            : "give the document alone, without a list, an object or a string around it");
  if (!wrapped || block.format != nullptr) return std::nullopt;
  return found(wrapped->offset, "there is an edit in it",
      "give it in a code block of its own, from the first column on and without a command or text around it");
}

Diagnostic unread_edit(const Input& input, const Unread& unread) {
  std::string path = excerpt_for_display(unread.path);
  std::string tool = excerpt_for_display(unread.name);
  Diagnostic error = make_error(Code::block_unread,
      fmt::format(fmt::runtime(unread.kind->what), fmt::arg("path", path),
          fmt::arg("other", excerpt_for_display(unread.other)),
          fmt::arg("for_path", path.empty() ? path : " for '" + path + "'"), fmt::arg("tag", unread.name),
          fmt::arg("tool", tool.empty() ? "a tool" : "the tool '" + tool + "'")),
      unread.kind->hint);
  error.path = unread.path;
  error.where = {.input = input.name, .line = unread.line, .column = 1};
  return error;
}

std::vector<Unread> unread_edits(const Input& input, const Extracted& answer, std::span<const size_t> left) {
  std::vector<Unread> found;
  for (size_t index : left) {
    std::optional<Unread> unread = look_at(input, answer.blocks[index], left.size() == answer.blocks.size());
    if (!unread) continue;
    unread->in_block = true;
    found.push_back(std::move(*unread));
  }
  add_calls_in_prose(input.bytes, answer, found);
  add_edits_in_prose(answer, found);
  std::stable_sort(found.begin(), found.end(), [](const Unread& a, const Unread& b) { return a.offset < b.offset; });
  LineNumbers lines(input.bytes);
  for (Unread& unread : found) unread.line = lines.at(unread.offset);
  return found;
}

std::optional<SecondDocument> second_document(const Block& block, const Format& chosen) {
  if (block.form != Block::Form::fenced || !chosen.passes_over) return std::nullopt;
  constexpr std::string_view kEnd = "*** End Patch";
  size_t end = is_shell(language_of(block.info)) ? block.body.rfind(kEnd) : std::string_view::npos;
  if (end != std::string_view::npos && !changed_by_commands(block.body.substr(end + kEnd.size())).empty())
    return SecondDocument{end, &format_named("shell")};
  Input body("", std::string(block.body));
  for (const Block& inner : extract(body).value.blocks) {
    // `chosen` reads diffs: a form that may begin like a diff would have been detected before it.
    bool plain = inner.form == Block::Form::bare && !inner.body.empty() &&
        std::string_view("{[<").find(inner.body[0]) == std::string_view::npos;
    if (chosen.is_diff && plain) continue;
    if (holds_edit(inner) && inner.format != &chosen) return SecondDocument{inner.offset, inner.format};
  }
  return std::nullopt;
}

}  // namespace aptix::answer
