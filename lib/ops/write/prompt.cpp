// One row per form. Paragraphs are built from the parts that a row has.
#include "ops/write/write.h"

#include <fmt/format.h>

#include "answer/tree/fields.h"
#include "base/assert.h"
#include "base/text/trim.h"

namespace aptix::ops {
namespace {

using answer::Field;
using Rules = std::span<const std::string_view>;

constexpr std::string_view kPatchRefusal = "A patch cannot be safely generated with the information provided.";
constexpr std::string_view kGitRefusal = "Unable to generate a safe Git patch; fallback to Aptix file bundle.";

constexpr std::string_view kPathRule =
    "Name files by their path from the project's folder, with `/` between folders: no leading `./`, no `..`, no "
    "absolute path.";

constexpr std::string_view kGeneral[] = {
    "Write all text in full. Never put a mark such as three dots or \"unchanged\" in the place of text: it would be "
    "taken for the text.",
    "Change only what was asked for. Keep indentation, spaces and tabs of the lines around it.",
    "Leave out line numbers that were shown to you next to the text.",
};

constexpr std::string_view kJson[] = {
    "Give one JSON object in one code block fenced with ```json, and nothing else inside the block: no comments, no "
    "commas before a closing bracket.",
    "Put each field on a line of its own, indented by two spaces a level.",
    "Inside a string write a line break as `\\n`, a tab as `\\t`, a quote as `\\\"`, a backslash as `\\\\`. Each "
    "string is on one line.",
};

constexpr std::string_view kFind[] = {
    "Copy `find` from the file character by character. It must stand there exactly once (as few whole lines as that "
    "needs), unless `limit` is \"all\" and every place is meant.",
    "The replacements of a file apply in their order, each to what the one before left.",
};

constexpr std::string_view kBundle[] = {
    "Use `patch` for small changes of a file that is there, `replace` for its whole new text, `create` for a new file, "
    "`delete` for one that goes. Give each file one entry.",
    "`root` is \".\".",
};

constexpr std::string_view kPatch[] = {
    "`root` is \".\". New, deleted and renamed files cannot be said in this form, and no file is written anew as a "
    "whole.",
};

constexpr std::string_view kLinePatch[] = {
    "Copy `docPath` and `originalSha256` from what you were given with the file. Never make one up: without them no "
    "answer is possible.",
    "Count lines from 1 in the file as you were given it. Earlier changes of the same batch do not shift the numbers.",
    "List the changes of a file from top to bottom; no two may touch the same line. A part of a line is changed by "
    "replacing the whole line.",
    "`expectedOriginalLines` has one string for every line from `startLine` to `endLine`. `delete` has no `newLines`.",
    "Each file has one entry. New, deleted and renamed files cannot be said in this form.",
};

constexpr std::string_view kDiff[] = {
    "Give one unified diff in one code block fenced with ```patch, and nothing else inside the block.",
    "Each file begins with `diff --git a/PATH b/PATH`, then `--- a/PATH` and `+++ b/PATH`. A new file has `new file "
    "mode 100644` and `--- /dev/null`, a deleted one `deleted file mode 100644` and `+++ /dev/null`.",
    "Each hunk begins with `@@ -OLD,COUNT +NEW,COUNT @@`. Count the lines right: a space or `-` counts as old, a space "
    "or `+` as new.",
    "Give three lines of context before and after each change, where the file has them. Copy context and `-` lines "
    "from the file exactly, spaces at their ends included.",
    "Every line of a hunk begins with a space, `-` or `+`, empty lines too. End the diff with a line break.",
};

constexpr std::string_view kSearchReplace[] = {
    "Give each edit as a block: the path alone on a line, then a code block that holds `<<<<<<< SEARCH`, the old "
    "lines, `=======`, the new lines and `>>>>>>> REPLACE`.",
    "Copy the old lines from the file exactly and whole. They must stand there once: take as few lines as that needs.",
    "For a new file leave the old lines out. Files cannot be deleted or renamed in this form.",
};

constexpr std::string_view kV4a[] = {
    "Give one patch from `*** Begin Patch` to `*** End Patch`, in which each file begins with `*** Update File: PATH`, "
    "`*** Add File: PATH` or `*** Delete File: PATH`.",
    "In an update each chunk begins with `@@`; its lines begin with a space for context, `-` for lines that go, `+` "
    "for lines that come. In a new file all lines begin with `+`.",
    "Copy context and `-` lines from the file exactly. Give so much context that they stand there once, or name the "
    "function or class above on the `@@` line.",
};

constexpr std::string_view kWhole[] = {
    "Give each file that you change or add as a whole: its path alone on a line, then a code block with all of it, "
    "from "
    "the first line to the last.",
    "Leave nothing out: no `...`, and no comment that stands for the rest. What is not in the block is gone.",
    "Where a file has code fences in it, use a longer fence around it. Files cannot be deleted or renamed in this "
    "form.",
};

struct PromptRow {
  DocumentForm form;
  std::string_view opening;
  Rules rules;
  Rules more_rules;
  bool is_json;
  std::string_view fence;    // around the example; "": the example has its own
  std::string_view refusal;  // the sentence that a model declines with (exit 7)
};

constexpr PromptRow kPrompts[] = {
    {DocumentForm::bundle, "Answer with your changes as one Aptix file bundle.", kBundle, kFind, true, "json",
        kPatchRefusal},
    {DocumentForm::patch,
        "Answer with your changes as one Aptix structured patch: texts to find and what takes their place.", kPatch,
        kFind, true, "json", kPatchRefusal},
    {DocumentForm::line_patch, "Answer with your changes as one batch of line changes.", kLinePatch, {}, true, "json",
        kPatchRefusal},
    {DocumentForm::gitpatch, "Answer with your changes as one Git patch.", kDiff, {}, false, "patch", kGitRefusal},
    {DocumentForm::search_replace, "Answer with your changes as SEARCH/REPLACE blocks.", kSearchReplace, {}, false, "",
        kPatchRefusal},
    {DocumentForm::v4a, "Answer with your changes as one patch in the V4A form.", kV4a, {}, false, "", kPatchRefusal},
    {DocumentForm::whole, "Answer with your changes as whole files.", kWhole, {}, false, "", kPatchRefusal},
};

struct SampleFile {
  std::string_view path, before, after;  // data() is null: there is no such file
};

constexpr SampleFile kSample[] = {
    {"src/greet.py", "import sys\n\n\ndef greet(name):\n    print(\"Hello \" + name)\n\n\ngreet(sys.argv[1])\n",
        "import sys\n\n\ndef greet(name):\n    print(f\"Hello, {name}!\")\n\n\ngreet(sys.argv[1])\n"},
    {"docs/usage.md", {}, "# Usage\n\n\tgreet.py NAME\n"},
    {"src/old_greet.py", "print(\"Hello\")\n", {}},
};

Result<std::string> sample_doc_path(const RelPath& path) { return "project/" + path.str(); }

void add_rules(std::string& out, Rules rules) {
  for (std::string_view rule : rules) out.append("- ").append(rule).append("\n");
}

void add_field(std::string& out, std::string_view indent, const Field& field) {
  if (!field.meaning.empty()) out += fmt::format("{}- `{}`: {}\n", indent, field.name, field.meaning);
}

void add_fields(std::string& out, std::string_view indent, std::span<const Field> fields) {
  for (const Field& field : fields) add_field(out, indent, field);
}

void add_bundle_fields(std::string& out) {
  add_fields(out, "", answer::bundle::kDocumentFields);
  add_fields(out, "  ", answer::bundle::kEntryFields);
  add_fields(out, "    ", answer::kFindReplaceFields);
  out += "\nThe operations:\n";
  for (const answer::bundle::OperationRow& row : answer::bundle::kOperations) {
    if (row.meaning.empty()) continue;
    std::string_view needs = row.content == answer::bundle::Use::needed ? "`content`"
        : row.patches == answer::bundle::Use::needed                    ? "`patches`"
                                                                        : "neither `content` nor `patches`";
    out += fmt::format("- `{}`: {}; has {}\n", row.name, row.meaning, needs);
  }
}

void add_line_patch_fields(std::string& out) {
  using namespace answer::line_patch;
  add_fields(out, "", kDocumentFields);
  add_fields(out, "  ", kFileFields);
  add_fields(out, "    ", kChangeFields);
  out += "\nThe operations:\n";
  for (const OperationRow& row : kOperations) {
    if (row.meaning.empty()) continue;
    std::string needs;
    for (size_t i = 0; i < kChangeFieldCount; ++i)
      if ((row.needed & bit(static_cast<ChangeField>(i))) != 0)
        needs += fmt::format("{}`{}`", needs.empty() ? "" : ", ", kChangeFields[i].name);
    out += fmt::format("- `{}`: {}; has {}\n", row.name, row.meaning, needs);
  }
}

void add_fields_of(std::string& out, DocumentForm form) {
  out += "\nThe fields, and those of the entries below them:\n";
  switch (form) {
    case DocumentForm::bundle: return add_bundle_fields(out);
    case DocumentForm::patch:
      add_fields(out, "", answer::patch::kDocumentFields);
      add_field(out, "  ", answer::patch::kFlatFields[3]);
      return add_fields(out, "  ", answer::kFindReplaceFields);
    case DocumentForm::line_patch: return add_line_patch_fields(out);
    case DocumentForm::gitpatch:
    case DocumentForm::search_replace:
    case DocumentForm::v4a:
    case DocumentForm::whole: return;
  }
}

void add_example(std::string& out, const PromptRow& row) {
  ChangeSet changes = prompt_example(row.form);
  out += "\nAn example. The file `src/greet.py` is:\n\n";
  for (std::string_view rest = kSample[0].before; !rest.empty();) {
    std::string_view line = take_line(rest);
    out.append(line.empty() ? "" : "    ").append(line).append("\n");
  }
  if (row.form == DocumentForm::line_patch)
    out += fmt::format("\nIts docPath is `project/src/greet.py`, its SHA-256 `{}`.\n", sha256(kSample[0].before).hex());
  out += changes.changes.size() == 1
      ? "\nThe answer that changes one of its lines:\n\n"
      : "\nThe answer that changes one of its lines, and adds or deletes another file:\n\n";
  Outcome<std::string> document = create_document(changes, row.form, sample_doc_path);
  ASSERT(document.ok());
  if (!row.fence.empty()) out += fmt::format("```{}\n", row.fence);
  out += document.value;
  if (!row.fence.empty()) out += "```\n";
}

}  // namespace

ChangeSet prompt_example(DocumentForm form) {
  ChangeSet sayable;
  for (const SampleFile& sample : kSample) {
    ChangeSet alone;
    FileChange& change = alone.changes.emplace_back(FileChange{.path = RelPath::parse(sample.path).value()});
    change.before = {.exists = sample.before.data() != nullptr, .mode = 0644, .bytes = sample.before};
    if (sample.after.data() != nullptr) change.set_after(FileKind::regular, 0, sample.after);
    if (create_document(alone, form, sample_doc_path).ok()) sayable.changes.push_back(std::move(alone.changes.front()));
  }
  return sayable;
}

std::string prompt_for(DocumentForm form, PromptLength length) {
  const PromptRow& row = *std::ranges::find(kPrompts, form, &PromptRow::form);
  std::string out = fmt::format("{}\n\n", row.opening);
  if (row.is_json) add_rules(out, kJson);
  add_rules(out, row.rules);
  add_rules(out, row.more_rules);
  if (form != DocumentForm::line_patch) add_rules(out, {&kPathRule, 1});
  add_rules(out, kGeneral);
  if (length == PromptLength::full && row.is_json) add_fields_of(out, form);
  add_example(out, row);
  out +=
      "\nIf a text that you need was not shown to you, do not guess it: say which file you need, and give no code "
      "block.\n";
  out += fmt::format(
      "If the change cannot be made safely in this form, answer with this sentence and give no code block:\n\n{}\n",
      row.refusal);
  return out;
}

}  // namespace aptix::ops
