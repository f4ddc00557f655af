#include "answer/account/second_document.h"

#include <string>

#include "answer/basis/line.h"
#include "answer/calls/shell.h"
#include "answer/name/file_kinds.h"
#include "answer/outline/extract.h"
#include "base/text/ascii.h"

namespace aptix::answer {
namespace {

// What a document may be wrapped in: text, a shell, data.
constexpr std::string_view kWrappingInfos[] = {"", "text", "txt", "plaintext", "plain", "markdown", "md", "diff",
    "patch", "bash", "sh", "shell", "console", "terminal", "zsh", "json", "jsonc", "json5", "jsonl", "xml", "yaml",
    "yml"};

// In a block that is taken for a diff: the dialects, which may begin like one, would have come before it.
bool is_plainly_diff(const Block& inner) {
  return inner.form == Block::Form::bare && !inner.body.empty() &&
      std::string_view("{[<").find(inner.body[0]) == std::string_view::npos;
}

size_t start_of_line_number(std::string_view text, uint64_t number) {
  Line line = line_from(text, 0);
  for (; number > 1; --number) line = line_from(text, line.next);
  return line.start;
}

}  // namespace

std::optional<SecondDocument> second_document(const Block& block, const Format& chosen) {
  if (block.form != Block::Form::fenced || !chosen.passes_over) return std::nullopt;
  constexpr std::string_view kEnd = "*** End Patch";
  size_t end = is_shell(language_of(block.info)) ? block.body.rfind(kEnd) : std::string_view::npos;
  if (end != std::string_view::npos && !changed_by_commands(block.body.substr(end + kEnd.size())).empty())
    return SecondDocument{end, &format_named("shell")};
  Input body("", std::string(block.body));
  for (const Block& inner : extract(body).value.blocks) {
    if (chosen.is_diff && is_plainly_diff(inner)) continue;
    if (holds_edit(inner) && inner.format != &chosen) return SecondDocument{inner.offset, inner.format};
  }
  return std::nullopt;
}

std::optional<size_t> wrapped_document(const Block& block) {
  std::string language = ascii_lower(language_of(block.info));
  if (block.form != Block::Form::fenced || !is_one_of(kWrappingInfos, language)) return std::nullopt;
  Input body("", std::string(block.body));
  size_t first = block.body.find_first_not_of(" \t\r\n");  // what begins there is the block itself
  Outcome<Extracted> found = extract(body);
  bool shown = block.naming.labels.shown;  // files as JSON may be an example of something else
  for (const Block& inner : found.value.blocks)
    if ((holds_edit(inner) && !(shown && inner.offset == first)) || (inner.offset > first && holds_any_edit(inner)))
      return inner.offset;
  for (const Diagnostic& error : found.diagnostics.errors)
    if (error.code == Code::block_passed_over) return start_of_line_number(block.body, error.where.line);
  return std::nullopt;
}

}  // namespace aptix::answer
