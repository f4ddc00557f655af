// In two steps: line numbers, entities and escapes are removed from a hunk; then it is looked for, ignoring typography.
#include "edit/rung/ladder.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "base/text/look_alike.h"
#include "base/text/text.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"
#include "edit/near/normal_line.h"

namespace aptix::edit {
namespace {

struct NormalWay {
  std::string_view what;
  std::span<const LookAlike> table;
};

bool goes_with(const Numbered& line, std::string_view separator) {
  return line.separator == separator || (line.separator.empty() && is_blank(line.rest));
}

// The separator after the line numbers of the old lines; nothing if these are not numbered one by one.
std::optional<std::string_view> listing(const diff::Hunk& hunk) {
  std::optional<std::string_view> separator;
  std::optional<uint64_t> next;
  bool mixed = false;  // some lines have no number: then only a bar proves that the others have one
  for (const diff::HunkLine& line : hunk.lines) {
    if (line.kind == LineKind::added) continue;
    std::optional<Numbered> shown = numbered(line.text);
    mixed = mixed || (!shown && !is_blank(line.text));
    if (shown && next && shown->number != *next) return std::nullopt;
    if (shown && !shown->separator.empty()) {
      if (separator && *separator != shown->separator) return std::nullopt;
      separator = shown->separator;
    }
    if (shown) next = shown->number;
    if (next) ++*next;
  }
  bool bar = separator == "|" || separator == "\xE2\x94\x82";
  return mixed && !bar ? std::nullopt : separator;
}

// If a space follows all separators, it may belong to them or to the lines: both ways are given.
std::vector<Undressed> without_numbers(const diff::Hunk& hunk) {
  std::vector<Undressed> all;
  std::optional<std::string_view> separator = listing(hunk);
  if (!separator) return all;
  bool space = std::all_of(hunk.lines.begin(), hunk.lines.end(), [](const diff::HunkLine& line) {
    std::optional<Numbered> shown = line.kind == LineKind::added ? std::nullopt : numbered(line.text);
    return !shown || shown->rest.empty() || shown->rest.starts_with(' ');
  });
  for (size_t spaces = 0; spaces <= (space ? 1 : 0); ++spaces) {
    Undressed& bare = all.emplace_back(Undressed{hunk, {}, "the line numbers of a listing", {}});
    bare.bare = [separator = *separator, spaces](std::string_view line) {
      std::optional<Numbered> shown = numbered(line);
      if (!shown || !goes_with(*shown, separator)) return std::string(line);
      return std::string(shown->rest.substr(std::min(spaces, shown->rest.size())));
    };
    for (diff::HunkLine& line : bare.hunk.lines) line.text = bare.texts.emplace_back(*bare.bare(line.text));
  }
  return all;
}

// The hunk decoded by `way`; nothing if that changes no old line. A line that decodes to several is split.
std::optional<Undressed> without(const diff::Hunk& hunk, const NormalWay& way) {
  Undressed bare{hunk, {}, std::string(way.what), [table = way.table](std::string_view line) {
                   std::string made = as_meant(line, table);
                   return made.find('\n') == std::string::npos ? std::optional(std::move(made)) : std::nullopt;
                 }};
  bare.hunk.lines.clear();
  bool any = false;
  for (const diff::HunkLine& line : hunk.lines) {
    std::string_view rest = bare.texts.emplace_back(as_meant(line.text, way.table));
    any = any || (line.kind != LineKind::added && rest != line.text);
    for (bool more = true; more;) {
      size_t feed = rest.find('\n');
      more = feed != std::string_view::npos && (feed + 1 < rest.size());
      bare.hunk.lines.push_back(line);
      bare.hunk.lines.back().text = rest.substr(0, feed);
      if (more) rest.remove_prefix(feed + 1);
    }
  }
  return any ? std::optional(std::move(bare)) : std::nullopt;
}

// The hunk in each way that changes its old lines: without line numbers, decoded, and both.
std::vector<Undressed> undressed(const diff::Hunk& hunk) {
  std::vector<Undressed> all = without_numbers(hunk);
  size_t bare = all.size();
  const NormalWay ways[] = {
      {"HTML entities", entities()}, {"a level of escapes", escapes()}, {"escaped quotes", escapes().first(2)}};
  for (const NormalWay& way : ways) {
    if (bare == 0)
      if (std::optional<Undressed> one = without(hunk, way)) all.push_back(std::move(*one));
    for (size_t i = 0; i < bare; ++i) {
      std::optional<Undressed> one = without(all[i].hunk, way);
      if (!one) continue;
      one->what = all[i].what + " and " + one->what;
      one->bare = [first = all[i].bare, second = one->bare](std::string_view line) { return second(*first(line)); };
      all.push_back(std::move(*one));
    }
  }
  return all;
}

constexpr char kDots = '\x01';
constexpr char kLetter = '\x02';      // beyond ASCII, or with a combining accent
constexpr uint64_t kMostNamed = 100;  // places of one hunk

// One character of a line as a reader sees it. Dashes in a row are one.
struct Glyph {
  std::string_view bytes;
  char as;  // 0: invisible

