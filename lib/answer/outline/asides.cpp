// The tags of thoughts are <think> and what other models write, in letters of any case. In the middle of a sentence, or
// in backticks, a tag is only mentioned.
#include "answer/outline/bodies.h"

#include <algorithm>
#include <iterator>

#include "answer/basis/markdown.h"
#include "answer/forms/forms.h"
#include "answer/name/line_names.h"
#include "answer/outline/extract.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

constexpr struct {
  std::string_view open;
  std::string_view close;
} kTags[] = {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"},
    {"<reasoning>", "</reasoning>"}, {"[think]", "[/think]"}, {"\u25C1think\u25B7", "\u25C1/think\u25B7"},
    {"<|begin_of_thought|>", "<|end_of_thought|>"}};

bool begins_with_tag(std::string_view text, std::string_view tag) {
  return same_letters(text.substr(0, tag.size()), tag);
}

// Offset of the first `tag` in `text` from `from` on; npos if there is none.
size_t find_tag(std::string_view text, std::string_view tag, size_t from) {
  for (size_t at = text.find(tag.front(), from); at != std::string_view::npos; at = text.find(tag.front(), at + 1))
    if (begins_with_tag(text.substr(at), tag)) return at;
  return std::string_view::npos;
}

// The end of the closing tags, of any kind and with only white space between them, that begin at `from`.
size_t after_closing_tags(std::string_view line, size_t from) {
  for (size_t end = from;;) {
    std::string_view rest = line.substr(after_space(line, end));
    auto tag = std::find_if(
        std::begin(kTags), std::end(kTags), [rest](const auto& one) { return begins_with_tag(rest, one.close); });
    if (tag == std::end(kTags)) return end;
    end = static_cast<size_t>(rest.data() - line.data()) + tag->close.size();
  }
}

// Offset after the closing tags at the start of a line, or after the one at its end. The line may be a document of
// megabytes, so it must not be searched once for each tag.
std::optional<size_t> after_lone_closing_tag(std::string_view line) {
  std::string_view bare = trim(line);
  for (const auto& tag : kTags) {
    std::string_view last = bare.substr(bare.size() - std::min(bare.size(), tag.close.size()));
    if (!begins_with_tag(bare, tag.close) && !begins_with_tag(last, tag.close)) continue;
    size_t at = find_tag(line, tag.close, 0);
    if (at == std::string_view::npos) continue;
    bool at_start = is_blank(line.substr(0, at));
    bool at_end = is_blank(line.substr(at + tag.close.size())) && !line.substr(0, at).ends_with('`');
    if (at_start) return after_closing_tags(line, at);
    if (at_end) return at + tag.close.size();
  }
  return std::nullopt;
}

constexpr std::string_view kRefusals[] = {
    "A patch cannot be safely generated with the information provided",  // APTIX_FILE_SPEC §2.4, §6.1
    "Unable to generate a safe Git patch",                               // APTIX_FILE_SPEC §3.2, §6.2
};

// A sentence may be wrapped: each of its spaces matches white space and line ends.
bool begins_with_sentence(std::string_view text, std::string_view sentence) {
  size_t at = 0;
  for (char c : sentence) {
    size_t before = at;
    if (c == ' ') {
      while (at < text.size() && is_white(text[at])) ++at;
      if (at == before) return false;
    } else if (at == text.size() || text[at++] != c) {
      return false;
    }
  }
  return true;
}

// Does the body contain fences, each of them closed? A bare fence as long as the one around would end that one.
bool holds_blocks(std::string_view body, const Fence& around) {
  std::optional<Fence> open;
  bool any = false;
  for (const Line& line : lines_from(body)) {
    std::string_view rest = line.text.substr(indent_of(line.text).bytes);
    if (open) {
      if (closes(*open, rest)) open.reset();
      continue;
    }
    open = opening_fence(rest);
    if (open && closes(around, rest)) return false;
    any = any || open;
  }
  return any && !open;
}

// The text with its Markdown fence overwritten by spaces, so that all offsets stay the same.
std::optional<std::string> out_of_fence(std::string_view text) {
  Line first = line_from(text, std::min(text.find_first_not_of("\r\n"), text.size()));
  std::optional<Fence> fence = fence_in(first.text);
  constexpr std::string_view kMarkdown[] = {"markdown", "md"};
  if (!fence || !is_one_of(kMarkdown, ascii_lower(fence->info))) return std::nullopt;
  size_t last = text.find_last_not_of(" \t\r\n");
  size_t start = text.rfind('\n', last) + 1;
  std::string_view closing = text.substr(start, last + 1 - start);
  if (start < first.next || !closes(*fence, closing.substr(indent_of(closing).bytes))) return std::nullopt;
  std::string_view body = text.substr(first.next, start - first.next);
  std::string_view opening = line_from(body, after_space(body)).text;
  if (!holds_blocks(body, *fence) || !path_in_line(opening).empty()) return std::nullopt;
  std::string out(text);
  std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(first.start), first.text.size(), ' ');
  std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(start), closing.size(), ' ');
  return out;
}

