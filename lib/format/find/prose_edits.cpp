// Each look at what names a shape may go up many lines, and each search for what an edit repeats through all blocks: of
// both there are only so many.
#include "format/find/prose_edits.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/code_line.h"
#include "format/basis/fence.h"
#include "format/basis/line.h"
#include "format/find/html_comment.h"
#include "format/find/thoughts.h"
#include "format/format.h"
#include "format/names/file_words.h"
#include "format/names/line_names.h"
#include "format/names/naming.h"
#include "format/names/prose_above.h"
#include "format/names/prose_names.h"

namespace aptix::format {
namespace {

using Kind = ProseShape::Kind;

// May a line lead to what stands below it?
bool leads(std::string_view line) {
  constexpr std::ptrdiff_t kMostBlanks = 3;
  bool name = line.find_first_of("./") != std::string_view::npos;
  return line.ends_with(':') || line.ends_with("\xEF\xBC\x9A") || stands_alone(line) ||
      (name && std::count(line.begin(), line.end(), ' ') <= kMostBlanks);
}

// The file that such a line names.
std::string file_over(std::string_view line) {
  std::string path = path_in_line(line);
  if (is_likely_file(path, Written::bare)) return path;
  for (std::string_view word : paths_in_prose(line))
    if (is_likely_file(word, written_in(line, word))) return std::string(word);
  return {};
}

// As it stands in a string of JSON.
std::string escaped(std::string_view line) {
  std::string out;
  for (char byte : line) {
    if (byte == '"' || byte == '\\') out += '\\';
    out += byte;
  }
  return out;
}

// Searches for the lines of a shape in the edits of an answer.
class EditsOfAnswer {
 public:
  explicit EditsOfAnswer(std::span<const Block> blocks) : blocks_(blocks) {}

  // Does an edit of the file have all of these lines? `path`: "" for any file.
  bool hold(std::string_view path, const std::vector<std::string_view>& lines) {
    return std::any_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
      if (block.format == nullptr || block.format->is_fault || !names(block, path)) return false;
      return std::all_of(lines.begin(), lines.end(), [&](std::string_view line) { return has(block.body, line); });
    });
  }

 private:
  bool names(const Block& block, std::string_view path) {
    const std::string& named = block.naming.path;
    return path.empty() || is_same_file(named, path) || (!named.empty() && is_same_file(path, named)) ||
        has(block.body, path);
  }

  bool has(std::string_view body, std::string_view line) {
    if (body.size() > left_) return false;
    left_ -= body.size();
    return body.find(line) != std::string_view::npos || body.find(escaped(line)) != std::string_view::npos;
  }

  std::span<const Block> blocks_;
  size_t left_ = 64u << 20;  // bytes that may still be looked through
};

class ProseReader {
 public:
  ProseReader(std::string_view text, std::span<const Block> blocks)
      : text_(text),
        blocks_(blocks),
        edits_(blocks),
        comments_(text) {}

  std::vector<ProseEdit> run() {
    while (at_ < text_.size()) {
      if (next_ < blocks_.size() && blocks_[next_].offset <= at_) {  // it may be one line of many megabytes
        at_ = std::max(at_, blocks_[next_++].end);
        above_ = {};
        continue;
      }
      Line line = line_from(text_, at_);
      at_ = line.next;
      if (pass(line)) above_ = {};
      else step(line);
    }
    return std::move(found_);
  }

 private:
  // Reasoning, comments and blocks.
  bool pass(const Line& line) {
    if (std::optional<Thoughts> thoughts = thoughts_at(text_, line)) {
      if (thoughts->from_start) found_.clear();
      at_ = std::max(thoughts->end, line.next);
      return true;
    }
    if (std::optional<HtmlComment> comment = comments_.at(line)) {
      at_ = comment->next;
      return true;
    }
    bool in_block = next_ < blocks_.size() && blocks_[next_].offset < at_;
    for (; next_ < blocks_.size() && blocks_[next_].offset < at_; ++next_) at_ = std::max(at_, blocks_[next_].end);
    return in_block;
  }

  void step(const Line& line) {
    std::string_view bare = trim(line.text);
    if (bare.empty()) {
      ++blanks_;
      return;
    }
    bool below_lead = blanks_ < 2 && leads(above_);
    blanks_ = 0;
    if (take_markup(line) || take_table(line) || take_label(line) || (below_lead && take_lines(line))) {
      above_ = {};
      return;
    }
    above_ = bare;
  }

  // Up to the next block.
  std::string_view prose() const {
    return text_.substr(0, next_ == blocks_.size() ? text_.size() : blocks_[next_].offset);
  }

  bool take_markup(const Line& line) {
    std::optional<ProseShape> shape = other_markup_at(prose(), line, looks_);
    if (!shape) return false;
    consider(*shape);
    at_ = std::max(at_, shape->end);
    return true;
  }

  bool take_table(const Line& line) {
    std::optional<size_t> end = end_of_table(prose(), line);
    if (!end) return false;
    for (const ProseShape& row : rows_of_edits_at(prose(), line))
      if (consider(row, line.start)) break;
    at_ = std::max(at_, *end);
    return true;
  }

  bool take_lines(const Line& line) {
    if (looks_ == 0) return false;
    constexpr std::string_view kSigns = "+-";
    bool in_list = kSigns.find(above_[0]) != kSigns.npos && kSigns.find(trim(line.text)[0]) != kSigns.npos;
    if (in_list) return false;  // it was looked at from its first line on
    std::string path = file_over(above_);
    std::optional<ProseShape> shape = changed_lines_at(prose(), line, path);
    if (!shape) shape = bare_code_at(prose(), line, path);
    if (!shape || !consider(*shape)) return false;
    at_ = std::max(at_, shape->end);
    return true;
  }

