// aptix read: a file, byte for byte.
#include <algorithm>

#include "context/source_text.h"
#include "ops/files/tree_file.h"
#include "shared/file_content.h"
#include "shared/reading.h"
#include "shared/sources.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

// "9:1"
bool is_reversed(std::string_view range) {
  size_t colon = range.find(':');
  auto first = ops::parse_size(range.substr(0, colon));
  auto last = colon == std::string_view::npos ? first : ops::parse_size(range.substr(colon + 1));
  return first && last && *last < *first;
}

// None: all lines.
Result<std::vector<ops::LineRange>> line_ranges(const Session& session) {
  auto text = session.arguments.value("lines");
  std::vector<ops::LineRange> lines = text ? ops::parse_line_ranges(*text) : std::vector<ops::LineRange>();
  if (text && lines.empty() && is_reversed(*text))
    return fail(Code::usage, fmt::format("the range '{}' is reversed", excerpt_for_display(*text)),
        "write the smaller number first");
  if (text && lines.empty())
    return fail(Code::usage, fmt::format("'{}' is not a range of lines", excerpt_for_display(*text)),
        "write it as 10:20, 10:, :20, 10:+5 or 10, several with commas between; lines count from 1");
  return lines;
}

Result<ops::ReadRequest> read_request(const Session& session) {
  ops::ReadRequest request;
  request.path = session.arguments.operands().front();
  request.number = session.flag("number");
  TRY_SET(request.max_bytes, number_of(session.arguments, "max-bytes", UINT64_MAX));
  TRY_SET(request.lines, line_ranges(session));
  if (session.flag("delta") && (!request.lines.empty() || request.number))
    return fail(Code::usage, "'--delta' is about all lines, so it takes neither '--lines' nor '--number'",
        "leave them out, or read the lines without '--delta'");
  return request;
}

// To what the reader may get.
Status narrow(ops::ReadRequest& request, const Session& session, const ops::Settings& settings) {
  TRY_ASSIGN(profile, profile_of(session, settings));
  if (!profile) return {};
  request.max_lines = profile->lines;
  request.max_json = most_json(*profile);
  uint64_t most = context::bytes_for(profile->call_tokens);
  request.numbers_count = most < request.max_bytes;
  request.max_bytes = std::min(request.max_bytes, most);
  return {};
}

// For a tool: without credentials, and no more than may come back.
Result<Answer> read_for_model(Session& session) {
  TRY_ASSIGN(lines, line_ranges(session));
  TRY_ASSIGN(opened, open_files(session));
  TRY_ASSIGN(profile, profile_of(session, opened.found->opened.settings));
  ops::LinesRequest part;
  if (!lines.empty()) part.span = {lines.front().first, lines.front().last};
  if (profile) part.most_bytes = context::bytes_for(profile->call_tokens);
  if (profile && profile->lines < part.span.count()) part.span.last = part.span.first + profile->lines - 1;
  Show show = [&](const ops::ContextFile& file, ops::Allowance&) -> Result<ops::Shown> {
    disk::StoredState state{.exists = true, .sha = Sha256::parse(file.sha256).value_or(Sha256{})};
    ops::LiveSession* live = live_session(session);  // it has the state folder open
    disk::Workspace& workspace = live != nullptr ? live->workspace() : *opened.found->opened.workspace;
    auto version = session.trail->log->version_of(workspace, file.workspace_path, state);
    if (version) part.version = std::to_string(*version);
    return ops::lines(file, part);
  };
  return show_file(session, opened, show);
}

Result<Answer> run_read(Session& session) {
  if (session.tool != nullptr) return read_for_model(session);
  TRY_ASSIGN(request, read_request(session));
  request.facts = session.json() || notes_reads(session);
  bool as_it_is = !request.facts;
  for (std::string_view option : {"delta", "profile", "doc-path", "source"}) as_it_is &= !session.flag(option);
  if (as_it_is) {
    TRY_ASSIGN(tree, open_tree(session));
    if (auto text = tree.view_file(request.path)) return print_content(session, request, text->view());
  }
  TRY_ASSIGN(opened, open_files(session));
  const ops::Settings& settings = opened.found->opened.settings;
  TRY(narrow(request, session, settings));
  if (session.flag("delta") && live_session(session) == nullptr)
    return fail(Code::usage, "'--delta' needs a session, which knows what was read before",
        "begin one: eval \"$(aptix session start --shell)\"");
  TRY_ASSIGN(file, meant_file(session, opened));
  TRY(check_below_root(session, *opened.found, request.path, file.workspace_path));
  Shown shown = settings.policy.is_sensitive(file.workspace_path) ? Shown::sensitive_text : Shown::text;
  return session.flag("delta") ? tell_delta(session, file, shown, request) : tell(session, file, shown, request);
}

}  // namespace

extern constexpr Command kRead = {
    .name = "read",
    .summary = "print a file, or some of its lines, byte for byte",
    .operands = "PATH",
    .description =
        "Prints the file to standard output exactly as it is; on a terminal control characters are shown escaped. PATH "
        "is relative to the root and must be below it, and no part of it may be a symbolic link.\n\n"
        "A path that does not exist may be a docPath. Then the authoritative copy is read: an active file, else the "
        "cloud copy where a Cloud File Set is configured, else the file on the disk. The docPath of a file is "
        "'<repository>/<path from the workspace on>' in lower case, letter by letter, in Unicode's normal form NFC. A "
        "file whose name is not UTF-8 has no docPath and is reached by its path alone.\n\n"
        "With --json: path, displayPath (from the workspace on), docPath, source (\"active\", \"cloud\" or \"disk\"), "
        "size, sha256 (of the whole file, from the same source), lines, encoding (\"utf-8\", or \"binary\" for "
        "anything else), utf8, lineEnds (\"lf\", \"crlf\", \"mixed\" or \"none\"), finalNewline, byteOrderMark, "
        "truncated, "
        "isFullFile (only then may line changes be based on it), and content, or contentBase64 for a binary file. With "
        "--lines startLine and endLine as well; of several ranges, an array 'ranges' of objects with startLine, "
        "endLine and content instead. With --delta unchanged, and delta: the diff, \"\" where nothing has changed; "
        "null with all of the content where there is nothing to compare it with.",
    .options = {option("lines", "A:B,...",
                    "only lines A to B, counted from 1; 'A:', ':B', 'A:+N' (N lines) and 'A' work, too; "
                    "several with commas between come in the order given"),
        flag("number", "put its number and a tab before each line"),
        option("max-bytes", "SIZE", "stop after SIZE bytes of the file (64K, 1M)"),
        flag("doc-path", "PATH is a docPath, even if there is a file of that name"),
        option("source", "active|cloud|disk", "read this copy of the file, not the authoritative one"),
        flag("delta",
            "what has changed since this session read the file: a diff, or 'unchanged'; all of it the first time"),
        kProfile},
    .examples = {{"aptix read src/main.c", "print the file as it is"},
        {"aptix read --lines 10:20 --number src/main.c", "print some lines with their numbers"},
        {"aptix read --json src/main.c", "the content with its SHA-256, line count, line ends and encoding"}},
    .run = run_read,
    .audited = Audited::reads,
};

}  // namespace aptix::app
