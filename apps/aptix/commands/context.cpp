// aptix context: packs files into one text for a model. aptix excerpt, summarize, chunks: parts of files for a model.
#include <algorithm>

#include "context/source_text.h"
#include "disk/reader.h"
#include "ops/context/context.h"
#include "ops/files/tree_file.h"
#include "ops/write/write.h"
#include "shared/programs.h"
#include "shared/reading.h"
#include "terminal/git.h"

namespace aptix::app {
namespace {

constexpr uint64_t kTokens = 24'000;
constexpr int kExitTooFew = 1;

// The full text; the brief one if that would take more than half of the budget.
std::string instructions_for(std::string_view form, uint64_t tokens) {
  std::string full = ops::prompt_for(*ops::document_form(form), ops::PromptLength::full);
  if (context::estimated_tokens(full.size()) <= tokens / 2) return full;
  return ops::prompt_for(*ops::document_form(form), ops::PromptLength::brief);
}

Result<ops::ContextRequest> context_request(const Session& session) {
  const Arguments& arguments = session.arguments;
  ops::ContextRequest request{.paths = arguments.operands()};
  request.around_diff = arguments.has("around-diff");
  if (auto from = arguments.value("around-diff"); from && !from->empty()) request.from = std::string(*from);
  if (request.from && request.from->front() == '-')
    return fail(Code::usage, "'--around-diff' needs a commit after '='", "give a name that 'git log' takes");
  if (request.paths.empty() && !request.around_diff)
    return fail(Code::usage, "no file is named", "name files, or give '--around-diff' for what you have changed");
  request.include_sensitive = session.flag("include-sensitive");
  request.task = arguments.value("task").value_or("");
  TRY_ASSIGN(tokens, number_of(arguments, "max-tokens", kTokens));
  if (tokens == 0) return fail(Code::usage, "'--max-tokens' must be at least 1", "leave it out for the usual number");
  request.wishes.max_tokens = tokens;
  if (auto word = arguments.value("ask")) request.instructions = instructions_for(*word, tokens);
  if (session.flag("number")) request.wishes.numbers = context::Numbers::before_lines;
  return request;
}

// Applies the limits of the reader's profile.
Status narrow(ops::ContextRequest& request, const Session& session, const ops::Settings& settings) {
  TRY_ASSIGN(profile, profile_of(session, settings));
  if (!profile) return {};
  if (request.around_diff && !profile->diff)
    return fail(Code::usage, fmt::format("the profile '{}' gives no changes", escape_for_display(profile->name)),
        "leave out '--around-diff', or take another profile");
  context::PackWishes& wishes = request.wishes;
  wishes.max_tokens = std::min(wishes.max_tokens, profile->call_tokens);
  wishes.whole = profile->whole;
  wishes.excerpt_lines = std::min(wishes.excerpt_lines, profile->lines);
  wishes.part_lines = profile->lines;
  if (session.json()) request.most_json = most_json(*profile);
  return {};
}

// A file in parts occurs several times in the pack.
Status note_pack(const Session& session, const OpenedFiles& opened, const ops::ContextPack& made) {
  std::vector<ops::SeenFile> seen;
  for (const context::PackedFile& packed : made.pack.files) {
    if (packed.form == context::PackForm::name || packed.form == context::PackForm::left_out) continue;
    auto file = std::find_if(
        made.kept.begin(), made.kept.end(), [&](const ops::ContextFile& kept) { return kept.path == packed.path; });
    if (file == made.kept.end()) continue;
    std::vector<ops::LineSpan> lines;
    if (packed.span.count() != 0) lines.push_back(packed.span);
    seen.push_back(seen_file(*file, std::move(lines)));
    seen.back().shown = packed.form == context::PackForm::full;
    if (seen.back().shown && !opened.found->opened.settings.policy.is_sensitive(file->workspace_path))
      seen.back().text = file->content;
  }
  return note_reads(session, seen, made.pack.text.size());
}

Result<Answer> run_context(Session& session) {
  TRY_ASSIGN(request, context_request(session));
  TRY_ASSIGN(opened, open_files(session));
  Opened& base = opened.found->opened;
  TRY(narrow(request, session, base.settings));
  std::unique_ptr<Reader> reader = disk::reader(*base.workspace, base.settings.limits);
  auto list = [&](const std::vector<std::string>& globs) {
    return ops::open_registry(*base.workspace, git_surroundings(session.environment),
        {.globs = globs,
            .threads = session.environment.threads,
            .interrupted = session.environment.around.interrupted});
  };
  auto is_sensitive = [&](const std::string& path) { return base.settings.policy.is_sensitive(path); };
  ops::ContextMeans means{
      *opened.tree, opened.files, *reader, git_runner(base.workspace->root_path()), list, is_sensitive};
  Said said;
  ops::ContextPack packed = said.diagnostics.take(ops::pack_files(means, request));
  ops::name_near_files(*opened.tree, said.diagnostics.errors);
  if (!said.diagnostics.ok()) {
    Answer answer = make_answer(session, said);
    if (!packed.pack.has_task) answer.exit_code = kExitTooFew;  // the budget is too small, the input is fine
    return answer;
  }
  TRY(note_pack(session, opened, packed));
  said.json = ops::context_json(packed.pack);
  if (session.flag("clipboard")) {
    TRY(write_clipboard(packed.pack.text));
    said.remark = fmt::format("{} bytes are in the clipboard\n", packed.pack.text.size());
    return make_answer(session, said);
  }
  said.text = for_stream(session, std::move(packed.pack.text));
  return make_answer(session, said);
}

constexpr uint64_t kExcerptLines = 80, kTokensOfALine = 100, kSummaryTokens = 400, kChunkTokens = 1000;

// The value of an option that must be at least 1.
Result<uint64_t> at_least_one(const Session& session, std::string_view option, uint64_t otherwise) {
  TRY_ASSIGN(number, number_of(session.arguments, option, otherwise));
  if (number > 0) return number;
  return fail(Code::usage, "'--" + std::string(option) + "' must be at least 1", "leave it out for the usual number");
}

Result<Answer> run_excerpt(Session& session) {
  TRY_ASSIGN(lines, at_least_one(session, "max-lines", kExcerptLines));
  uint64_t usual = lines > UINT64_MAX / kTokensOfALine ? UINT64_MAX : lines * kTokensOfALine;
  TRY_ASSIGN(tokens, at_least_one(session, "max-tokens", usual));
  TRY_ASSIGN(opened, open_files(session));
  std::vector<std::string> paths = session.arguments.operands();
  if (paths.empty()) TRY_SET(paths, opened.files.entry_documents());
  TRY_ASSIGN(profile, profile_of(session, opened.found->opened.settings));
  uint64_t most = profile ? std::min(lines, profile->lines) : lines;
  return show_files(
      session, opened, paths, [&](const ops::ContextFile& file, ops::Allowance& allowance) -> Result<ops::Shown> {
        return ops::excerpt(file, {.lines = most, .tokens = tokens}, allowance);
      });
}

Result<Answer> run_summarize(Session& session) {
  TRY_ASSIGN(tokens, at_least_one(session, "max-tokens", kSummaryTokens));
  TRY_ASSIGN(opened, open_files(session));
  Opened& base = opened.found->opened;
  ops::Summarizers summarizers = summarizers_of(session, base);
  return show_files(session, opened, session.arguments.operands(),
      [&](const ops::ContextFile& file, ops::Allowance& allowance) -> Result<ops::Shown> {
        return ops::summarize(file, tokens, summarizers, allowance, session.said);
      });
}

Result<Answer> run_chunks(Session& session) {
  TRY_ASSIGN(tokens, at_least_one(session, "max-tokens", kChunkTokens));
  TRY_ASSIGN(opened, open_files(session));
  TRY_ASSIGN(profile, profile_of(session, opened.found->opened.settings));
  ops::ChunkWishes wishes{.max_tokens = tokens, .id = std::string(session.arguments.value("id").value_or(""))};
  if (profile) wishes.max_lines = profile->lines;
  wishes.with_content = session.json() || !wishes.id.empty();
  return show_files(session, opened, session.arguments.operands(),
      [&](const ops::ContextFile& file, ops::Allowance& allowance) { return ops::chunks(file, wishes, allowance); });
}

}  // namespace

extern constexpr Command kContext = {
    .name = "context",
    .summary = "pack files into one text for a model, with what its answer must look like",
    .operands = "[PATH...]",
    .description =
        "Prints one text: the instructions of a form, the files, the task. Each file stands between delimiters with an "
        "id that occurs nowhere in it, and carries its path, docPath, SHA-256, source and lines, so that an answer to "
        "a file that has changed since is refused. A PATH is a file, a folder, a docPath or a glob as 'aptix files' "
        "takes it; files come in the order given.\n\n"
        "The budget bounds all of the text. What does not fit whole is given as an excerpt, then as a summary, then by "
        "its name; the text says so, and standard error, too. Where not even the task fits, the exit code is 1. The "
        "same files and options give the same bytes. "
        "Credentials are replaced by '[redacted: KIND]', which an answer must not write, and sensitive files are left "
        "out.\n\n"
        "A file that is not UTF-8 is marked, and is never \"full\".\n\n"
        "With --json: text, estimatedTokens, files (path, docPath, sha256, form, startLine, endLine, utf8, why), "
        "redactions; "
        "under a profile unlisted, where not even the list has all files.",
    .options = {option("task", "TEXT", "what the model is to do; it stands at the end"),
        option("ask", ops::kDocumentForms,
            "begin with the instructions for an answer in this form, as 'aptix prompt' prints them; in short "
            "where they would take more than half of the budget"),
        option("max-tokens", "N", "make the text about N tokens of 3.5 bytes long at most (24000)"),
        option("around-diff", "[=REV]",
            "only the lines that you have changed since the last commit (or since REV), with 20 around them"),
        flag("clipboard", "put the text into the clipboard instead (wl-copy, xclip, xsel or pbcopy)"),
        flag("number", "put its number and a tab before each line"), kIncludeSensitive, kProfile},
    .examples = {{"aptix context src/*.c --task 'Close the file on errors' --ask line-patch | llm | aptix bundle apply",
                     "a whole round with a model"},
        {"aptix context --around-diff --task 'Review this'", "what is not committed yet, for a review"}},
    .run = run_context,
    .audited = Audited::reads,
};

extern constexpr Command kExcerpt = {
    .name = "excerpt",
    .summary = "print the lines of a file that say most about it",
    .operands = "[PATH...]",
    .description =
        "Prints literal lines of each file, in their order and with their numbers: its beginning first, then the lines "
        "that define or head something. What is left out between them is counted. Without PATH the entry documents of "
        "the root are shown: AGENTS.md, README, CONTRIBUTING and the manifests of build tools, but for those that the "
        "policy keeps back. PATH may be a docPath.\n\n"
        "Credentials are replaced by '[redacted: KIND]', so an excerpt is never a base for an edit.\n\n"
        "With --json: path, docPath, source, sha256 (of the file), utf8, lines (of the file), kind, chunks (startLine, "
        "endLine, content), content (as printed), estimatedTokens, isFullFile, truncated, redactions; of several files "
        "or without PATH an array 'files' of such objects.",
    .options = {option("max-lines", "N", "print at most N lines of each file (80)"),
        option("max-tokens", "N",
            "print lines of about N tokens of each file at most (100 for each line that may be printed)"),
        kIncludeSensitive, kProfile},
    .examples = {{"aptix excerpt", "what a newcomer reads first"},
        {"aptix excerpt --max-lines 20 src/main.c src/parse.c", "the definitions in two files"}},
    .run = run_excerpt,
    .audited = Audited::reads,
};

extern constexpr Command kSummarize = {
    .name = "summarize",
    .summary = "print what is in a file, in a few lines",
    .operands = "PATH...",
    .description =
        "Prints the definitions of a source file with their line numbers, the headings of a document, the keys of a "
        "configuration file, the first and last lines of a log, the kind and size of a binary. It needs no model: "
        "definitions are found by Universal Ctags when that is on PATH, else by a table of patterns for the common "
        "languages. With 'summarizer.command' in your own configuration that program gets the text, without "
        "credentials, on its standard input, and what it prints is the summary, which is kept for as long as text and "
        "command stay the same; where it fails the other ways are taken. PATH may be a docPath.\n\n"
        "Credentials are replaced by '[redacted: KIND]'.\n\n"
        "With --json: path, docPath, source, sha256, utf8, kind (\"code\", \"document\", \"config\", \"log\", "
        "\"binary\" or "
        "\"text\"), by (\"ctags\", \"patterns\" or \"command\"), summary, items (line, level, text), estimatedTokens, "
        "truncated, redactions; of several files an array 'files' of such objects.",
    .options = {option("max-tokens", "N", "print about N tokens of each file at most (400)"), kIncludeSensitive,
        kProfile},
    .examples = {{"aptix summarize src/main.c", "what is defined, and on which line"},
        {"aptix summarize --json package.json", "the same for a script"}},
    .run = run_summarize,
    .audited = Audited::reads,
};

extern constexpr Command kChunks = {
    .name = "chunks",
    .summary = "cut a file into pieces that a model can take one by one",
    .operands = "PATH",
    .description =
        "Cuts the file at definitions, else at empty lines, and lists the pieces: id, lines, tokens, first line. A "
        "piece is never cut inside a line; a line that is longer than the budget is a piece of its own. The id is the "
        "beginning of the SHA-256 of the piece, so it stays the same as long as the piece does. PATH may be a "
        "docPath.\n\n"
        "Credentials are replaced by '[redacted: KIND]'.\n\n"
        "With --json: path, docPath, source, sha256 (of the file), utf8, chunks (id, startLine, endLine, "
        "estimatedTokens, "
        "content), truncated, redactions.",
    .options = {option("max-tokens", "N", "make pieces of about N tokens at most (1000)"),
        option("id", "ID", "print the piece that has this id"), kIncludeSensitive, kProfile},
    .examples = {{"aptix chunks src/main.c", "list the pieces"},
        {"aptix chunks --id 3b1f0c9a77de src/main.c", "print one of them"}},
    .run = run_chunks,
    .audited = Audited::reads,
};

}  // namespace aptix::app
