// The way through an answer: prose line by line, each fence and each bare document in one step.
// Every byte is looked at a bounded number of times, whatever the input is.
#include "format/find/extract.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "format/find/bare.h"
#include "format/find/fence.h"
#include "format/find/fenced_body.h"
#include "format/find/html_comment.h"
#include "format/find/line.h"
#include "format/find/refusal.h"
#include "format/find/shown_text.h"
#include "format/find/thoughts.h"
#include "format/findings.h"
#include "format/format.h"
#include "format/forms/tool_markup.h"
#include "format/json/inner_document.h"
#include "format/json/json_shape.h"
#include "format/json/unread_call.h"
#include "format/names/name_hint.h"
#include "model/limits.h"

namespace aptix::format {
namespace {

// Whether what stands between them stands in a code span of the line.
bool is_in_code_span(std::string_view before, std::string_view after) {
  return std::count(before.begin(), before.end(), '`') % 2 != 0 && after.find('`') != std::string_view::npos;
}

bool is_edit_block(const Block& block) {
  const Format* format = detect(block);
  return format != nullptr && format->name != "cut";
}

class AnswerScanner {
 public:
  explicit AnswerScanner(const Input& input)
      : input_(input),
        text_(input.bytes),
        fence_lines_(text_),
        comments_(text_),
        line_numbers_(text_) {
    findings_.emplace(input_, whole_);
    at_ = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    first_byte_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
  }

  Outcome<Extracted> run() {
    while (at_ < text_.size()) {
      step();
      if (out_.value.blocks.size() > Limits{}.blocks) return refuse_blocks();
    }
    out_.diagnostics = findings_->take();
    return std::move(out_);
  }

 private:
  Outcome<Extracted> refuse_blocks() {
    Outcome<Extracted> refused;
    refused.diagnostics.errors.push_back(too_many_blocks(input_, out_.value.blocks.back().offset));
    return refused;
  }

  void fail(Code code, size_t offset, std::string message, std::string hint) {
    findings_->error(code, offset, "", std::move(message), std::move(hint));
  }

  void doubt(size_t offset, std::string_view where, std::string hint) {
    fail(Code::block_passed_over, offset,
        "an edit stands " + std::string(where) + ": whether it is meant cannot be told", std::move(hint));
  }

  void step() {
    Line line = line_from(text_, at_);
    if (take_thoughts(line) || take_comment(line) || take_array(line) || take_json(line) || take_json_string(line) ||
        take_json_behind_prose(line) || take_markup(line) || take_diff_or_dialect(line) || take_fenced(line)) {
      above_ = {};
      return;
    }
    if (!out_.value.refusal) note_refusal(line);
    note_shown_edit(line);
    note_cut_opening(line);
    above_ = line.text;
    at_ = line.next;
  }

  bool take_thoughts(const Line& line) {
    std::optional<Thoughts> thoughts = thoughts_at(text_, line);
    if (!thoughts) return false;
    if (thoughts->from_start) {
      out_ = {};
      findings_.emplace(input_, whole_);
      items_.clear();
    }
    if (!thoughts->missing.empty()) findings_->error(thoughts_unclosed(*thoughts), thoughts->begin, "");
    at_ = thoughts->end;
    return true;
  }

  // An edit in a comment is not meant; one that reaches out of it, or that is not marked as code, may be. A comment
  // that ends in some other code block is none.
  bool take_comment(const Line& line) {
    std::optional<HtmlComment> comment = comments_.at(line);
    if (!comment) return false;
    Input input("", std::string(text_.substr(comment->begin, comment->end - comment->begin)));
    std::vector<Block> blocks = blocks_in(input);
    std::vector<Block> edits = blocks;
    std::erase_if(edits, [](const Block& block) { return !is_edit_block(block); });
    bool ends_in_block = !blocks.empty() && blocks.back().form == Block::Form::fenced && !blocks.back().closed;
    if (edits.empty() && ends_in_block) return false;
    auto is_whole = [](const Block& block) { return block.form == Block::Form::fenced && block.closed; };
    bool all_whole = std::all_of(edits.begin(), edits.end(), is_whole);
    if (!all_whole) doubt(line.start, "in a comment of HTML", "give it outside of the comment");
    else if (!edits.empty())
      findings_->warning(Code::block_passed_over, line.start, "",
          "an edit stands in a comment of HTML; it was passed over", "give it outside of the comment");
    at_ = comment->next;
    return true;
  }

  static std::vector<Block> blocks_in(const Input& input) {
    AnswerScanner inside(input);
    inside.may_look_into_shown_ = false;
    return inside.run().value.blocks;
  }

