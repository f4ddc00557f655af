#include "edit/fit/steps.h"

#include <algorithm>

#include <fmt/format.h>

#include "edit/fit/balance.h"
#include "edit/fit/thing_names.h"
#include "edit/fit/things.h"

namespace aptix::edit {
namespace {

Misfit begun(const std::string& shown, uint32_t line) {
  return {Code::part_unbalanced, fmt::format("'{}' begins in its line {} and does not end", shown, line + 1),
      fmt::format("ask for all of '{}'", shown)};
}

// Does the block begin within something that ends before its line `head`?
bool begins_within(const Part& part, uint32_t head) {
  if (!part.block.lone.empty()) {
    const LoneBracket& lone = part.block.lone.front();
    if (lone.line < head && std::string_view(")]}").find(lone.sign) != std::string_view::npos) return true;
  }
  uint32_t first = 0;
  while (first < head && part.block.lines[first].code.empty()) ++first;
  for (uint32_t at = first + 1; at <= head; ++at) {
    const ScannedLine& line = part.block.lines[at];
    if (!line.code.empty() && !line.in_string && line.indent < part.block.lines[first].indent) return true;
  }
  return false;
}

// A window of the file: it begins within something, and all its lines from `head` on are the file's, in a row.
bool only_shows(const Part& part, uint32_t head) {
  if (!begins_within(part, head)) return false;
  auto count = static_cast<uint32_t>(part.block.lines.size());
  while (count > head && part.block.lines[count - 1].is_blank()) --count;
  std::vector<uint32_t> places = part.old_lines().all(part.line(head), 2);
  if (places.size() != 1) return false;
  uint32_t old = places.front();
  for (uint32_t at = head; at < count; ++at, ++old)
    if (old >= part.old_count() || part.old_line(old) != part.line(at)) return false;
  return true;
}

// But for what closes them; and after the last gap.
bool ends_in_new_lines(const Part& part) {
  auto count = static_cast<uint32_t>(part.block.lines.size()), at = count;
  auto closes = [&](const ScannedLine& line) { return line.is_blank() || begins_with_closer(line, part.kind); };
  while (at > 0 && !part.gap[at - 1] && closes(part.block.lines[at - 1])) --at;
  return at > 0 && at < count && !part.gap[at - 1] && !part.is_old_line(part.line(at - 1));
}

}  // namespace

std::optional<Misfit> cut_off(const Part& part) {
  if (part.block.lines.empty() || (part.has_gap && !ends_in_new_lines(part))) return std::nullopt;
  if (part.kind.layout == Layout::tags && !part.has_gap) {
    std::optional<uint32_t> open = open_element(part.block.text, part.file.text);
    if (!open) return std::nullopt;
    auto at = static_cast<size_t>(part.line(*open).data() - part.block.text.data());
    std::optional<std::vector<size_t>> same = places_in(part.file.text, worded_lines(part.block.text.substr(at)), 1);
    return !same || same->empty() ? std::optional(begun(part.shown(*open), *open)) : std::nullopt;
  }
  uint32_t depth = part.block.lines.back().depth_after, outermost = UINT32_MAX;
  for (const Thing& thing : part.block_things.all) outermost = std::min(outermost, part.block.lines[thing.head].indent);
  auto past_gaps = part.gap.rend() - std::find(part.gap.rbegin(), part.gap.rend(), true);
  for (const Thing& thing : part.block_things.all) {
    if (thing.head < past_gaps) continue;
    const ScannedLine& head = part.block.lines[thing.head];
    bool open = depth > head.depth_before || part.kind.word_ends;
    bool outer = head.indent == outermost,
         settings = part.kind.keys && head.code.ends_with('{') && head.code.front() != '"';
    bool is_head = !thing.name().empty() || (outer && (thing.is_callback() || settings));
    bool heads = part.kind.layout == Layout::indentation && head.code.ends_with(':') && head.depth_after == 0;
    bool begins = !thing.ends() && thing.to_end && open && is_head;
    if (begins || (thing.to_end && heads && !thing.has_body() && !thing.name().empty()))
      return only_shows(part, thing.head) ? std::nullopt : std::optional(begun(shown_name(thing), thing.head));
  }
  return std::nullopt;
}

}  // namespace aptix::edit
