#include "format/find/left_over.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/assert.h"
#include "base/text/text.h"
#include "format/basis/fence.h"
#include "format/basis/line.h"
#include "format/calls/shell.h"
#include "format/calls/unread_call.h"
#include "format/find/prose_edits.h"
#include "format/find/thoughts.h"
#include "format/format.h"
#include "format/forms/forms.h"
#include "format/json/vocabulary.h"
#include "format/names/file_kinds.h"
#include "format/names/line_names.h"

namespace aptix::format {
namespace {

// Which file the commands of a block write; `alone`: or change.
std::string path_in_commands(const Block& block, bool alone) {
  bool commands = command_language(block.info) != nullptr;
  std::string path = commands || is_shell(language_of(block.info)) ? written_by_commands(block.body) : std::string();
  if (!path.empty() || !alone || !commands) return path;
  std::string changed = changed_by_commands(block.body);
  return is_path_text(changed) ? changed : std::string();
}

// `alone`: no block of the answer is read.
std::optional<Unread> look_at(const Input& input, const Block& block, bool alone) {
  Unread found{.kind = Unread::Kind::call, .offset = block.offset};
  auto in_input = [&](size_t offset) { return block.to_input(input, offset) - input.base; };
  std::optional<UnreadCall> call = unread_call_in(block.body);
  if (call && !(call->tool.empty() && block.naming.labels.shown)) {
    found.offset = in_input(call->offset);
    found.path = std::move(call->path);
    found.name = std::move(call->tool);
    return found;
  }
  found.kind = Unread::Kind::result;
  if (!alone && holds_result(block.body)) return found;
  if (block.form != Block::Form::fenced) return std::nullopt;
  found.path = block.naming.path;
  found.kind = Unread::Kind::diff;
  if (looks_like_lost_diff(block)) return found;
  found.kind = Unread::Kind::suggests;
  if (language_of(block.info) == "suggestion") return found;
  found.path = path_in_commands(block, alone);
  found.kind = Unread::Kind::commands;
  if (!found.path.empty()) return found;
  bool names = block.naming.by != Naming::By::nothing;
  found.kind = block.naming.doubtful.empty()    ? Unread::Kind::file
      : names                                   ? Unread::Kind::end
      : command_language(block.info) != nullptr ? Unread::Kind::script
                                                : Unread::Kind::name;
  found.path = block.naming.is_for_edit() ? block.naming.path : block.naming.doubtful;
  return found.path.empty() ? std::nullopt : std::optional(std::move(found));
}

// Whether ever later places of a line stand in a code span.
class CodeSpans {
 public:
  explicit CodeSpans(std::string_view line) : line_(line), last_(line.rfind('`')) {}

  bool hold(size_t at) {
    if (at != 0 && line_[at - 1] == '`') return true;
    for (; seen_to_ < at; ++seen_to_) open_ = open_ != (line_[seen_to_] == '`');
    return open_ && at < last_;
  }

