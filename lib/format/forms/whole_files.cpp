// Fences in files are the trouble: a line "```sh" opens one inside of a block, and "```" closes it; where a block may
// have ended at a fence of its own content, nothing is taken.
#include "format/forms/whole_files.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "format/find/bare.h"
#include "format/find/extract.h"
#include "format/find/fence.h"
#include "format/find/line.h"
#include "format/find/thoughts.h"
#include "format/findings.h"
#include "format/forms/forms.h"
#include "format/names/file_kinds.h"
#include "format/names/file_words.h"
#include "format/names/line_names.h"
#include "format/names/name_hint.h"
#include "format/names/paths.h"
#include "model/limits.h"

namespace aptix::format {
namespace {

constexpr size_t kMostBlankLinesToFence = 1;  // between a path and its fence
constexpr const char* kOtherWay = "put a file with such lines into a code block, its path above";

// What opens a comment, or a rule, before a name.
std::optional<std::string_view> behind_opener(std::string_view line) {
  constexpr std::array<std::string_view, 7> kOpeners = {"//", "#", "--", ";", "/*", "<!--", "==="};
  for (std::string_view opener : kOpeners)
    if (line.starts_with(opener)) return trim(line.substr(opener.size()));
  return std::nullopt;
}

// "FILE:" in "// FILE: a.c", as it is written there; "" when the line is none of these.
std::string_view section_word(std::string_view line) {
  constexpr std::string_view kWord = "file:";
  std::optional<std::string_view> rest = behind_opener(trim(line));
  return rest && same_letters(rest->substr(0, kWord.size()), kWord) ? rest->substr(0, kWord.size())
                                                                    : std::string_view();
}

std::string section_path(std::string_view line) {
  return section_word(line).empty() ? std::string() : path_in_line(line);
}

// The path in a comment that consists of it: "# src/a.py".
std::string comment_path(std::string_view line) {
  std::optional<std::string_view> rest = behind_opener(trim(line));
  std::string path = rest ? path_in_line(line) : std::string();
  for (std::string_view close : {"*/", "-->"})
    if (rest && rest->ends_with(close)) rest = trim(rest->substr(0, rest->size() - close.size()));
  return rest && *rest == path ? path : std::string();
}

// The content of a code block, without its path line.
struct Body {
  size_t start = 0;
  size_t end = 0;
  size_t next = 0;  // after the closing fence
  bool closed = false;
};

class WholeFileScanner {
 public:
  explicit WholeFileScanner(const Input& input) : input_(input), text_(input.bytes), line_numbers_(text_) {
    at_ = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    findings_.emplace(input_, whole_);
  }

  Outcome<Extracted> run() {
    Outcome<Extracted> out;
    while (at_ < text_.size()) {
      step();
      if (blocks_.size() <= Limits{}.blocks) continue;
      out.diagnostics.errors.push_back(too_many_blocks(input_, blocks_.back().offset));
      return out;
    }
    out.diagnostics = findings_->take();
    rivals_.resize(blocks_.size());
    out.value = {.blocks = std::move(blocks_), .refusal = {}, .rivals = std::move(rivals_)};
    return out;
  }

  // Looks no further than to the first block that names a file.
  bool finds_file() {
    for (size_t seen = 0; at_ < text_.size() && blocks_.size() <= Limits{}.blocks;) {
      step();
      for (seen = std::min(seen, blocks_.size()); seen < blocks_.size(); ++seen)
        if (!blocks_[seen].name_hint.empty()) return true;
    }
    return false;
  }

 private:
  void step() {
    Line line = line_from(text_, at_);
    if (take_thoughts(line) || take_tag(line) || take_fence(line)) return;
    note_line_above(line);
    at_ = line.next;
  }

  void fail(size_t offset, std::string message, std::string hint) {
    findings_->error(Code::block_syntax, offset, "", std::move(message), std::move(hint));
  }

  void note_line_above(const Line& line) {
    if (is_blank(line.text)) {
      if (++seen_.blank_lines > kMostBlankLinesToFence) seen_.above = {};
      return;
    }
    note_stray_tag(line);
    seen_.above = line.text;
    seen_.blank_lines = 0;
    if (!section_path(line.text).empty() && !followed_by_fence(line))
      fail(line.start, "the file has no end mark: it is not clear whether all of it is there",
          "put each file into a code block of its own");
  }

