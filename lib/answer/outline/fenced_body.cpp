#include "answer/outline/fenced_body.h"

#include <algorithm>
#include <bit>

#include "answer/forms/bare.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace aptix::answer {

Line FenceLines::next(const Line& from) {
  if (looked_ && found_.start >= from.start) return found_;
  looked_ = true;
  for (found_ = from; found_.start < text_.size(); found_ = line_from(text_, found_.next)) {
    std::string_view rest = found_.text.substr(indent_of(found_.text).bytes);
    if (looks_like_fence(rest)) break;
  }
  return found_;
}

bool FenceLines::may_look_at(const Line& line) {
  bytes_to_look_at_ -= std::min(bytes_to_look_at_, line.next - line.start);
  return bytes_to_look_at_ != 0;
}

void FencedBody::read() {
  for (pass_plain_lines(); next_ < text_.size(); pass_plain_lines()) {
    Line line = line_from(text_, next_);
    LineRole role = line.start < search_block_end_ ? LineRole::content : judge(line);
    if (role == LineRole::content) {
      append(line);
      continue;
    }
    has_closing_line_ = role == LineRole::closes;
    if (has_closing_line_) next_ = line.next;
    return;
  }
  cut_ = true;
}

namespace {

// Walks over the fences of a text from a line in a block on.
class PairedFences {
 public:
  PairedFences(std::string_view text, Fence fence, FenceLines& sight) : text_(text), fence_(fence), sight_(sight) {}

  // The line that closes the block; an empty one when none does.
  Line close_from(size_t start) {
    size_t inside = 0;
    for (const Line& line : lines_from(text_, start)) {
      if (!sight_.may_look_at(line)) return {};
      std::optional<Fence> other = fence_in(line.text);
      if (!other || other->mark != fence_.mark || other->length < fence_.length) continue;
      opened_ = opened_ || !other->info.empty();
      if (!other->info.empty()) ++inside;
      else if (inside != 0) --inside;
      else return line;
    }
    return {};
  }

  // Is each fence from there on closed?
  bool is_even_from(size_t start) const {
    for (Line line = line_from(text_, start); line.start < text_.size(); line = line_from(text_, line.next)) {
      if (!sight_.may_look_at(line)) return false;
      std::optional<Fence> other = fence_in(line.text);
      if (!other) continue;
      line = PairedFences(text_, *other, sight_).close_from(line.next);
      if (line.next == 0) return false;
    }
    return true;
  }

  // Is the next fence from there on one without an info string? Then it may close what the one before opened.
  bool is_bare_after(size_t start) const {
    for (const Line& line : lines_from(text_, start)) {
      if (!sight_.may_look_at(line)) break;
      if (std::optional<Fence> other = fence_in(line.text)) return other->info.empty();
    }
    return false;
  }

  bool opened() const { return opened_; }

 private:
  std::string_view text_;
  Fence fence_;
  FenceLines& sight_;
  bool opened_ = false;
};

}  // namespace

bool FencedBody::pair_fences() { return pair_fences_in_sight() && fence_lines_.may_look_on(); }

bool FencedBody::pair_fences_in_sight() {
  PairedFences fences(text_, fence_, fence_lines_);
  Line closing = fences.close_from(start_);
  bool found = closing.next != 0;
  bool tight = has_closing_line_ && begins_text(next_);
  // Such a line reads like one that opens a block inside: the next one closes it then, and this is not the end.
  bool may_open = found && begins_text(closing.next) && fences.is_bare_after(closing.next);
  if (found && closing.start == end_) return !may_open;
  bool even = found && fences.is_even_from(closing.next);
  if (even && closing.start > end_) {
    end_ = closing.start;
    next_ = closing.next;
    has_closing_line_ = true;
    cut_ = false;
    return !may_open;
  }
  return !fences.opened() && !(tight && !even);
}

