// Walks over an answer: prose line by line, each fence and each bare document in one step. Every byte is looked at a
// bounded number of times, whatever the input is.
#include "answer/outline/extract.h"

#include "answer/calls/calls.h"
#include "answer/name/file_words.h"
#include "answer/name/line_names.h"
#include "answer/outline/bodies.h"
#include "answer/tree/kind.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

// Does JSON that no form reads contain an edit?
bool holds_lost_edit(std::string_view json) { return json_holds_edit(json) || unread_call_in(json).has_value(); }

// Both functions below remove what is between the fence of a code block and the edit in it, and move the offset of the
// block accordingly.

// A fence, a path, and the same fence again: the path names what follows. True if it was so.
bool drop_second_opening(const Fence& fence, Block& block) {
  Line first = line_from(block.body, 0), second = line_from(block.body, first.next);
  std::optional<Fence> again = opening_fence(second.text);
  std::string path = again && again->mark == fence.mark && again->info == fence.info && !fence.info.empty()
      ? path_in_line(first.text)
      : std::string();
  if (path.empty() || fence.info.find(' ') != std::string_view::npos) return false;
  if (!block.unindented) block.offset += second.next;
  block.line += line_at(block.body, second.next) - 1;
  block.body.remove_prefix(second.next);
  block.info += " file=\"" + path + "\"";
  return true;
}

// Removes the tags that an interface writes around a call. REQUIRES: the block has its format.
void take_call_inside(Block& block) {
  if (block.format != nullptr && block.format->is_call) return;
  std::string_view body = inside_wrapper(block.body);
  if (body.size() == block.body.size()) return;
  Block inside = block;
  inside.body = body;
  inside.format = detect(inside);
  if (inside.format == nullptr || !inside.format->is_call) return;
  size_t before = static_cast<size_t>(inside.body.data() - block.body.data());
  if (!block.unindented) inside.offset += before;
  inside.line += line_at(block.body, before) - 1;
  block = std::move(inside);
}

// Does `body`, as the file `path`, end inside a string of several lines? Then a fence in that string ended the block.
bool ends_in_long_string(std::string_view path, std::string_view body) {
  constexpr std::string_view kEndings[] = {".py", ".pyi", ".jl", ".ex", ".exs", ".toml"};
  if (!ends_with_one_of(kEndings, path)) return false;
  std::string_view open;  // the quotes that close the string
  for (size_t at = 0; at < body.size(); ++at) {
    std::string_view rest = body.substr(at);
    if (!open.empty()) {
      bool ends = rest.starts_with(open) || (open.size() == 1 && rest[0] == '\n');
      if (ends) at += open.size() - 1;
      if (ends) open = {};
      else if (rest[0] == '\\') ++at;
      continue;
    }
    if (rest[0] == '#') at = std::min(body.find('\n', at), body.size());
    if (rest[0] != '"' && rest[0] != '\'') continue;
    open = rest.starts_with("\"\"\"") || rest.starts_with("'''") ? rest.substr(0, 3) : rest.substr(0, 1);
    at += open.size() - 1;
  }
  return open.size() == 3;
}

class AnswerScanner {
 public:
  explicit AnswerScanner(const Input& input)
      : input_(input),
        text_(input.bytes),
        fence_lines_(text_),
        find_json_(json_in_prose(text_, holds_lost_edit)),
        comments_(text_),
        line_numbers_(text_) {
    findings_.emplace(input_, whole_);
    at_ = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  }

  Outcome<Extracted> run() {
    while (at_ < text_.size()) {
      step();
      if (out_.value.blocks.size() <= Limits{}.blocks) continue;
      Error error =
          make_error(Code::limit_exceeded, "the input has more than " + std::to_string(Limits{}.blocks) + " blocks",
              "give the change in several inputs");
      error.where = input_.place_of(input_.base + out_.value.blocks.back().offset);
      Outcome<Extracted> refused;
      refused.diagnostics.errors.push_back(std::move(error));
      return refused;
    }
    out_.diagnostics = findings_->take();
    return std::move(out_);
  }