  // "</file>" that ends nothing: a file before it may have ended too early. <file> may stand around a path and a fence.
  void note_stray_tag(const Line& line) {
    std::string_view tag = trim(line.text);
    if (tag == "<file>" && !seen_.tagged) ++seen_.wrappers;
    if (tag != "</file>" || (seen_.wrappers != 0 && seen_.wrappers-- != 0)) return;
    fail(line.start, "the line '</file>' ends no file", kOtherWay);
  }

  bool followed_by_fence(const Line& line) const {
    size_t at = std::min(text_.find_first_not_of(" \t\r\n", line.next), text_.size());
    return opening_fence(line_from(text_, at).text).has_value();
  }

  bool take_thoughts(const Line& line) {
    std::optional<Thoughts> thoughts = thoughts_at(text_, line);
    if (!thoughts) return false;
    if (thoughts->from_start) {
      blocks_.clear();
      rivals_.clear();
      findings_.emplace(input_, whole_);
      seen_ = {};
    }
    if (!thoughts->missing.empty()) findings_->error(thoughts_unclosed(*thoughts), thoughts->begin, "");
    at_ = thoughts->end;
    seen_.above = {};
    return true;
  }

  // <file path="a.c">
  bool take_tag(const Line& line) {
    std::string_view tag = trim(line.text);
    if (!tag.starts_with("<file ")) return false;
    std::string path = path_in_line(tag.substr(0, tag.find('>') + 1));
    if (path.empty()) return false;
    if (tag.find('>') + 1 != tag.size() || tag.ends_with("/>")) {
      fail(line.start, "the file '" + excerpt_for_display(path) + "' does not stand between lines with its tags",
          "put '<file path=...>' and '</file>' on lines of their own");
      at_ = line.next;
      return true;
    }
    Body body{line.next, text_.size(), text_.size(), false};
    for (Line at = line_from(text_, line.next); at.start < text_.size(); at = line_from(text_, at.next)) {
      if (opens_tag(trim(at.text)))
        fail(at.start, "a line '<file>' stands inside the file '" + excerpt_for_display(path) + "'", kOtherWay);
      if (trim(at.text) != "</file>") continue;
      body = {line.next, at.start, at.next, true};
      break;
    }
    seen_.tagged = true;
    seen_.wrappers = 0;
    add(body, 0, path);
    if (body.closed) unwrap(blocks_.back());
    at_ = body.next;
    seen_.above = {};
    return true;
  }

  // One that another line has to close.
  static bool opens_tag(std::string_view line) {
    return (line.starts_with("<file ") || line.starts_with("<file>")) && !line.ends_with("/>") &&
        !line.ends_with("</file>");
  }

  // A fence around all of what stands between the tags is none of the file: the one that its first line opens ends
  // with its last line.
  static void unwrap(Block& block) {
    std::string_view body = block.body;
    size_t start = std::min(body.find_first_not_of(" \t\r\n"), body.size());
    Line first = line_from(body, start);
    std::optional<Fence> fence = opening_fence(first.text);
    if (!fence) return;
    Body inside = read_body(body, *fence, first.next);
    if (!inside.closed || !is_blank(body.substr(inside.next))) return;
    block.body = body.substr(first.next, inside.end - first.next);
    block.offset += first.next;
    block.end = block.offset + block.body.size();
  }

  bool take_fence(const Line& line) {
    Indent indent = indent_of(line.text);
    std::optional<Fence> fence = opening_fence(line.text.substr(indent.bytes));
    if (!fence) return false;
    Body body = read_body(text_, *fence, line.next);
    bool commands = command_language(fence->info) != nullptr;
    std::string path = path_of_fence(*fence, body, line);
    bool named = !path.empty();
    if (!named && !commands) named = add_by_first_line(body, indent.bytes);
    else add(body, indent.bytes, path);
    // "```" after a file, with nothing that says what it opens: the block before may have ended too early.
    if ((!named || seen_.tight) && seen_.after_file && fence->info.empty())
      fail(line.start, "it is not clear whether the file before ends above, or has this fence in it",
          "put a file with fences between '<file path=...>' and '</file>', or into a fence of four backticks");
    if (!named && !commands) note_rival();
    seen_.after_file = named;
    seen_.tight = named && is_text_file(blocks_.back().name_hint) && !is_blank(line_from(text_, body.next).text);
    at_ = body.next;
    seen_.above = {};
    return true;
  }