  bool is_plain() const { return static_cast<unsigned char>(bytes[0]) < 0x80; }
  bool may_differ() const { return as == '\'' || as == '"' || as == '-' || as == ' ' || as == kDots; }
};

// The size of a character and the accents that follow it.
size_t letter_size(std::string_view text, size_t at) {
  auto is_accent = [&](size_t i) {
    return i + 1 < text.size() && (text[i] == '\xCC' || (text[i] == '\xCD' && text[i + 1] <= '\xAF'));
  };
  size_t end = at + std::max<size_t>(utf8_sequence_size(text, at), 1);
  while (is_accent(end)) end += 2;
  return end - at;
}

Glyph glyph_at(std::string_view text, size_t at) {
  if (text.substr(at).starts_with("...")) return {text.substr(at, 3), kDots};
  const LookAlike* hit =
      static_cast<unsigned char>(text[at]) < 0x80 ? nullptr : look_alike_at(text.substr(at), typography());
  if (hit == nullptr) {
    size_t size = letter_size(text, at);
    return {text.substr(at, size), size == 1 ? text[at] : kLetter};
  }
  return {text.substr(at, hit->shown.size()),
      hit->meant.empty()          ? '\0'
          : hit->meant.size() > 1 ? kDots
                                  : hit->meant[0]};
}

// Visits each glyph that is not invisible.
template <class Visit>
void each_glyph(std::string_view text, Visit visit) {
  for (size_t at = 0; at < text.size();) {
    Glyph shown = glyph_at(text, at);
    size_t end = at + shown.bytes.size();
    while (shown.as == '-' && end < text.size()) {
      Glyph next = glyph_at(text, end);
      if (next.as != '-') break;
      end += next.bytes.size();
    }
    if (shown.as != '\0') visit(Glyph{text.substr(at, end - at), shown.as});
    at = end;
  }
}

using Glyphs = std::vector<Glyph>;

Glyphs glyphs_of(std::string_view line) {
  Glyphs glyphs;
  each_glyph(line, [&](const Glyph& glyph) { glyphs.push_back(glyph); });
  return glyphs;
}

std::string plain_of(std::string_view text) {
  std::string plain;
  each_glyph(text, [&](const Glyph& glyph) {
    if (glyph.as == kLetter) plain += compose(glyph.bytes);
    else plain += glyph.as;
  });
  return plain;
}

// Learns from the old lines of one place how the text writes the glyphs of the hunk.
class Typography {
 public:
  // False if the two lines differ in more than typography.
  bool learn(std::string_view wanted, std::string_view in_text) {
    Pair pair{glyphs_of(texts_.emplace_back(wanted)), glyphs_of(texts_.emplace_back(in_text))};
    auto same = [](const Glyph& a, const Glyph& b) {
      if (a.as == kLetter && b.as == kLetter && compose(a.bytes) == compose(b.bytes)) return true;
      return a.bytes == b.bytes || (a.as == b.as && a.may_differ() && (!a.is_plain() || !b.is_plain()));
    };
    if (!std::equal(pair.wanted.begin(), pair.wanted.end(), pair.in_text.begin(), pair.in_text.end(), same))
      return false;
    for (size_t i = 0; i < pair.wanted.size(); ++i) {
      const Glyph& glyph = pair.wanted[i];
      if (!glyph.may_differ()) continue;
      known_[glyph.bytes].insert(pair.in_text[i].bytes);
      if (!glyph.is_plain() && pair.in_text[i].is_plain()) plain_.insert(glyph.as);
    }
    pairs_.push_back(std::move(pair));
    return true;
  }