  bool take_json(const Line& line) {
    size_t brace = line.start + indent_of(line.text).bytes;
    if (brace >= text_.size() || text_[brace] != '{' || brace < json_seen_to_) return false;
    JsonShape shape = json_shape(text_.substr(brace));
    json_seen_to_ = std::max(brace + shape.end, line.next);
    bool whole_input = brace == first_byte_;
    bool complete = shape.state == JsonState::complete;
    bool ours = shape.kind != JsonKind::none ||
        (complete ? whole_input || holds_document(brace, shape.end)
                  : is_faulty_and_ours(shape.state, brace, whole_input));
    if (!ours) return false;
    doubt_indented_code(line);
    return take_bare(brace, complete ? end_of_bare_json(brace + shape.end) : text_.size());
  }

  // By CommonMark such a fence is text in a block of code; but models indent what they mean, too.
  void doubt_indented_code(const Line& line) {
    if (line.start != behind_indented_fence_ || line.start == 0 || is_indented_as_a_whole(text_)) return;
    doubt(line.start, "in indented code", "give it in a code block that is not indented");
  }

  // What follows on the same line, and a bracket too many behind it, is for the reader to refuse.
  size_t end_of_bare_json(size_t end) const {
    Line rest = line_from(text_, end);
    if (!is_blank(rest.text)) end = rest.next;
    size_t behind = text_.find_first_not_of(" \t\r\n", end);
    bool bracket = behind != std::string_view::npos && (text_[behind] == '}' || text_[behind] == ']');
    return bracket ? line_from(text_, behind).next : end;
  }

  // "Here it is: {": the object that begins there, so that none inside of it is taken for a document. One that stands
  // on that line alone has to be announced.
  bool take_json_behind_prose(const Line& line) {
    std::string_view start = line.text.substr(indent_of(line.text).bytes);
    if (start.empty() || start[0] == '{') return false;
    if (start.ends_with(": [") && line.next == text_.size()) return take_cut_array(line.start + line.text.size() - 1);
    size_t at = line.text.find('{');
    if (at == std::string_view::npos || line.start + at < behind_prose_seen_to_) return false;
    std::string_view rest = trim(line.text.substr(at + 1));
    if (!rest.empty() && rest[0] != '"') return false;
    size_t brace = line.start + at;
    JsonShape shape = json_shape(text_.substr(brace));
    behind_prose_seen_to_ = std::max(brace + shape.end, line.next);
    bool cut = shape.state == JsonState::cut && may_be_cut(brace);
    if (shape.kind == JsonKind::none && !cut) return false;
    if (start.starts_with("```") || start.starts_with("~~~")) {
      fail(Code::json_syntax, brace, "a document begins on the line of its fence",
          "begin it on the line below the fence");
      return false;  // what is left of it inside of the fence is none
    }
    bool one_line = shape.state == JsonState::complete && brace + shape.end < line.next;
    size_t end = std::min(one_line ? at + shape.end : line.text.size(), line.text.size());
    if (is_in_code_span(line.text.substr(0, at), line.text.substr(end))) return false;
    // Neither applied nor passed over in silence: both could be wrong.
    if (one_line && !is_announced(line, at, shape.end)) {
      fail(Code::block_passed_over, brace,
          "a document stands in the middle of a sentence: whether it is meant cannot be told",
          "put it in a code block of its own; where it is only mentioned, in backticks");
      return false;
    }
    return take_bare(brace, shape.state == JsonState::complete ? end_of_bare_json(brace + shape.end) : text_.size());
  }

  // What the prose shows may be what is to be done, or what was asked.
  void note_shown_edit(const Line& line) {
    if (!may_look_into_shown_ || line.start < shown_seen_to_) return;
    std::optional<ShownText> shown = quoted_text(text_, line);
    bool quoted = shown.has_value();
    if (!quoted) shown = indented_document(text_, line);
    if (!shown) return;
    shown_seen_to_ = shown->end;
    if (!holds_edit_beside_json(shown->text)) return;
    if (quoted) doubt(line.start, "in a quote", "give it outside of the quote");
    else doubt(line.start, "in indented text", "give it in a code block, from the first column on");
  }

  // What it would have become is not known, so it is no block.
  void note_cut_opening(const Line& line) {
    if (!ends_in_opening(text_, line) || !is_blank(text_.substr(line.next))) return;
    fail(Code::block_unterminated, line.start,
        "the answer ends inside the first lines of a document: it may be cut short", "ask for the whole answer again");
  }

