#include "answer/outline/unwrapped.h"

#include <algorithm>

#include "answer/basis/fence.h"
#include "answer/basis/line.h"
#include "answer/name/line_names.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

bool is_markdown(std::string_view info) {
  std::string word = ascii_lower(info);
  return word == "markdown" || word == "md";
}

// Are there fences inside, each with its end? Fences as long as the one around them have to say what they open: a bare
// one would end that.
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

// The fence of Markdown made blank, so that every place stays where it is.
std::optional<std::string> out_of_fence(std::string_view text) {
  Line first = line_from(text, std::min(text.find_first_not_of("\r\n"), text.size()));
  std::optional<Fence> fence = fence_in(first.text);
  if (!fence || !is_markdown(fence->info)) return std::nullopt;
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

// What stands after the sign of a quoted line: with a space each time, or never. Nothing when some line is not quoted,
// or it is not told which spaces are the quote's.
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

// A quote from the first line to the last, with a code block in it.
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
