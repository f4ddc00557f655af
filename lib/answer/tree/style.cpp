// One pass over the bytes of a document, outside of strings. Each rule is reported where it is
// first broken: the rest follows from it.
#include "answer/tree/style.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "answer/basis/line.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

enum class StyleRule : uint8_t {
  fenced,
  language,
  single_line,
  field_per_line,
  own_line,
  tabs,
  indentation,
  width,
  colon,
  array,
  trailing
};

struct StyleText {
  std::string_view message;
  std::string_view hint;
};

constexpr std::array<StyleText, 11> kStyleTexts = {{
    {"the document does not stand in a code block", "put ```json before it and ``` after it"},
    {"the language of the code block is not 'json'", "open it with ```json"},
    {"an object stands on a single line", "write one field on each line"},
    {"there is more than one field on a line", "write one field on each line"},
    {"a brace does not stand on a line of its own", "put each '{' and '}' on its own line"},
    {"a line is indented by tabs", "indent with two spaces for each level"},
    {"the indentation is not consistent", "indent with two spaces for each level"},
    {"a level is not indented by two spaces", "indent with two spaces for each level"},
    {"a colon does not stand right after its name, with one space after it", "write '\"name\": value'"},
    {"an array is not laid out over lines as it should be",
        "put '[' after the name, each entry on lines of its own, and ']' on its own line"},
    {"there is white space at the end of a line", "end each line with its last character"},
}};
constexpr size_t kBlanksPerLevel = 2;

// Nothing but spaces and a byte-order mark stands around it.
bool is_alone(const Input& input, const Block& block) {
  std::string_view text = input.bytes;
  std::string_view before = text.substr(0, block.offset);
  if (before.starts_with(kByteOrderMark)) before.remove_prefix(kByteOrderMark.size());
  return is_blank(before) && is_blank(text.substr(block.end));
}

class StyleCheck {
 public:
  StyleCheck(Findings& findings, const Input& input, const Block& block) : findings_(findings), text_(block.body) {
    bool bare = block.form == Block::Form::bare;
    if (bare && !is_alone(input, block)) report(StyleRule::fenced, 0);
    else if (!bare && block.info.substr(0, block.info.find(' ')) != "json") report(StyleRule::language, 0);
  }

  void run() {
    for (const Line& line : lines_from(text_)) check_line(line);
  }

 private:
  void report(StyleRule rule, size_t offset) {
    bool& done = reported_[static_cast<size_t>(rule)];
    if (done) return;
    done = true;
    const StyleText& text = kStyleTexts[static_cast<size_t>(rule)];
    findings_.warning(Code::style, offset, "", std::string(text.message), std::string(text.hint));
  }

  void check_line(const Line& line) {
    if (!in_string_) check_indent(line);
    fields_ = 0;
    opened_ = false;
    for (size_t at = line.start; at < line.start + line.text.size(); ++at) {
      if (!in_string_) check_byte(line, at);
      else if (text_[at] == '\\') ++at;
      else in_string_ = text_[at] != '"';
    }
    if (!in_string_ && (line.text.ends_with(' ') || line.text.ends_with('\t')))
      report(StyleRule::trailing, line.start + line.text.size() - 1);
  }

  // Outside of strings.
  void check_byte(const Line& line, size_t at) {
    switch (text_[at]) {
      case '"': in_string_ = true; return;
      case ':':
        if (++fields_ == 2) report(StyleRule::field_per_line, at);
        return check_colon(at);
      case '{':
        opened_ = true;
        ++depth_;
        return check_own_line(line, at);
      case '}':
        if (opened_ && fields_ != 0) report(StyleRule::single_line, at);
        close_level();
        return check_own_line(line, at);
      case '[': ++depth_; return check_bracket(line, at);
      case ']': close_level(); return check_bracket(line, at);
      default: return;
    }
  }

  void check_colon(size_t at) {
    std::string_view after = text_.substr(at + 1, 2);
    bool one_blank = after.size() == 2 && after[0] == ' ' && !is_blank(after.substr(1));
    if (at == 0 || text_[at - 1] != '"' || !one_blank) report(StyleRule::colon, at);
  }

  void check_bracket(const Line& line, size_t at) {
    std::string_view before = text_.substr(line.start, at - line.start);
    std::string_view after = trim(text_.substr(at + 1, line.start + line.text.size() - at - 1));
    bool is_empty = text_[at] == '[' ? after.starts_with(']') : before.ends_with('[');
    bool opens_well = !is_blank(before) && after.empty();
    bool closes_well = is_blank(before) && (after.empty() || after == ",");
    if (!is_empty && !(text_[at] == '[' ? opens_well : closes_well)) report(StyleRule::array, at);
  }

  void close_level() {
    if (depth_ != 0) --depth_;
  }

  void check_own_line(const Line& line, size_t at) {
    std::string_view before = text_.substr(line.start, at - line.start);
    std::string_view after = trim(text_.substr(at + 1, line.start + line.text.size() - at - 1));
    bool comma = text_[at] == '}' && after == ",";
    if (!is_blank(before) || !(after.empty() || comma)) report(StyleRule::own_line, at);
  }

  void check_indent(const Line& line) {
    Indent indent = indent_of(line.text);
    std::string_view rest = line.text.substr(indent.bytes);
    if (rest.empty()) return;
    if (line.text.substr(0, indent.bytes).find('\t') != std::string_view::npos)
      return report(StyleRule::tabs, line.start);
    bool closes = rest[0] == '}' || rest[0] == ']';
    size_t level = depth_ - (closes && depth_ != 0 ? 1 : 0);
    if (level == 0 && !base_) base_ = indent.columns;
    size_t columns = indent.columns - base_.value_or(0);
    if (level != 0 && !unit_) unit_ = columns / level;
    bool consistent = indent.columns >= base_.value_or(0) && columns == level * unit_.value_or(0);
    if (!consistent || unit_ == 0u) report(StyleRule::indentation, line.start + indent.bytes);
    else if (level != 0 && unit_ != kBlanksPerLevel) report(StyleRule::width, line.start + indent.bytes);
  }

  Findings& findings_;
  std::string_view text_;
  std::array<bool, kStyleTexts.size()> reported_{};
  size_t depth_ = 0;
  size_t fields_ = 0;    // on the line so far
  bool opened_ = false;  // an object began on the line
  bool in_string_ = false;
  std::optional<size_t> base_;  // of the outermost braces
  std::optional<size_t> unit_;  // of one level
};

}  // namespace

void check_style(Findings& findings, const Input& input, const Block& block) {
  StyleCheck(findings, input, block).run();
}

}  // namespace aptix::answer