  // The label of an old text waits for that of the new one.
  bool take_label(const Line& line) {
    std::optional<TextLabel> label = text_label(line.text);
    if (!label) return false;
    if (label->first) {
      old_ = *label;
      old_line_ = line;
      old_block_ = next_;
      return false;
    }
    constexpr size_t kFarthestLabel = 20000;
    std::optional<TextLabel> first = std::exchange(old_, std::nullopt);
    if (!first || line.start - old_line_.next > kFarthestLabel) return false;
    ProseShape pair{Kind::pair, old_line_.start, line.next, {}, {}};
    bool alone = first->searches && label->searches;  // says enough, whatever file it is for
    if (!label->rest.empty() || !first->rest.empty()) {
      pair.now = {label->rest};
      return is_code(first->rest) && is_code(label->rest) && consider(pair);
    }
    if (next_ != old_block_) return alone && has_block_pair(line, pair) && consider(pair, pair.begin, true);
    Line below = line_from(text_, after_blank_line(line.next));
    std::string_view old_text = trim(text_.substr(old_line_.next, line.start - old_line_.next));
    if (old_text.empty() || is_blank(below.text) || looks_like_fence(trim(below.text))) return false;
    bool code = looks_like_code(first_line(old_text), "") || looks_like_code(below.text, "");
    if (!code && !(alone && first->capitals && label->capitals)) return false;
    pair.now = {trim(below.text)};
    if (!consider(pair, pair.begin, alone)) return false;
    at_ = std::max(at_, below.next);
    return true;
  }

  static bool is_code(std::string_view rest) {
    rest = trim(rest);
    bool span = rest.size() > 2 && rest.starts_with('`') && rest.ends_with('`');
    return span || looks_like_code(rest, "");
  }

  size_t after_blank_line(size_t at) const {
    Line line = line_from(text_, std::min(at, text_.size()));
    return is_blank(line.text) ? std::min(line.next, text_.size()) : line.start;
  }

  // Is one block below each of the labels, and neither read?
  bool has_block_pair(const Line& label, ProseShape& pair) const {
    if (next_ != old_block_ + 1 || next_ == blocks_.size()) return false;
    const Block &first = blocks_[old_block_], &second = blocks_[next_];
    size_t fence = second.form == Block::Form::fenced ? previous_line(text_, second.offset) : second.offset;
    bool below = fence >= label.next && is_blank(text_.substr(label.next, fence - label.next));
    if (!below || first.format != nullptr || second.format != nullptr) return false;
    pair.now = {trim(first_line(second.body))};
    return true;
  }

  bool consider(const ProseShape& shape) { return consider(shape, shape.begin, false); }
  bool consider(const ProseShape& shape, size_t below) { return consider(shape, below, false); }

  // Adds it where it is meant. `below`: the start of what the words over it lead to; `alone`: also where these name no
  // file.
  bool consider(const ProseShape& shape, size_t below, bool alone) {
    if (looks_ == 0) return false;
    --looks_;
    Block probe;
    probe.offset = below;
    probe.body = text_.substr(shape.begin, shape.end - shape.begin);
    probe.end = shape.end;
    Naming naming = naming_of(text_, probe);
    bool of_two = shape.kind == Kind::table || shape.kind == Kind::pair || shape.kind == Kind::lines;
    bool old_text = naming.labels.old && !naming.labels.updated && !of_two;
    // Words that neither name the file nor lead to the shape are about something else.
    bool led = naming.by != Naming::By::nothing || trim(text_.substr(0, below)).ends_with(':');
    if (led && (naming.labels.shown || old_text)) return false;
    // A sentence names the file of a code block, and not of code that stands in the prose.
    if (naming.by == Naming::By::sentence && !of_two) naming = {};
    std::string path = shape.path;
    if (path.empty()) path = naming.path.empty() && shape.kind != Kind::code ? naming.doubtful : naming.path;
    if (path.empty() && shape.kind == Kind::markup) path = file_in_dressed_line(shape.begin);
    if ((path.empty() && !alone) || edits_.hold(path, shape.now)) return false;
    found_.push_back({shape.kind, shape.begin, std::move(path)});
    return true;
  }

  // "\textbf{src/a.c}:", "[b]src/a.c[/b]" over a block of that markup.
  std::string file_in_dressed_line(size_t at) const {
    ProseAbove prose(text_, at);
    std::vector<std::string_view> lines = prose.paragraph();
    return lines.size() == 1 ? std::string(file_in_markup_line(lines.front())) : std::string();
  }

  std::string_view text_;
  std::span<const Block> blocks_;
  EditsOfAnswer edits_;
  HtmlComments comments_;
  size_t at_ = 0;
  size_t next_ = 0;         // the first block that was not passed yet
  std::string_view above_;  // the last line of words, but for white space; "" where something else stands there
  int blanks_ = 0;          // empty lines since
  unsigned looks_ = 300;    // that may still be taken
  std::optional<TextLabel> old_;
  Line old_line_{};
  size_t old_block_ = 0;
  std::vector<ProseEdit> found_;
};

}  // namespace

std::vector<ProseEdit> edits_in_prose(std::string_view text, std::span<const Block> blocks) {
  return ProseReader(text, blocks).run();
}

}  // namespace aptix::format
