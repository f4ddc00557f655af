#include "edit/fit/scan.h"

#include <algorithm>
#include <array>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

constexpr std::string_view kOpeners = "([{", kClosers = ")]}";

// Of a bracket: its kind from 1 on, less than 0 of a closing one. 0: it is none.
constexpr int kind_of_bracket(char c) {
  switch (c) {
    case '(': return 1;
    case '[': return 2;
    case '{': return 3;
    case ')': return -1;
    case ']': return -2;
    case '}': return -3;
    default: return 0;
  }
}
constexpr uint32_t kNoNode = UINT32_MAX;

// The brackets that are open, as a list in which each knows the one around it: so an '#else' can go back to any.
class OpenBrackets {
 public:
  uint32_t depth() const { return top_ == kNoNode ? 0 : nodes_[top_].depth; }
  uint32_t mark() {
    is_marked_ = true;
    return top_;
  }
  void go_back(uint32_t mark) { top_ = mark; }

  void open(char sign, uint32_t line) {
    Node node{sign, line, top_, depth() + 1, {}};
    if (top_ != kNoNode) node.counts = nodes_[top_].counts;
    if (int kind = kind_of_bracket(sign); kind > 0) ++node.counts[static_cast<size_t>(kind - 1)];
    top_ = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back(node);
  }

  void close(size_t kind, uint32_t line) {
    if (top_ == kNoNode || nodes_[top_].counts[kind] == 0) return lone.push_back({kClosers[kind], line});
    for (; nodes_[top_].sign != kOpeners[kind]; top_ = nodes_[top_].around)
      if (nodes_[top_].sign != '$') lone.push_back({nodes_[top_].sign, nodes_[top_].line});
    leave();
  }

  // Is the innermost one the opening of a value in a template? Then it is closed.
  bool close_template() {
    if (top_ == kNoNode || nodes_[top_].sign != '$') return false;
    leave();
    return true;
  }
  void open_template(uint32_t line) { open('$', line); }

  void finish() {
    size_t first = lone.size();
    for (; top_ != kNoNode; top_ = nodes_[top_].around)
      lone.push_back({nodes_[top_].sign == '$' ? '{' : nodes_[top_].sign, nodes_[top_].line});
    std::reverse(lone.begin() + static_cast<ptrdiff_t>(first), lone.end());
  }

  std::vector<LoneBracket> lone;

 private:
  struct Node {
    char sign;
    uint32_t line;
    uint32_t around;
    uint32_t depth;
    std::array<uint32_t, 3> counts;  // of the open ones, by kind
  };
  // What was open at a mark is kept.
  void leave() {
    top_ = nodes_[top_].around;
    if (!is_marked_) nodes_.resize(top_ == kNoNode ? 0 : top_ + 1);
  }

  std::vector<Node> nodes_;
  uint32_t top_ = kNoNode;
  bool is_marked_ = false;
};

bool is_in_word(char c) { return is_of_word(c) || c == '_'; }

class Scanner {
 public:
  Scanner(std::string_view text, const SourceKind& kind, const std::vector<bool>& hidden)
      : text_(text),
        kind_(kind),
        hidden_(hidden),
        line_comments_(split(kind.line_comments, ' ')),
        block_comments_(split(kind.block_comments, ' ')),
        long_quotes_(split(kind.long_quotes, ' ')) {}

  Scan run() {
    scan_.text = text_;
    find_signs();
    scan_.codes.reserve(text_.size() + 32);  // views into it stay: it never grows, and is on the heap
    scan_.lines.reserve(count_lines(text_));
    for (size_t at = 0; at < text_.size();) {
      size_t end = std::min(text_.find('\n', at), text_.size());
      line(at, end);
      at = end + 1;
    }
    open_.finish();
    for (const If& one : ifs_) open_.lone.push_back({kIf, one.line});
    scan_.lone = std::move(open_.lone);
    scan_.in_comment_at_end = in_comment_;
    scan_.in_string_at_end = !string_end_.empty();
    return std::move(scan_);
  }

