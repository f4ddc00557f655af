#include "edit/fit/part.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/fit/gaps.h"

namespace aptix::edit {
namespace {

// "f(a, ...)", "<Form ...>": dots that are not attached to a word, before a closing bracket, ',' or ';'.
bool has_lone_dots(std::string_view code) {
  for (size_t at = code.find("..."); at != code.npos; at = code.find("...", at + 3)) {
    bool apart = at > 0 && std::string_view(" ,([{<").find(code[at - 1]) != std::string_view::npos;
    if (apart && at + 3 < code.size() && std::string_view(")]}>,;").find(code[at + 3]) != std::string_view::npos)
      return true;
  }
  return false;
}

// Also true if one of them has no words.
bool share_words(std::string_view one, std::string_view other) {
  auto words_of = [](std::string_view text) {
    std::unordered_set<std::string_view> words;
    for (size_t at = 0; at < text.size(); ++at) {
      size_t start = at;
      while (at < text.size() && is_of_word(text[at])) ++at;
      if (at > start) words.insert(text.substr(start, at - start));
    }
    return words;
  };
  std::unordered_set<std::string_view> words = words_of(one), others = words_of(other);
  return words.empty() || others.empty() ||
      std::any_of(words.begin(), words.end(), [&](std::string_view word) { return others.contains(word); });
}

// The literals among its parameters: ":stop" and "1" in "f({:stop, 1}, state)". They distinguish clauses of one name.
// Default values do not count.
std::vector<std::string_view> literals_of(const Thing& thing) {
  std::vector<std::string_view> found;
  size_t start = thing.name().empty() ? std::string_view::npos : thing.head_text.find(thing.name() + "(");
  std::string_view text = thing.head_text.substr(std::min(start, thing.head_text.size()));
  size_t depth = 0;
  for (size_t at = thing.name().size(); at < text.size(); ++at) {
    bool opens = std::string_view("([{").find(text[at]) != text.npos;
    if (std::string_view(")]}").find(text[at]) != text.npos && --depth == 0) break;
    if (!opens && text[at] != ',') continue;
    depth += opens ? 1 : 0;
    if (opens && depth > 1 && is_of_word(text[at - 1])) continue;  // "a[3]"
    std::string_view rest = trim(text.substr(at + 1)), value = rest.substr(0, rest.find_first_of(",)]}"));
    std::string_view second = value.substr(std::min<size_t>(value.size(), 1));
    bool literal = value.starts_with('"') || value.starts_with('\'') || (!value.empty() && is_digit(value.front())) ||
        (value.starts_with(':') && !second.empty() && is_of_word(second.front()));
    if (literal) found.push_back(value);
  }
  return found;
}

// A class and its constructor of the same name.
bool are_one_in_the_other(const std::vector<const Thing*>& things) {
  return things.size() == 2 && things.front()->head < things.back()->head && things.back()->ends() &&
      things.back()->last <= things.front()->last;
}

bool has_quotes(std::string_view code) { return code.find('"') != code.npos; }  // a string, which `code` has as ""

}  // namespace

std::string shown_name(const Thing& thing) { return excerpt_for_display(thing.called(), 60); }

Misfit ends_within(const Thing& thing, uint32_t at) {
  std::string name = shown_name(thing);
  return {Code::part_ambiguous, fmt::format("the block ends within '{}'", name),
      fmt::format("show '{}' with its last lines, or what comes after it", name), {at + 1}};
}

bool has_long_word(std::string_view line) {
  size_t run = 0;
  for (char c : line) {
    run = is_of_word(c) || c == '_' ? run + 1 : 0;
    if (run == 3) return true;
  }
  return false;
}

bool Part::identifies(std::string_view line) const {
  bool quotes = line.find_first_of("\"'`") != std::string_view::npos && has_word(line);
  return has_long_word(line) || (quotes && old_lines().all(line, 2).size() == 1);
}

std::vector<std::string_view> worded_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(without_cr(take_line(text)));
  while (!lines.empty() && trim(lines.back()).empty()) lines.pop_back();
  size_t first = 0;
  while (first < lines.size() && trim(lines[first]).empty()) ++first;
  lines.erase(lines.begin(), lines.begin() + static_cast<ptrdiff_t>(first));
  return lines;
}

OldFile::OldFile(std::string_view file_text, const SourceKind& kind_of_file)
    : text(file_text),
      kind(kind_of_file),
      scanned(scan(file_text, kind_of_file)) {}

const Things& OldFile::things() const {
  if (!things_) things_ = things_of(scanned, kind, LinesAlone::none);
  return *things_;
}

const TextIndex& OldFile::lines() const {
  if (lines_) return *lines_;
  lines_.emplace().reserve(scanned.lines.size());
  for (const ScannedLine& line : scanned.lines) lines_->add(line.text);
  return *lines_;
}

bool OldFile::has_trimmed(std::string_view line) const {
  if (trimmed_.empty())
    for (const ScannedLine& one : scanned.lines) trimmed_.insert(trim(one.text));
  return trimmed_.contains(trim(line));
}