  // A new line as the text would write it; nothing if that is unclear.
  std::optional<std::string> written(std::string_view line) const {
    Glyphs glyphs = glyphs_of(line);
    std::vector<std::string_view> copied = copied_from_old(glyphs);
    // It is unknown which typographic quote a plain one stands for: plain glyphs stay as they are.
    bool verbatim = false;
    for (size_t i = 0; i < glyphs.size(); ++i)
      verbatim = verbatim || (copied[i].empty() && glyphs[i].is_plain() && glyphs[i].may_differ());
    std::string out;
    for (size_t i = 0; i < glyphs.size(); ++i) {
      std::optional<std::string_view> bytes = verbatim && glyphs[i].is_plain() ? glyphs[i].bytes
          : copied[i].empty()                                                  ? meaning(glyphs[i])
                                                                               : copied[i];
      if (!bytes) return std::nullopt;
      out += *bytes;
    }
    return out;
  }

 private:
  struct Pair {
    Glyphs wanted, in_text;
  };

  // The bytes that the text has for the beginning and end of a line, as far as these repeat an old line.
  std::vector<std::string_view> copied_from_old(const Glyphs& glyphs) const {
    auto same = [](const Glyph& a, const Glyph& b) { return a.bytes == b.bytes; };
    const Pair* best = nullptr;
    size_t head = 0, tail = 0;
    for (const Pair& pair : pairs_) {
      auto front = static_cast<size_t>(
          std::mismatch(glyphs.begin(), glyphs.end(), pair.wanted.begin(), pair.wanted.end(), same).first -
          glyphs.begin());
      auto back = static_cast<size_t>(
          std::mismatch(glyphs.rbegin(), glyphs.rend(), pair.wanted.rbegin(), pair.wanted.rend(), same).first -
          glyphs.rbegin());
      back = std::min({back, glyphs.size() - front, pair.wanted.size() - std::min(front, pair.wanted.size())});
      if (front + back <= head + tail) continue;
      best = &pair;
      head = front;
      tail = back;
    }
    std::vector<std::string_view> copied(glyphs.size());
    for (size_t i = 0; i < head; ++i) copied[i] = best->in_text[i].bytes;
    for (size_t i = 0; i < tail; ++i) copied[glyphs.size() - 1 - i] = best->in_text[best->in_text.size() - 1 - i].bytes;
    return copied;
  }

  std::optional<std::string_view> meaning(const Glyph& glyph) const {
    if (!glyph.may_differ()) return glyph.bytes;
    auto known = known_.find(glyph.bytes);
    if (known != known_.end() && known->second.size() == 1) return *known->second.begin();
    bool quote = glyph.as == '\'' || glyph.as == '"';
    if (known != known_.end())
      return quote || !known->second.contains(glyph.bytes) ? std::nullopt : std::optional(glyph.bytes);
    if (glyph.is_plain()) return glyph.bytes;
    bool proven = quote ? plain_.contains('\'') || plain_.contains('"') : plain_.contains(glyph.as);
    if (!proven || glyph.as == '-') return std::nullopt;
    return glyph.as == '"' ? "\"" : glyph.as == '\'' ? "'" : glyph.as == ' ' ? " " : "...";
  }

