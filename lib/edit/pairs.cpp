#include "edit/pairs.h"

#include <algorithm>
#include <unordered_set>
#include <variant>
#include <vector>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

// The lines without blank ones and surrounding white space.
std::vector<std::string_view> trimmed_lines(std::string_view text) {
  std::vector<std::string_view> lines = worded_lines(text);
  for (std::string_view& line : lines) line = trim(line);
  std::erase(lines, std::string_view());
  return lines;
}

bool is_like(std::string_view old_half, std::string_view new_half, Halves halves) {
  std::vector<std::string_view> old_lines = trimmed_lines(old_half), new_lines = trimmed_lines(new_half);
  if (old_lines.empty() || new_lines.empty() || old_lines == new_lines) return false;
  if (halves == Halves::labelled) return true;
  if (old_lines.size() == 1 && new_lines.size() == 1)
    return first_token(old_lines.front()) == first_token(new_lines.front());
  auto same = [](std::string_view a, std::string_view b) { return a == b && has_long_word(a); };
  if (same(old_lines.front(), new_lines.front()) || same(old_lines.back(), new_lines.back())) return true;
  std::unordered_set<std::string_view> shown(new_lines.begin(), new_lines.end());
  auto kept = std::count_if(old_lines.begin(), old_lines.end(),
      [&](std::string_view line) { return has_long_word(line) && shown.contains(line); });
  return static_cast<size_t>(kept) * 2 >= old_lines.size();
}

// Does it have the same head, and remove no more lines than it has?
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

// Looks at its outermost things.
Holds what_it_holds(const Part& part) {
  Holds holds = Holds::other;
  uint32_t at = 0;
  for (const Thing& thing : part.block_things.all) {
    if (thing.head < at || !thing.has_body()) continue;
    at = thing.last + 1;
    const Thing* known = part.known(thing);
    if (known == nullptr) continue;
    if (!may_replace(part, thing, *known)) return Holds::things;
    holds = Holds::replacements;
  }
  return holds;
}

// Do all its lines begin with one word and go on ("import a", "var b = 1"), and has the file one of them?
bool is_list_of_file(const Part& part) {
  std::string_view first;
  bool any_old = false;
  for (uint32_t at = 0; at < part.block.lines.size(); ++at) {
    if (part.block.lines[at].is_blank()) continue;
    std::string_view line = trim(part.line(at)), word = line.substr(0, line.find_first_of(" \t"));
    std::string_view letters = word.substr(word.find_first_not_of("#@") == 1 ? 1 : 0);
    bool names_more = word.size() < line.size() && std::all_of(letters.begin(), letters.end(), is_word);
    if (!names_more || (!first.empty() && word != first)) return false;
    first = word;
    any_old = any_old || part.is_old_line(part.line(at));
  }
  return any_old;
}

bool are_in_a_row(const std::vector<std::string_view>& all, const std::vector<std::string_view>& lines) {
  return lines.empty() || std::search(all.begin(), all.end(), lines.begin(), lines.end()) != all.end();
}

}  // namespace

bool has_in_a_row(std::string_view text, std::string_view block) {
  return are_in_a_row(trimmed_lines(text), trimmed_lines(block));
}

const OldFile& FileOfBlocks::old_file() {
  if (!old_file_) old_file_.emplace(text_, source_kind(path_));
  return *old_file_;
}

bool FileOfBlocks::has(std::string_view block) {
  if (!trimmed_) trimmed_ = trimmed_lines(text_);
  return are_in_a_row(*trimmed_, trimmed_lines(block));
}

bool FileOfBlocks::has_fragment(std::string_view block) {
  std::vector<std::string_view> shown = trimmed_lines(block);
  if (shown.empty() || !has(block)) return false;
  Part part(old_file(), block);
  const std::vector<Thing>& things = part.block_things.all;
  auto is_named = [&](const Thing& thing) { return !thing.name().empty() && part.known(thing) != nullptr; };
  if (std::any_of(things.begin(), things.end(), is_named)) return false;
  const std::vector<ScannedLine>& lines = part.old.lines;
  return std::none_of(lines.begin(), lines.end(),
      [&](const ScannedLine& line) { return line.indent == 0 && trim(line.text) == shown.front(); });
}

bool FileOfBlocks::has_pair(std::string_view old_half, std::string_view new_half, Halves halves) {
  if (!is_like(old_half, new_half, halves)) return false;
  auto places = old_file().places_of(worded_lines(old_half), 2);
  if (!places || places->size() != 1) return false;
  auto now = old_file().places_of(worded_lines(new_half), 1);
  return now && now->empty();
}