std::optional<std::vector<uint32_t>> OldFile::places_of(const std::vector<std::string_view>& some, size_t most) const {
  constexpr size_t kFew = 4;
  constexpr uint64_t kMostLooked = 20'000'000;
  std::vector<uint32_t> found, starts;
  uint32_t before = 0;  // lines of `some` before the one that is looked for: the first that few lines are equal to
  for (uint32_t at = 0; at < some.size(); ++at) {
    std::vector<uint32_t> few = lines().all(some[at], kFew);
    if (few.empty()) return found;
    if (at != 0 && few.size() >= starts.size()) continue;
    starts = std::move(few);
    before = at;
  }
  if (starts.size() == kFew) starts = lines().all(some[before]);
  uint64_t compared = 0;
  for (uint32_t at : starts) {
    if (at < before || at - before + some.size() > scanned.lines.size()) continue;
    uint32_t first = at - before, same = 0;
    while (same < some.size() && scanned.lines[first + same].text == some[same]) ++same;
    if (same == some.size()) found.push_back(first);
    compared += same + 1;
    if (found.size() == most) break;
    if (compared > kMostLooked) return std::nullopt;
  }
  return found;
}

Part::Part(const OldFile& old_file, std::string_view block_text, uint32_t also)
    : file(old_file),
      kind(old_file.kind),
      old(old_file.scanned) {
  gap = gaps_in(block_text, kind, [&](std::string_view line) { return file.has_trimmed(line); });
  if (also != kNoLine) gap[also] = true;
  has_gap = std::find(gap.begin(), gap.end(), true) != gap.end();
  block = scan(block_text, kind, gap);
  block_things = things_of(block, kind, LinesAlone::things, gap);
}

size_t Part::filled_between(uint32_t first, uint32_t end) const {
  size_t filled = 0;
  for (; first < end && filled < 2; ++first) filled += old.lines[first].is_blank() ? 0 : 1;
  return filled;
}

std::string Part::lines_of(const Placement& one) const {
  std::string text;
  for (uint32_t at = one.from; at < one.to; ++at) text.append(line(at)).append("\n");
  return text;
}

uint32_t Part::after_blank(uint32_t at) const {
  while (at < block.lines.size() && block.lines[at].is_blank()) ++at;
  return at;
}

std::string Part::shown(uint32_t at) const { return excerpt_for_display(trim(line(at)), 60); }

const Thing* Part::known(const Thing& of_block) const {
  known_.resize(block_things.all.size());
  std::optional<const Thing*>& known = known_[static_cast<size_t>(&of_block - block_things.all.data())];
  if (!known) known = find_known(of_block);
  return *known;
}

const Thing* Part::find_known(const Thing& of_block) const {
  std::vector<const Thing*> heads = old_things().with_head(of_block.head_text);
  if (!heads.empty()) {
    bool once = heads.size() == 1 && block_things.with_head(of_block.head_text).size() == 1;
    if (is_led_elsewhere(of_block, *heads.front())) return nullptr;
    return once && heads.front()->has_body() ? heads.front() : nullptr;
  }
  std::vector<const Thing*> names = old_things().with_name(of_block.name(), 3);
  std::vector<const Thing*> own = block_things.with_name(of_block.name(), 3);
  if (are_one_in_the_other(names) && are_one_in_the_other(own)) {
    names = {own.back() == &of_block ? names.back() : names.front()};
    own.resize(1);
  }
  if (names.size() != 1 || own.size() != 1) return nullptr;
  // The block has the old head as well: then that one is meant.
  if (block_things.has_head(names.front()->head_text)) return nullptr;
  return names.front()->has_body() && is_same_by_name(of_block, *names.front()) ? names.front() : nullptr;
}

// Is its first comment or decorator in the file, but not above `old_thing`?
bool Part::is_led_elsewhere(const Thing& of_block, const Thing& old_thing) const {
  if (of_block.doc == of_block.head || !has_long_word(line(of_block.doc))) return false;
  std::string_view lead = trim(line(of_block.doc));
  for (uint32_t at = doc_across_blank(old_thing); at < old_thing.head; ++at)
    if (trim(old_line(at)) == lead) return false;
  return is_old_line(line(of_block.doc));
}

// The first line of the comments above it, even if blank lines separate them from it.
uint32_t Part::doc_across_blank(const Thing& old_thing) const {
  uint32_t above = old_thing.doc, doc = above;
  while (above > 0 && old.lines[above - 1].is_blank()) --above;
  if (old_thing.doc != old_thing.start || above == old_thing.doc) return doc;
  while (above > 0 && old.lines[above - 1].is_comment()) doc = --above;
  return doc;
}

