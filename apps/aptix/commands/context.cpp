// aptix context: files packed into one text for a model.
#include <algorithm>

#include "context/tokens.h"
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

// In full; in short where that would take more than half of the budget.
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

// To what the reader may get.
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

// A file in parts is in the pack several times.
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
        {.globs = globs, .threads = session.environment.threads, .interrupted = session.environment.interrupted});
  };
  auto is_sensitive = [&](const std::string& path) { return base.settings.policy.is_sensitive(path); };
  ops::ContextMeans means{
      *opened.tree, opened.files, *reader, git_runner(base.workspace->root_path()), list, is_sensitive};
  Said said{.diagnostics = std::move(base.warnings)};
  ops::ContextPack packed = said.diagnostics.take(ops::pack_files(means, request));
  ops::name_near_files(*opened.tree, said.diagnostics.errors);
  if (!said.diagnostics.ok()) {
    Answer answer = make_answer(session, said);
    if (!packed.pack.has_task) answer.exit_code = kExitTooFew;  // the input is not at fault, but the budget
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

}  // namespace aptix::app