  // Not as JSON without a fence: that is seen in the lines of the quote themselves.
  static bool holds_edit_beside_json(const std::string& text) {
    Input input("", text);
    std::vector<Block> blocks = blocks_in(input);
    return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) {
      bool is_bare_json = block.form == Block::Form::bare && block.body.find_first_of("{[") == 0;
      return !is_bare_json && is_edit_block(block);
    });
  }

  // "Here it is: {...}", or all that an item of a list says. REQUIRES: the object ends on the line.
  bool is_announced(const Line& line, size_t at, size_t size) const {
    if (!is_blank(line.text.substr(std::min(at + size, line.text.size())))) return false;
    std::string_view prose = trim(line.text.substr(0, at));
    prose = prose.substr(0, prose.find_last_not_of("*_") + 1);  // emphasis
    return prose.ends_with(':') || ListItems(items_).enter(line.text).at == at;
  }

  // An array of calls; or one of objects, one of which seems to be ours: what is in it is no document of its own.
  bool take_array(const Line& line) {
    size_t bracket = line.start + indent_of(line.text).bytes;
    if (bracket >= text_.size() || text_[bracket] != '[' || bracket < arrays_seen_to_) return false;
    size_t first = text_.find_first_not_of(" \t\r\n", bracket + 1);
    if (first == std::string_view::npos) return take_cut_array(bracket);
    if (text_[first] != '{') return false;
    JsonShape shape = json_array_shape(text_.substr(bracket));
    bool complete = shape.state == JsonState::complete;
    size_t mention = next_key_mention(text_.substr(0, bracket + kNearStart), bracket).at;
    bool ours = shape.kind != JsonKind::none || mention != std::string_view::npos;
    if (!ours && (complete ? !holds_document(bracket, shape.end) : !may_be_cut(bracket))) return false;
    arrays_seen_to_ = complete ? bracket + shape.end : text_.size();
    return take_bare(bracket, arrays_seen_to_);
  }

  // A document that was made a string, on a line of its own.
  bool take_json_string(const Line& line) {
    size_t start = line.start + indent_of(line.text).bytes;
    std::string_view text = trim(line.text);
    if (!text.starts_with("\"{") || !text.ends_with("}\"") || !holds_document(start, text.size())) return false;
    doubt_indented_code(line);
    return take_bare(start, line.next);
  }

  // Of JSON that is none of ours, and not inside of such that was looked through.
  bool holds_document(size_t start, size_t size) {
    if (start < looked_through_to_) return false;
    looked_through_to_ = start + size;
    std::string_view json = text_.substr(start, size);
    return holds_inner_document(json) || unread_call_in(json).has_value();
  }

  // Nothing comes behind its bracket.
  bool take_cut_array(size_t bracket) { return take_bare(bracket, text_.size()); }

  bool is_faulty_and_ours(JsonState state, size_t brace, bool whole_input) {
    if (!mention_ || *mention_ < brace) mention_ = next_key_mention(text_, brace).at;
    if (*mention_ - brace < kNearStart) return true;
    // Nothing of it says that it is ours, but it may have been cut before it could.
    return (state != JsonState::broken || whole_input) && may_be_cut(brace);
  }

  // A fence further down shows that the answer went on.
  bool may_be_cut(size_t start) const {
    std::string_view rest = text_.substr(start);
    return rest.find("\n```") == std::string_view::npos && rest.find("\n~~~") == std::string_view::npos;
  }

  // Calls of tools in tags.
  bool take_markup(const Line& line) {
    size_t tag = line.start + indent_of(line.text).bytes;
    if (tag >= text_.size() || text_[tag] != '<') return false;
    if (std::optional<MarkupCalls> found = markup_calls(text_, tag)) {
      seen_markup_ = true;
      return take_bare(tag, found->end);
    }
    if (!is_cut_tag(text_.substr(tag)) || (!seen_markup_ && !begins_call(text_.substr(tag)))) return false;
    return take_bare(tag, text_.size());
  }

  bool take_diff_or_dialect(const Line& line) {
    size_t end = bare_diff_end(text_, line);
    if (end == line.start) end = bare_dialect_end(text_, line);
    if (end == line.start) return false;
    return take_bare(line.start, end);
  }

  // True, for a step that is done with it.
  bool take_bare(size_t start, size_t end) {
    Block block;
    block.body = text_.substr(start, end - start);
    block.offset = start;
    block.end = end;
    block.line = line_numbers_.at(start);
    out_.value.blocks.push_back(std::move(block));
    items_.clear();
    at_ = end;
    return true;
  }

