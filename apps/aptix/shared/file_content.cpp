#include "shared/file_content.h"

#include <algorithm>

#include "base/base64.h"
#include "base/text/text.h"
#include "render/diff.h"
#include "shared/reading.h"

namespace aptix::app {
namespace {

// What --max-bytes cut in the middle of a character ends before it.
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

// What is shown of a range.
struct Part {
  ops::LineSpan lines;
  std::string_view content;
};

// Of content that was cut, a range has the lines that are left of it.
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

// How the content differs from what the session was shown before.
struct Delta {
  bool unchanged = false;
  std::optional<std::string> diff{};  // nothing: all of the content is shown
};

// With `delta`: what differs takes the place of the content.
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

// So much shorter that all of the JSON fits.
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

// The lines of the content that are shown.
std::vector<ops::LineSpan> lines_shown(const ops::ReadResult& result, std::string_view content) {
  std::vector<ops::LineSpan> lines;
  uint64_t all = result.facts.lines;
  for (const Part& part : parts_shown(result, content))
    if (part.lines.first <= part.lines.last) lines.push_back(part.lines);
  uint64_t shown = result.truncated ? std::min(all, LineIndex(content).count()) : all;
  if (result.lines.empty() && shown > 0) lines.push_back({1, shown});
  return lines;
}

// So many bytes of the file go out.
Status note(const Session& session, const ops::ContextFile& file, Shown shown, std::vector<ops::LineSpan> lines,
    uint64_t bytes) {
  ops::SeenFile seen = seen_file(file, std::move(lines));
  seen.shown = shown != Shown::lines;
  if (shown == Shown::text) seen.text = file.content;
  return note_reads(session, {&seen, 1}, bytes);
}

Diagnostic stopped_early(const Session& session, const ops::ReadRequest& request) {
  const ops::LiveSession* live = live_session(session);
  bool profile = session.flag("profile") || (live != nullptr && !live->profile().empty());
  std::string after = profile ? "what the profile gives" : render::count_of(request.max_bytes, "byte");
  return error_at(request.path, Code::limit_exceeded,
      fmt::format("stopped after {}, so line changes cannot be based on this", after),
      profile ? "ask for other lines with '--lines'" : "raise '--max-bytes' to read on");
}

// In pieces, between which a signal ends it. A terminal would obey control characters: there they are shown escaped.
bool print(const Session& session, std::string_view bytes) {
  constexpr size_t kPiece = 1 << 18;
  bool escapes = session.environment.terminal_out;
  while (!bytes.empty() && !session.out.failed() && !session.environment.interrupted->load()) {
    std::string_view piece = escapes ? cut_at_character(bytes, kPiece) : bytes.substr(0, kPiece);
    session.out.write(escapes ? escape_block_for_display(piece) : piece);
    bytes.remove_prefix(piece.size());
  }
  return bytes.empty() && !session.out.failed();
}

// What is shown is held, so that it is noted before it goes out.
Result<Answer> tell_held(const Session& session, const ops::ContextFile& file, Shown shown,
    const ops::ReadRequest& request, const Delta* delta) {
  std::string content;
  TRY_ASSIGN(result, ops::read(file.content, request, [&](std::string_view bytes) {
    content += bytes;
    return true;
  }));
  Said said;
  if (session.json()) said.json = json_within(file, request, result, content, delta);
  if (notes_reads(session)) TRY(note(session, file, shown, lines_shown(result, content), content.size()));
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

}  // namespace

Result<Answer> print_content(const Session& session, const ops::ReadRequest& request, std::string_view content) {
  TRY_ASSIGN(result, ops::read(content, request, [&](std::string_view bytes) { return print(session, bytes); }));
  if (session.environment.interrupted->load()) return fail(Code::interrupted, "interrupted");
  Said said;
  if (result.truncated) said.diagnostics.warnings.push_back(stopped_early(session, request));
  return make_answer(session, said);
}

Result<Answer> tell(
    const Session& session, const ops::ContextFile& file, Shown shown, const ops::ReadRequest& request) {
  bool is_held = session.json() || notes_reads(session);
  return is_held ? tell_held(session, file, shown, request, nullptr) : print_content(session, request, file.content);
}

namespace {

// Nothing where the content is not text, or the old text is no longer kept.
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

// To what the reader may get in one call: whole lines.
void cut_delta(std::string& diff, const ops::ReadRequest& request, ops::ReadResult& result) {
  size_t end = 0, lines = 0;
  for (size_t next = 0; end < diff.size() && lines < request.max_lines; ++lines, end = next) {
    next = std::min(diff.find('\n', end), diff.size() - 1) + 1;
    if (next > request.max_bytes) break;
  }
  result.truncated |= end < diff.size();
  diff.resize(end);
}

}  // namespace

Result<Answer> tell_delta(
    const Session& session, const ops::ContextFile& file, Shown shown, const ops::ReadRequest& request) {
  ops::LiveSession& live = *live_session(session);
  auto before = live.state().shown.find(file.workspace_path);
  bool first = before == live.state().shown.end();
  ops::ReadRequest whole = request;
  whole.max_bytes = whole.max_lines = UINT64_MAX;
  TRY_ASSIGN(result, ops::read(file.content, whole, [](std::string_view) { return true; }));
  Delta delta{.unchanged = !first && before->second.hex() == file.sha256};
  if (delta.unchanged) delta.diff = "";
  else if (!first) delta.diff = diff_since(live.shown_text(file.workspace_path), file);
  if (!delta.diff) return tell_held(session, file, shown, request, &delta);
  auto json_size = [&] { return content_json(file, request, result, {}, &delta).size(); };
  ops::ReadRequest part = request;
  cut_delta(*delta.diff, part, result);
  while (session.json() && !delta.diff->empty() && json_size() > request.max_json) {
    part.max_bytes = delta.diff->size() - delta.diff->size() / 8 - 1;
    cut_delta(*delta.diff, part, result);
  }
  std::vector<ops::LineSpan> lines;
  if (!delta.unchanged) lines = lines_shown(result, file.content);
  // Of a diff that was cut off, the rest is still to be told.
  TRY(note(session, file, result.truncated ? Shown::lines : shown, std::move(lines), delta.diff->size()));
  Said said{.diagnostics = file.said};
  said.text = delta.unchanged ? "unchanged\n" : for_stream(session, *delta.diff);
  said.json = content_json(file, request, result, {}, &delta);
  if (result.truncated) said.diagnostics.warnings.push_back(stopped_early(session, request));
  return make_answer(session, said);
}

}  // namespace aptix::app
