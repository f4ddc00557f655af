// SEARCH/REPLACE blocks: lines to find, lines to replace them by, and the file named near them. What is not plainly one
// is refused: half a block, or text between two blocks, may be the rest of another edit.
#include <utility>

#include "answer/forms/forms.h"
#include "answer/name/file_words.h"
#include "answer/name/line_names.h"
#include "answer/name/paths.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "diff/compute/hunk_between.h"

namespace aptix::answer {
namespace {

struct BlockName {
  std::string path;                 // "" if there is none
  std::vector<std::string> rivals;  // other files that may be meant: if one exists, the name is ambiguous
};

// The names as paths in the root and next to the file.
std::vector<std::string> rivals_of(const std::vector<std::string>& names, const RelPath& path) {
  std::vector<std::string> rivals;
  for (const std::string& name : names) {
    if (is_same_file(path.str(), name)) continue;
    rivals.push_back(name);
    if (!path.parent().empty()) rivals.push_back(std::string(path.parent()) + "/" + name);
  }
  return rivals;
}

// The file of the previous SEARCH/REPLACE block, if the prose between the two names no other file. Words of that prose
// that may be file names are rivals.
BlockName name_of_block_before(const Input& input, const Block& block, const Plan& plan) {
  if (plan.files.empty() || plan.files.back().edits.empty()) return {};
  const FileEdit& before = plan.files.back();
  const Edit& last = before.edits.back();
  const TextBlock* text_block = std::get_if<TextBlock>(&last.what);
  if (text_block == nullptr || text_block->form != TextBlock::Form::search_replace) return {};
  if (last.origin.offset < input.base || block.offset < last.origin.offset - input.base) return {};
  const std::vector<std::string>& names = block.naming.mentioned;
  LoneWord lone = lone_word(block.naming.caption);
  bool other = lone.certain && !is_same_file(before.path.str(), lone.word);
  other = other || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return is_likely_file(name, Written::bare) && !is_same_file(before.path.str(), name);
  });
  return other ? BlockName() : BlockName{before.path.str(), rivals_of(names, before.path)};
}

// The only word of a caption that may be a name: "`run`", "RUN", "In `run`:".
std::string word_of_caption(std::string_view caption) {
  LoneWord lone = lone_word(caption);
  bool believed = lone.certain || lone.word.size() == trim(caption).size() || is_odd_path(lone.word);
  if (believed && !lone.word.empty()) return std::string(lone.word);
  std::vector<std::string_view> spans = spans_in_backticks(caption);
  bool letter = spans.size() == 1 && spans[0].size() == 1 && is_letter_or_digit(spans[0][0]);
  return spans.size() == 1 && (letter || is_word_of_name(spans[0])) ? std::string(spans[0]) : std::string();
}

// The file of a block, from the first of these that gives one:
// - the naming of the block, unless it is a sentence that does not lead to the block and would name a new file;
// - a path alone on the line above, for a block in the language of a shell;
// - the file of the previous block in `plan`, if nothing between the two may name another;
// - for an existing file, a word of the line above that may be a name.
// No path if it is not clear.
BlockName file_of(const Input& input, const Block& block, const Plan& plan, Operation operation) {
  const Naming& naming = block.naming;
  bool creates = operation == Operation::create;
  bool unsure = creates && naming.by == Naming::By::sentence && !naming.leads;
  if (!naming.path.empty() && !unsure) return {naming.path, naming.rivals};
  // A block in the language of a shell is doubtful as it may be commands, but the edit in it shows that it is not.
  bool is_doubtful = !naming.path.empty() || !naming.doubtful.empty();
  if (std::string path = path_in_line(naming.caption); !path.empty() && (!is_doubtful || naming.doubtful == path))
    return {path, {}};
  if (unsure) return {};
  std::string word = word_of_caption(naming.caption);
  if (word.empty() && !naming.doubtful.empty()) return {};
  BlockName before = name_of_block_before(input, block, plan);
  return !before.path.empty() || creates ? before : BlockName{word, {}};
}

// The markers of one block.
struct Marked {
  Line marker;        // SEARCH
  size_t before = 0;  // offset of the first line to find
  std::vector<Line> dividers;
  Line end;                   // REPLACE
  uint64_t line = 0;          // given in the header; 0: none
  std::string_view unless{};  // both texts and the first divider, if all of that may be the text to find
};