  // In its info string, or on the line above it.
  std::string path_of_fence(const Fence& fence, const Body& body, const Line& line) {
    std::string path = name_hint(fence.info, {});
    if (path.empty() && !seen_.above.empty()) path = path_above(fence, body, line);
    std::vector<std::string> names = doubtful_names(fence.info);
    if (!names.empty() && !settles(names, path))
      fail(line.start, "it is not clear which file the info string of the code block names",
          "put the name alone on the line above the code block");
    return path;
  }

  std::string path_above(const Fence& fence, const Body& body, const Line& line) {
    std::string path = path_in_line(seen_.above);
    if (const CommandLanguage* commands = command_language(fence.info))
      return is_script(*commands, path, text_.substr(body.start, body.end - body.start)) ? path : std::string();
    std::string doubtful = path.empty() ? doubtful_path(seen_.above) : std::string();
    if (!doubtful.empty())
      fail(line.start, "it is not clear whether '" + excerpt_for_display(doubtful) + "' is the name of the file",
          "put the name into backticks");
    return path;
  }

  // What words and code could be as well.
  static std::string doubtful_path(std::string_view line) {
    LoneWord lone = lone_word(line);
    return is_odd_path(lone.word) ? std::string(lone.word) : spaced_path_in_line(line);
  }

  // Of the last block, which names no file.
  void note_rival() {
    rivals_.resize(blocks_.size());
    rivals_.back() = lone_word(seen_.above).word;
  }

  // A fence with an info string opens one inside, and the next bare one closes that.
  static Body read_body(std::string_view text, const Fence& fence, size_t start) {
    size_t inside = 0;
    for (Line line = line_from(text, start); line.start < text.size(); line = line_from(text, line.next)) {
      std::string_view rest = line.text.substr(indent_of(line.text).bytes);
      std::optional<Fence> other = opening_fence(rest);
      if (!other || other->mark != fence.mark || other->length < fence.length) continue;
      if (!other->info.empty()) ++inside;
      else if (inside != 0) --inside;
      else return {start, line.start, line.next, true};
    }
    return {start, text.size(), text.size(), false};
  }

  // False when the first line names no file; the block is then passed over.
  bool add_by_first_line(const Body& body, size_t indent) {
    size_t start = std::min(text_.find_first_not_of(" \t\r\n", body.start), body.end);
    Line first = line_from(text_.substr(0, body.end), start);
    if (!section_path(first.text).empty()) return add_sections(body, indent);
    std::string path = comment_path(first.text);
    bool is_name = path.empty() && path_in_line(first.text) == trim(first.text);
    if (is_name) path = trim(first.text);
    // A line that is nothing but the name is none of the file; a comment is one of its lines.
    add(is_name ? Body{first.next, body.end, body.next, body.closed} : body, indent, path);
    return !path.empty();
  }

  bool add_sections(const Body& body, size_t indent) {
    std::string path;
    std::string_view word;  // of the first one: the others are written alike
    Body section = body;
    for (Line line = line_from(text_, body.start); line.start < body.end; line = line_from(text_, line.next)) {
      std::string named = section_path(line.text);
      if (word.empty()) word = section_word(line.text);
      if (named.empty() && !word.empty() && section_word(line.text) == word)
        fail(line.start, "it is not clear which file the line names", "put the name into quotes");
      if (named.empty()) continue;
      if (!path.empty()) add(between(section.start, line.start), indent, path);
      path = std::move(named);
      section.start = line.next;
    }
    section.closed = body.closed;
    add(section, indent, path);
    return true;
  }

  // Empty lines before the next name part the files.
  Body between(size_t start, size_t end) const {
    while (end > start + 1 && text_[end - 1] == '\n' &&
        (text_[end - 2] == '\n' || text_.substr(0, end - 1).ends_with("\n\r")))
      end -= text_[end - 2] == '\r' ? 2 : 1;
    return {start, end, end, true};
  }