int FileOfBlocks::count_of(std::string_view trimmed_line) {
  if (!trimmed_) trimmed_ = trimmed_lines(text_);
  if (!counts_) {
    counts_.emplace();
    for (std::string_view line : *trimmed_) ++(*counts_)[line];
  }
  auto known = counts_->find(trimmed_line);
  return known == counts_->end() ? 0 : known->second;
}

namespace {

// The lines of the block that may identify a place.
std::vector<uint32_t> telling_lines(const Part& part) {
  std::vector<uint32_t> lines;
  for (uint32_t at = 0; at < part.block.lines.size(); ++at)
    if (!part.gap[at] && has_long_word(part.line(at))) lines.push_back(at);
  return lines;
}

// Does it begin or end with an indented line that the file has once? REQUIRES: `lines` is not empty.
bool has_border_inside(const Part& part, const std::vector<uint32_t>& lines) {
  auto is_border = [&](uint32_t at) {
    return part.block.lines[at].indent != 0 && part.old_lines().all(part.line(at), 2).size() == 1;
  };
  uint32_t first = part.after_blank(0), last = static_cast<uint32_t>(part.block.lines.size()) - 1;
  while (part.block.lines[last].is_blank()) --last;
  return (first == lines.front() && is_border(first)) || (last == lines.back() && is_border(last));
}

}  // namespace

LooseLines FileOfBlocks::what_lines_show(std::string_view block, std::span<const PartText> others) {
  Part part(old_file(), block);
  std::vector<uint32_t> lines = telling_lines(part);
  std::unordered_set<std::string_view> given;
  for (const PartText& other : others)
    for (std::string_view line : trimmed_lines(other.text)) given.insert(line);
  size_t fresh = 0, once = 0;
  for (uint32_t at : lines) {
    std::string_view line = trim(part.line(at));
    int count = count_of(line);
    fresh += count == 0 && !given.contains(line) ? 1 : 0;
    once += count == 1 ? 1 : 0;
  }
  if (fresh == 0) return LooseLines::of_no_file;
  bool inside = has_border_inside(part, lines);
  if (!inside && (once < 2 || once * 2 < lines.size())) return LooseLines::of_no_file;
  // Beside the whole file, or blocks that are refused, it is not the other half of the answer.
  Fit alone = others.empty() ? Fitted() : fit(text_, others, path_);
  const Fitted* fitted = std::get_if<Fitted>(&alone);
  if (fitted == nullptr || fitted->as == Fitted::As::whole) return LooseLines::of_no_file;
  if (!inside && part.has_gap) return LooseLines::unplaced;
  std::vector<PartText> all(others.begin(), others.end());
  all.push_back({block});
  bool fits = std::holds_alternative<Fitted>(fit(text_, all, path_, MayBe::part));
  return fits ? LooseLines::placed : LooseLines::unplaced;
}

bool FileOfBlocks::may_be_elsewhere(std::string_view old_half, std::string_view new_half) {
  std::vector<std::string_view> old_lines = worded_lines(old_half), new_lines = worded_lines(new_half);
  auto first = std::find_if(new_lines.begin(), new_lines.end(), has_long_word);
  if (first == new_lines.end()) return true;
  auto own = static_cast<size_t>(std::count(old_lines.begin(), old_lines.end(), *first));
  if (own == 0) return false;
  auto places = old_file().places_of({*first}, own + 1);
  return !places || places->size() > own;
}

LoosePart FileOfBlocks::what_is(std::string_view block, std::span<const PartText> others) {
  auto is_quoted = [&](const PartText& other) { return has_in_a_row(other.text, block); };
  if (has(block) || std::any_of(others.begin(), others.end(), is_quoted)) return LoosePart::no;
  Part part(old_file(), block);
  Holds holds = what_it_holds(part);
  if (holds != Holds::other) return holds == Holds::things ? LoosePart::doubtful : LoosePart::part;
  if (!is_list_of_file(part)) return LoosePart::no;
  std::vector<PartText> all(others.begin(), others.end());
  all.push_back({block});
  bool fits = std::holds_alternative<Fitted>(fit(text_, all, path_, MayBe::part));
  return fits ? LoosePart::part : LoosePart::no;
}

}  // namespace aptix::edit