class BlockReader : BodyReading {
 public:
  using BodyReading::BodyReading;

  void read() {
    for (at_ = 0; at_ < body_.size() && !stop_;) {
      Line line = line_from(body_, at_);
      at_ = line.next;
      if (is_search_marker(line.text) || (at_ == body_.size() && ends_in_search_marker(body_))) read_block(line);
      else if (is_search_divider(line.text) || is_search_end(line.text))
        fail(line, "a marker of a SEARCH/REPLACE block is outside of a block",
            "begin each block with '<<<<<<< SEARCH', and put a backslash before markers that are content");
      else if (!is_blank(line.text)) take_path(line);
    }
    if (!stop_ && path_line_) fail_outside(*path_line_);
  }

 private:
  void take_path(const Line& line) {
    std::string alone = name_alone(line.text);
    if (alone.empty() || path_line_) return fail_outside(path_line_.value_or(line));
    path_line_ = line;
    name_ = {std::move(alone), {}};
  }

  void fail_outside(const Line& line) {
    fail(line, "a line is outside of the SEARCH/REPLACE blocks", "leave it out, or put it before the code block");
  }

  void read_block(const Line& marker) {
    std::optional<Marked> found = find_markers(marker);
    if (!found) return;
    path_line_.reset();
    if (std::string_view named = after_search_word(marker.text); !named.empty()) name_ = {name_alone(named), {}};
    std::optional<Line> divider = divider_of(*found);
    if (!divider) return;
    std::string_view before = text_between(found->before, divider->start);
    std::string_view after = text_between(divider->next, found->end.start);
    add(*found, before, after);
  }

  std::optional<Marked> find_markers(const Line& marker) {
    Marked found;
    found.marker = marker;
    skip_header(found);
    for (const Line& line : lines_from(body_, found.before)) {
      at_ = line.next;
      if (is_search_end(line.text)) {
        found.end = line;
        return found;
      }
      if (is_search_marker(line.text)) {
        fail(line, "a SEARCH/REPLACE block begins inside another one",
            "end each block with '>>>>>>> REPLACE', and put a backslash before markers that are content",
            Code::block_unterminated);
        return std::nullopt;
      }
      if (is_search_divider(line.text)) found.dividers.push_back(line);
    }
    fail(marker, "the SEARCH/REPLACE block has no end marker: the answer may be cut short",
        "ask for the whole answer again", Code::block_unterminated);
    return std::nullopt;
  }

  // Skips ":start_line:12" and "-------" above the text.
  void skip_header(Marked& found) {
    found.before = found.marker.next;
    for (const Line& line : lines_from(body_, found.before)) {
      constexpr std::string_view kNumber = ":start_line:";
      bool last = is_rule_of('-', line.text), number = line.text.starts_with(kNumber);
      if (!number && !last && !line.text.starts_with(":end_line:")) break;
      std::string_view digits = number ? trim(line.text.substr(kNumber.size())) : std::string_view();
      if (number) found.line = digits.size() > 9 ? 0 : parse_number(digits).value_or(0);
      found.before = line.next;
      if (last) break;
    }
  }

  std::optional<Line> divider_of(Marked& found) {
    if (found.dividers.size() == 1) return found.dividers.front();
    if (found.dividers.empty()) {
      fail(found.end, "the SEARCH/REPLACE block has no divider", "put '=======' between the old and the new lines");
      return std::nullopt;
    }
    std::vector<Line> same;
    for (const Line& line : found.dividers)
      if (run_of(line.text, '=') == run_of(found.marker.text, found.marker.text[0])) same.push_back(line);
    if (same.size() == 1) return same.front();
    if (ends_twice(found)) {
      found.unless = text_between(found.before, found.dividers[1].start);
      findings_.warning(Code::block_syntax, found.dividers[1].start, "",
          "a second divider is before the end of the SEARCH/REPLACE block; it was skipped",
          "put one '=======' between the old and the new lines");
      found.end = found.dividers[1];
      return found.dividers[0];
    }
    fail(found.dividers[1], "the SEARCH/REPLACE block has " + std::to_string(found.dividers.size()) + " dividers",
        "put a backslash before each '=======' that is content");
    return std::nullopt;
  }

