#include "shared/file_content.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/json/json_writer.h"
#include "base/text/text.h"

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
      (result.lines.size() == 1 && result.lines[0].first <= 1 && result.lines[0].last >= result.facts.lines());
}

bool is_whole(const ops::ReadRequest& request, const ops::ReadResult& result) {
  return !result.truncated && !request.number && has_all_lines(result);
}

void bytes_json(json::Writer& w, const ops::FileFacts& facts, std::string_view content) {
  if (facts.is_utf8()) w.field("content", content);
  else w.field("contentBase64", base64(content));
}

void ranges_json(json::Writer& w, const ops::ReadResult& result, std::string_view content) {
  uint64_t start = 0;
  size_t at = 0;
  w.objects("ranges", result.ends, [&](uint64_t end) {
    const ops::LineRange& range = result.lines[at++];
    w.field("startLine", range.first).field("endLine", std::min(range.last, result.facts.lines()));
    bytes_json(w, result.facts, content.substr(start, end - start));
    start = end;
  });
}

std::string content_json(
    const Identity& file, const ops::ReadRequest& request, const ops::ReadResult& result, std::string_view content) {
  const ops::FileFacts& facts = result.facts;
  bool text = facts.is_utf8();
  if (text && result.truncated) content = whole_characters(content);
  return json::object([&](json::Writer& w) {
    w.field("path", file.path).field("displayPath", file.display_path);
    if (!find_invalid_utf8(file.doc_path)) w.field("docPath", file.doc_path);
    w.field("source", file.source).field("size", facts.size()).field("sha256", result.sha.hex());
    w.field("lines", facts.lines()).field("encoding", text ? "utf-8" : "binary");
    w.field("lineEnds", ops::line_ends_name(facts.line_ends())).field("finalNewline", facts.has_final_newline());
    w.field("byteOrderMark", facts.has_byte_order_mark())
        .field("truncated", result.truncated)
        .field("isFullFile", is_whole(request, result));
    if (result.lines.size() > 1) return ranges_json(w, result, content);
    if (!result.lines.empty()) {
      uint64_t first = result.lines[0].first, last = std::min(result.lines[0].last, facts.lines());
      w.field("startLine", first).field("endLine", last).field("firstLine", first).field("lastLine", last);
    }
    bytes_json(w, facts, content);
  });
}

// Bytes as they are; but a terminal would obey control characters, so there they are shown escaped.
Result<Answer> print_file(const Session& session, const ops::ReadRequest& request, const Content& read) {
  std::string held;  // the part of a line that is not complete: a character must not be cut
  auto result = read([&](std::string_view bytes) {
    if (!session.environment.terminal_out) {
      session.out.write(bytes);
      return !session.out.failed();
    }
    held += bytes;
    size_t end = held.rfind('\n') + 1;
    session.out.write(escape_block_for_display(std::string_view(held).substr(0, end)));
    held.erase(0, end);
    return !session.out.failed();
  });
  session.out.write(escape_block_for_display(held));
  if (!result) return fail(std::move(result).error());
  Said said;
  if (result->truncated) {
    bool profile = session.flag("profile");
    std::string after = profile ? "what the profile gives" : render::count_of(request.max_bytes, "byte");
    Diagnostic warning = make_error(Code::limit_exceeded,
        fmt::format("stopped after {}, so line changes cannot be based on this", after),
        profile ? "ask for other lines with '--lines'" : "raise '--max-bytes' to read on");
    said.diagnostics.warnings.push_back(std::move(warning).at(request.path));
  }
  return make_answer(session, said);
}

Result<Answer> describe_file(
    const Session& session, const Identity& file, const ops::ReadRequest& request, const Content& read) {
  std::string content;
  auto result = read([&](std::string_view bytes) {
    content += bytes;
    return true;
  });
  if (!result) return fail(std::move(result).error());
  Said said{.diagnostics = file.said};
  said.json = content_json(file, request, *result, content);
  if (result->truncated || !has_all_lines(*result))
    said.diagnostics.warnings.push_back(
        make_error(Code::limit_exceeded, "this is not the whole file, so line changes cannot be based on it",
            "read the whole file before making changes")
            .at(file.path));
  return make_answer(session, said);
}

}  // namespace

Identity identity_of(const ops::SourcedFile& file) {
  return {file.path, file.path, file.doc_path, std::string(ops::name(file.source)), {}};
}

Result<Answer> tell(
    const Session& session, const Identity& file, const ops::ReadRequest& request, const Content& read) {
  return session.json() ? describe_file(session, file, request, read) : print_file(session, request, read);
}

}  // namespace aptix::app
