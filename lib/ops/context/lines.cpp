// Lines of a file for a model, as declared in reading.h.
#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "context/redact.h"
#include "context/tokens.h"
#include "ops/context/reading.h"

namespace aptix::ops {
namespace {

// Credentials are looked for in the whole file where that is quick, else around what is shown.
constexpr size_t kAllOfIt = 16 << 20, kAround = 256 << 10;

struct CutPart {
  size_t start = 0, end = 0;  // bytes of the file
  uint64_t last = 0;          // line
  bool in_line = false;       // the one line that is shown is longer than what may be
};

CutPart cut_to(const LineIndex& index, context::LineSpan span, uint64_t most, std::string_view content) {
  CutPart part{.start = index.start_of(span.first), .end = index.start_of(span.first), .last = span.first - 1};
  while (part.last < span.last && index.start_of(part.last + 2) - part.start <= most)
    part.end = index.start_of(++part.last + 1);
  if (part.last >= span.first || span.last < span.first) return part;
  part.last = span.first;
  part.in_line = true;
  part.end = part.start + cut_at_character(content.substr(part.start), most).size();
  return part;
}

context::Redacted shown_part(std::string_view content, const CutPart& part) {
  size_t from = 0, to = content.size();
  if (content.size() > kAllOfIt) {
    from = part.start - std::min(part.start, kAround);
    to = std::min(content.size(), part.end + kAround);
  }
  std::string_view window = content.substr(from, to - from);
  return context::redact(window, context::find_secrets(window), part.start - from, part.end - from);
}

bool escape_foreign_bytes(std::string& text) {
  if (!find_invalid_utf8(text)) return false;
  std::string escaped;
  for (size_t i = 0; i < text.size();) {
    uint8_t size = utf8_sequence_size(text, i);
    if (size == 0) escaped += fmt::format("\\x{:02X}", static_cast<uint8_t>(text[i++]));
    else escaped.append(text, i, size), i += size;
  }
  text = std::move(escaped);
  return true;
}

std::string note_of(const CutPart& part, uint64_t all, uint64_t redactions, bool foreign) {
  std::string note;
  auto add = [&](std::string text) { note += (note.empty() ? "" : "; ") + text; };
  if (part.in_line) add(fmt::format("line {} is cut off", part.last));
  if (part.last < all) add(fmt::format("next: start={}", part.last + 1));
  if (redactions != 0) add(fmt::format("{} credentials are not shown: no base for write_file", redactions));
  if (foreign) add("not UTF-8: such bytes are shown as \\xE4, and no edit can name them");
  return note;
}

}  // namespace

Result<Shown> lines(const ContextFile& file, const LinesRequest& request) {
  if (is_binary(file.content))
    return fail_at(file.path, Code::form_cannot_say, in_quotes(file.path) + " is a binary, which has no lines to show",
        "'aptix summarize' says what it is");
  LineIndex index(file.content);
  uint64_t all = index.count(), first = request.span.first;
  if (first > std::max<uint64_t>(1, all))
    return fail_at(file.path, Code::range_invalid,
        fmt::format("{} has {} lines, so there is no line {}", in_quotes(file.path), all, first),
        "ask for lines that it has");
  CutPart part = cut_to(index, {first, std::min(request.span.last, all)}, request.most_bytes, file.content);
  context::Redacted redacted = shown_part(file.content, part);
  bool foreign = escape_foreign_bytes(redacted.text);
  Shown shown{.text = std::move(redacted.text), .json = {}, .redactions = redacted.count};
  if (part.last >= first) shown.lines.push_back({first, part.last});
  bool full = first == 1 && part.last == all && !part.in_line && redacted.count == 0 && !foreign;
  std::string note = note_of(part, all, redacted.count, foreign);
  shown.json = json::object([&](json::Writer& w) {
    w.field("path", file.path);
    if (!file.doc_path.empty()) w.field("docPath", file.doc_path);
    w.field("source", file.source).field("sha256", file.sha256).field_or_null("version", request.version);
    w.field("lines", all).field("isFullFile", full);
    if (part.last >= first) w.field("startLine", first).field("endLine", part.last);
    w.field("content", shown.text).field("redactions", shown.redactions);
    if (!note.empty()) w.field("note", note);
  });
  return shown;
}

}  // namespace aptix::ops
