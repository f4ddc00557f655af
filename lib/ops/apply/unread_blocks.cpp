#include "ops/apply/unread_blocks.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/assert.h"
#include "base/text/ascii.h"
#include "base/text/text.h"
#include "format/basis/findings.h"
#include "format/find/extract.h"

namespace aptix::ops {
namespace {

// Something about the block, at an offset in its body; 0: about all of it, whose line is known: there may be thousands
// of those.
Diagnostic about(
    const Input& input, const Block& block, size_t offset, Code code, std::string message, std::string hint) {
  format::Findings findings(input, block);
  findings.error(code, offset, "", std::move(message), std::move(hint));
  return std::move(findings.take().errors.front());
}

Diagnostic inner_edit(const Input& input, const Block& block, uint64_t number) {
  return about(input, block, 0, Code::block_passed_over,
      fmt::format("block {} is not an edit, but the beginning of a code block in it is one", number),
      "give each edit in a code block of its own, not inside another one");
}

Diagnostic inner_document(const Input& input, const Block& block, uint64_t number) {
  constexpr std::string_view kScripts[] = {"js", "javascript", "ts", "typescript", "python", "py"};
  return about(input, block, 0, Code::block_passed_over,
      fmt::format("block {} is not an edit, but its JSON holds one", number),
      is_one_of(kScripts, std::string_view(block.info).substr(0, block.info.find_first_of(" \t:{")))
          ? "write it as JSON: keys and strings in double quotes, line ends as \\n"
          : "give the document alone, without a list, an object or a string around it");
}

Diagnostic wrapped_document(const Input& input, const Block& block, size_t offset, uint64_t number) {
  return about(input, block, offset, Code::block_passed_over,
      fmt::format("block {} is not an edit, but an edit stands inside it", number),
      "give it in a code block of its own, from the first column on and without a command or text around it");
}

struct UnreadRow {
  format::Unread::Kind kind;
  const char* what;  // {for_path}: " for 'a.c'", or nothing
  const char* hint;
};

const UnreadRow& row_of(format::Unread::Kind kind) {
  using enum format::Unread::Kind;
  constexpr const char* kInBundle = "give the file in a file bundle; '--block N' takes other blocks alone";
  constexpr const char* kInCodeBlock =
      "give it in a code block: a diff, or the whole file with its path on the line above";
  static constexpr UnreadRow kUnread[] = {
      {call, "cannot read the call of {tool}{for_path}", "give the change in a file bundle or a diff"},
      {tag, "cannot read the text in the tag '<{tag}>'{for_path}", kInCodeBlock},
      {result, "the result of a call stands here: the edit was made already",
          "give the calls that are still to be made, without their results"},
      {suggests, "cannot read the suggestion{for_path}: it does not say which lines it replaces",
          "give the old and the new lines, as a diff or a SEARCH/REPLACE block"},
      {diff, "cannot read the block{for_path}: it is labelled as a diff but has no hunk header",
          "give each change a '@@' line, below '---' and '+++' lines that name the file"},
      {file, "cannot read the code block{for_path}: it is not an edit of a known form", kInBundle},
      {name, "it is not clear whether the code block is the file '{path}'",
          "put the path alone on the line above the code block, in backticks; '--block N' takes other blocks alone"},
      {script, "it is not clear whether the code block is the file '{path}', or commands",
          "open it with the language of the file, or none, instead of that of a shell; '--block N' takes other blocks "
          "alone"},
      {end, "it is not clear where the code block for '{path}' ends: one in it may end there",
          "open and close it with a longer fence than those in it, as '````'; '--block N' takes other blocks alone"},
      {commands, "cannot read the commands that change '{path}'",
          "give nothing but 'cat >', 'mkdir -p', 'rm' and 'mv' in the block, or the change as a diff; '--block N' "
          "takes other blocks alone"},
      {pair, "cannot read the old and the new text: they stand in no code block",
          "give them in a code block, as a diff or as SEARCH/REPLACE blocks"},
      {markup, "cannot read the code{for_path}: it stands in another markup than that of Markdown", kInCodeBlock},
  };
  auto row =
      std::find_if(std::begin(kUnread), std::end(kUnread), [&](const UnreadRow& one) { return one.kind == kind; });
  ASSERT(row != std::end(kUnread));
  return *row;
}

}  // namespace

std::optional<Diagnostic> edit_inside(const Input& input, const Block& block, uint64_t number) {
  if (format::holds_inner_edit(block)) return inner_edit(input, block, number);
  if (format::json_holds_edit(block.body)) return inner_document(input, block, number);
  auto wrapped = block.format == nullptr ? format::wrapped_document(block) : std::nullopt;
  return wrapped ? std::optional(wrapped_document(input, block, *wrapped, number)) : std::nullopt;
}

Diagnostic unread_edit(const Input& input, const format::Unread& unread) {
  const UnreadRow& row = row_of(unread.kind);
  std::string path = excerpt_for_display(unread.path);
  std::string tool = excerpt_for_display(unread.name);
  Diagnostic error = make_error(Code::block_unread,
      fmt::format(fmt::runtime(row.what), fmt::arg("path", path),
          fmt::arg("for_path", path.empty() ? path : " for '" + path + "'"), fmt::arg("tag", unread.name),
          fmt::arg("tool", tool.empty() ? "a tool" : "the tool '" + tool + "'")),
      row.hint);
  error.path = unread.path;
  error.where = {.input = input.name, .line = unread.line, .column = 1};
  return error;
}

Diagnostic alternatives(const Input& input, std::span<const uint64_t> lines) {
  Diagnostic found =
      make_error(Code::input_alternatives, "the answer gives alternatives, only one of which can be meant",
          "'--block N' takes one; 'aptix bundle validate -v' lists the blocks");
  found.where = {.input = input.name, .line = lines.front(), .column = 1};
  if (lines.size() > 1) found.notes.push_back(fmt::format("lines {}", fmt::join(lines, ", ")));
  return found;
}

Diagnostic held_edit(const Input& input, const format::HeldBack& held, uint64_t number) {
  Diagnostic error = make_error(Code::block_doubtful,
      fmt::format("block {} may not be meant: a label calls it the old text, output or an example", number),
      fmt::format(
          "'--block {}' applies it alone, other numbers the other blocks; 'aptix bundle validate -v' lists them",
          number));
  error.where = input.place_of(input.base + held.offset);
  return error;
}

Diagnostic labelled_edit(const Input& input, const Block& block, uint64_t number) {
  return about(input, block, 0, Code::block_doubtful,
      fmt::format("block {} may be the file '{}', or the edit that stands in it", number,
          excerpt_for_display(block.naming.path)),
      fmt::format("'--block {}' makes the edit; give the file in a file bundle", number));
}

namespace {

constexpr std::string_view kUnnamed = "no line over it names the file that it is for";

}  // namespace

std::string_view why_left(const Block& block) {
  switch (format::leftover_of(block)) {
    case format::Leftover::shown: return "the answer calls it an example, or output";
    case format::Leftover::old: return "the answer calls it the version before";
    case format::Leftover::commands: return "commands are never run";
    case format::Leftover::data: return "no edit in a form that can be read";
    case format::Leftover::unnamed: return kUnnamed;
  }
  throw Bug("no such kind of what is left");
}

std::optional<Diagnostic> seen_instead(const Input& input, std::span<const BlockReport> found) {
  constexpr std::string_view kColour = "\x1b[";
  auto made = [&](const char* what, const char* hint, uint64_t line) {
    Diagnostic error = make_error(Code::block_unread, what, hint);
    error.where = {.input = input.name, .line = line, .column = 1};
    return error;
  };
  if (size_t at = input.bytes.find(kColour); at != std::string::npos)
    return made("terminal colours stand in the input", "give it without them, as 'git diff --no-color' prints it",
        line_at(input.bytes, at));
  auto code = std::find_if(found.begin(), found.end(), [](const BlockReport& block) { return block.why == kUnnamed; });
  if (code == found.end()) return std::nullopt;
  return made("it is not clear which file the code block is for",
      "put the path alone on the line above the code block, in backticks", code->line);
}

Diagnostic two_documents(
    const Input& input, const Block& block, const format::Format& first, const format::SecondDocument& second) {
  return about(input, block, second.offset, Code::block_passed_over,
      fmt::format("the code block holds documents of two kinds: '{}' and '{}'", first.name, second.format->name),
      "give each of them in a code block of its own");
}

Diagnostic unread_form(const Input& input, const Block& block, uint64_t number, std::string_view why) {
  return about(input, block, 0, Code::block_passed_over,
      fmt::format("block {} holds an edit, too, but {}", number, why),
      "'aptix bundle apply' reads the blocks of all forms; '--block N' takes one alone");
}

Diagnostic other_calls(const Input& input, const Block& block, uint64_t number) {
  return about(input, block, 0, Code::format_unsupported,
      fmt::format("block {} holds line-patch batches and calls of other tools that edit", number),
      "give the calls of each tool in a code block of their own");
}

}  // namespace aptix::ops
