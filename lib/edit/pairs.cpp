#include "edit/pairs.h"

#include <algorithm>
#include <unordered_set>
#include <variant>
#include <vector>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/fit/thing_names.h"

namespace aptix::edit {
namespace {

// Without the blank ones.
std::vector<std::string_view> trimmed_lines(std::string_view text) {
  std::vector<std::string_view> lines = worded_lines(text);
  for (std::string_view& line : lines) line = trim(line);
  std::erase(lines, std::string_view());
  return lines;
}

bool is_like(std::string_view old_half, std::string_view new_half) {
  std::vector<std::string_view> old_lines = trimmed_lines(old_half), new_lines = trimmed_lines(new_half);
  if (old_lines.empty() || new_lines.empty() || old_lines == new_lines) return false;
  if (old_lines.size() == 1 && new_lines.size() == 1)
    return first_token(old_lines.front()) == first_token(new_lines.front());
  auto same = [](std::string_view a, std::string_view b) { return a == b && has_long_word(a); };
  if (same(old_lines.front(), new_lines.front()) || same(old_lines.back(), new_lines.back())) return true;
  std::unordered_set<std::string_view> shown(new_lines.begin(), new_lines.end());
  auto kept = std::count_if(old_lines.begin(), old_lines.end(),
      [&](std::string_view line) { return has_long_word(line) && shown.contains(line); });
  return static_cast<size_t>(kept) * 2 >= old_lines.size();
}

// Has it the same head, and takes it away no more lines than it has?
bool may_replace(const Part& part, const Thing& thing, const Thing& known) {
  if (thing.head_text != known.head_text) return false;
  std::unordered_multiset<std::string_view> lines;
  for (uint32_t at = thing.head + 1; at <= thing.last; ++at) lines.insert(trim(part.line(at)));
  size_t gone = 0;
  for (uint32_t at = known.head + 1; at <= known.last; ++at) {
    auto kept = lines.find(trim(part.old_line(at)));
    if (kept != lines.end()) lines.erase(kept);
    else gone += part.old.lines[at].is_blank() ? 0 : 1;
  }
  return gone <= thing.last - thing.head;
}

enum class Holds : uint8_t { other, things, replacements };

Holds what_it_holds(const Part& part) {
  Holds holds = Holds::replacements;
  uint32_t at = 0;
  auto count = static_cast<uint32_t>(part.block.lines.size());
  bool any = false;
  for (const Thing& thing : part.block_things.all) {
    if (thing.head < at || !thing.has_body()) continue;
    for (; at < thing.doc; ++at)
      if (!part.block.lines[at].is_blank()) return Holds::other;
    const Thing* known = part.known(thing);
    if (known == nullptr) return Holds::other;
    if (!may_replace(part, thing, *known)) holds = Holds::things;
    any = true;
    at = thing.last + 1;
  }
  for (; at < count; ++at)
    if (!part.block.lines[at].is_blank()) return Holds::other;
  return any ? holds : Holds::other;
}

}  // namespace

bool has_in_a_row(std::string_view text, std::string_view block) {
  std::vector<std::string_view> all = trimmed_lines(text), lines = trimmed_lines(block);
  return std::search(all.begin(), all.end(), lines.begin(), lines.end()) != all.end();
}

const OldFile& FileOfBlocks::old_file() {
  if (!old_file_) old_file_.emplace(text_, source_kind(path_));
  return *old_file_;
}

bool FileOfBlocks::has_pair(std::string_view old_half, std::string_view new_half) const {
  if (!is_like(old_half, new_half)) return false;
  auto places = places_in(text_, worded_lines(old_half), 2);
  if (!places || places->size() != 1) return false;
  auto now = places_in(text_, worded_lines(new_half), 1);
  return now && now->empty();
}

LoosePart FileOfBlocks::what_is(std::string_view block, std::span<const PartText> others) {
  auto is_quoted = [&](const PartText& other) { return has_in_a_row(other.text, block); };
  if (has_in_a_row(text_, block) || std::any_of(others.begin(), others.end(), is_quoted)) return LoosePart::no;
  Holds holds = what_it_holds(Part(old_file(), block));
  if (holds == Holds::other) return LoosePart::no;
  auto fits = [&](std::span<const PartText> parts) {
    return std::holds_alternative<Fitted>(fit(text_, parts, path_, MayBe::part));
  };
  std::vector<PartText> all(others.begin(), others.end());
  all.push_back({block});
  if (fits(all)) return holds == Holds::replacements ? LoosePart::part : LoosePart::no;
  bool rival = !others.empty() && fits(others) && fits(std::span(all).last(1));
  return rival ? LoosePart::rival : LoosePart::no;
}

}  // namespace aptix::edit