 private:
  std::string_view line_;
  size_t last_;  // '`' in it; when there is none, no span is open
  size_t seen_to_ = 0;
  bool open_ = false;
};

// An edit in tags, in a line of the prose: one where no reader looks for it ("So: <file path="a.c">"), or that none
// reads. Each look may be as long as the text: not more than `looks` are taken. `block`: where the next one begins.
std::optional<Unread> tag_in_line(std::string_view text, const Line& line, size_t block, size_t& looks) {
  CodeSpans spans(line.text);
  for (size_t at = line.text.find('<'); at < line.text.size() && looks > 0; at = line.text.find('<', at + 1)) {
    if (spans.hold(at)) continue;
    --looks;
    Unread found{.kind = Unread::Kind::call, .offset = line.start + at};
    std::optional<MarkupCalls> calls = at == 0 ? std::nullopt : markup_calls(text, found.offset);
    std::optional<UnreadCall> call = calls && !calls->calls.empty() ? unread_call(calls->calls[0]) : std::nullopt;
    if (call && !call->path.empty()) {
      found.path = std::move(call->path);
      found.name = std::move(call->tool);
      return found;
    }
    std::optional<TagOfEdit> tag = tag_of_edit_at(text, found.offset);
    if (!tag || tag->end > block) continue;
    found.kind = tag->moves ? Unread::Kind::call : Unread::Kind::tag;
    found.path = std::move(tag->path);
    found.name = tag->name;
    return found;
  }
  return std::nullopt;
}

// Outside of blocks and of reasoning.
void add_calls_in_prose(std::string_view text, std::span<const Block> blocks, std::vector<Unread>& found) {
  std::vector<Unread> calls;
  size_t looks = 500;
  size_t next = 0;  // the first block that was not passed yet
  for (size_t at = 0; at < text.size();) {
    Line line = line_from(text, at);
    if (std::optional<Thoughts> thoughts = thoughts_at(text, line)) {
      if (thoughts->from_start) calls.clear();
      at = thoughts->end > line.start ? thoughts->end : line.next;
      continue;
    }
    at = line.next;
    bool in_block = next < blocks.size() && blocks[next].offset < at;
    while (next < blocks.size() && blocks[next].offset < at) at = std::max(at, blocks[next++].end);
    if (!in_block && line.text.starts_with('{') && holds_result(line.text))
      calls.push_back({.kind = Unread::Kind::result, .offset = line.start});
    size_t block = next < blocks.size() ? blocks[next].offset : text.size();
    std::optional<Unread> call = in_block ? std::nullopt : tag_in_line(text, line, block, looks);
    if (call) calls.push_back(std::move(*call));
  }
  std::move(calls.begin(), calls.end(), std::back_inserter(found));
}

// Does one of them stand in the line that begins there?
bool is_on_line(std::string_view text, size_t start, std::span<const Unread> found) {
  size_t end = line_from(text, start).next;
  return std::any_of(
      found.begin(), found.end(), [&](const Unread& one) { return one.offset >= start && one.offset < end; });
}

Unread::Kind kind_of(ProseShape::Kind shape) {
  switch (shape) {
    case ProseShape::Kind::markup: return Unread::Kind::markup;
    case ProseShape::Kind::table: return Unread::Kind::table;
    case ProseShape::Kind::lines: return Unread::Kind::lines;
    case ProseShape::Kind::code: return Unread::Kind::code;
    case ProseShape::Kind::pair: return Unread::Kind::pair;
  }
  throw Bug("no such shape");
}

}  // namespace

Leftover leftover_of(const Block& block) {
  if (block.naming.labels.shown) return Leftover::shown;
  if (block.naming.labels.old && !block.naming.labels.updated) return Leftover::old;
  if (command_language(block.info) != nullptr) return Leftover::commands;
  return block.form == Block::Form::fenced ? Leftover::unnamed : Leftover::data;
}

std::optional<Seen> seen_in(std::string_view text) {
  struct Row {
    std::string_view sign, what, hint;
  };
  constexpr Row kRows[] = {
      {"\x1b[", "terminal colours stand in the input", "give it without them, as 'git diff --no-color' prints it"},
      {"\nCopy code\n", "the input is a copied page, whose code blocks are gone",
          "copy the answer with the button below it, which keeps its code blocks"},
      {"\nCopy\nEdit\n", "the input is a copied page, whose code blocks are gone",
          "copy the answer with the button below it, which keeps its code blocks"},
      {"<pre", "code stands in tags of HTML", "copy the answer as Markdown, with its code blocks"},
      {"<antArtifact", "the artifact names no file", "give the file in a code block, its path on the line above it"},
      {"%%writefile ", "a cell that writes a file is not read",
          "give the file in a code block, its path on the line above it"},
      {".write_text(", "a script that writes files is never run", "give the changes that it makes, as a diff"},
      {"Set-Content", "commands that write files are never run here", "give the changes that they make, as a diff"},
  };
  for (const Row& row : kRows)
    if (size_t at = text.find(row.sign); at != std::string_view::npos)
      return Seen{row.what, row.hint, line_at(text, at + (row.sign.starts_with('\n') ? 1 : 0))};
  for (Line line = line_from(text, 0); line.next < text.size(); line = line_from(text, line.next)) {
    bool names = trim(line.text).ends_with(':') && !path_in_line(line.text).empty();
    if (names && !looks_like_fence(text.substr(after_space(text, line.next))))
      return Seen{"a text stands below the name of a file, but in no code block",
          "give the file in a code block, its path on the line above it", line_at(text, line.start)};
  }
  return std::nullopt;
}

std::vector<Unread> unread_edits(const Input& input, std::span<const Block> blocks, std::span<const size_t> left) {
  std::vector<Unread> found;
  for (size_t index : left) {
    std::optional<Unread> unread = look_at(input, blocks[index], left.size() == blocks.size());
    if (!unread) continue;
    unread->block = index;
    found.push_back(std::move(*unread));
  }
  add_calls_in_prose(input.bytes, blocks, found);
  for (ProseEdit& edit : edits_in_prose(input.bytes, blocks))
    if (!is_on_line(input.bytes, edit.offset, found))
      found.push_back({.kind = kind_of(edit.kind), .offset = edit.offset, .path = std::move(edit.path)});
  std::stable_sort(found.begin(), found.end(), [](const Unread& a, const Unread& b) { return a.offset < b.offset; });
  LineNumbers lines(input.bytes);
  for (Unread& unread : found) unread.line = lines.at(unread.offset);
  return found;
}

}  // namespace aptix::format