  // Is there a divider directly before the end marker, and the new text no title that it could underline?
  bool ends_twice(const Marked& found) const {
    const std::string& path = name_.path.empty() ? reading_.block.naming.path : name_.path;
    if (found.dividers.size() != 2 || may_show_edits(path)) return false;
    const Line& last = found.dividers[1];
    if (last.start == found.dividers[0].next) return false;  // the removed text may end with such a line
    std::string_view above = trim(line_from(body_, previous_line(body_, last.start)).text);
    bool words = std::all_of(
        above.begin(), above.end(), [](char byte) { return is_letter_or_digit(byte) || byte == ' ' || byte < 0; });
    bool title = words && count_code_points(above) <= last.text.size();
    return !title && is_blank(body_.substr(last.next, found.end.start - last.next));
  }

  std::string_view text_between(size_t start, size_t end) {
    std::string_view text = body_.substr(start, end - start);
    if (text.find('\\') == std::string_view::npos) return text;
    std::string out;
    bool changed = false;
    for (const Line& line : lines_from(text)) {
      // A backslash before what would be a marker is removed.
      std::string_view rest = line.text.substr(std::min<size_t>(line.text.size(), 1));
      bool escaped = line.text.starts_with('\\') && (is_search_line(rest) || is_rule_of('-', rest));
      changed = changed || escaped;
      out += text.substr(line.start + (escaped ? 1 : 0), line.next - line.start - (escaped ? 1 : 0));
    }
    return changed ? reading_.plan.keep(std::move(out)) : text;
  }

  void add(const Marked& found, std::string_view before, std::string_view after) {
    for (std::string_view* text : {&before, &after})  // a byte-order mark belongs to the file
      if (text->starts_with(kByteOrderMark)) text->remove_prefix(kByteOrderMark.size());
    bool creates = is_blank(before);
    Operation operation = creates ? Operation::create : Operation::modify;
    if (name_.path.empty()) name_ = file_of(reading_.input, reading_.block, reading_.plan, operation);
    if (name_.path.empty())
      return fail(found.marker, "the SEARCH/REPLACE block names no file",
          "put the path on the line above the code block, in backticks");
    std::optional<FileEdit> made = file_edit(reading_, name_.path, operation, found.marker.start);
    stop_ = !made;
    if (stop_) return;
    TextBlock edit;
    if (!found.unless.empty()) edit.anchors = {found.unless};
    edit.lines = diff::hunk_between(creates ? std::string_view() : before, after);
    edit.lines.has_numbers = found.line != 0 && !creates;
    edit.lines.old_start = edit.lines.new_start = found.line;
    FileEdit& file = entry(std::move(*made));
    file.edits.push_back({std::move(edit), findings_.origin(found.marker.start)});
    for (RelPath& rival : paths_of(std::exchange(name_.rivals, {}))) file.names.rivals.push_back(std::move(rival));
  }

  FileEdit& entry(FileEdit made) {
    std::vector<FileEdit>& files = reading_.plan.files;
    bool goes_on = !files.empty() && files.back().block == made.block && files.back().path == made.path &&
        made.operation == Operation::modify && files.back().operation == made.operation;
    if (!goes_on) files.push_back(std::move(made));
    return files.back();
  }

  size_t at_ = 0;
  BlockName name_;                 // for the next block
  std::optional<Line> path_line_;  // the line with that path, until a block follows
};

}  // namespace

bool detect_search_replace(const Block& block) {
  // A code block with only a marker explains the form and contains no edit.
  bool lone = trim(block.body).find('\n') == std::string_view::npos;
  if (lone && block.form == Block::Form::fenced && block.closed) return false;
  auto is_one_end = [](std::string_view line) { return is_search_marker(line) || is_search_end(line); };
  if (any_line(block.body, is_one_end)) return true;
  return block.form == Block::Form::bare && block.body.find('\n') == std::string_view::npos &&
      ends_in_search_marker(block.body);
}

void parse_search_replace(BlockReading& reading) { BlockReader(reading).read(); }

}  // namespace aptix::answer
