// aptix excerpt, summarize, chunks: parts of files for a model.
#include <algorithm>

#include "shared/programs.h"
#include "shared/reading.h"

namespace aptix::app {
namespace {

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
        return ops::summarize(file, tokens, summarizers, allowance, base.warnings);
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