namespace {

bool begins_marker(char c) { return c == '<' || c == '-' || c == '@'; }

// As far as whole steps go: to where a fence or a tab stands, or what begins a line as a marker or a hunk may.
// REQUIRES: something stands before `from`.
size_t pass_plain_bytes(std::string_view text, size_t from, char fence) {
#if defined(__SSE2__)
  auto load = [](const char* bytes) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)); };
  auto has = [](__m128i bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  for (; from + sizeof(__m128i) <= text.size(); from += sizeof(__m128i)) {
    __m128i here = load(text.data() + from), before = load(text.data() + from - 1);
    __m128i marker = _mm_or_si128(_mm_or_si128(has(here, '<'), has(here, '-')), has(here, '@'));
    __m128i inside = _mm_or_si128(has(here, fence), has(here, '\t'));
    __m128i telling = _mm_or_si128(inside, _mm_and_si128(marker, has(before, '\n')));
    auto places = static_cast<unsigned>(_mm_movemask_epi8(telling));
    if (places != 0) return from + static_cast<size_t>(std::countr_zero(places));
  }
#endif
  return from;
}

}  // namespace

void FencedBody::pass_plain_lines() {
  if (container_ != 0 || !indent_.empty() || hunk_.inside()) return;
  size_t at = next_;
  while (at < text_.size()) {
    size_t first = std::min(text_.find_first_not_of(' ', at), text_.size());
    bool begins_hunk = first == at && begins_marker(text_[first]);
    if (first < text_.size() && (text_[first] == '\t' || text_[first] == fence_.mark || begins_hunk)) break;
    size_t next = start_of_line(text_, pass_plain_bytes(text_, first, fence_.mark));
    at = next > at ? next : line_from(text_, first).next;
  }
  end_ = next_ = at;
}

FencedBody::LineRole FencedBody::judge(const Line& line) {
  Indent indent = indent_of(line.text, container_ + 4);
  std::string_view rest = line.text.substr(indent.bytes);
  if (rest.empty() || indent.columns >= container_ + 4) return LineRole::content;
  if (indent.columns < container_) return judge_dedented(line, rest);
  if (!closes(fence_, rest) || is_context_of_hunk(line)) return LineRole::content;
  return LineRole::closes;
}

// CommonMark ends the list item here and the block with it. Models get the indentation of a
// fence wrong more often than they forget to close one.
FencedBody::LineRole FencedBody::judge_dedented(const Line& line, std::string_view rest) {
  if (closes(fence_, rest)) return LineRole::closes;
  if (!body_may_dedent_) body_may_dedent_ = next_fence_closes_at_own_indent(line);
  return *body_may_dedent_ ? LineRole::content : LineRole::container_ends;
}

bool FencedBody::next_fence_closes_at_own_indent(const Line& from) const {
  Line line = fence_lines_.next(from);
  std::string_view blanks = line.text.substr(0, indent_of(line.text).bytes);
  return blanks == indent_ && closes(fence_, line.text.substr(blanks.size()));
}

// A context line of a hunk may read "```" after its space.
bool FencedBody::is_context_of_hunk(const Line& line) const {
  if (!hunk_.inside() || !content_of(line).starts_with(' ')) return false;
  if (hunk_.open()) return true;
  std::string_view next = content_of(line_from(text_, line.next));
  return !next.empty() && std::string_view(" +-\\@").find(next[0]) != std::string_view::npos;
}

// The line without what the fence is indented by, as far as it has that.
std::string_view FencedBody::content_of(const Line& line) const {
  size_t same = 0;
  while (same < indent_.size() && same < line.text.size() && line.text[same] == indent_[same]) ++same;
  return line.text.substr(same);
}

void FencedBody::append(const Line& line) {
  std::string_view content = content_of(line);
  // A file with fences in it: a SEARCH/REPLACE block ends with its marker and nowhere before.
  // One that is closed right after its first marker is an example of that marker.
  if (line.start >= search_block_end_ && is_search_marker(content) &&
      judge(line_from(text_, line.next)) != LineRole::closes)
    search_block_end_ = search_block_end(text_, line).value_or(0);
  hunk_.feed(content);
  if (!indent_.empty()) {
    size_t removed = line.text.size() - content.size();
    unindented_ += text_.substr(line.start + removed, line.next - line.start - removed);
  }
  end_ = next_ = line.next;
}

}  // namespace aptix::answer
