// One pass over a document, outside of strings. Each rule is reported only where it is first broken, as further places
// follow from the first.

#include "answer/basis/line.h"
#include "answer/tree/json_support.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

struct StyleRule {
  const char* message;
  const char* hint;
};

constexpr StyleRule kFenced = {"the document is not in a code block", "put ```json before it and ``` after it"};
constexpr StyleRule kLanguage = {"the language of the code block is not 'json'", "open it with ```json"};
constexpr StyleRule kSingleLine = {"an object is on a single line", "write one field on each line"};
constexpr StyleRule kFieldPerLine = {"there is more than one field on a line", "write one field on each line"};
constexpr StyleRule kOwnLine = {"a brace is not on a line of its own", "put each '{' and '}' on its own line"};
constexpr StyleRule kTabs = {"a line is indented by tabs", "indent with two spaces for each level"};
constexpr StyleRule kIndentation = {"the indentation is not consistent", "indent with two spaces for each level"};
constexpr StyleRule kWidth = {"a level is not indented by two spaces", "indent with two spaces for each level"};
constexpr StyleRule kColon = {
    "a colon is not right after its name, with one space after it", "write '\"name\": value'"};
constexpr StyleRule kArray = {"an array is not laid out over lines as it should be",
    "put '[' after the name, each entry on lines of its own, and ']' on its own line"};
constexpr StyleRule kTrailing = {"there is white space at the end of a line", "end each line with its last character"};

// Nothing but white space and a byte-order mark is around it.
bool is_alone(const Input& input, const Block& block) {
  return is_blank(without_mark(input.bytes.substr(0, block.offset))) && is_blank(input.bytes.substr(block.end));
}

class StyleCheck {
 public:
  StyleCheck(Findings& findings, std::string_view text) : findings_(findings), text_(text) {}

  void run() {
    for (const Line& line : lines_from(text_)) check_line(line);
  }

  void report(const StyleRule& rule, size_t offset) {
    if (std::ranges::find(reported_, &rule) != reported_.end()) return;
    reported_.push_back(&rule);
    findings_.warning(Code::style, offset, "", rule.message, rule.hint);
  }

 private:
  void check_line(const Line& line) {
    if (!in_string_) check_indent(line);
    fields_ = 0;
    opened_ = false;
    std::string_view said = trim(line.text);
    for (size_t at = line.start; at < line.start + line.text.size(); ++at) {
      if (!in_string_) check_byte(said, at);
      else if (text_[at] == '\\') ++at;
      else in_string_ = text_[at] != '"';
    }
    if (!in_string_ && (line.text.ends_with(' ') || line.text.ends_with('\t')))
      report(kTrailing, line.start + line.text.size() - 1);
  }

  // REQUIRES: not inside a string.
  void check_byte(std::string_view said, size_t at) {
    char byte = text_[at];
    if (byte == '"') in_string_ = true;
    if (byte == ':') {
      if (++fields_ == 2) report(kFieldPerLine, at);
      std::string_view next = text_.substr(at + 1, 2);
      bool one_blank = next.size() == 2 && next[0] == ' ' && !is_blank(next.substr(1));
      if (at == 0 || text_[at - 1] != '"' || !one_blank) report(kColon, at);
    }
    bool brace = byte == '{' || byte == '}', closes = byte == '}' || byte == ']';
    if (!brace && byte != '[' && byte != ']') return;
    if (byte == '}' && opened_ && fields_ != 0) report(kSingleLine, at);
    opened_ = opened_ || byte == '{';
    if (!closes) ++depth_;
    else if (depth_ != 0) --depth_;
    size_t in_line = at - static_cast<size_t>(said.data() - text_.data());
    bool begins = in_line == 0;
    std::string_view after = said.substr(std::min(said.find_first_not_of(" \t", in_line + 1), said.size()));
    bool ends = after.empty() || (closes && after == ",");
    if (brace && (!begins || !ends)) report(kOwnLine, at);
    bool empty = closes ? at != 0 && text_[at - 1] == '[' : after.starts_with(']');
    if (!brace && !empty && (!ends || begins != closes)) report(kArray, at);
  }

  void check_indent(const Line& line) {
    constexpr size_t kBlanksPerLevel = 2;
    Indent indent = indent_of(line.text);
    std::string_view rest = line.text.substr(indent.bytes);
    if (rest.empty()) return;
    if (line.text.substr(0, indent.bytes).find('\t') != std::string_view::npos) return report(kTabs, line.start);
    bool closes = rest[0] == '}' || rest[0] == ']';
    size_t level = depth_ - (closes && depth_ != 0 ? 1 : 0);
    if (level == 0 && !base_) base_ = indent.columns;
    size_t columns = indent.columns - base_.value_or(0);
    if (level != 0 && !unit_) unit_ = columns / level;
    bool consistent = indent.columns >= base_.value_or(0) && columns == level * unit_.value_or(0);
    if (!consistent || unit_ == 0u) report(kIndentation, line.start + indent.bytes);
    else if (level != 0 && unit_ != kBlanksPerLevel) report(kWidth, line.start + indent.bytes);
  }

  Findings& findings_;
  std::string_view text_;
  std::vector<const StyleRule*> reported_;
  size_t depth_ = 0;
  size_t fields_ = 0;    // on the line so far
  bool opened_ = false;  // an object began on the line
  bool in_string_ = false;
  std::optional<size_t> base_;  // of the outermost braces
  std::optional<size_t> unit_;  // of one level
};

}  // namespace

void check_style(Findings& findings, const Input& input, const Block& block) {
  StyleCheck check(findings, block.body);
  bool bare = block.form == Block::Form::bare;
  if (bare && !is_alone(input, block)) check.report(kFenced, 0);
  if (!bare && block.info.substr(0, block.info.find(' ')) != "json") check.report(kLanguage, 0);
  check.run();
}

}  // namespace aptix::answer