// A name is not enough: a method of another type or with other parameters may have it. The text around the name must be
// alike, or a line of the body must be the same.
bool Part::is_same_by_name(const Thing& of_block, const Thing& old_thing) const {
  size_t at = of_block.head_text.find(of_block.name()), old_at = old_thing.head_text.find(old_thing.name());
  if (at == std::string_view::npos || old_at == std::string_view::npos) return true;
  auto before = [](std::string_view head, size_t name) {
    std::string_view text = trim(head.substr(0, name));
    return text.substr(std::min(text.find_last_of(text.ends_with(')') ? '(' : ' ') + 1, text.size()));
  };
  std::string_view after = of_block.head_text.substr(at + of_block.name().size());
  std::string_view old_after = old_thing.head_text.substr(old_at + old_thing.name().size());
  if (literals_of(of_block) != literals_of(old_thing)) return false;  // another clause of that name
  if (!of_block.has_body()) return true;
  constexpr std::string_view kOfName = "?!=";  // "valid?", "name="
  if (kOfName.find(after.substr(0, 1)) != kOfName.find(old_after.substr(0, 1))) return false;
  if (before(of_block.head_text, at) == before(old_thing.head_text, old_at) && share_words(after, old_after))
    return true;
  std::unordered_set<std::string_view> lines;
  for (uint32_t line = old_thing.head + 1; line <= old_thing.last; ++line) lines.insert(trim(old_line(line)));
  for (uint32_t own = of_block.head + 1; own <= of_block.last; ++own)
    if (has_long_word(line(own)) && lines.contains(trim(line(own)))) return true;
  return false;
}

// "a {" in the block, and "a{" in the file, or the other way round.
bool Part::has_head_spaced_otherwise(const Thing& of_block) const {
  std::string_view head = of_block.head_text;
  if (!head.ends_with('{')) return false;
  std::string name(trim(head.substr(0, head.size() - 1)));
  bool spaced = name.size() + 1 < head.size();
  return old_things().has_head(name + (spaced ? "{" : " {"));
}

bool Part::is_new(const Thing& of_block) const {
  if (old_things().has_head(of_block.head_text) || is_old_line(line(of_block.head))) return false;
  if (kind.keys) return !has_head_spaced_otherwise(of_block);
  if (of_block.is_callback()) return has_quotes(of_block.code);  // known by its string: "on("ready", () => {"
  if (of_block.name().empty()) return false;
  std::vector<const Thing*> same_name = old_things().with_name(of_block.name(), SIZE_MAX);
  if (same_name.empty()) return true;
  std::vector<std::string_view> literals = literals_of(of_block);
  return !literals.empty() && std::none_of(same_name.begin(), same_name.end(), [&](const Thing* other) {
    return literals_of(*other) == literals;
  });
}

std::optional<uint32_t> Part::line_that_hides_code() const {
  if (!kind.names || kind.layout != Layout::brackets) return std::nullopt;
  for (uint32_t at = 0; at < block.lines.size(); ++at) {
    std::string_view code = block.lines[at].code, text = trim(block.lines[at].text);
    size_t open = code.rfind('{'), close = code.find('}', std::min(open, code.size()));
    bool hides = kind.dots_hide && has_lone_dots(code);
    if (close != code.npos) {
      std::string_view inner = trim(code.substr(open + 1, close - open - 1));
      hides = hides || (!inner.empty() && is_gap_line(inner, kind)) ||
          (inner.empty() && code != text && file.has_trimmed(code.substr(0, open + 1)));
    }
    if (hides && !gap[at] && !file.has_trimmed(text)) return at;
  }
  return std::nullopt;
}

bool Part::leaves_out_keys(const Thing& of_block, const Thing& old_thing) const {
  auto key_of = [](std::string_view text) { return trim(text.substr(0, text.find_first_of("=:"))); };
  std::unordered_multiset<std::string_view> shown;
  for (uint32_t at = of_block.head + 1; at <= of_block.last; ++at) shown.insert(key_of(trim(line(at))));
  for (uint32_t at = old_thing.head + 1; at <= old_thing.last; ++at) {
    std::string_view key = key_of(trim(old_line(at)));
    if (key.empty() || std::string_view("})]").find(key.front()) != std::string_view::npos) continue;
    auto found = shown.find(key);
    if (found == shown.end()) return true;
    shown.erase(found);
  }
  return false;
}

uint32_t Part::start_of(const Thing& old_thing, const Thing& of_block, uint32_t shown) const {
  if (shown >= of_block.head) return old_thing.head;
  uint32_t best = kNoLine, longest = 0;  // `longest`: most equal lines in a row
  for (uint32_t at = doc_across_blank(old_thing); at < old_thing.head; ++at) {
    uint32_t run = 0;
    while (
        at + run < old_thing.head && shown + run < of_block.head && trim(old_line(at + run)) == trim(line(shown + run)))
      ++run;
    if (run > longest && (at >= old_thing.doc || shown + run == of_block.head)) best = at, longest = run;
  }
  if (best != kNoLine) return best;
  return block.lines[shown].is_comment() ? old_thing.doc : old_thing.start;
}

}  // namespace aptix::edit