 private:
  void line(size_t at, size_t end) {
    number_ = static_cast<uint32_t>(scan_.lines.size());
    ScannedLine& line = scan_.lines.emplace_back();
    line.text = without_cr(text_.substr(at, end - at));
    for (char c : line.text) {
      if (c != ' ' && c != '\t') break;
      line.indent = c == '\t' ? (line.indent / 8 + 1) * 8 : line.indent + 1;
    }
    line.depth_before = open_.depth();
    line.in_comment = in_comment_;
    line.in_string = !string_end_.empty();
    if (number_ < hidden_.size() && hidden_[number_]) in_comment_ = false;
    else line.code = directive(line) ? trim(line.text) : trim(characters(line.text));
    line.depth_after = open_.depth();
  }

  // A line of the preprocessor, or one that goes on with it: without brackets.
  bool directive(const ScannedLine& line) {
    if (!kind_.directives || in_comment_ || !string_end_.empty()) return false;
    std::string_view text = trim(line.text);
    bool begins = text.starts_with('#');
    if (!begins && !directive_goes_on_) return false;
    directive_goes_on_ = text.ends_with('\\');
    if (begins) {
      std::string_view word = trim(text.substr(1));
      if (word.starts_with("if")) ifs_.push_back({open_.mark(), number_});
      else if (word.starts_with("el") && !ifs_.empty()) open_.go_back(ifs_.back().mark);
      else if (word.starts_with("endif")) end_if();
    }
    size_t comment = text.find("/*");
    if (comment != text.npos && text.find("*/", comment) == text.npos) in_comment_ = true;
    return true;
  }

  void end_if() {
    if (ifs_.empty()) open_.lone.push_back({kEndIf, number_});
    else ifs_.pop_back();
  }

  // What a character may begin: nothing, for most of them.
  enum class Sign : uint8_t { none, bracket, any };
  Sign& sign_of(char c) { return signs_[static_cast<unsigned char>(c)]; }
  void find_signs() {
    for (std::string_view brackets : {kOpeners, kClosers})
      for (char c : brackets) sign_of(c) = Sign::bracket;
    std::string any(kind_.quotes);
    for (const auto& signs : {line_comments_, block_comments_, long_quotes_})
      for (std::string_view sign : signs) any += sign.substr(0, 1);
    if (kind_.regular_expressions) any += '/';
    if (kind_.directives) any += 'R';  // of raw strings
    if (is_rust()) any += "rb";
    for (char c : any) sign_of(c) = Sign::any;
  }

  // The code of the line, which is its text where no comment and no string is in it.
  std::string_view characters(std::string_view text) {
    line_start_ = scan_.codes.size();
    expressions_end_ = true;
    size_t at = 0, copied = 0;  // from `copied` to `at` is code that is not copied yet
    bool as_it_is = true;
    auto copy = [&] {
      scan_.codes.append(text.substr(copied, at - copied));
      copied = at;
    };
    while (at < text.size()) {
      Sign sign = sign_of(text[at]);
      if (in_comment_ || !string_end_.empty()) {
        at = copied = in_comment_ ? end_of_comment(text, at) : end_of_string(text, at);
        as_it_is = false;
      } else if (sign == Sign::none) {
        ++at;
      } else if (sign == Sign::bracket) {
        bracket(text[at++]);
        if (!string_end_.empty()) copy();  // back in a template
      } else {
        copy();
        if (begins_line_comment(text, at)) return code_of_line();
        if (size_t past = past_sign(text, at); past != 0) {
          at = copied = past;
          as_it_is = false;
        } else bracket(text[at++]);
      }
    }
    if (!as_it_is) copy();
    else scan_.codes.resize(line_start_);
    return as_it_is ? text : code_of_line();
  }

  std::string_view code_of_line() const { return std::string_view(scan_.codes).substr(line_start_); }

  size_t end_of_comment(std::string_view text, size_t at) {
    size_t end = text.find(comment_end_, at);
    if (end == text.npos) return text.size();
    in_comment_ = false;
    return end + comment_end_.size();
  }