// The sign that all lines of a quote begin with: "> " or ">". Nothing if a line is not quoted, or if the sign is not
// the same on all lines: then it is unknown which spaces belong to the quote.
std::optional<std::string_view> quote_sign(std::string_view text) {
  std::optional<std::string_view> sign;
  for (const Line& line : lines_from(text)) {
    if (is_blank(line.text) || line.text == ">") continue;
    if (!line.text.starts_with('>')) return std::nullopt;
    std::string_view found = line.text.starts_with("> ") ? "> " : ">";
    if (sign && *sign != found) return std::nullopt;
    sign = found;
  }
  return sign;
}

// A quote from the first line to the last that contains a code block.
std::optional<std::string> out_of_quote(std::string_view text) {
  std::optional<std::string_view> sign = quote_sign(text);
  if (!sign) return std::nullopt;
  std::string out;
  bool fenced = false;
  for (const Line& line : lines_from(text)) {
    std::string_view rest = text.substr(line.start, line.next - line.start);
    if (rest.starts_with('>')) rest.remove_prefix(rest.starts_with(*sign) ? sign->size() : 1);
    fenced = fenced || fence_in(line_from(rest, 0).text);
    out += rest;
  }
  return fenced ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

std::optional<Thoughts> thoughts_at(std::string_view text, const Line& line) {
  if (line.text.find_first_of("<[\xE2") == line.text.npos) return std::nullopt;  // the first bytes of kTags
  size_t begin = line.start + indent_of(line.text).bytes;
  std::string_view close;
  for (const auto& tag : kTags)
    if (begins_with_tag(text.substr(begin), tag.open)) close = tag.close;
  if (close.empty()) {
    std::optional<size_t> after = after_lone_closing_tag(line.text);
    if (!after) return std::nullopt;
    return Thoughts{.begin = line.start, .end = line.start + *after, .missing = {}, .from_start = true};
  }
  size_t end = find_tag(text, close, begin);
  if (end == std::string_view::npos) return Thoughts{.begin = begin, .end = text.size(), .missing = close};
  return Thoughts{.begin = begin, .end = end + close.size(), .missing = {}};
}

std::optional<HtmlComment> HtmlComments::at(const Line& line) {
  if (no_end_ || line.start < seen_to_) return std::nullopt;
  Indent indent = indent_of(line.text);
  if (indent.columns > 3 || !line.text.substr(indent.bytes).starts_with("<!--")) return std::nullopt;
  size_t close = text_.find("-->", line.start + indent.bytes + 2);  // "<!-->" is a whole comment
  no_end_ = close == std::string_view::npos;
  if (no_end_ || close < line.next) return std::nullopt;
  seen_to_ = close;
  size_t last = text_.rfind('\n', close) + 1;
  return HtmlComment{line.next, last, line_from(text_, last).next};
}

bool is_indented_as_a_whole(std::string_view text) {
  return !any_line(text, [](std::string_view line) { return !is_blank(line) && indent_of(line).columns < 4; });
}

std::optional<ShownText> quoted_text(std::string_view text, const Line& first) {
  auto unindented = [](std::string_view line) { return line.substr(indent_of(line).bytes); };
  if (!unindented(first.text).starts_with('>')) return std::nullopt;
  ShownText out{.text = {}, .end = first.start};
  for (Line line = first; line.start < text.size() && unindented(line.text).starts_with('>');
       line = line_from(text, line.next)) {
    std::string_view quoted = unindented(line.text);
    out.text.append(quoted.substr(quoted.starts_with("> ") ? 2 : 1)) += '\n';
    out.end = line.next;
  }
  return out;
}

std::optional<ShownText> indented_document(std::string_view text, const Line& first) {
  size_t bytes = indent_of(first.text).bytes;
  std::string_view opening = first.text.substr(bytes);
  bool begins = is_search_marker(opening) || opening.starts_with("diff --git ") || opening.starts_with("--- ");
  if (bytes == 0 || !begins) return std::nullopt;
  ShownText out{.text = {}, .end = first.start};
  for (Line line = first; line.start < text.size(); line = line_from(text, line.next)) {
    bool blank = is_blank(line.text);
    if (!blank && indent_of(line.text).bytes < bytes) break;
    out.text += line.text.substr(blank ? line.text.size() : bytes);
    out.text += '\n';
    out.end = line.next;
  }
  return out;
}

std::optional<size_t> find_refusal(std::string_view text, size_t line) {
  for (std::string_view sentence : kRefusals)
    for (size_t at = text.substr(0, line).find(sentence.front()); at < line;
         at = text.substr(0, line).find(sentence.front(), at + 1))
      if (begins_with_sentence(text.substr(at), sentence)) return at;
  return std::nullopt;
}

std::optional<std::string> unwrapped(std::string_view text) {
  if (std::optional<std::string> answer = out_of_quote(text)) return answer;
  return out_of_fence(text);
}

std::optional<std::string> with_own_line_ends(std::string_view text) {
  size_t feed = text.find('\n');
  if (feed == std::string_view::npos || !text.substr(0, feed).ends_with('\r') || line_ends(text).lf != 0)
    return std::nullopt;
  return with_line_ends(text, LineEnd::lf);
}

}  // namespace aptix::answer
