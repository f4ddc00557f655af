// Placeholders are told from prose by their shape: an ellipsis at an end of a comment, a bracket or
// a line of its own with words of a small vocabulary behind it; or a comment that is a fixed phrase.
#include "edit/left_out/placeholder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/trim.h"
#include "base/text/words.h"
#include "edit/left_out/placeholder_words.h"

namespace aptix::edit {
namespace {

// How a comment begins and ends; longer ones first.
struct Comment {
  std::string_view open, close;
};
constexpr Comment kComments[] = {
    {"{{!--", "--}}"},
    {"{/*", "*/}"},
    {"<!--", "-->"},
    {"<%--", "--%>"},
    {"<%#", "%>"},
    {"/**", "*/"},
    {"/*", "*/"},
    {"{#", "#}"},
    {"@*", "*@"},
    {"(*", "*)"},
    {"{-", "-}"},
    {"///", ""},
    {"//", ""},
    {"--", ""},
    {";;", ""},
    {";", ""},
    {"%%", ""},
    {"%", ""},
    {"*", ""},
    {"REM ", ""},
    {"rem ", ""},
};
// Comments in few languages only, and texts that stand where one could: with an ellipsis behind the sign.
constexpr Comment kRareComments[] = {{"\"\"\"", "\"\"\""}, {"'''", "'''"}, {"\" ", ""}, {"' ", ""}, {"! ", ""}};
constexpr Comment kBrackets[] = {{"{{", "}}"}, {"(", ")"}, {"[", "]"}, {"<", ">"}};
constexpr std::string_view kEllipsisSign = "\xE2\x80\xA6";  // U+2026

// What a line looks like when its comment signs, brackets and ellipses are off.
struct Shape {
  bool comment = false;
  bool heading = false;  // could be a heading of Markdown
  bool bracket = false;
  bool leading = false;   // an ellipsis at the start
  bool apart = false;     // with a blank or a bracket behind it: not a spread operator
  bool trailing = false;  // an ellipsis at the end
  std::string_view phrase;
};

bool begins_with_ellipsis(std::string_view text) { return text.starts_with("...") || text.starts_with(kEllipsisSign); }

bool strip_rare_comment(Shape& shape) {
  for (const Comment& comment : kRareComments) {
    std::string_view text = shape.phrase;
    if (!text.starts_with(comment.open)) continue;
    text = trim(text.substr(comment.open.size()));
    if (!comment.close.empty() && text.ends_with(comment.close))
      text = trim(text.substr(0, text.size() - comment.close.size()));
    if (!begins_with_ellipsis(text) || text.find(comment.open[0]) != std::string_view::npos) return false;
    shape.comment = true;
    shape.phrase = text;
    return true;
  }
  return false;
}

void strip_comment(Shape& shape) {
  if (strip_rare_comment(shape)) return;
  std::string_view& text = shape.phrase;
  if (text.starts_with('#') && !text.starts_with("#!")) {
    size_t hashes = std::min(text.find_first_not_of('#'), text.size());
    text.remove_prefix(hashes);
    shape.comment = true;
    shape.heading = hashes > 1 || (!trim(text).empty() && std::isupper(static_cast<unsigned char>(trim(text).front())));
    text = trim(text);
    return;
  }
  for (const Comment& comment : kComments) {
    if (!text.starts_with(comment.open)) continue;
    text.remove_prefix(comment.open.size());
    if (!comment.close.empty() && text.ends_with(comment.close)) text.remove_suffix(comment.close.size());
    shape.comment = true;
    text = trim(text);
    return;
  }
}

bool strip_brackets(Shape& shape) {
  for (const Comment& bracket : kBrackets) {
    if (!shape.phrase.starts_with(bracket.open) || !shape.phrase.ends_with(bracket.close) ||
        shape.phrase.size() < 2 * bracket.open.size())
      continue;
    size_t size = bracket.open.size();
    shape.phrase = trim(shape.phrase.substr(size, shape.phrase.size() - 2 * size));
    shape.bracket = true;
    return true;
  }
  return false;
}

bool strip_leading_ellipsis(Shape& shape) {
  std::string_view& text = shape.phrase;
  size_t size = std::min(text.find_first_not_of('.'), text.size());
  if (size < 3) size = text.starts_with(kEllipsisSign) ? kEllipsisSign.size() : 0;
  if (size == 0) return false;
  bool sign = text.front() != '.';
  text.remove_prefix(size);
  shape.leading = true;
  shape.apart =
      shape.apart || sign || text.empty() || std::string_view(" \t([").find(text.front()) != std::string_view::npos;
  text = trim(text);
  return true;
}

bool strip_trailing_ellipsis(Shape& shape) {
  std::string_view& text = shape.phrase;
  size_t last = text.find_last_not_of('.');
  size_t size = text.size() - (last == std::string_view::npos ? 0 : last + 1);
  if (size < 3) size = text.ends_with(kEllipsisSign) ? kEllipsisSign.size() : 0;
  if (size == 0) return false;
  text.remove_suffix(size);
  shape.trailing = true;
  text = trim(text);
  return true;
}

Shape shape_of(std::string_view line) {
  Shape shape;
  shape.phrase = trim(line);
  strip_comment(shape);
  if (!shape.comment && strip_leading_ellipsis(shape)) strip_comment(shape);  // "...  # rest of the code"
  // "(... x ...)", "... (x) ..." and "... [x] ...": whichever is outermost comes off first.
  while (strip_leading_ellipsis(shape) || strip_trailing_ellipsis(shape) || strip_brackets(shape)) continue;
  size_t last = shape.phrase.find_last_not_of(".!:");
  shape.phrase = last == std::string_view::npos ? std::string_view() : trim(shape.phrase.substr(0, last + 1));
  return shape;
}

struct Phrase {
  std::vector<std::string> words;
  std::vector<unsigned> roles;  // 0: no word of the vocabulary
  size_t foreign = 0;           // how many of those

