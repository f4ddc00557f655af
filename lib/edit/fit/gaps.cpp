#include "edit/fit/gaps.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

constexpr size_t kLongestGap = 200;
constexpr std::string_view kEllipses[] = {"...", "\xE2\x80\xA6", "\xE2\x8B\xAE", ". . ."};
// Of all languages, since a model may write another's; longest first. Signs that begin a string or code elsewhere are
// those of their own kind only.
constexpr std::string_view kCommentSigns[] = {"{/*", "<!--", "<%--", "{{!--", "{{!", "{{/*", "///", "//", "/*", "--[[",
    "--", "(*", "{-", "{#", "<%#", "<#", "#", ";;", ";", "%", "*"};

// The sign that a comment of one line begins with; "" when the line is no comment.
std::string_view comment_sign(std::string_view line, const SourceKind& kind) {
  if (line.empty() || (is_of_word(line.front()) && !kind.lone_comments)) return {};  // only REM is a word
  for (std::string_view sign : kCommentSigns)
    if (line.starts_with(sign)) return sign;
  for (std::string_view rest = kind.line_comments; !rest.empty();) {
    std::string_view sign = take_line(rest, ' ');
    if (!line.starts_with(sign)) continue;
    if (!is_letter(sign.back()) || line.size() == sign.size() || line[sign.size()] == ' ') return sign;
  }
  return {};
}

// The text of a comment of one line, or of the line with `comment` false when it is no comment.
struct CommentText {
  std::string_view text;
  bool comment = false;
};
CommentText comment_text(std::string_view line, const SourceKind& kind) {
  line = trim(line);
  if (std::string_view sign = comment_sign(line, kind); !sign.empty()) {
    line.remove_prefix(sign.size());
    while (line.starts_with(sign.back())) line.remove_prefix(1);
    constexpr std::string_view kEnds[] = {
        "*/}", "-->", "--%>", "%>", "--}}", "*/}}", "*/", "]]", "*)", "-}", "#}", "#>"};
    for (std::string_view end : kEnds)
      if (line.ends_with(end)) {
        line.remove_suffix(end.size());
        break;
      }
    return {trim(line), true};
  }
  return {line, false};
}

bool begins_with_opener(std::string_view text) {
  return !text.empty() && std::string_view("([{<").find(text.front()) != std::string_view::npos;
}

// The labels of gaps, in small letters: rows of the one table of labels (answer/name/label_table.cpp), counted with
// them.
constexpr std::string_view kGapWords[] = {
    {"existing"},
    {"rest"},
    {"remaining"},
    {"unchanged"},
    {"same"},
    {"omitted"},
    {"其余代码不变"},
};

// "code", "here", "of", "remains": what stands beside a label is short.
bool is_little(std::string_view word) {
  return word.size() <= 7 && std::all_of(word.begin(), word.end(), is_small_letter);
}

// Several, and nothing else but an ellipsis after them: no expression.
bool are_words(std::string_view text) {
  bool closed = text.ends_with(kEllipses[0]);
  if (closed) text.remove_suffix(kEllipses[0].size());
  auto is_of_words = [](char c) { return c == ' ' || is_letter(c); };
  return std::all_of(text.begin(), text.end(), is_of_words) && (closed || trim(text).find(' ') != text.npos);
}

bool is_fence(std::string_view line) {
  line = trim(line);
  return line.starts_with("```") || line.starts_with("~~~");
}

bool is_bare_ellipsis(std::string_view line) {
  line = trim(line);
  return line == "..." || line == kEllipses[1];
}

size_t indent_size(std::string_view line) { return indent_of(line).size(); }

// By indentation: does "..." stand for nothing, as all of a body?
bool is_body(const std::vector<std::string_view>& lines, size_t at) {
  size_t above = at, below = at + 1;
  while (above > 0 && trim(lines[above - 1]).empty()) --above;
  while (below < lines.size() && trim(lines[below]).empty()) ++below;
  bool headed = above > 0 && trim(lines[above - 1]).ends_with(':');
  return headed && (below == lines.size() || indent_size(lines[below]) < indent_size(lines[at]));
}

}  // namespace

size_t lines_like(std::string_view text, std::string_view line, size_t most) {
  size_t count = 0;
  line = trim(line);
  for (size_t at = find_bytes(text, line); at != text.npos && count < most; at = find_bytes(text, line, at + 1)) {
    size_t before = text.substr(0, at).find_last_not_of(" \t\r"),
           after = text.find_first_not_of(" \t\r", at + line.size());
    count += (before == text.npos || text[before] == '\n') && (after == text.npos || text[after] == '\n') ? 1 : 0;
  }
  return count;
}

std::vector<bool> gaps_in(std::string_view text, const SourceKind& kind, std::string_view old_text) {
  return gaps_in(text, kind, [&](std::string_view line) { return has_line(old_text, line); });
}

