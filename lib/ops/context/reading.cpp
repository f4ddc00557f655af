#include "ops/context/context.h"

#include <fmt/format.h>

#include "base/hash/sha256.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/redact.h"
#include "context/source_text.h"

namespace aptix::ops {
namespace {

void write_identity(json::Writer& w, const ContextFile& file) {
  w.field("path", file.path);
  if (!file.doc_path.empty()) w.field("docPath", file.doc_path);
  w.field("source", file.source).field("sha256", file.sha256).field("utf8", !find_invalid_utf8(file.content));
}

constexpr std::string_view kNotUtf8 = "… not UTF-8: some bytes cannot be shown …\n";

// The lines to show: with numbers and gaps, they fit the allowance.
std::vector<context::LineSpan> allowed_excerpt(const context::SourceText& text, const context::Outline& outline,
    context::ExcerptLimits limits, Allowance& allowance) {
  auto spans = choose_excerpt(text, outline.items, limits);
  uint64_t tokens = std::min(limits.tokens, allowance.tokens);
  while (!spans.empty() &&
      context::estimated_tokens(context::shown_size(text.show_with_gaps(spans).text)) > allowance.tokens) {
    allowance.cut = true;
    spans = choose_excerpt(text, outline.items, {.lines = limits.lines, .tokens = tokens});
    tokens -= std::max<uint64_t>(1, tokens / 8);
    if (tokens == 0) spans.clear();
  }
  return spans;
}

// One line of the list of chunks.
std::string listed_chunk(const context::SourceText& text, const context::Chunk& chunk) {
  std::string first = excerpt_for_display(text.show({chunk.span.first, chunk.span.first}).text, 80);
  return fmt::format("{}  {:>6}-{:<6} {:>6} tokens (estimated){}  {}\n", chunk.id, chunk.span.first, chunk.span.last,
      context::estimated_tokens(text.bytes(chunk.span).size()), text.is_utf8() ? "" : ", not UTF-8",
      first.substr(0, first.rfind("\\n")));
}

struct Summarized {
  context::TextKind kind = context::TextKind::text;
  std::string_view by = "patterns";
  context::Summary summary;
};

// What a program made of the redacted text: redacted again, and cut to the budget at a character boundary.
Result<context::Summary> summary_by_command(
    const context::SourceText& text, uint64_t max_tokens, const Summarizers& summarizers) {
  context::SourceText::Shown input = text.show(text.all());
  TRY_ASSIGN(output, summarizers.command(input.text));
  context::Summary summary{.text = context::redact(output).text};
  // The program may have printed another credential, or a mark twice: count both input and output.
  uint64_t marks = 0;
  for (size_t at = 0; (at = summary.text.find("[redacted: ", at)) != std::string::npos; ++at) ++marks;
  summary.redactions = std::max(input.redactions, marks);
  size_t fitting = cut_at_character(summary.text, context::bytes_for(max_tokens)).size();
  summary.truncated = fitting < summary.text.size();
  summary.text.resize(fitting);
  if (summary.truncated) context::end_cut(summary.text, context::bytes_for(max_tokens));
  return summary;
}

// Uses the first that works: the command, Universal Ctags for source files, the table of patterns.
Summarized summarize_by_any(
    const ContextFile& file, uint64_t max_tokens, const Summarizers& summarizers, Diagnostics& said) {
  context::Outline outline = context::outline(file.path, file.content);
  if (outline.kind == context::TextKind::binary)
    return {outline.kind, "patterns", context::summarize_binary(file.content, max_tokens)};
  context::SourceText text(file.content);
  if (summarizers.command) {
    auto summary = summary_by_command(text, max_tokens, summarizers);
    if (summary) return {outline.kind, "command", std::move(*summary)};
    said.warnings.push_back(std::move(summary).error().at(file.path));
  }
  bool by_ctags = false;
  if (summarizers.ctags && outline.kind == context::TextKind::code) {
    auto lines = summarizers.ctags(file.path.substr(file.path.rfind('/') + 1), file.content);
    by_ctags = lines && !lines->empty();
    if (by_ctags) outline.items = context::items_of_lines(text.lines(), *lines);
  }
  return {outline.kind, by_ctags ? "ctags" : "patterns", context::summarize(outline, text, max_tokens)};
}

}  // namespace

bool take_off(Allowance& allowance, uint64_t bytes) {
  uint64_t tokens = context::estimated_tokens(bytes);
  bool fits = tokens <= allowance.tokens;
  allowance.cut |= !fits;
  if (allowance.tokens != UINT64_MAX) allowance.tokens -= std::min(allowance.tokens, tokens);
  return fits;
}

Shown excerpt(const ContextFile& file, context::ExcerptLimits limits, Allowance& allowance) {
  bool cut_before = std::exchange(allowance.cut, false);
  context::Outline outline = context::outline(file.path, file.content);
  bool binary = outline.kind == context::TextKind::binary;
  context::SourceText text(binary ? std::string_view() : file.content);
  if (!text.is_utf8()) take_off(allowance, kNotUtf8.size());
  auto spans = allowed_excerpt(text, outline, limits, allowance);
  context::SourceText::Shown all = text.show_with_gaps(spans);
  if (binary) all.text = context::describe_binary(file.content) + "\n";
  else if (!text.is_utf8()) all.text.insert(0, kNotUtf8);
  Shown shown{.text = all.text, .json = {}, .redactions = all.redactions, .lines = spans};
  shown.json = json::object([&](json::Writer& w) {
    write_identity(w, file);
    w.field("lines", text.lines().count()).field("kind", name(outline.kind));
    w.objects("chunks", spans, [&](const context::LineSpan& span) {
      w.field("startLine", span.first).field("endLine", span.last).field("content", text.show(span).text);
    });
    w.field("content", all.text).field("estimatedTokens", context::estimated_tokens(context::shown_size(all.text)));
    w.field("isFullFile", !binary && text.is_utf8() && spans.size() <= 1 && (spans.empty() || spans[0] == text.all()));
    w.field("truncated", allowance.cut).field("redactions", all.redactions);
  });
  allowance.cut |= cut_before;
  take_off(allowance, context::shown_size(shown.text) - (text.is_utf8() ? 0 : kNotUtf8.size()));
  return shown;
}

Shown summarize(const ContextFile& file, uint64_t max_tokens, const Summarizers& summarizers, Allowance& allowance,
    Diagnostics& said) {
  bool narrowed = allowance.tokens < max_tokens;
  max_tokens = std::min(max_tokens, allowance.tokens);
  Summarized made = summarize_by_any(file, max_tokens, summarizers, said);
  const context::Summary& summary = made.summary;
  allowance.cut |= narrowed && summary.truncated;
  take_off(allowance, context::shown_size(summary.text));
  Shown shown{.text = summary.text, .json = {}, .redactions = summary.redactions};
  for (const context::OutlineItem& item : summary.items) shown.lines.push_back({item.line, item.line});
  shown.json = json::object([&](json::Writer& w) {
    write_identity(w, file);
    w.field("kind", name(made.kind)).field("by", made.by).field("summary", summary.text);
    w.objects("items", summary.items, [&](const context::OutlineItem& item) {
      bool heading = made.kind == context::TextKind::document;  // headings count levels from 1
      w.field("line", item.line).field("level", item.level + (heading ? 1 : 0)).field("text", item.text);
    });
    w.field("estimatedTokens", context::estimated_tokens(context::shown_size(summary.text)))
        .field("truncated", summary.truncated);
    w.field("redactions", summary.redactions);
  });
  return shown;
}

Result<Shown> chunks(const ContextFile& file, const ChunkWishes& wishes, Allowance& allowance) {
  context::Outline outline = context::outline(file.path, file.content);
  if (outline.kind == context::TextKind::binary)
    return fail_at(file.path, Code::form_cannot_say,
        fmt::format("'{}' is a binary file, which has no lines to cut at", escape_for_display(file.path)),
        "'aptix summarize' tells what it is");
  context::SourceText text(file.content);
  auto chunks = cut_into_chunks(text, outline.items, {.tokens = wishes.max_tokens, .lines = wishes.max_lines});
  const std::string& id = wishes.id;
  bool one = !id.empty();
  if (one) std::erase_if(chunks, [&](const context::Chunk& chunk) { return chunk.id != id; });
  if (one && chunks.empty())
    return fail_at(file.path, Code::range_invalid,
        fmt::format("'{}' has no chunk '{}'", escape_for_display(file.path), excerpt_for_display(id)),
        "list them without '--id'; the file may have changed, or '--max-tokens' is another one");
  if (one) chunks.resize(1);  // chunks with equal text have one id
  size_t allowed = 0;
  for (uint64_t lines = 0; allowed < chunks.size(); ++allowed) {
    lines += wishes.with_content ? chunks[allowed].span.count() : 1;
    allowance.cut |= lines > wishes.max_lines;
    if (lines > wishes.max_lines) break;
    uint64_t bytes = text.bytes(chunks[allowed].span).size();
    if (!one) bytes = std::max<uint64_t>(bytes, listed_chunk(text, chunks[allowed]).size());
    if (!take_off(allowance, bytes)) break;
  }
  bool cut = allowed < chunks.size();
  chunks.resize(allowed);
  Shown shown;
  shown.json = json::object([&](json::Writer& w) {
    write_identity(w, file);
    w.objects("chunks", chunks, [&](const context::Chunk& chunk) {
      context::SourceText::Shown bytes = text.show(chunk.span);
      shown.redactions += bytes.redactions;
      shown.lines.push_back(chunk.span);
      uint64_t tokens = context::estimated_tokens(text.bytes(chunk.span).size());
      w.field("id", chunk.id).field("startLine", chunk.span.first).field("endLine", chunk.span.last);
      w.field("estimatedTokens", tokens).field("content", bytes.text);
      shown.text += one ? bytes.text : listed_chunk(text, chunk);
    });
    w.field("truncated", cut).field("redactions", shown.redactions);
  });
  return shown;
}

namespace {

// Searches the whole file for credentials if that is quick, else what is around the shown lines.
constexpr size_t kAllOfIt = 16 << 20, kAround = 256 << 10;

struct CutPart {
  size_t start = 0, end = 0;  // bytes of the file
  uint64_t last = 0;          // line
  bool in_line = false;       // the only line shown is longer than allowed
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

namespace {

constexpr const char* kCacheOfSummaries = "summaries";
constexpr size_t kMostSummaries = 1 << 20;  // bytes

// "KEY SHA-256 SIZE", then that many bytes and a line feed.
struct KeptSummary {
  std::string_view key, summary, all;
};

// Removes the first summary from `rest`. nullopt if the rest is damaged or empty.
std::optional<KeptSummary> take_summary(std::string_view& rest) {
  std::string_view start = rest;
  auto words = split(take_line(rest), ' ');
  std::optional<uint64_t> size = words.size() == 3 ? parse_number(words[2]) : std::nullopt;
  if (!size || *size >= rest.size()) return std::nullopt;
  std::string_view summary = rest.substr(0, *size);
  rest.remove_prefix(*size + 1);
  if (sha256(summary).hex() != words[1]) return std::nullopt;
  return KeptSummary{words[0], summary, start.substr(0, start.size() - rest.size())};
}

}  // namespace

std::string summary_key(const std::vector<std::string>& command, std::string_view text) {
  std::string all;
  for (const std::string& word : command) (all += word) += '\0';
  return sha256(all + sha256(text).hex()).hex();
}

std::optional<std::string> find_summary(disk::Workspace& workspace, const std::string& key) {
  auto cache = disk::read_cache(workspace, kCacheOfSummaries);
  std::string_view rest = cache ? cache->text : std::string_view();
  while (auto kept = take_summary(rest))
    if (kept->key == key) return std::string(kept->summary);
  return std::nullopt;
}

void keep_summary(disk::Workspace& workspace, const std::string& key, std::string_view summary) {
  auto cache = disk::read_cache(workspace, kCacheOfSummaries);
  std::string_view rest = cache ? cache->text : std::string_view();
  std::string first = fmt::format("{} {} {}\n{}\n", key, sha256(summary).hex(), summary.size(), summary);
  std::vector<std::string_view> pieces = {first};
  size_t size = first.size();
  for (auto kept = take_summary(rest); kept && size + kept->all.size() <= kMostSummaries; kept = take_summary(rest)) {
    size += kept->all.size();
    if (kept->key != key) pieces.push_back(kept->all);
  }
  disk::write_cache(workspace, kCacheOfSummaries, pieces);
}

}  // namespace aptix::ops
