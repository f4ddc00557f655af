// The rows of the table. A description says what a tool does and when to use it, and shows one call, in its first 600
// bytes: clients cut off the rest.
#include <algorithm>
#include <iterator>

#include "ops/tools/calls.h"
#include "ops/tools/tool.h"

namespace aptix::ops {
namespace {

using enum FieldType;
using enum Need;

constexpr std::string_view kPathMeaning = "path of the file from the root on, or its docPath";
constexpr std::string_view kBaseMeaning =
    "the SHA-256 of the text that the edit was made for, as a read gave it, or at least its first 12 digits; the "
    "edit is refused where the file is another one by now";
constexpr std::string_view kTokensMeaning =
    "the most that may come back, in tokens of about 3.5 bytes (10000, at most 50000)";

constexpr ToolField kFilepath = {"filepath", text, required, kPathMeaning};
constexpr ToolField kPath = {"path", text, required, "from the root on"};
constexpr ToolField kSha = {"sha256", text, optional, "of the bytes on disk"};
constexpr ToolField kNextCursor = {"next_cursor", text, optional, "give it as 'cursor' to read on; absent at the end"};
constexpr ToolField kSaid[] = {{"errorCode", text, required, "of the table of errors"},
    {"message", text, required, "what there is to know"}, {"hint", text, optional, "what to do now"}};
constexpr ToolField kWarnings = {"warnings", objects, optional, "what to know of the result", {}, kSaid};
constexpr ToolField kRedactions = {"redactions", number, optional, "how many credentials are not shown"};

// --- list_files
constexpr ToolField kListArguments[] = {
    {"globs", texts, optional,
        "which files: '*.c' at any depth, 'src/**' from the root on, 'src' all below it, '!test' takes away; all "
        "files if left out"},
    {"tags", texts, optional,
        "only files with one of these tags: doc, config, code, test, generated, binary, data, vendored"},
    {"changed", flag, optional, "only what git calls modified, added, renamed or untracked"},
    {"limit", number, optional, "at most so many files (200)"},
    {"cursor", text, optional, "the 'next_cursor' of the result before, to read on"},
};
constexpr ToolField kListedFile[] = {kPath, {"docPath", text, optional, "the key of the file"},
    {"size", number, required, "bytes"}, kSha, {"modified", text, optional, "time of the last change, UTC"},
    {"version", text, optional, "the transaction that left the file as it is; absent where something else did"},
    {"tags", texts, optional, "doc, config, code, test, generated, binary, data, vendored"},
    {"sensitive", flag, optional, "the content is not for models"}, {"binary", flag, optional, "not text"},
    {"link", text, optional, "what a symbolic link points to"},
    {"pathBase64", text, optional, "the bytes of a name that is not UTF-8"}};
constexpr ToolField kListResult[] = {{"count", number, required, "files that match, in all"},
    {"bytes", number, optional, "their size"}, {"files", objects, required, "sorted by path", {}, kListedFile},
    kNextCursor, kWarnings};

// --- read_file and the like
constexpr ToolField kReadArguments[] = {kFilepath, {"start", number, optional, "first line, from 1"},
    {"end", number, optional, "last line"}, {"max_tokens", number, optional, kTokensMeaning}};
constexpr ToolField kReadLinesArguments[] = {
    kFilepath, {"start", number, required, "first line, from 1"}, {"end", number, required, "last line"}};
constexpr ToolField kExcerptArguments[] = {
    kFilepath, {"max_lines", number, optional, "at most so many lines of the file (80)"}};
constexpr ToolField kSummarizeArguments[] = {kFilepath, {"max_tokens", number, optional, "about so long (400)"}};
constexpr ToolField kReadResult[] = {{"content", text, required, "the lines"},
    {"sha256", text, required, "of the whole file: the 'base_sha256' of an edit"},
    {"version_id", text, optional, "the transaction that left the file as it is", {}, {}, "version"},
    {"doc_path", text, optional, "the key of the file", {}, {}, "docPath"},
    {"source", text, required, "disk, active or cloud"},
    {"is_full_file", flag, required, "the content is all of the file", {}, {}, "isFullFile"},
    {"lines", number, required, "of the whole file"},
    {"start_line", number, optional, "the first that is shown", {}, {}, "startLine"},
    {"end_line", number, optional, "the last that is shown", {}, {}, "endLine"}, kRedactions,
    {"path", text, optional, "from the root on"},
    {"note", text, optional, "what to know before an edit, and how to read on"}, kWarnings};
constexpr ToolField kExcerptChunk[] = {{"startLine", number, required, "of the file"},
    {"endLine", number, required, "of the file"}, {"content", text, required, "the lines"}};
constexpr ToolField kExcerptResult[] = {{"content", text, required, "lines with their numbers; gaps are counted"},
    {"chunks", objects, required, "the same lines as the file has them", {}, kExcerptChunk}, kPath,
    {"sha256", text, required, "of the whole file"}, {"lines", number, optional, "of the whole file"},
    {"truncated", flag, optional, "more lines would have been worth showing"}, kRedactions, kWarnings};
constexpr ToolField kItem[] = {{"line", number, required, "where it stands"},
    {"level", number, optional, "how deep it is nested"}, {"text", text, required, "the line"}};
constexpr ToolField kSummarizeResult[] = {{"summary", text, required, "in a few lines"},
    {"items", objects, required, "definitions, headings or keys", {}, kItem}, kPath,
    {"sha256", text, required, "of the whole file"},
    {"kind", text, optional, "code, document, config, log, binary, text"},
    {"truncated", flag, optional, "there was more"}, kRedactions, kWarnings};

// --- search_files
constexpr ToolField kSearchArguments[] = {{"query", text, required, "the text, within one line"},
    {"regex", flag, optional, "the query is a regular expression as RE2 has them"},
    {"word", flag, optional, "only whole words"}, {"ignore_case", flag, optional, "letters of either case"},
    {"globs", texts, optional, "in which files, as for list_files"},
    {"max", number, optional, "at most so many hits (20)"},
    {"cursor", text, optional, "the 'next_cursor' of the result before, to read on"}};
constexpr ToolField kMatch[] = {{"line", number, required, "of the file"},
    {"column", number, required, "in bytes, from 1"}, {"length", number, required, "in bytes"}};
constexpr ToolField kHit[] = {{"docPath", text, optional, "the key of the file"}, kPath,
    {"source", text, required, "rag-snippet, or rag-full for a file that comes whole"},
    {"isFullFile", flag, required, "the content is all of the file"},
    {"startLine", number, required, "first line that is shown"},
    {"endLine", number, required, "last line that is shown"}, {"content", text, required, "the lines around"},
    {"sha256", text, required, "of the whole file"},
    {"matches", objects, required, "where the query stands", {}, kMatch}, kRedactions};
constexpr ToolField kSearchResult[] = {{"hits", objects, required, "definitions first, then whole words", {}, kHit},
    {"total", number, required, "hits in all"}, kNextCursor, kWarnings};

// --- versions
constexpr ToolField kDiffArguments[] = {
    {"filepath", text, optional, "one file; all that transactions changed if left out"},
    {"version1", text, optional, "from: a transaction, base, git:REV or cloud; the newest version if left out"},
    {"version2", text, optional, "to; the file on disk if left out"}};
constexpr ToolField kDiffFile[] = {kPath, {"operation", text, optional, "what became of it"}};
constexpr ToolField kDiffResult[] = {{"diff", text, required, "a unified diff that apply_patch takes"},
    {"files", objects, optional, "what differs", {}, kDiffFile}, kRedactions, kWarnings};
constexpr ToolField kHistoryArguments[] = {kFilepath};
constexpr ToolField kVersion[] = {{"version", text, required, "for get_diff"}, {"time", text, optional, "UTC"},
    {"caller", text, optional, "who"}, {"command", text, optional, "by what"},
    {"operation", text, optional, "create, replace, patch, delete, rename or mode"}, kSha,
    {"previousSha256", text, optional, "of the text before"}, {"size", number, optional, "bytes"},
    {"kept", flag, optional, "its text can still be had"}, {"undone", flag, optional, "it was undone"},
    {"path", text, optional, "its name then"}};
constexpr ToolField kCurrent[] = {kSha,
    {"version", text, optional, "absent where something else edited the file since"},
    {"outsideEdit", flag, required, "something else edited the file since"}};
constexpr ToolField kHistoryResult[] = {{"versions", objects, required, "the newest first", {}, kVersion},
    {"current", object, required, "the file as it is", {}, kCurrent}, kWarnings};

// --- writing
constexpr ToolField kWriteArguments[] = {kFilepath,
    {"content", text, required, "the text, as it is to stand in the file"},
    {"mode", text, optional,
        "truncate: all of the file is replaced (the default; of a file that is there it needs 'base_sha256'); "
        "append: the text comes after what the file has; create: only where there is no file",
        "truncate|append|create"},
    {"base_sha256", text, optional, kBaseMeaning}};
constexpr ToolField kPatchArguments[] = {
    {"filepath", text, optional, "the file that the patch is for; needed where the patch itself names none"},
    {"patch", text, required,
        "a unified diff, SEARCH/REPLACE blocks, a V4A patch ('*** Begin Patch'), JSON with a path, old and new text, "
        "or any other form that aptix reads"},
    {"base_sha256", text, optional, kBaseMeaning}, {"dry_run", flag, optional, "say what would be, and write nothing"}};
constexpr ToolField kAnswerArguments[] = {
    {"answer", text, required, "the whole answer of a model, with prose, code blocks and edits of any form"},
    {"dry_run", flag, optional, "say what would be, and write nothing"}};
constexpr ToolField kUndoArguments[] = {{"transaction", text, optional,
    "which, as the result of the edit names it; the newest that is not undone yet if left out"}};
constexpr ToolField kChangedFile[] = {kPath, {"operation", text, optional, "what was done to it"},
    {"status", text, optional, "changed, unchanged, or failed"},
    {"before", text, optional, "SHA-256 of the old text; absent for a new file"},
    {"after", text, optional, "SHA-256 of the new text; absent for a deleted file"},
    {"linesAdded", number, optional, "lines that came"}, {"linesRemoved", number, optional, "lines that went"}};

#define APTIX_PATCH_RESULT                                                                                             \
  {"success", flag, required, "the edit is in place, by this call or already"},                                        \
      {"message", text, required, "what was done, or why not and what to do now"},                                     \
      {"conflict", flag, required, "the file is another one than the edit was made for"},                              \
      {"diff", text, required, "what was changed; after a conflict, what the edit would change in the file as it is"}, \
      {"version_id", text, optional, "of the changed files"}, {"transaction", text, optional, "for undo"},             \
      {"sha256", text, optional, "of the one file that was changed: the base of the next edit"}, {                     \
    "approval_id", text, optional, "a person has to run 'aptix approve' with it before anything is written"            \
  }

constexpr ToolField kPatchResult[] = {APTIX_PATCH_RESULT};
constexpr ToolField kAnswerResult[] = {
    APTIX_PATCH_RESULT, {"files", objects, required, "each file that is meant", {}, kChangedFile}};
#undef APTIX_PATCH_RESULT

// --- identity (AGN-007) and line patches (TUL-002)
constexpr ToolField kDocPathArguments[] = {{"docPath", text, required, "the key of the file"}};
constexpr ToolField kShaResult[] = {{"sha256", text, required, "of the active file's bytes"},
    {"docPath", text, optional, "the key of the file"}, kWarnings};
constexpr ToolField kActiveFile[] = {{"docPath", text, required, "the key of the file"},
    {"displayPath", text, required, "its path"}, {"sizeBytes", number, optional, "bytes"},
    {"isDirty", flag, optional, "other than the cloud copy"}, {"isActive", flag, required, "always true"}};
constexpr ToolField kActiveResult[] = {
    {"files", objects, required, "the Active File List", {}, kActiveFile}, kWarnings};
constexpr ToolField kLineChange[] = {
    {"operation", text, required, "insert, replace or delete", "insert|replace|delete"},
    {"changeKey", text, optional, "a short name of your own"}, {"description", text, optional, "why"},
    {"afterLine", number, optional, "insert: the line before the new ones; 0 for the beginning"},
    {"startLine", number, optional, "replace, delete: first line"},
    {"endLine", number, optional, "replace, delete: last line"},
    {"expectedOriginalLines", texts, optional, "replace, delete: the lines as they are"},
    {"newLines", texts, optional, "insert, replace: the new lines"}};
constexpr ToolField kFilePatch[] = {{"docPath", text, required, "the key of the file"},
    {"originalSha256", text, required, "SHA-256 of the whole file that the line numbers are of"},
    {"changes", objects, required, "from top to bottom, not overlapping", {}, kLineChange},
    {"fileKey", text, optional, "a short name of your own"}, {"fileLabel", text, optional, "for people"}};
constexpr ToolField kBatchArguments[] = {{"files", objects, required, "each docPath once", {}, kFilePatch},
    {"batchLabel", text, optional, "for people"}, {"batchKey", text, optional, "a short name of your own"}};
constexpr ToolField kChangeIds[] = {{"changeId", text, required, "for get_patch_change"},
    {"changeKey", text, optional, "as given"}, {"operation", text, optional, "as given"},
    {"description", text, optional, "as given"}};
constexpr ToolField kFileIds[] = {{"filePatchId", text, required, "for get_patch_change"},
    {"fileKey", text, optional, "as given"}, {"fileLabel", text, optional, "as given"},
    {"docPath", text, optional, "the key of the file"}, {"originalSha256", text, optional, "as given"},
    {"changes", objects, optional, "in their order", {}, kChangeIds}};
constexpr ToolField kBatchIds[] = {{"batchId", text, required, "for get_patch_change"},
    {"batchKey", text, optional, "as given"}, {"batchLabel", text, optional, "as given"},
    {"transaction", text, optional, "for undo"}, {"files", objects, optional, "in their order", {}, kFileIds}};
constexpr ToolField kBatchResult[] = {{"successful", flag, required, "the batch is applied"},
    {"result", object, optional, "the ids", {}, kBatchIds},
    {"errors", objects, required, "why it was refused", {}, kSaid},
    {"warnings", objects, required, "what to know", {}, kSaid}};
constexpr ToolField kChangeArguments[] = {{"id", text, required, "of a batch, a file patch or a change"}};
constexpr ToolField kShownBatch[] = {{"batchId", text, optional, "of the whole batch"},
    {"batchKey", text, optional, "as given"}, {"batchLabel", text, optional, "as given"},
    {"state", text, optional, "stored, applied or undone"}, {"files", objects, optional, "of the part", {}, kFileIds},
    {"diff", text, optional, "what the part changes"}, kWarnings};

constexpr ToolRow kTools[] = {
    {.name = "list_files",
        .title = "List files",
        .description = "Lists the files of the workspace (what git would list) with size, SHA-256, tags and version. "
                       "Take it to find "
                       "out what there is; search_files finds text. Pages: where 'next_cursor' is in the result, call "
                       "again with it "
                       "as 'cursor'.\n\nExample: {\"globs\": [\"src/**/*.c\", \"!test\"], \"limit\": 50}",
        .offered = Offered::by_default,
        .arguments = kListArguments,
        .result = kListResult,
        .call = call_list_files},
    {.name = "read_file",
        .title = "Read a file",
        .description = "Reads a text file, or lines of it, as they are. The first line of the result gives path, "
                       "lines, version and "
                       "SHA-256; the SHA-256 is the 'base_sha256' of an edit. A long file comes in parts: the result "
                       "names the next "
                       "'start'. Credentials are shown as [redacted: KIND]: never give such a text to "
                       "write_file.\n\nExample: "
                       "{\"filepath\": \"src/main.c\", \"start\": 120, \"end\": 180}",
        .gives = Gives::text,
        .offered = Offered::by_default,
        .always_loaded = true,
        .arguments = kReadArguments,
        .result = kReadResult,
        .call = call_read_file},
    {.name = "read_lines",
        .title = "Read lines of a file",
        .description =
            "Reads the lines from 'start' to 'end' of a text file, like read_file.\n\nExample: {\"filepath\": "
            "\"src/main.c\", \"start\": 50, \"end\": 80}",
        .gives = Gives::text,
        .arguments = kReadLinesArguments,
        .result = kReadResult,
        .call = call_read_file},
    {.name = "get_excerpt",
        .title = "Excerpt of a file",
        .description =
            "Shows the lines of a file that say most about it: its beginning, and the lines that define or head "
            "something, with their numbers. Take it before reading a long file; read the lines before you edit "
            "them.\n\nExample: "
            "{\"filepath\": \"src/main.c\", \"max_lines\": 40}",
        .gives = Gives::text,
        .arguments = kExcerptArguments,
        .result = kExcerptResult,
        .call = call_get_excerpt},
    {.name = "summarize_file",
        .title = "Summarize a file",
        .description = "Says what is in a file in a few lines: definitions with line numbers, headings, keys, or kind "
                       "and size of a "
                       "binary.\n\nExample: {\"filepath\": \"src/main.c\", \"max_tokens\": 300}",
        .arguments = kSummarizeArguments,
        .result = kSummarizeResult,
        .call = call_summarize_file},
    {.name = "search_files",
        .title = "Search files",
        .description =
            "Finds where a text stands, the definition first, with the lines around and the SHA-256 of each file. "
            "Take it to find a place, then read_file before an edit. Pages by 'next_cursor'.\n\nExample: {\"query\": "
            "\"parse_header\", \"word\": true, \"globs\": [\"*.c\"]}",
        .offered = Offered::by_default,
        .always_loaded = true,
        .arguments = kSearchArguments,
        .result = kSearchResult,
        .call = call_search_files},
    {.name = "get_diff",
        .title = "Compare versions",
        .description =
            "Shows what differs between two versions of a file as a unified diff; without versions, what was edited by "
            "something else since the last transaction. A version is a transaction, 'base', 'git:REV' or "
            "'cloud'.\n\nExample: {\"filepath\": \"src/main.c\", \"version1\": \"git:HEAD\"}",
        .gives = Gives::text,
        .offered = Offered::by_default,
        .arguments = kDiffArguments,
        .result = kDiffResult,
        .call = call_get_diff},
    {.name = "file_history",
        .title = "History of a file",
        .description = "Lists the versions of a file, the newest first: who changed it, when and by what.\n\nExample: "
                       "{\"filepath\": \"src/main.c\"}",
        .arguments = kHistoryArguments,
        .result = kHistoryResult,
        .call = call_file_history},
    {.name = "write_file",
        .title = "Write a file",
        .description =
            "Makes a file, replaces all of one, or appends to one. To replace a file that is there, give its SHA-256 "
            "as 'base_sha256': a file that has changed since is refused. For a change of some lines take "
            "apply_patch. Undo reverses it.\n\nExample: {\"filepath\": \"docs/notes.md\", \"content\": \"# "
            "Notes\\n\", \"mode\": \"create\"}",
        .permission = Permission::write,
        .offered = Offered::by_default,
        .arguments = kWriteArguments,
        .result = kPatchResult,
        .call = call_write_file},
    {.name = "apply_patch",
        .title = "Apply a patch",
        .description =
            "Changes files by a patch of any form: a unified diff, SEARCH/REPLACE, V4A, JSON with old and new text. "
            "All or nothing; each edit must have exactly one place, and a refusal names all places and the nearest "
            "text. Line ends stay as they are. The same patch once more is a success and writes nothing.\n\nExample: "
            "{\"filepath\": \"src/main.c\", \"patch\": \"<<<<<<< SEARCH\\nint limit = 10;\\n=======\\nint limit = "
            "20;\\n>>>>>>> REPLACE\\n\", \"base_sha256\": \"3b1f0c9a77de\"}",
        .permission = Permission::write,
        .offered = Offered::by_default,
        .repeatable = true,
        .always_loaded = true,
        .arguments = kPatchArguments,
        .result = kPatchResult,
        .call = call_apply_patch},
    {.name = "apply_answer",
        .title = "Apply a model's answer",
        .description =
            "Applies all edits in a model's whole answer, over several files, as one transaction: whole files, parts, "
            "diffs, SEARCH/REPLACE, edit calls, between prose. Take it for several files at once, or for what another "
            "model wrote. All or nothing; undo reverses it as one.\n\nExample: {\"answer\": \"In "
            "`src/a.c`:\\n\\n```c\\n"
            "...\\n```\\n\", \"dry_run\": true}",
        .permission = Permission::write,
        .offered = Offered::by_default,
        .repeatable = true,
        .always_loaded = true,
        .arguments = kAnswerArguments,
        .result = kAnswerResult,
        .call = call_apply_answer},
    {.name = "undo",
        .title = "Undo a transaction",
        .description =
            "Undoes the newest transaction that is not undone yet, or the one that is named; all "
            "its files at once. Refused where a file has changed since.\n\nExample: {\"transaction\": \"12\"}",
        .permission = Permission::write,
        .offered = Offered::by_default,
        .arguments = kUndoArguments,
        .result = kAnswerResult,
        .call = call_undo},
    {.name = "workspace_read_file",
        .title = "Read a file by docPath",
        .description =
            "Reads the copy of a file that counts: the active one, else that of the Cloud File Set, else the file on "
            "disk; with its SHA-256 for workspace_write_patch.\n\nExample: {\"docPath\": \"myrepo/src/main.c\"}",
        .gives = Gives::text,
        .arguments = kDocPathArguments,
        .result = kReadResult,
        .call = call_workspace_read},
    {.name = "workspace_write_patch",
        .title = "Apply line changes",
        .description =
            "Applies a batch of line changes to one or more files, each held to the SHA-256 of the file that its line "
            "numbers are of; assigns an id to the batch, to each file and to each change. All or nothing.\n\nExample: "
            "{\"batchLabel\": \"raise the limit\", \"files\": [{\"docPath\": \"myrepo/src/main.c\", "
            "\"originalSha256\": "
            "\"...\", \"changes\": [{\"operation\": \"replace\", \"startLine\": 4, \"endLine\": 4, "
            "\"expectedOriginalLines\": [\"int limit = 10;\"], \"newLines\": [\"int limit = 20;\"]}]}]}",
        .permission = Permission::write,
        .repeatable = false,
        .arguments = kBatchArguments,
        .result = kBatchResult,
        .call = call_workspace_write},
    {.name = "active_file_sha256",
        .title = "SHA-256 of an active file",
        .description = "Gives the SHA-256 of a file in the Active File List.\n\nExample: {\"docPath\": "
                       "\"myrepo/src/main.c\"}",
        .arguments = kDocPathArguments,
        .result = kShaResult,
        .call = call_active_sha},
    {.name = "list_active_files",
        .title = "List active files",
        .description = "Lists the Active File List: files that somebody is editing, whose local copy is the latest.\n\n"
                       "Example: {}",
        .result = kActiveResult,
        .call = call_list_active},
    {.name = "get_patch_change",
        .title = "Show a stored change",
        .description =
            "Shows a stored batch of line changes, or the part of it that an id stands for.\n\nExample: {\"id\": "
            "\"01a2241b-9493-7d26-8011-707900000002\"}",
        .arguments = kChangeArguments,
        .result = kShownBatch,
        .call = call_patch_change},
};

}  // namespace

std::span<const ToolRow> tool_rows() { return kTools; }

const ToolRow* find_tool(std::string_view name) {
  auto found = std::ranges::find(kTools, name, &ToolRow::name);
  return found == std::end(kTools) ? nullptr : found;
}

}  // namespace aptix::ops