 private:
  void doubt(size_t offset, std::string_view where, std::string hint) {
    findings_->error(Code::block_passed_over, offset, "",
        "there is an edit " + std::string(where) + ": it is not clear whether it is meant", std::move(hint));
  }

  void step() {
    Line line = line_from(text_, at_);
    if (take_thoughts(line) || take_comment(line) || take_json(line) || take_bare_form(line) || take_fenced(line) ||
        take_indented_diff(line)) {
      above_ = {};
      below_blank_ = true;
      return;
    }
    std::optional<size_t> refusal = find_refusal(text_.substr(line.start), line.text.size());
    if (refusal && !out_.value.refusal) out_.value.refusal = input_.base + line.start + *refusal;
    note_shown_edit(line);
    // It is unknown what it would have become, so it is not a block.
    if (ends_in_opening(text_, line) && is_blank(text_.substr(line.next)))
      findings_->error(Code::block_unterminated, line.start, "",
          "the answer ends inside the first lines of a document: it may be cut short",
          "ask for the whole answer again");
    std::string_view text = trim(line.text);
    if (!text.empty()) out_.value.prose.push_back({text, line.start, below_blank_});
    below_blank_ = text.empty();
    above_ = line.text;
    at_ = line.next;
  }

  ProseAbove prose_above() const { return {out_.value.prose, out_.value.blocks}; }

  void add(Block block) {
    block.prose = out_.value.prose.size();
    out_.value.blocks.push_back(std::move(block));
  }

  bool take_thoughts(const Line& line) {
    std::optional<Thoughts> thoughts = thoughts_at(text_, line);
    if (!thoughts) return false;
    if (thoughts->from_start) {
      out_ = {};
      findings_.emplace(input_, whole_);
      items_.clear();
    }
    if (!thoughts->missing.empty())
      findings_->error(Code::input_think_unclosed, thoughts->begin, "",
          "the thoughts that begin here have no '" + std::string(thoughts->missing) + "', so the answer was cut short",
          "ask for the whole answer again");
    at_ = thoughts->end;
    return true;
  }

  // An edit in a comment is not meant. If it reaches out of the comment, or is not fenced, it may be: an error. If the
  // comment ends inside a code block without an edit, it is no comment.
  bool take_comment(const Line& line) {
    std::optional<HtmlComment> comment = comments_.at(line);
    if (!comment) return false;
    Input input("", std::string(text_.substr(comment->begin, comment->end - comment->begin)));
    std::vector<Block> blocks = blocks_in(input);
    std::vector<Block> edits = blocks;
    std::erase_if(edits, [](const Block& block) { return !holds_any_edit(block); });
    bool ends_in_block = !blocks.empty() && blocks.back().form == Block::Form::fenced && !blocks.back().closed;
    if (edits.empty() && ends_in_block) return false;
    auto is_whole = [](const Block& block) { return block.form == Block::Form::fenced && block.closed; };
    bool all_whole = std::all_of(edits.begin(), edits.end(), is_whole);
    if (!all_whole) doubt(line.start, "in a comment of HTML", "give it outside of the comment");
    else if (!edits.empty())
      findings_->warning(Code::block_passed_over, line.start, "",
          "there is an edit in a comment of HTML; it was skipped", "give it outside of the comment");
    at_ = comment->next;
    return true;
  }

  static std::vector<Block> blocks_in(const Input& input) {
    AnswerScanner inside(input);
    inside.may_look_into_shown_ = false;
    return inside.run().value.blocks;
  }

  bool take_json(const Line& line) {
    JsonInProse found = find_json_(line, items_);
    if (found.fault) findings_->error(std::move(*found.fault), found.begin, "");
    if (found.end == found.begin) return false;
    // By CommonMark a fence in indented code is text, but models also indent what they mean.
    bool in_code = found.begins_line && line.start == after_indented_fence_ && line.start != 0;
    if (in_code && !is_indented_as_a_whole(text_))
      doubt(line.start, "in indented code", "give it in a code block that is not indented");
    return take_bare(found.begin, found.end);
  }

  // A quote or indented text may show the edit that is to be made, or the one that was asked for.
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