std::vector<bool> gaps_in(
    std::string_view text, const SourceKind& kind, const std::function<bool(std::string_view)>& is_old) {
  std::vector<std::string_view> lines;
  for (std::string_view rest = text; !rest.empty();) lines.push_back(without_cr(take_line(rest)));
  std::vector<bool> gaps(lines.size());
  bool page = kind.layout == Layout::plain && kind.block_comments == "<!-- -->", in_fence = false;
  // A part may begin or end within a code block: then it is not known which lines are in one.
  page = page && std::count_if(lines.begin(), lines.end(), is_fence) % 2 == 0;
  std::unordered_map<std::string_view, bool> old;
  for (size_t at = 0; at < lines.size(); ++at) {
    in_fence = in_fence != (page && is_fence(lines[at]));
    std::string_view line = trim(lines[at]);
    if (in_fence && !line.starts_with("<!--")) continue;
    if (!is_gap_line(line, kind) && !is_gap_label(line, kind)) continue;
    if (kind.layout == Layout::indentation && kind.names && is_bare_ellipsis(line) && is_body(lines, at)) continue;
    auto [known, is_new] = old.try_emplace(line, false);  // most say the same
    if (is_new) known->second = is_old(line);
    gaps[at] = !known->second;
  }
  return gaps;
}

std::optional<uint64_t> first_gap(
    std::string_view text, std::optional<std::string_view> old_text, const SourceKind& kind, BareEllipsis bare) {
  bool is_there = old_text.has_value();
  if (!has_ellipsis(text) && is_there) return std::nullopt;
  std::vector<bool> gaps = gaps_in(text, kind, old_text.value_or(""));
  for (size_t at = 0; at < gaps.size(); ++at) {
    std::string_view line = take_line(text);
    if (bare == BareEllipsis::text && is_bare_ellipsis(line)) continue;
    if (gaps[at] && (!is_there || is_gap_line(line, kind))) return at + 1;
  }
  return std::nullopt;
}

bool has_ellipsis(std::string_view text) {
  return std::any_of(
      std::begin(kEllipses), std::end(kEllipses), [&](std::string_view sign) { return text.find(sign) != text.npos; });
}

bool begins_as_comment(std::string_view line, const SourceKind& kind) {
  return !comment_sign(trim(line), kind).empty();
}

bool ends_in_gap(std::string_view line) {
  if (!has_ellipsis(line)) return false;
  for (std::string_view sign : {" //", " /*", " #", " <!--"}) {
    size_t at = line.rfind(sign);
    if (at != line.npos && begins_with_one_of(kEllipses, trim(line.substr(at + sign.size())))) return true;
  }
  return false;
}

bool is_gap_line(std::string_view line, const SourceKind& kind) {
  if (line.size() > kLongestGap) return false;
  CommentText comment = comment_text(line, kind);
  std::string_view text = comment.text;
  if (begins_with_opener(text)) {
    constexpr std::string_view kClosers = ")]}>";
    text = trim(text.substr(1));
    if (!text.empty() && kClosers.find(text.back()) != kClosers.npos) text = trim(text.substr(0, text.size() - 1));
  }
  if (!begins_with_one_of(kEllipses, text)) return false;
  if (comment.comment) return true;
  // A bare one: "...", "... rest of the code ...", "...rest of the code", not "...spread" or "...)".
  std::string_view rest = text.substr(kEllipses[0].size());  // both have as many bytes
  while (rest.starts_with('.')) rest.remove_prefix(1);
  if (rest.empty() || rest == ",") return true;
  bool apart = rest.front() == ' ' || text.front() != '.' || are_words(rest);
  return apart && rest.find_first_of("=;{}") == std::string_view::npos && !rest.ends_with(',');
}

bool is_gap_label(std::string_view line, const SourceKind& kind) {
  if (line.size() > kLongestGap) return false;
  CommentText comment = comment_text(line, kind);
  std::string text = fold_case(comment.text);
  constexpr std::string_view kSigns = " \t-=~*.:!()[]<>…";
  if (!comment.comment) return false;  // "(rest xs)" is code
  bool says = false;
  size_t words = 0;
  for (size_t at = text.find_first_not_of(kSigns); at != text.npos; at = text.find_first_not_of(kSigns, at)) {
    size_t end = std::min(text.find_first_of(" \t-=~*.:!()[]<>", at), text.size());
    std::string_view word = std::string_view(text).substr(at, end - at);
    bool label = is_one_of(kGapWords, word);
    if (!label && !is_little(word)) return false;
    says = says || label;
    if (++words > 8) return false;
    at = end;
  }
  return says && (words > 1 || text.size() > 8);
}

}  // namespace aptix::edit