  size_t end_of_string(std::string_view text, size_t at) {
    const char ends = string_end_.front();
    for (; at < text.size(); ++at) {
      if (text[at] != ends && text[at] != '\\' && text[at] != '$') continue;
      if (!raw_ && text[at] == '\\') ++at;
      else if (string_end_ == "`" && kind_.regular_expressions && text.substr(at).starts_with("${")) {
        open_.open_template(number_);
        string_end_ = {};
        return at + 2;
      } else if (text.substr(at).starts_with(string_end_)) {
        at += string_end_.size();
        string_end_ = {};
        scan_.codes += '"';
        return at;
      }
    }
    return text.size();
  }

  bool begins_line_comment(std::string_view text, size_t at) const {
    std::string_view rest = text.substr(at);
    if (kind_.lone_comments && !trim(text.substr(0, at)).empty()) return false;
    for (std::string_view sign : line_comments_) {
      if (sign.empty() || !rest.starts_with(sign)) continue;
      if (block_comment(rest) != rest.npos) return false;  // "--[["
      if (is_letter(sign.back()) && rest.size() > sign.size() && is_in_word(rest[sign.size()])) continue;
      bool word = sign == "#" && at != 0 && std::string_view(" \t;(){}").find(text[at - 1]) == std::string_view::npos;
      bool url = sign == "//" && at != 0 && text[at - 1] == ':';
      if (!word && !url && !(sign == "#" && rest.starts_with("#[") && line_comments_.size() > 1)) return true;
    }
    return false;
  }

  // The index of the opening sign of a block comment that the text begins with; npos when it begins with none.
  size_t block_comment(std::string_view text) const {
    for (size_t i = 0; i + 1 < block_comments_.size(); i += 2)
      if (text.starts_with(block_comments_[i])) return i;
    return std::string_view::npos;
  }

  // Past what begins a comment, or past a string or an expression; 0: none of them begins there.
  size_t past_sign(std::string_view text, size_t at) {
    if (size_t open = block_comment(text.substr(at)); open != text.npos) {
      in_comment_ = true;
      comment_end_ = block_comments_[open + 1];
      return at + block_comments_[open].size();
    }
    if (size_t past = string_from(text, at); past != 0) return past;
    return text[at] == '/' && kind_.regular_expressions ? regular_expression(text, at) : 0;
  }

  void bracket(char c) {
    int kind = kind_.brackets ? kind_of_bracket(c) : 0;
    if (kind > 0) return open_.open(c, number_);
    if (kind == 0) return;
    if (c == '}' && open_.close_template()) string_end_ = "`", raw_ = false;
    else open_.close(static_cast<size_t>(-kind - 1), number_);
  }

  // Where a string that begins at `at` ends on this line, or the end of the line when it goes on; 0: none begins.
  size_t string_from(std::string_view text, size_t at) {
    std::string_view rest = text.substr(at);
    if (size_t past = raw_string(text, at); past != 0) return past;
    for (std::string_view quote : long_quotes_) {
      if (quote.empty() || !rest.starts_with(quote) || is_letter_sign(text, at)) continue;
      scan_.codes += '"';
      string_end_ = quote;
      raw_ = quote == "`" && !kind_.regular_expressions;
      return at + quote.size();
    }
    char c = text[at];
    if (kind_.quotes.find(c) == kind_.quotes.npos || is_letter_sign(text, at)) return 0;
    size_t end = at + 1;
    while (end < text.size() && text[end] != c) end += text[end] == '\\' ? 2 : 1;
    bool goes_on = end > text.size() && kind_.layout == Layout::brackets;  // a backslash ends the line
    if (end >= text.size() && !goes_on) return 0;
    if (c == '\'' && is_rust() && !is_character(text.substr(at, end - at))) return 0;
    scan_.codes += '"';
    if (!goes_on) {
      scan_.codes += '"';
      return end + 1;
    }
    string_end_ = c == '"' ? "\"" : "'";
    raw_ = false;
    return text.size();
  }

  bool is_rust() const { return kind_.long_quotes == "\""; }