  // JSON without a fence does not count: it is found in the lines of the quote themselves.
  static bool holds_edit_beside_json(const std::string& text) {
    Input input("", text);
    std::vector<Block> blocks = blocks_in(input);
    return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) {
      bool is_bare_json = block.form == Block::Form::bare && block.body.find_first_of("{[") == 0;
      return !is_bare_json && holds_edit(block);
    });
  }

  bool take_bare_form(const Line& line) {
    for (const Format& format : formats()) {
      if (format.bare == nullptr) continue;
      bool seen = std::find(seen_.begin(), seen_.end(), &format) != seen_.end();
      std::optional<BareText> found = format.bare({text_, line, seen});
      if (!found) continue;
      seen_.push_back(&format);
      return take_bare(found->begin, found->end, format.is_fault ? &format : nullptr);
    }
    return false;
  }

  // Adds the text as a block and returns true. `fault`: the row of its form, if its first line may look like one of
  // another form.
  bool take_bare(size_t start, size_t end, const Format* fault = nullptr) {
    Block block;
    block.body = text_.substr(start, end - start);
    block.offset = start;
    block.end = end;
    block.line = line_numbers_.at(start);
    block.format = fault != nullptr ? fault : detect(block);
    if (block.format == nullptr || block.format->json == JsonKind::none)
      block.naming = naming_of(prose_above(), block, lines_read_);
    add(std::move(block));
    items_.clear();
    at_ = end;
    return true;
  }

  bool take_fenced(const Line& line) {
    ListItems::Content content = items_.enter(line.text);
    in_list_ = content.container != 0;
    std::optional<Fence> fence = opening_fence(line.text.substr(content.at));
    bool is_code = content.is_indented_code();
    if (fence && is_code && content.container == 0 && is_blank(above_)) after_indented_fence_ = line.next;
    if (!fence || is_code) return false;
    std::string marker_blanks(content.after_marker ? content.column : 0, ' ');
    std::string_view indent = content.after_marker ? marker_blanks : line.text.substr(0, content.at);
    FenceAt at{text_, fence_lines_, *fence, indent, content.container, line.next};
    FencedBody body = read_fenced(at);
    Fenced found = block_in(*fence, body, indent.size());
    bool holds_fences = indent.empty() && may_hold_fences(*fence, found.block);
    bool clear = !holds_fences || pair_fences(at, body);
    if (body.end != found.block.end || body.cut == found.block.closed) found = block_in(*fence, body, indent.size());
    add_fenced(std::move(found), body, line);
    Block& block = out_.value.blocks.back();
    bool whole = block.format != nullptr && block.format->is_whole;
    bool runs_on = whole && !holds_fences && opens_another(*fence, block.body);
    // That is, by a fence in a string of it.
    bool may_go_on = whole && fence_lines_.next(line_from(text_, body.next)).start < text_.size();
    clear = clear && !runs_on && !(may_go_on && ends_in_long_string(block.naming.path, block.body));
    if (!clear && block.naming.is_for_edit()) {  // a fence in the body may have ended it
      block.naming.doubtful = std::exchange(block.naming.path, {});
      block.format = detect(block);
    }
    at_ = body.next;
    return true;
  }

  // Outside of lists, by CommonMark: text indented by four columns after a blank line.
  bool take_indented_diff(const Line& line) {
    bool begins = line.text.starts_with("    --- ") || line.text.starts_with("    diff --git ");
    if (in_list_ || !begins || !is_blank(above_)) return false;
    std::optional<ShownText> shown = indented_document(text_, line);
    Block block;
    block.offset = line.start;
    block.end = shown->end;
    block.line = line_numbers_.at(line.start);
    block.unindented = std::make_shared<const std::string>(shown->text);
    block.body = *block.unindented;
    block.format = detect(block);
    if (block.format == nullptr || !block.format->is_diff) return false;
    add(std::move(block));
    at_ = shown->end;
    return true;
  }

  // Is it a document for people that contains code blocks?
  static bool may_hold_fences(const Fence& fence, const Block& block) {
    constexpr std::string_view kKinds[] = {"md", "markdown", "mdx", "rst", "adoc"};
    std::string_view path = block.naming.path;
    bool whole = block.format != nullptr && block.format->is_whole;
    return is_one_of(kKinds, ascii_lower(language_of(fence.info))) ||
        (whole && is_one_of(kKinds, path.substr(path.rfind('.') + 1)));
  }

  // Does a code block with an info string begin inside of the body? Then the end of that one was taken for its end.
  static bool opens_another(const Fence& fence, std::string_view body) {
    std::string line_end_and_fence = "\n" + std::string(fence.length, fence.mark);
    for (size_t at = body.find(line_end_and_fence); at != body.npos; at = body.find(line_end_and_fence, at + 1)) {
      std::optional<Fence> other = opening_fence(line_from(body, at + 1).text);
      if (other && !other->info.empty()) return true;
    }
    return false;
  }

  struct Fenced {
    Block block;
    bool is_opened_twice = false;
  };

  Fenced block_in(const Fence& fence, const FencedBody& body, size_t indent) {
    Block block;
    block.form = Block::Form::fenced;
    block.info = fence.info;
    block.offset = body.start;
    if (text_.substr(block.offset, body.end - block.offset).starts_with(kByteOrderMark))
      block.offset += kByteOrderMark.size();
    block.end = body.end;
    block.body = text_.substr(block.offset, block.end - block.offset);
    block.line = line_numbers_.at(body.start);
    block.closed = !body.cut;
    if (indent != 0) {
      block.unindented = std::make_shared<const std::string>(body.unindented);
      block.body = *block.unindented;
    }
    bool is_opened_twice = drop_second_opening(fence, block);
    block.naming = naming_of(prose_above(), block, lines_read_);
    block.format = detect(block);
    return {std::move(block), is_opened_twice};
  }

  void add_fenced(Fenced found, const FencedBody& body, const Line& opening) {
    if (!body.has_closing_line)
      findings_->warning(Code::fence_unclosed, opening.start + indent_of(opening.text).bytes, "",
          "the code block that begins here has no closing fence", "close it with a line of its own");
    if (found.is_opened_twice)
      findings_->warning(Code::block_syntax, body.start, "",
          "the code block is opened twice, with the name of a file between: it was read as one block",
          "open it once, below the name of the file");
    if (found.block.closed && !found.block.naming.is_for_edit()) take_call_inside(found.block);
    // A refusal at the start of a fenced block counts as one.
    std::string_view inside = text_.substr(found.block.offset, found.block.end - found.block.offset);
    size_t start = std::min(inside.find_first_not_of(" \t\r\n`>*"), inside.size());
    if (!out_.value.refusal && find_refusal(inside.substr(start), 1))
      out_.value.refusal = input_.base + found.block.offset + start;
    add(std::move(found.block));
  }

  const Input& input_;
  const Block whole_;  // all of the input, for the findings
  std::optional<Findings> findings_;
  std::string_view text_;
  FenceLines fence_lines_;
  size_t at_ = 0;
  size_t shown_seen_to_ = 0;         // quotes and indented text before here have been looked at
  size_t after_indented_fence_ = 0;  // the line below a fence in indented code
  bool may_look_into_shown_ = true;
  std::vector<const Format*> seen_;  // forms that occurred without a fence
  FindJson find_json_;
  HtmlComments comments_;
  LineNumbers line_numbers_;
  LinesRead lines_read_;
  std::string_view above_;  // the line of prose directly above; "" if there is none
  bool below_blank_ = false;
  ListItems items_;
  bool in_list_ = false;  // the last line that was looked at
  Outcome<Extracted> out_;
};

}  // namespace

Outcome<Extracted> extract(const Input& input) { return AnswerScanner(input).run(); }

namespace {

bool is_answer_with_edit(std::string_view text) {
  Input input("", std::string(text));
  std::vector<Block> blocks = extract(input).value.blocks;
  return std::any_of(blocks.begin(), blocks.end(),
      [](const Block& block) { return block.format != nullptr || holds_any_edit(block); });
}

}  // namespace

bool holds_any_edit(const Block& block) { return holds_edit(block) || holds_lost_edit(block.body); }

bool json_holds_edit(std::string_view text) { return holds_inner_document(text, is_answer_with_edit); }

}  // namespace aptix::answer