  void add(const Body& body, size_t indent, const std::string& path) {
    Block& block = blocks_.emplace_back();
    block.form = Block::Form::fenced;
    block.offset = body.start;
    block.end = body.end;
    block.body = text_.substr(body.start, body.end - body.start);
    block.line = line_numbers_.at(body.start);
    block.closed = body.closed;
    block.name_hint = path;
    block.indent = indent;
    if (indent == 0) return;
    block.unindented = std::make_shared<const std::string>(without_indent(block.body, indent));
    block.body = *block.unindented;
  }

  static std::string without_indent(std::string_view body, size_t indent) {
    std::string out;
    for (Line line = line_from(body, 0); line.start < body.size(); line = line_from(body, line.next)) {
      size_t blanks = std::min(indent_of(line.text).bytes, indent);
      out += body.substr(line.start + blanks, line.next - line.start - blanks);
    }
    return out;
  }

  const Input& input_;
  std::string_view text_;
  size_t at_ = 0;
  struct Seen {
    std::string_view above;   // the line above, when it may name the file of the next fence
    size_t blank_lines = 0;   // since then
    bool after_file = false;  // the last fence was a file's
    bool tight = false;       // one that may have fences in it, and right after it something stands
    bool tagged = false;      // a file stood between tags
    size_t wrappers = 0;      // lines "<file>" that are open
  };
  Seen seen_;
  std::vector<Block> blocks_;
  std::vector<std::string> rivals_;
  LineNumbers line_numbers_;
  const Block whole_;  // all of the input, for the findings
  std::optional<Findings> findings_;
};

// Does the block hold edits in another form? Those begin at its first line.
bool holds_edits(const Block& block) {
  size_t start = std::min(block.body.find_first_not_of(" \t\r\n"), block.body.size());
  Line first = line_from(block.body, start);
  std::string_view ending =
      std::string_view(block.name_hint).substr(std::min(block.name_hint.rfind('.'), block.name_hint.size()));
  if (ending == ".diff" || ending == ".patch") return false;
  return is_search_marker(first.text) || is_v4a_begin(first.text) || v4a_file_line(first.text) ||
      bare_diff({block.body, first}) || (first.text.starts_with("@@ -"));
}

}  // namespace

Outcome<Extracted> whole_files(const Input& input) { return WholeFileScanner(input).run(); }

std::string path_in_first_line(std::string_view line) {
  std::string path = section_path(line);
  return path.empty() ? comment_path(line) : path;
}

bool may_hold_whole_files(const Input& input) { return WholeFileScanner(input).finds_file(); }

// A code block that names no file is prose; one without its end is never.
Outcome<Extracted> find_whole_files(const Input& input, const Format& self) {
  Outcome<Extracted> found = whole_files(input);
  for (Block& block : found.value.blocks)
    block.format = !block.name_hint.empty() || !block.closed ? &self : detect(block);
  return found;
}

// Never by content alone: only where whole files are asked for.
bool detect_whole(const Block&) { return false; }

Diagnostics parse_whole(const Input& input, const Block& block, const ParseOptions& options, Plan& plan) {
  Findings findings(input, block);
  if (!block.closed) {
    findings.error(Code::block_unterminated, 0, "", "the file has no end mark: the answer may be cut short",
        "ask for the whole answer again");
    return findings.take();
  }
  std::optional<DialectPath> path = dialect_path(findings, options, block.name_hint, 0, "");
  if (!path) return findings.take();
  findings.about(path->path.str());
  if (holds_edits(block))
    findings.error(Code::block_syntax, 0, "",
        "the block for '" + excerpt_for_display(block.name_hint) + "' holds edits, not the whole file",
        "leave out '--format whole'");
  FileEdit entry{.operation = Operation::write,
      .path = std::move(path->path),
      .contract = Contract::unique,
      .block = options.block_index,
      .origin = findings.origin(0)};
  entry.edits.push_back(
      {Whole{block.unindented ? plan.keep(std::string(block.body)) : block.body}, findings.origin(0)});
  plan.files.push_back(std::move(entry));
  return findings.take();
}

}  // namespace aptix::format