  // Of Rust, where 'a is a lifetime. Without its last quote.
  static bool is_character(std::string_view quoted) {
    return quoted.starts_with("'\\") || (quoted.size() > 1 && quoted.size() - 1 == sequence_size(quoted[1]));
  }
  static size_t sequence_size(char c) {
    auto byte = static_cast<unsigned char>(c);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  }

  // R"x(...)x", r#"..."#
  size_t raw_string(std::string_view text, size_t at) {
    std::string_view rest = text.substr(at);
    bool inside_word = at != 0 && is_in_word(text[at - 1]);
    if (kind_.directives && rest.starts_with("R\"") && (!inside_word || text[at - 1] == '8' || text[at - 1] == 'L')) {
      size_t open = rest.find('(');
      if (open == rest.npos || open > 18) return 0;
      raw_end_ = ")" + std::string(rest.substr(2, open - 2)) + "\"";
      return begin_raw(at + open + 1);
    }
    if (!is_rust() || inside_word || (text[at] != 'r' && text[at] != 'b')) return 0;  // Rust
    size_t sign = rest.starts_with("br") ? 2 : rest.starts_with('r') ? 1 : 0;
    size_t hashes = rest.find_first_not_of('#', sign);
    if (sign == 0 || hashes == rest.npos || rest[hashes] != '"') return 0;
    raw_end_ = "\"" + std::string(hashes - sign, '#');
    return begin_raw(at + hashes + 1);
  }

  size_t begin_raw(size_t past) {
    scan_.codes += '"';
    string_end_ = raw_end_;
    raw_ = true;
    return past;
  }

  // An apostrophe after a letter is a sign, unless the letters are a prefix of strings.
  bool is_letter_sign(std::string_view text, size_t at) const {
    if (text[at] != '\'' || at == 0 || !is_in_word(text[at - 1])) return false;
    size_t start = at;
    while (start > 0 && is_in_word(text[start - 1])) --start;
    std::string_view prefix = text.substr(start, at - start);
    return prefix.size() > 2 || prefix.find_first_not_of("rRbBfFuUL8xXN") != prefix.npos;
  }

  size_t regular_expression(std::string_view text, size_t at) {
    constexpr std::string_view kBefore = "(,=:[!&|?{};+*~^%>";
    constexpr std::string_view kWords[] = {"return", "case", "typeof"};
    std::string_view before = trim(code_of_line());
    bool may_be = before.empty() || kBefore.find(before.back()) != kBefore.npos || ends_with_one_of(kWords, before);
    if (!may_be || !expressions_end_ || text.substr(at).starts_with("/>")) return 0;
    bool in_class = false;
    for (size_t end = at + 1; end < text.size(); ++end) {
      if (text[end] == '\\') ++end;
      else if (text[end] == '[') in_class = true;
      else if (text[end] == ']') in_class = false;
      else if (text[end] == '/' && !in_class) {
        scan_.codes += "\"\"";
        return end + 1;
      }
    }
    expressions_end_ = false;
    return 0;
  }

  std::string_view text_;
  const SourceKind& kind_;
  const std::vector<bool>& hidden_;
  std::vector<std::string_view> line_comments_, block_comments_, long_quotes_;
  Scan scan_;
  OpenBrackets open_;
  struct If {
    uint32_t mark, line;
  };
  std::vector<If> ifs_;
  uint32_t number_ = 0;
  bool directive_goes_on_ = false;
  bool in_comment_ = false;
  std::string_view comment_end_ = "*/";
  bool raw_ = false;             // the string has no escapes
  std::string_view string_end_;  // of the string that is open, else ""
  std::string raw_end_;
  size_t line_start_ = 0;        // of the line's code in the codes
  bool expressions_end_ = true;  // no '/' was found on the line that begins one without an end
  std::array<Sign, 256> signs_{};
};

}  // namespace

Scan scan(std::string_view text, const SourceKind& kind, const std::vector<bool>& hidden) {
  return Scanner(text, kind, hidden).run();
}

}  // namespace aptix::edit