  bool has(unsigned role) const {
    return std::any_of(roles.begin(), roles.end(), [role](unsigned r) { return (r & role) != 0; });
  }
  bool has_word(std::string_view word) const { return std::find(words.begin(), words.end(), word) != words.end(); }
};

constexpr size_t kMostWords = 12;

Phrase phrase_of(std::string_view text) {
  Phrase phrase;
  size_t at = 0;
  while (at < text.size() && phrase.words.size() <= kMostWords) {
    size_t start = text.find_first_not_of(" \t,;/()\"'`", at);
    if (start == std::string_view::npos) break;
    at = std::min(text.find_first_of(" \t,;/()\"'`", start), text.size());
    std::string word = ascii_lower(text.substr(start, at - start));
    if (word == "-" || word == "--" || word == "&") continue;
    phrase.roles.push_back(roles_of(word));
    phrase.foreign += phrase.roles.back() == 0;
    phrase.words.push_back(std::move(word));
  }
  return phrase;
}

// The first word that is not an article and the like says that something is left out.
bool opens_strongly(const Phrase& phrase) {
  for (unsigned roles : phrase.roles) {
    if ((roles & kStrong) != 0) return true;
    if ((roles & kLead) == 0) return false;
  }
  return false;
}

// "is", "are" and then a word of its own: a sentence about the code, no placeholder.
bool states_something(const Phrase& phrase) {
  constexpr std::string_view kVerbs[] = {
      "is", "are", "was", "were", "will", "must", "should", "can", "may", "has", "have"};
  bool verb = false;
  for (size_t i = 0; i < phrase.words.size(); ++i) {
    if (verb && phrase.roles[i] == 0) return true;
    verb = verb || is_one_of(kVerbs, phrase.words[i]);
  }
  return false;
}

// "existing code here", "rest of the file", "rest unchanged": a whole comment, without an ellipsis.
bool is_fixed_phrase(const Shape& shape, const Phrase& phrase) {
  if (phrase.foreign != 0 || phrase.words.size() < 2 || !phrase.has(kStrong)) return false;
  if (phrase.has_word("everything"))
    return phrase.has_word("else") && phrase.has(kState) && (phrase.has_word("same") || phrase.has_word("unchanged"));
  bool omitted = phrase.has_word("omitted") && (phrase.has(kText) || phrase.has_word("brevity"));
  bool whole_code =
      phrase.has_word("code") && phrase.has(kState) && (phrase.has_word("unchanged") || phrase.has_word("same"));
  if (omitted || whole_code) return true;
  if (!opens_strongly(phrase)) return false;
  bool keep = phrase.words.front() == "keep" && phrase.has_word("code");  // no heading
  bool remaining_code = phrase.has_word("remaining") && phrase.words.back() == "code";
  bool existing_code = phrase.has_word("existing") && phrase.has_word("code");
  bool rest_of_text = (phrase.has_word("rest") || phrase.has_word("remainder")) && phrase.has_word("of") &&
      phrase.has(kText) && !phrase.has_word("in") && !phrase.has_word("text");
  if ((existing_code || rest_of_text || remaining_code) && (!shape.heading || keep)) return true;
  bool left_out = phrase.has_word("rest") || phrase.has_word("remaining") || phrase.has_word("existing") ||
      phrase.has_word("previous") || phrase.has_word("other") || phrase.has_word("remainder");
  bool stays = phrase.has_word("unchanged") || (phrase.has_word("same") && phrase.words.front() != "same") ||
      phrase.has_word("remains") || phrase.has_word("untouched") || phrase.has_word("as-is") ||
      phrase.has_word("unmodified");
  return left_out && stays && (phrase.has(kNoun) || phrase.has_word("rest"));
}

// What a comment of one line says, behind its sign and one blank at most: with more it goes on with the line above.
// Nothing when it is no such comment; without rules and brackets around it.
std::optional<std::string_view> plain_comment(std::string_view line) {
  constexpr Comment kSigns[] = {{"{/*", "*/}"}, {"<!--", "-->"}, {"/*", "*/"}, {"{#", "#}"}, {"(*", "*)"}, {"//", ""},
      {"#", ""}, {"--", ""}, {";", ""}, {"%", ""}};
  auto sign = std::find_if(std::begin(kSigns), std::end(kSigns), [line](const Comment& one) {
    return line.starts_with(one.open) && line.ends_with(one.close) && line.size() >= one.open.size() + one.close.size();
  });
  if (sign == std::end(kSigns)) return std::nullopt;
  std::string_view text = line.substr(sign->open.size(), line.size() - sign->open.size() - sign->close.size());
  if (text.starts_with("  ") || text.starts_with('\t') || text.starts_with(sign->open.back())) return std::nullopt;
  text = trim(text);
  if (text.size() > 4 && text.front() == text.back() &&
      std::string_view("-=~").find(text.front()) != std::string_view::npos) {
    size_t first = text.find_first_not_of(text.front());
    if (first == std::string_view::npos) return std::nullopt;
    text = trim(text.substr(first, text.find_last_not_of(text.front()) - first + 1));
  }
  for (const Comment& bracket : kBrackets)
    if (text.size() > 2 && text.starts_with(bracket.open) && text.ends_with(bracket.close))
      return trim(text.substr(bracket.open.size(), text.size() - 2 * bracket.open.size()));
  return text;
}

// "(unchanged)": no line of code, without any comment sign.
bool is_bare_state(std::string_view line, TextKind kind) {
  constexpr std::string_view kLines[] = {
      "(unchanged)", "[unchanged]", "<unchanged>", "(omitted)", "[omitted]", "<omitted>"};
  return kind == TextKind::code && is_one_of(kLines, ascii_lower(line));
}

// "// ...", "# [...]", "/* unchanged */", "// lines 10-40 unchanged": nothing else in a comment.
bool is_bare_comment(std::string_view line, TextKind kind) {
  constexpr std::string_view kPhrases[] = {"unchanged", "remains unchanged", "unmodified", "omitted", "no changes",
      "no changes here", "no changes needed", "same as before", "stays the same", "remains the same", "snip",
      "lines omitted", "same as original", "same as the original", "unchanged from original",
      "unchanged from the original", "keep the rest as is", "keep the rest as-is", "keep rest as is", "rest as is",
      "previous code here", "previous implementation here", "imports unchanged"};
  constexpr size_t kLongest = 60;
  std::optional<std::string_view> text = line.size() <= kLongest ? plain_comment(line) : std::nullopt;
  if (!text) return false;
  if (*text == "..." || *text == kEllipsisSign) return kind == TextKind::code || line.starts_with("<!--");
  if (kind == TextKind::prose && line.starts_with('#')) return false;  // a heading
  while (text->ends_with('.') || text->ends_with(':')) text->remove_suffix(1);
  std::string lower = ascii_lower(*text);
  if (is_one_of(kPhrases, lower)) return true;
  Phrase phrase = phrase_of(lower);
  if (phrase.foreign == 0 && phrase.words.size() > 1 && phrase.words.front() == "lines" && phrase.has_word("unchanged"))
    return true;
  bool heading = !text->empty() && std::isupper(static_cast<unsigned char>(text->front())) != 0;
  return is_fixed_phrase({.comment = true, .heading = heading, .phrase = *text}, phrase);
}

// "--- snip ---"
bool is_cut_mark(std::string_view text) {
  size_t first = text.find_first_not_of("-=");
  if (first == std::string_view::npos || first == 0) return false;
  size_t last = text.find_last_not_of("-=");
  text = trim(text.substr(first, last - first + 1));
  return same_letters(text, "snip");
}

bool is_placeholder_shape(const Shape& shape) {
  if (shape.comment && is_cut_mark(shape.phrase)) return true;
  Phrase phrase = phrase_of(shape.phrase);
  size_t count = phrase.words.size();
  if (count == 0 || count > kMostWords) return false;
  bool marked = shape.comment || shape.bracket;
  bool state = (phrase.roles.front() & (kStrong | kState)) == (kStrong | kState);  // "... unchanged"
  if (shape.leading && shape.trailing) {
    if (!shape.apart && count < 2 && !state) return false;
    if (phrase.has(kStrong)) return !states_something(phrase) && (marked || phrase.foreign <= 3);
    return shape.comment && phrase.foreign == 0 && phrase.has(kPlain);
  }
  if (shape.leading) {
    if (!phrase.has(kStrong) || !(shape.apart || (shape.comment && count >= 2))) return false;
    if (phrase.foreign == 0) return shape.comment || state || (count >= 2 && phrase.words.front() != "and");
    return marked && opens_strongly(phrase) && phrase.foreign <= 2 && count <= 7 && !states_something(phrase);
  }
  if (shape.trailing) return opens_strongly(phrase) && phrase.foreign == 0 && count >= (marked ? 2u : 3u);
  return marked && is_fixed_phrase(shape, phrase);
}

// `foo(); // ... existing code ...`: a comment behind code, which must then open with an ellipsis.
bool has_trailing_placeholder(std::string_view line) {
  constexpr std::array<std::string_view, 4> kOpen = {" //", " /*", " #", " <!--"};
  for (std::string_view open : kOpen) {
    size_t at = line.rfind(open);
    if (at == std::string_view::npos) continue;
    std::string_view comment = trim(line.substr(at));
    if (open == " /*") comment = comment.substr(0, comment.find("*/"));
    if (open == " <!--") comment = comment.substr(0, comment.find("-->"));
    Shape shape = shape_of(comment);
    Phrase phrase = phrase_of(shape.phrase);
    if (shape.comment && shape.leading && phrase.foreign == 0 && is_placeholder_shape(shape)) return true;
  }
  return false;
}

constexpr size_t kLongestLine = 300;  // longer lines are no placeholders

// The first character of a comment sign or a bracket: see kComments and kBrackets.
constexpr std::array<bool, 256> opening_characters() {
  std::array<bool, 256> opens{};
  for (char c : std::string_view("#{</@(-;%*Rr[")) opens[static_cast<unsigned char>(c)] = true;
  return opens;
}
constexpr std::array<bool, 256> kOpens = opening_characters();

}  // namespace

TextKind text_kind(std::string_view path) {
  constexpr std::array<std::string_view, 8> kProse = {
      ".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".org", ".txt"};
  std::string name = ascii_lower(path.substr(path.rfind('/') + 1));
  if (name == "cmakelists.txt" || (name.starts_with("requirements") && name.ends_with(".txt"))) return TextKind::code;
  bool prose =
      std::any_of(kProse.begin(), kProse.end(), [&name](std::string_view ending) { return name.ends_with(ending); });
  return prose ? TextKind::prose : TextKind::code;
}

bool has_ellipsis(std::string_view text) {
  return text.find("...") != std::string_view::npos || text.find(kEllipsisSign) != std::string_view::npos;
}

bool opens_like_placeholder(std::string_view line) {
  size_t first = 0;
  while (first < line.size() && (line[first] == ' ' || line[first] == '\t' || line[first] == '\r')) ++first;
  return first < line.size() && kOpens[static_cast<unsigned char>(line[first])];
}

bool is_placeholder(std::string_view line, TextKind kind) {
  if (!opens_like_placeholder(line) && !has_ellipsis(line)) return false;
  line = trim(line);
  if (line.size() < 4 || line.size() > kLongestLine) return false;
  return is_bare_state(line, kind) || is_bare_comment(line, kind) || is_placeholder_shape(shape_of(line)) ||
      has_trailing_placeholder(line);
}

}  // namespace aptix::edit