  std::list<std::string> texts_;  // owned here, viewed by the others
  std::vector<Pair> pairs_;
  std::map<std::string_view, std::set<std::string_view>> known_;  // how the text writes each glyph of the hunk
  std::set<char> plain_;  // kinds that are plain in the text, and not in the hunk
};

RefitResult untold_at(uint64_t line) {
  RefitResult result;
  result.untold = "copy the lines from line " + std::to_string(line) +
      " on, as they stand there: it is not clear what the new ones are to be";
  return result;
}

// If both found something, they must agree; else it is unclear.
RefitResult of_both(RefitResult first, RefitResult second) {
  if (first.none()) return second;
  if (second.none()) return first;
  if (first.only && second.only && first.only->line == second.only->line &&
      same_lines(first.only->hunk, second.only->hunk))
    return first;
  uint64_t line = first.only ? first.only->line : second.only ? second.only->line : 0;
  return line == 0 ? std::move(first) : untold_at(line);
}

}  // namespace

RefitResult LookAlikes::find(const diff::Hunk& hunk) {
  std::vector<Undressed> ways = undressed(hunk);
  ways.push_back({hunk, {}, "", [](std::string_view line) { return std::string(line); }});
  RefitResult found = find(ways, diff::Side::before);
  if (found.none() && can_be_already(hunk)) found = find(ways, diff::Side::after);
  for (Undressed& way : ways)
    if (found.only) found.only->texts.splice(found.only->texts.end(), way.texts);
  return found;
}

RefitResult LookAlikes::find(const std::vector<Undressed>& ways, diff::Side side) {
  RefitResult found;
  for (const Undressed& way : ways) found = of_both(std::move(found), find(way, side));
  return found;
}

// `learned`: null if the lines equal those of the text.
static void name_rule(Refit& refit, const Undressed& way, std::shared_ptr<const Typography> learned) {
  refit.rule = Rule::look_alike;
  refit.differs = way.what;
  refit.bare = way.bare;
  if (!learned) return;
  refit.differs += (way.what.empty() ? "" : " and ") + std::string("typographic characters");
  refit.bare = [learned = std::move(learned), first = way.bare](std::string_view line) {
    std::optional<std::string> rest = first(line);
    return rest ? learned->written(*rest) : rest;
  };
}

RefitResult LookAlikes::find(const Undressed& way, diff::Side side) {
  HunkLines wanted = diff::pattern_of(way.hunk, side).lines;
  if (!has_typography_) has_typography_ = !is_ascii(text_);
  bool typography = *has_typography_ ||
      std::any_of(wanted.begin(), wanted.end(), [](const diff::HunkLine* line) { return !is_ascii(line->text); });
  if (way.what.empty() && !typography) return {};
  if (!plain_locator_) {
    plain_ = plain_of(text_);
    plain_locator_.emplace(plain_);
  }
  std::list<std::string> texts;
  diff::Hunk plain = way.hunk;
  for (diff::HunkLine& line : plain.lines) line.text = texts.emplace_back(plain_of(line.text));
  diff::Places places = plain_locator_->find(plain, kMostNamed, side);
  PlacesThatFit found(text_);
  uint64_t untold = 0;
  for (const diff::Place& place : places.places) {
    auto learned = std::make_shared<Typography>();
    size_t start = lines_.start_of(place.line - 1);
    Lines there = lines_of(text_.substr(start), wanted.size());
    size_t fitting = 0;
    while (fitting < there.size() && learned->learn(wanted[fitting]->text, there[fitting])) ++fitting;
    if (fitting != wanted.size()) continue;
    if (std::equal(wanted.begin(), wanted.end(), there.begin(),
            [](const diff::HunkLine* line, std::string_view text) { return line->text == text; }))
      learned.reset();
    std::optional<Refit> refit = rewritten(
        way.hunk, there, [&](std::string_view line) { return learned ? learned->written(line) : std::string(line); },
        side);
    if (refit) name_rule(*refit, way, std::move(learned));
    else untold = place.line;
    if (!found.add(start, std::move(refit))) break;
  }
  RefitResult result = found.take(!places.gave_up && places.count == places.places.size());
  return result.none() && untold != 0 ? untold_at(untold) : std::move(result);
}

}  // namespace aptix::edit
