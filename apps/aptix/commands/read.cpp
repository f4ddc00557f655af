// aptix read: prints a file unchanged, or with facts about it. aptix cloud read: the same for a copy in the Cloud File
// Set.
#include <algorithm>

#include "base/base64.h"
#include "base/text/text.h"
#include "ops/files/read.h"
#include "render/diff.h"
#include "shared/pieces.h"
#include "shared/reading.h"

namespace aptix::app {
namespace {

// Removes the part of a character at the end that --max-bytes has cut.
std::string_view whole_characters(std::string_view text) {
  for (size_t back = 0; back < 4 && back <= text.size(); ++back) {
    std::string_view shorter = text.substr(0, text.size() - back);
    if (!find_invalid_utf8(shorter)) return shorter;
  }
  return text;
}

bool has_all_lines(const ops::ReadResult& result) {
  return result.lines.empty() ||
      (result.lines.size() == 1 && result.lines[0].first <= 1 && result.lines[0].last >= result.facts.lines);
}

bool is_whole(const ops::ReadRequest& request, const ops::ReadResult& result) {
  return !result.truncated && !request.number && has_all_lines(result);
}

void bytes_json(json::Writer& w, const ops::FileFacts& facts, std::string_view content) {
  if (facts.is_utf8) w.field("content", content);
  else w.field("contentBase64", base64(content));
}

// A range, and what is shown of it.
struct Part {
  ops::LineSpan lines;
  std::string_view content;
};

// If the content was cut, a range contains the lines that are left of it.
std::vector<Part> parts_shown(const ops::ReadResult& result, std::string_view content) {
  std::vector<Part> parts;
  uint64_t start = 0;
  for (size_t i = 0; i < result.lines.size(); ++i) {
    uint64_t end = result.ends[i];
    std::string_view part = content.substr(std::min<uint64_t>(start, content.size()), end - start);
    ops::LineSpan lines{result.lines[i].first, std::min(result.lines[i].last, result.facts.lines)};
    if (result.truncated) lines.last = std::min(lines.last, lines.first + count_lines(part) - 1);
    if (i == 0 || !result.truncated || !part.empty()) parts.push_back({lines, part});
    start = end;
  }
  return parts;
}

// The difference between the content and what the session was shown before.
struct Delta {
  bool unchanged = false;
  std::optional<std::string> diff{};  // nullopt: show the whole content
};

// With `delta`, the diff replaces the content.
std::string content_json(const ops::ContextFile& file, const ops::ReadRequest& request, const ops::ReadResult& result,
    std::string_view content, const Delta* delta = nullptr) {
  const ops::FileFacts& facts = result.facts;
  bool text = facts.is_utf8;
  if (text && result.truncated) content = whole_characters(content);
  return json::object([&](json::Writer& w) {
    w.field("path", file.path).field("displayPath", file.workspace_path);
    if (!file.doc_path.empty()) w.field("docPath", file.doc_path);
    w.field("source", file.source).field("size", facts.size).field("sha256", file.sha256);
    w.field("lines", facts.lines).field("encoding", text ? "utf-8" : "binary").field("utf8", text);
    w.field("lineEnds", ops::line_ends_name(facts.line_ends)).field("finalNewline", facts.has_final_newline);
    w.field("byteOrderMark", facts.has_byte_order_mark)
        .field("truncated", result.truncated)
        .field("isFullFile", text && is_whole(request, result) && (delta == nullptr || !delta->diff));
    if (delta != nullptr) w.field("unchanged", delta->unchanged).key("delta");
    if (delta != nullptr && !delta->diff) w.null();
    if (delta != nullptr && delta->diff) {
      w.value(*delta->diff);
      return;
    }
    std::vector<Part> parts = parts_shown(result, content);
    if (result.lines.size() > 1) {
      w.objects("ranges", parts, [&](const Part& part) {
        w.field("startLine", part.lines.first).field("endLine", part.lines.last);
        bytes_json(w, facts, part.content);
      });
      return;
    }
    for (const auto& [lines, part] : parts)
      for (auto [key, line] : {std::pair("startLine", lines.first), std::pair("endLine", lines.last),
               std::pair("firstLine", lines.first), std::pair("lastLine", lines.last)})
        w.field(key, line);
    bytes_json(w, facts, content);
  });
}

// Shortens the content until the JSON fits.
std::string json_within(const ops::ContextFile& file, const ops::ReadRequest& request, ops::ReadResult& result,
    std::string& content, const Delta* delta) {
  std::string json = content_json(file, request, result, content, delta);
  while (json.size() > request.max_json && !content.empty()) {
    double part = 0.9 * static_cast<double>(request.max_json) / static_cast<double>(json.size());
    auto most = static_cast<size_t>(static_cast<double>(content.size()) * part);
    content.resize(cut_at_character(content, most).size());
    result.truncated = true;
    for (uint64_t& end : result.ends) end = std::min<uint64_t>(end, content.size());
    json = content_json(file, request, result, content, delta);
  }
  return json;
}

// The lines that are shown.
std::vector<ops::LineSpan> lines_shown(const ops::ReadResult& result, std::string_view content) {
  std::vector<ops::LineSpan> lines;
  uint64_t all = result.facts.lines;
  for (const Part& part : parts_shown(result, content))
    if (part.lines.first <= part.lines.last) lines.push_back(part.lines);
  uint64_t shown = result.truncated ? std::min(all, LineIndex(content).count()) : all;
  if (result.lines.empty() && shown > 0) lines.push_back({1, shown});
  return lines;
}

Diagnostic stopped_early(const Session& session, const ops::ReadRequest& request) {
  const ops::LiveSession* live = live_session(session);
  bool profile = session.flag("profile") || (live != nullptr && !live->profile().empty());
  std::string after = profile ? "what the profile gives" : render::count_of(request.max_bytes, "byte");
  return error_at(request.path, Code::limit_exceeded,
      fmt::format("stopped after {}, so line changes cannot be based on this", after),
      profile ? "ask for other lines with '--lines'" : "raise '--max-bytes' to read on");
}

// Holds the output, so that it is recorded before it is printed. `seen`: complete except for its lines.
Result<Answer> tell_held(const Session& session, const ops::ContextFile& file, ops::SeenFile seen,
    const ops::ReadRequest& request, const Delta* delta) {
  std::string content;
  TRY_ASSIGN(result, ops::read(file.content, request, [&](std::string_view bytes) {
    content += bytes;
    return true;
  }));
  Said said;
  if (session.json()) said.json = json_within(file, request, result, content, delta);
  if (notes_reads(session)) seen.lines = lines_shown(result, content);
  TRY(note_reads(session, {&seen, 1}, content.size()));
  if (!session.json()) {
    said.text = for_stream(session, std::move(content));
    if (result.truncated) said.diagnostics.warnings.push_back(stopped_early(session, request));
    return make_answer(session, said);
  }
  said.diagnostics = file.said;
  if (result.truncated || !has_all_lines(result))
    said.diagnostics.warnings.push_back(
        error_at(file.path, Code::limit_exceeded, "this is not the whole file, so line changes cannot be based on it",
            "read the whole file before making changes"));
  return make_answer(session, said);
}

// `viewed`: the text that `content` views, if it is mapped.
Result<Answer> print_content(const Session& session, const ops::ReadRequest& request, std::string_view content,
    const ops::TreeText& viewed = {}) {
  ops::TreePieces pieces(disk::posix_file_system(), viewed);
  Status printed;
  TRY_ASSIGN(result, ops::read(content, request, [&](std::string_view bytes) {
    printed = print_in_pieces(session, pieces, bytes);
    return printed.has_value() && !session.out.failed();
  }));
  if (!printed) return fail(std::move(printed).error());
  Said said;
  if (result.truncated) said.diagnostics.warnings.push_back(stopped_early(session, request));
  return make_answer(session, said);
}

// Prints the content or, with --json, content and facts; content that is not UTF-8 is base64. The read is recorded
// first.
Result<Answer> tell(
    const Session& session, const ops::ContextFile& file, const ops::SeenFile& seen, const ops::ReadRequest& request) {
  if (file.viewed.mapped) {
    ops::ReadResult all{.facts = ops::facts_of(file.viewed.view())};
    Said said{.diagnostics = file.said, .json = content_json(file, request, all, {})};
    return print_viewed(session, said, file, all.facts.is_utf8 ? InJson::text : InJson::base64);
  }
  if (!session.json() && !notes_reads(session)) return print_content(session, request, file.content);
  return tell_held(session, file, seen, request, nullptr);
}

// nullopt if the content is not text, or the old text is no longer kept.
std::optional<std::string> diff_since(const std::optional<std::string>& before, const ops::ContextFile& file) {
  auto path = RelPath::parse(file.workspace_path, PathRules::git);
  if (!before || !path || is_binary(*before) || is_binary(file.content)) return std::nullopt;
  FileChange change{.path = *path};
  change.before = {.exists = true, .mode = 0644, .bytes = *before};
  change.set_after(FileKind::regular, 0644, file.content);
  ChangeSet changes;
  changes.changes.push_back(std::move(change));
  return render::unified_diff(changes);
}

// Cuts the diff to what the reader may get in one call, in whole lines.
void cut_delta(std::string& diff, const ops::ReadRequest& request, ops::ReadResult& result) {
  size_t end = 0, lines = 0;
  for (size_t next = 0; end < diff.size() && lines < request.max_lines; ++lines, end = next) {
    next = std::min(diff.find('\n', end), diff.size() - 1) + 1;
    if (next > request.max_bytes) break;
  }
  result.truncated |= end < diff.size();
  diff.resize(end);
}

// Shows what changed since the session was shown the file: a diff, or "unchanged"; the first time the whole file.
// REQUIRES: there is a session.
Result<Answer> tell_delta(
    const Session& session, const ops::ContextFile& file, ops::SeenFile seen, const ops::ReadRequest& request) {
  ops::LiveSession& live = *live_session(session);
  auto before = live.state().shown.find(file.workspace_path);
  bool first = before == live.state().shown.end();
  ops::ReadRequest whole = request;
  whole.max_bytes = whole.max_lines = UINT64_MAX;
  TRY_ASSIGN(result, ops::read(file.content, whole, [](std::string_view) { return true; }));
  Delta delta{.unchanged = !first && before->second.hex() == file.sha256};
  if (delta.unchanged) delta.diff = "";
  else if (!first) delta.diff = diff_since(live.shown_text(file.workspace_path), file);
  if (!delta.diff) return tell_held(session, file, seen, request, &delta);
  auto json_size = [&] { return content_json(file, request, result, {}, &delta).size(); };
  ops::ReadRequest part = request;
  cut_delta(*delta.diff, part, result);
  while (session.json() && !delta.diff->empty() && json_size() > request.max_json) {
    part.max_bytes = delta.diff->size() - delta.diff->size() / 8 - 1;
    cut_delta(*delta.diff, part, result);
  }
  if (!delta.unchanged) seen.lines = lines_shown(result, file.content);
  seen.shown = !result.truncated;  // the rest of a cut diff is still to be shown
  TRY(note_reads(session, {&seen, 1}, delta.diff->size()));
  Said said{.diagnostics = file.said};
  said.text = delta.unchanged ? "unchanged\n" : for_stream(session, *delta.diff);
  said.json = content_json(file, request, result, {}, &delta);
  if (result.truncated) said.diagnostics.warnings.push_back(stopped_early(session, request));
  return make_answer(session, said);
}

// --- which file, and which part of it

// "9:1"
bool is_reversed(std::string_view range) {
  size_t colon = range.find(':');
  auto first = ops::parse_size(range.substr(0, colon));
  auto last = colon == std::string_view::npos ? first : ops::parse_size(range.substr(colon + 1));
  return first && last && *last < *first;
}

// Empty: all lines.
Result<std::vector<ops::LineSpan>> line_ranges(const Session& session) {
  auto text = session.arguments.value("lines");
  std::vector<ops::LineSpan> lines = text ? ops::parse_line_ranges(*text) : std::vector<ops::LineSpan>();
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

// Applies the limits of the reader's profile.
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

// For a tool: without credentials, and within the limit of a result.
Result<Answer> read_for_model(Session& session) {
  TRY_ASSIGN(lines, line_ranges(session));
  TRY_ASSIGN(opened, open_files(session));
  TRY_ASSIGN(profile, profile_of(session, opened.found->opened.settings));
  ops::LinesRequest part;
  if (!lines.empty()) part.span = lines.front();
  if (profile) part.most_bytes = context::bytes_for(profile->call_tokens);
  if (profile && profile->lines < part.span.count()) part.span.last = part.span.first + profile->lines - 1;
  Show show = [&](const ops::ContextFile& file, ops::Allowance&) -> Result<ops::Shown> {
    disk::StoredState state{.exists = true, .sha = Sha256::parse(file.sha256).value_or(Sha256{})};
    ops::LiveSession* live = live_session(session);  // its state folder is open
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
  NamedInLastWords named(session, request.path);
  request.facts = session.json() || notes_reads(session);
  bool as_it_is = !request.facts;
  for (std::string_view option : {"delta", "profile", "doc-path", "source"}) as_it_is &= !session.flag(option);
  if (as_it_is) {
    TRY_ASSIGN(tree, open_tree(session));
    if (auto text = tree.view_file(request.path)) return print_content(session, request, text->view(), *text);
  }
  TRY_ASSIGN(opened, open_files(session));
  TRY(narrow(request, session, opened.found->opened.settings));
  if (session.flag("delta") && live_session(session) == nullptr)
    return fail(Code::usage, "'--delta' needs a session, which knows what was read before",
        "begin one: eval \"$(aptix session start --shell)\"");
  TRY_ASSIGN(file, meant_file(session, opened, content_for(session, request)));
  TRY(check_below_root(session, *opened.found, request.path, file.workspace_path));
  ops::SeenFile seen = seen_file(file, {});
  seen.shown = true;
  if (!is_sensitive(opened, file)) seen.text = file.content;
  return session.flag("delta") ? tell_delta(session, file, seen, request) : tell(session, file, seen, request);
}

Result<Answer> run_cloud_read(Session& session) {
  TRY_ASSIGN(opened, open_files(session));
  const std::string& key = session.arguments.operands().front();
  TRY_ASSIGN(file, opened.files.read_key(key, ops::FileSource::cloud));
  return tell(session, file, seen_file(file, {}), {.path = key, .facts = session.json() || notes_reads(session)});
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

extern constexpr Command kCloudRead = {
    .name = "cloud read",
    .summary = "print a copy in the Cloud File Set",
    .operands = "DOCPATH",
    .description =
        "Prints the copy byte for byte; with --json, what 'aptix read --json' tells of a file, here of the copy.",
    .examples = {{"aptix cloud read myrepo/src/main.c", "print a cloud copy as it is"}},
    .run = run_cloud_read,
    .audited = Audited::reads,
};

}  // namespace aptix::app
