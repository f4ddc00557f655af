#include "answer/outline/bodies.h"

#include <algorithm>

#include "answer/forms/forms.h"
#include "base/text/text.h"

namespace aptix::answer {

Line FenceLines::next(const Line& from) {
  if (looked_ && found_.start >= from.start) return found_;
  looked_ = true;
  for (found_ = from; found_.start < text_.size(); found_ = line_from(text_, found_.next))
    if (looks_like_fence(found_.text.substr(indent_of(found_.text).bytes))) break;
  return found_;
}

bool FenceLines::may_look_at(const Line& line) {
  bytes_to_look_at_ -= std::min(bytes_to_look_at_, line.next - line.start);
  return bytes_to_look_at_ != 0;
}

namespace {

class BodyReader {
 public:
  explicit BodyReader(const FenceAt& at) : at_(at) { body_.start = body_.end = body_.next = at.start; }

  FencedBody read() {
    while (body_.next < at_.text.size()) {
      Line line = line_from(at_.text, body_.next);
      LineRole role = line.start < search_block_end_ ? LineRole::content : judge(line);
      if (role == LineRole::content) {
        append(line);
        continue;
      }
      body_.has_closing_line = role == LineRole::closes;
      if (body_.has_closing_line) body_.next = line.next;
      return std::move(body_);
    }
    body_.cut = true;
    return std::move(body_);
  }

 private:
  enum class LineRole : uint8_t { content, closes, container_ends };

  LineRole judge(const Line& line) {
    Indent indent = indent_of(line.text, at_.container + 4);
    std::string_view rest = line.text.substr(indent.bytes);
    if (rest.empty() || indent.columns >= at_.container + 4) return LineRole::content;
    if (indent.columns >= at_.container)
      return closes(at_.fence, rest) && !is_context_of_hunk(line) ? LineRole::closes : LineRole::content;
    if (closes(at_.fence, rest)) return LineRole::closes;
    // CommonMark ends the list item here, and the block with it. But models more often indent a fence wrongly than
    // forget to close one.
    if (!body_may_dedent_) {
      Line next = at_.lines.next(line);
      std::string_view blanks = next.text.substr(0, indent_of(next.text).bytes);
      body_may_dedent_ = blanks == at_.indent && closes(at_.fence, next.text.substr(blanks.size()));
    }
    return *body_may_dedent_ ? LineRole::content : LineRole::container_ends;
  }

  // A context line of a hunk may be a space and "```".
  bool is_context_of_hunk(const Line& line) const {
    if (!hunk_.inside() || !content_of(line).starts_with(' ')) return false;
    if (hunk_.open()) return true;
    std::string_view next = content_of(line_from(at_.text, line.next));
    return !next.empty() && std::string_view(" +-\\@").find(next[0]) != std::string_view::npos;
  }

  // The line without the indentation of the fence, as far as it has that.
  std::string_view content_of(const Line& line) const {
    size_t same = 0;
    while (same < at_.indent.size() && same < line.text.size() && line.text[same] == at_.indent[same]) ++same;
    return line.text.substr(same);
  }

  void append(const Line& line) {
    std::string_view content = content_of(line);
    // A SEARCH/REPLACE block ends only at its end marker: the file may contain fences. A marker with the closing fence
    // right below it is an example of a marker.
    if (line.start >= search_block_end_ && is_search_marker(content) &&
        judge(line_from(at_.text, line.next)) != LineRole::closes)
      search_block_end_ = search_block_end(at_.text, line).value_or(0);
    hunk_.feed(content);
    if (!at_.indent.empty()) {
      size_t removed = line.text.size() - content.size();
      body_.unindented += at_.text.substr(line.start + removed, line.next - line.start - removed);
    }
    body_.end = body_.next = line.next;
  }

  const FenceAt& at_;
  FencedBody body_;
  size_t search_block_end_ = 0;  // end of the SEARCH/REPLACE block that contains the line
  HunkTracker hunk_;
  std::optional<bool> body_may_dedent_;
};

// Pairs the fences of a text, from a line inside a block on.
class PairedFences {
 public:
  PairedFences(std::string_view text, Fence fence, FenceLines& sight) : text_(text), fence_(fence), sight_(sight) {}

  // The line that closes the block; an empty one if there is none.
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

  // Is each fence from `start` on closed?
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

  // Has the next fence no info string? Then it may close what the one before opened.
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

FencedBody read_fenced(const FenceAt& at) { return BodyReader(at).read(); }

bool pair_fences(const FenceAt& at, FencedBody& body) {
  PairedFences fences(at.text, at.fence, at.lines);
  Line closing = fences.close_from(body.start);
  bool found = closing.next != 0;
  bool tight = body.has_closing_line && !is_blank(line_from(at.text, body.next).text);
  // A closing line with text right below it could open a block inside, if the next fence is bare.
  bool may_open = found && !is_blank(line_from(at.text, closing.next).text) && fences.is_bare_after(closing.next);
  bool even = found && closing.start != body.end && fences.is_even_from(closing.next);
  bool clear = !fences.opened() && !(tight && !even);
  if (found && closing.start == body.end) clear = !may_open;
  else if (even && closing.start > body.end) {
    body.end = closing.start;
    body.next = closing.next;
    body.has_closing_line = true;
    body.cut = false;
    clear = !may_open;
  }
  return clear && at.lines.may_look_on();
}

}  // namespace aptix::answer