  bool take_fenced(const Line& line) {
    ListItems::Content content = items_.enter(line.text);
    std::optional<Fence> fence = opening_fence(line.text.substr(content.at));
    bool is_code = content.is_indented_code();
    if (fence && is_code && content.container == 0 && is_blank(above_)) behind_indented_fence_ = line.next;
    if (!fence || is_code) return false;
    std::string marker_blanks(content.after_marker ? content.column : 0, ' ');
    std::string_view indent = content.after_marker ? marker_blanks : line.text.substr(0, content.at);
    FencedBody body(text_, fence_lines_, *fence, indent, content.container, line.next);
    body.read();
    if (!body.has_closing_line() && indent.empty()) end_at_document(body);
    add_fenced(*fence, line, body, indent.size());
    at_ = body.next();
    return true;
  }

  // In a block without an end, a whole document of ours ends it: what follows is prose.
  void end_at_document(FencedBody& body) const {
    size_t brace = std::min(text_.find_first_not_of(" \t\r\n", body.start()), body.end());
    if (brace == body.end() || text_[brace] != '{') return;
    JsonShape shape = json_shape(text_.substr(brace, body.end() - brace));
    if (shape.state != JsonState::complete || shape.kind == JsonKind::none) return;
    Line last = line_from(text_, brace + shape.end);
    if (is_blank(last.text)) body.end_at(last.next);
  }

  void add_fenced(const Fence& fence, const Line& opening, FencedBody& body, size_t indent) {
    if (!body.has_closing_line())
      findings_->warning(Code::fence_unclosed, opening.start + indent_of(opening.text).bytes, "",
          "the code block that begins here has no closing fence", "close it with a line of its own");
    Block block;
    block.form = Block::Form::fenced;
    block.info = fence.info;
    block.offset = body.start();
    if (text_.substr(block.offset, body.end() - block.offset).starts_with(kByteOrderMark))
      block.offset += kByteOrderMark.size();
    block.end = body.end();
    block.body = text_.substr(block.offset, block.end - block.offset);
    block.line = line_numbers_.at(body.start());
    block.closed = !body.may_be_cut();
    block.name_hint = name_hint(fence.info, above_);
    block.indent = indent;
    if (indent != 0) {
      block.unindented = std::make_shared<const std::string>(body.take_unindented());
      block.body = *block.unindented;
    }
    if (!out_.value.refusal) note_refusal_in_block(block);
    out_.value.blocks.push_back(std::move(block));
  }

  // A refusal put into a fence is one as well, as long as nothing stands before it.
  void note_refusal_in_block(const Block& block) {
    std::string_view body = text_.substr(block.offset, block.end - block.offset);
    size_t start = std::min(body.find_first_not_of(" \t\r\n`>*"), body.size());
    if (find_refusal(body.substr(start), 1)) out_.value.refusal = input_.base + block.offset + start;
  }

  void note_refusal(const Line& line) {
    std::optional<size_t> found = find_refusal(text_.substr(line.start), line.text.size());
    if (found) out_.value.refusal = input_.base + line.start + *found;
  }

  const Input& input_;
  const Block whole_;  // all of the input, for the findings
  std::optional<Findings> findings_;
  std::string_view text_;
  FenceLines fence_lines_;
  size_t at_ = 0;
  size_t first_byte_ = 0;             // of the input, behind blanks
  size_t json_seen_to_ = 0;           // objects that begin before here have been looked at
  size_t behind_prose_seen_to_ = 0;   // the same for those behind prose
  size_t arrays_seen_to_ = 0;         // and for arrays
  size_t looked_through_to_ = 0;      // for a document inside
  size_t shown_seen_to_ = 0;          // quotes and indented text
  size_t behind_indented_fence_ = 0;  // the line below one that stands in indented code
  bool may_look_into_shown_ = true;
  bool seen_markup_ = false;       // a call of a tool
  std::optional<size_t> mention_;  // of one of our keys: the next one when it was looked for
  HtmlComments comments_;
  LineNumbers line_numbers_;
  std::string_view above_;  // the line of prose directly above; "" when there is none
  ListItems items_;
  Outcome<Extracted> out_;
};

}  // namespace

Outcome<Extracted> extract(const Input& input) { return AnswerScanner(input).run(); }

Error too_many_blocks(const Input& input, size_t offset) {
  Error error = make_error(Code::limit_exceeded,
      "the input has more than " + std::to_string(Limits{}.blocks) + " blocks", "give the change in several inputs");
  error.where = input.place_of(input.base + offset);
  return error;
}

}  // namespace aptix::format
