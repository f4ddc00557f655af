// The table of formats. A block is read by the first row that detects it.
#include "answer/format.h"

#include "answer/calls/calls.h"
#include "base/assert.h"
#include "model/model_hint.h"

namespace aptix::answer {
namespace {

constexpr std::string_view kCallAgain =
    "Answer with the same call again; the old text is copied from the file and stands in it only once:\n\n"
    R"({"name": "Edit", "input": {"file_path": "path/of/file", "old_string": "old text", "new_string": "new text"}})"
    "\n";

constexpr Format kFormats[] = {
    {.name = "bundle",
        .summary = "file bundle: a JSON object with 'files'",
        .example = R"({"root": ".", "files": [{"path": "a.txt", "operation": "create", "content": "text\n"}]})",
        .json = JsonKind::bundle,
        .read = parse_bundle,
        .feedback = kAnswerWithBundle,
        .is_document = true},
    {.name = "patch",
        .summary = "structured patch: a JSON object with 'patches'",
        .example = R"({"root": ".", "patches": [{"path": "a.txt", "find": "old", "replace": "new"}]})",
        .json = JsonKind::patch,
        .read = parse_structured_patch,
        .feedback = "Answer with a structured patch; each 'find' is copied from the file:\n\n"
                    R"({"root": ".", "patches": [{"path": "path/of/file", "find": "old text", "replace": "new text"}]})"
                    "\n",
        .is_document = true},
    {.name = "line-patch",
        .summary = "line-patch batch: a JSON object whose 'files' have 'docPath' and 'changes'",
        .example =
            R"({"files": [{"docPath": "a.txt", "originalSha256": "64 hex digits", "changes": [{"operation": "insert", )"
            R"("afterLine": 0, "newLines": ["text"]}]}]})",
        .json = JsonKind::line_patch,
        .read = parse_line_patch,
        .feedback = "Answer with a line-patch batch; line numbers, 'expectedOriginalLines' and 'originalSha256' are "
                    "those of the file as it is now:\n\n"
                    R"({"files": [{"docPath": "path/of/file", "originalSha256": "64 hex digits", "changes": )"
                    R"([{"operation": "replace", "startLine": 3, "endLine": 3, "expectedOriginalLines": ["old line"], )"
                    R"("newLines": ["new line"]}]}]})"
                    "\n",
        .may_be = may_be_line_patch,
        .in_calls = wrapped_batches,
        .is_batch = true},
    {.name = "edit-tool",
        .summary = "calls of edit tools as JSON: a path with old and new text, a content or a diff",
        .example = R"({"name": "Edit", "input": {"file_path": "a.txt", "old_string": "old", "new_string": "new"}})",
        .json = JsonKind::edit_tool,
        .read = parse_edit_tool,
        .feedback = kCallAgain,
        .holds_calls = true,
        .is_call = true,
        .passes_over = true},
    {.name = "tool-markup",
        .summary = "calls of edit tools and files in tags: <invoke name=\"...\">, <write_to_file>, <file path=\"...\">",
        .example = "<invoke name=\"Write\">\n<parameter name=\"file_path\">a.txt</parameter>\n"
                   "<parameter name=\"content\">text\n</parameter>\n</invoke>\n",
        .detect = detect_tool_markup,
        .read = parse_tool_markup,
        .feedback = kCallAgain,
        .bare = bare_markup,
        .is_call = true,
        .passes_over = true},
    {.name = "shell",
        .summary = "commands of a shell that only write, move and delete files: cat > FILE <<'EOF', rm, mv, git rm",
        .example = "```sh\ncat > a.txt <<'EOF'\ntext\nEOF\n```\n",
        .detect = detect_shell,
        .read = parse_shell,
        .feedback =
            "Answer with a code block for each file, its path on the line above it:\n\npath/of/file\n```\ntext\n"
            "```\n"},
    // The next two contain lines that look like a diff, so they come before it.
    {.name = "search-replace",
        .summary = "SEARCH/REPLACE blocks, the path above or in the fence",
        .example = "a.txt\n```\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n```\n",
        .detect = detect_search_replace,
        .read = parse_search_replace,
        .feedback =
            "Answer with SEARCH/REPLACE blocks, each with its path above the fence; the SEARCH lines are copied "
            "from the file as they stand\nthere, whole lines, and as many as stand in it only once:\n\n"
            "path/of/file\n```\n<<<<<<< SEARCH\nlines of the file\n=======\nnew lines\n>>>>>>> REPLACE\n```\n",
        .bare = bare_search_replace},
    {.name = "v4a",
        .summary = "V4A patch: '*** Begin Patch' to '*** End Patch'",
        .example = "*** Begin Patch\n*** Update File: a.txt\n@@\n-old\n+new\n*** End Patch\n",
        .detect = detect_v4a,
        .read = parse_v4a,
        .feedback = "Answer with a patch; context and '-' lines are copied from the file, with a space or '-' before "
                    "them:\n\n*** Begin Patch\n*** Update File: path/of/file\n@@ line above the change\n context\n"
                    "-old line\n+new line\n*** End Patch\n",
        .bare = bare_v4a,
        .passes_over = true},
    {.name = "diff",
        .summary = "unified diff, with or without git's headers",
        .example = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n",
        .detect = detect_diff,
        .read = parse_diff,
        .feedback = "Answer with a unified diff; context and '-' lines are copied from the file:\n\n"
                    "--- a/path/of/file\n+++ b/path/of/file\n@@ -LINE +LINE @@\n context\n-old line\n+new line\n",
        .bare = bare_diff,
        .passes_over = true,
        .is_diff = true},
    {.name = "context-diff",
        .summary = "context diff, as 'diff -c' prints it: always refused",
        .example = {},
        .detect = detect_context_diff,
        .read = parse_context_diff,
        .bare = bare_context_diff,
        .is_fault = true},
    {.name = "whole",
        .summary = "whole files: code blocks with a path above them, in their info string or as their first line",
        .example = "a.txt\n```\ntext\n```\n",
        .detect = detect_whole,
        .read = parse_whole,
        .feedback = "Answer with the whole of each file, its path on the line above the code block; leave nothing "
                    "out:\n\npath/of/file\n```\ntext\n```\n",
        .hint_alone = "name each file on the line above its code block",
        .is_whole = true},
    {.name = "cut",
        .summary = "a code block without its end that holds no whole document: always refused",
        .example = {},
        .detect = detect_cut,
        .read = parse_cut,
        .is_fault = true},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

Diagnostics Format::parse(const Input& input, const Block& block, const ParseOptions& options, Plan& plan) const {
  BlockReading reading{input, block, options, plan};
  read(reading);
  return reading.findings.take();
}

const Format* detect(const Block& block) {
  JsonKind json = meant_as(block);
  for (const Format& format : kFormats)
    if (format.json != JsonKind::none ? format.json == json : format.detect(block)) return &format;
  return nullptr;
}

bool holds_edit(const Block& block) { return block.format != nullptr && !block.format->is_fault; }

const Format& format_named(std::string_view name) {
  for (const Format& format : kFormats)
    if (format.name == name) return format;
  throw Bug("no such format");
}

}  // namespace aptix::answer
