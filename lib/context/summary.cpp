#include "context/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

#include "context/outline.h"
#include "context/redact.h"
#include "context/source_text.h"

namespace aptix::context {
namespace {

constexpr uint64_t kLogLines = 5, kTextLines = 10;

constexpr std::string_view kCutOff = "… more was cut off …\n";

std::string head_of(const Outline& outline, const SourceText& text) {
  uint64_t lines = text.lines().count(), bytes = text.content().size();
  if (bytes == 0) return "an empty file\n";
  std::string_view what = outline.language.empty() ? name(outline.kind) : outline.language;
  return fmt::format("{} {} of {}, {} bytes{}\n", lines, lines == 1 ? "line" : "lines", what, bytes,
      text.is_utf8() ? "" : ", not UTF-8");
}

std::string line_of(const OutlineItem& item) {
  return fmt::format("{:6}\t{:{}}{}\n", item.line, "", item.level * 2, item.text);
}

// The item without secrets: if it shows its whole line, or is cut off (maybe inside a secret), the redacted line; a key
// or heading is redacted by itself.
OutlineItem without_secrets(const OutlineItem& item, const SourceText& text, Summary& summary) {
  SourceText::Shown line = text.show({item.line, item.line});
  if (line.redactions == 0) return item;
  OutlineItem shown = item;
  bool all_of_line = item.text == item_text(text.bytes({item.line, item.line})) || item.text.ends_with("...");
  Redacted own = all_of_line ? Redacted{item_text(line.text), line.redactions} : redact(item.text);
  summary.redactions += own.count;
  shown.text = std::move(own.text);
  return shown;
}

// The deepest level that fits into the summary with all levels above it; at least 0.
uint64_t deepest_level(const std::vector<OutlineItem>& items, uint64_t budget) {
  uint64_t deepest = 0;
  for (const OutlineItem& item : items) deepest = std::max(deepest, item.level);
  std::vector<uint64_t> costs(deepest + 1);
  for (const OutlineItem& item : items) costs[item.level] += shown_size(line_of(item));
  uint64_t level = 0, cost = costs[0];
  while (level < deepest && cost + costs[level + 1] <= budget) cost += costs[++level];
  return level;
}

class Writer {
 public:
  Writer(Summary& summary, uint64_t bytes) : summary_(summary), left_(bytes) {}

  bool add(std::string_view line) {
    uint64_t size = shown_size(line);
    if (size > left_) {
      summary_.truncated = true;
      return false;
    }
    summary_.text += line;
    left_ -= size;
    return true;
  }
  uint64_t left() const { return left_; }

 private:
  Summary& summary_;
  uint64_t left_;
};

void add_lines(Writer& out, const SourceText& text, LineSpan span, Summary& summary) {
  for (uint64_t line = span.first; line <= span.last; ++line) {
    SourceText::Shown shown = text.show({line, line});
    if (!out.add(fmt::format("{:6}\t{}\n", line, item_text(shown.text)))) return;
    summary.redactions += shown.redactions;
  }
}

void add_ends(Writer& out, const SourceText& text, Summary& summary, uint64_t at_start, uint64_t at_end) {
  uint64_t count = text.lines().count();
  if (count <= at_start + at_end) return add_lines(out, text, text.all(), summary);
  add_lines(out, text, {1, at_start}, summary);
  if (out.add(fmt::format("… {} lines …\n", count - at_start - at_end)) && at_end > 0)
    add_lines(out, text, {count - at_end + 1, count}, summary);
}

void add_items(Writer& out, const Outline& outline, const SourceText& text, Summary& summary) {
  uint64_t level = deepest_level(outline.items, out.left());
  for (const OutlineItem& item : outline.items) {
    if (item.level > level) {
      summary.truncated = true;
      continue;
    }
    OutlineItem shown = without_secrets(item, text, summary);
    if (!out.add(line_of(shown))) return;
    summary.items.push_back(std::move(shown));
  }
}

Summary within(const Outline& outline, const SourceText& text, uint64_t bytes) {
  Summary summary;
  Writer out(summary, bytes);
  if (!out.add(head_of(outline, text))) return summary;
  if (!outline.items.empty()) add_items(out, outline, text, summary);
  else if (outline.kind == TextKind::log) add_ends(out, text, summary, kLogLines, kLogLines);
  else add_ends(out, text, summary, kTextLines, 0);
  return summary;
}

}  // namespace

void end_cut(std::string& text, uint64_t most_bytes) {
  if (most_bytes < kCutOff.size()) return;
  text.resize(cut_at_character(text, most_bytes - kCutOff.size()).size());
  if (!text.empty() && text.back() != '\n') text.resize(text.rfind('\n') + 1);  // npos + 1 is 0
  text += kCutOff;
}

Summary summarize(const Outline& outline, const SourceText& text, uint64_t max_tokens) {
  uint64_t most = bytes_for(max_tokens);
  Summary summary = within(outline, text, most);
  if (!summary.truncated || most < kCutOff.size()) return summary;
  summary = within(outline, text, most - kCutOff.size());
  summary.text += kCutOff;
  return summary;
}

Summary summarize_binary(std::string_view content, uint64_t max_tokens) {
  Summary summary;
  Writer(summary, bytes_for(max_tokens)).add(describe_binary(content) + "\n");
  return summary;
}

}  // namespace aptix::context
