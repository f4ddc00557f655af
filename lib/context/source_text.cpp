#include "context/source_text.h"

#include <fmt/format.h>

#include "base/text/trim.h"
#include "context/redact.h"

namespace aptix::context {
namespace {

std::string numbered(std::string_view text, uint64_t first) {
  std::string out;
  for (uint64_t number = first; !text.empty(); ++number) {
    std::string_view rest = text;
    take_line(rest);
    out += fmt::format("{:6}\t", number);
    out += text.substr(0, text.size() - rest.size());
    text = rest;
  }
  return out;
}

std::string gap(uint64_t lines) {
  return lines == 0 ? "" : fmt::format("… {} {} …\n", lines, lines == 1 ? "line" : "lines");
}

}  // namespace

SourceText::SourceText(std::string_view content)
    : content_(content),
      is_utf8_(!find_invalid_utf8(content)),
      lines_(content),
      secrets_(find_secrets(content)) {}

std::string_view SourceText::bytes(LineSpan span) const {
  if (span.count() == 0) return {};
  size_t start = lines_.start_of(span.first);
  return content_.substr(start, lines_.start_of(span.last + 1) - start);
}

SourceText::Shown SourceText::show(LineSpan span, Numbers numbers) const {
  if (span.count() == 0) return {};
  Redacted redacted = redact(content_, secrets_, lines_.start_of(span.first), lines_.start_of(span.last + 1));
  if (numbers == Numbers::none) return {std::move(redacted.text), redacted.count};
  return {numbered(redacted.text, span.first), redacted.count};
}

SourceText::Shown SourceText::show_with_gaps(std::span<const LineSpan> spans) const {
  Shown all;
  uint64_t next = 1;
  for (const LineSpan& span : spans) {
    all.text += gap(span.first - next);
    Shown shown = show(span, Numbers::before_lines);
    all.text += shown.text;
    if (!shown.text.empty() && shown.text.back() != '\n') all.text += '\n';
    all.redactions += shown.redactions;
    next = span.last + 1;
  }
  all.text += gap(lines_.count() + 1 - next);
  return all;
}

uint64_t shown_size(std::string_view text) {
  uint64_t size = text.size();
  for (auto bad = find_invalid_utf8(text); bad; bad = find_invalid_utf8(text)) {
    size += 2;
    text.remove_prefix(*bad + 1);
  }
  return size;
}

}  // namespace aptix::context
