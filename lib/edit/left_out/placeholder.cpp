// Placeholders are told from prose by their shape: an ellipsis at an end of a comment, a bracket or
// a line of its own with words of a small vocabulary next to it; or a comment that is a fixed phrase.
#include "edit/left_out/placeholder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/left_out/placeholder_words.h"

namespace aptix::edit {
namespace {

enum class Sign : uint8_t {
  plain,     // a comment that may be "unchanged" and nothing else
  other,     // one that goes on from line to line, or is for documentation: needs more words
  ellipsis,  // a comment in few languages, or a text where one could stand: an ellipsis has to follow
};

// How a comment begins and ends; longer ones first.
struct Comment {
  std::string_view open, close;
  Sign sign = Sign::other;
};
constexpr Comment kComments[] = {
    {"\"\"\"", "\"\"\"", Sign::ellipsis},
    {"'''", "'''", Sign::ellipsis},
    {"\" ", "", Sign::ellipsis},
    {"' ", "", Sign::ellipsis},
    {"! ", "", Sign::ellipsis},
    {"{{!--", "--}}"},
    {"{/*", "*/}", Sign::plain},
    {"<!--", "-->", Sign::plain},
    {"<%--", "--%>"},
    {"<%#", "%>"},
    {"/**", "*/"},
    {"/*", "*/", Sign::plain},
    {"{#", "#}", Sign::plain},
    {"@*", "*@"},
    {"(*", "*)", Sign::plain},
    {"{-", "-}"},
    {"///", ""},
    {"//", "", Sign::plain},
    {"--", "", Sign::plain},
    {";;", ""},
    {";", "", Sign::plain},
    {"%%", ""},
    {"%", "", Sign::plain},
    {"*", ""},
    {"REM ", ""},
    {"rem ", ""},
    {"#!", "", Sign::ellipsis},
    {"##", ""},
    {"#", "", Sign::plain},
};
constexpr Comment kBrackets[] = {{"{{", "}}"}, {"(", ")"}, {"[", "]"}, {"<", ">"}};
constexpr std::string_view kEllipsisSign = "\xE2\x80\xA6";  // U+2026

// What a line looks like when its comment signs, brackets and ellipses are off.
struct Shape {
  bool comment = false;
  bool plain = false;    // a comment with a plain sign and one space at most after it
  bool heading = false;  // could be a heading of Markdown
  bool bracket = false;
  bool leading = false;   // an ellipsis at the start
  bool apart = false;     // with a space or a bracket after it: not a spread operator
  bool trailing = false;  // an ellipsis at the end
  std::string_view body;  // all that stands in the comment
  std::string_view phrase;
};

bool begins_with_ellipsis(std::string_view text) { return text.starts_with("...") || text.starts_with(kEllipsisSign); }

bool is_capital(std::string_view text) {
  return !text.empty() && std::isupper(static_cast<unsigned char>(text.front())) != 0;
}

void strip_comment(Shape& shape) {
  std::string_view line = shape.phrase;
  auto comment = std::find_if(
      std::begin(kComments), std::end(kComments), [line](const Comment& one) { return line.starts_with(one.open); });
  if (comment == std::end(kComments)) return;
  std::string_view text = line.substr(comment->open.size());
  bool hashes = comment->open == "##";
  if (hashes) text.remove_prefix(std::min(text.find_first_not_of('#'), text.size()));
  bool closed = text.ends_with(comment->close);
  if (closed) text.remove_suffix(comment->close.size());
  bool one_space = !text.starts_with("  ") && !text.starts_with('\t') && !text.starts_with(comment->open.back());
  text = trim(text);
  if (comment->sign == Sign::ellipsis &&
      (!begins_with_ellipsis(text) || text.find(comment->open[0]) != std::string_view::npos))
    return;
  shape.comment = true;
  shape.plain = comment->sign == Sign::plain && closed && one_space;
  shape.heading = hashes || (comment->open == "#" && is_capital(text));
  shape.phrase = shape.body = text;
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

// "--- snip ---" without its rules.
std::string_view without_rules(std::string_view text) {
  size_t first = text.find_first_not_of("-=~");
  if (first == std::string_view::npos || first == 0) return text;
  return trim(text.substr(first, text.find_last_not_of("-=~") - first + 1));
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

// "(unchanged)": no line of code, without any comment sign.
bool is_bare_state(std::string_view line) {
  constexpr std::string_view kLines[] = {
      "(unchanged)", "[unchanged]", "<unchanged>", "(omitted)", "[omitted]", "<omitted>"};
  return is_one_of(kLines, ascii_lower(line));
}

// "unchanged", "lines 10-40 unchanged": all that a comment says.
bool is_bare_phrase(std::string_view text, bool in_brackets) {
  constexpr std::string_view kPhrases[] = {"unchanged", "remains unchanged", "unmodified", "omitted", "no changes",
      "no changes here", "no changes needed", "same as before", "stays the same", "remains the same", "snip",
      "lines omitted", "same as original", "same as the original", "unchanged from original",
      "unchanged from the original", "keep the rest as is", "keep the rest as-is", "keep rest as is", "rest as is",
      "previous code here", "previous implementation here", "imports unchanged"};
  constexpr std::string_view kForeign[] = {"unverändert", "bleibt unverändert", "restlicher code", "code existant",
      "inchangé", "sin cambios", "código existente", "sem alterações", "codice esistente", "invariato",
      "bestaande code", "befintlig kod", "bez zmian", "istniejący kod", "mevcut kod", "без изменений",
      "существующий код", "остальной код", "其余代码不变", "其余代码保持不变", "其他代码不变", "其他代码保持不变",
      "代码不变", "保持不变", "现有代码", "原有代码", "変更なし", "既存のコード", "기존 코드"};
  std::string small = fold_case(text);
  if (is_one_of(kPhrases, small) || is_one_of(kForeign, small)) return true;
  // "# (the route for slugs omitted)"
  if (in_brackets && (text.ends_with(" omitted") || text.ends_with(" unchanged") || text.ends_with(" elided")))
    return true;
  Phrase phrase = phrase_of(text, 0);
  if (phrase.foreign == 0 && phrase.words.size() > 1 && phrase.words.front() == "lines" &&
      phrase.words.back() == "unchanged")
    return true;
  return is_fixed_phrase(phrase, is_capital(text));
}

// "// ...", "# [...]", "/* unchanged */", "// lines 10-40 unchanged": nothing else in a comment of one line.
bool is_bare_comment(std::string_view line, const Shape& shape, CodeOrProse kind) {
  constexpr size_t kLongest = 60;
  if (!shape.plain || line.size() > kLongest) return false;
  Shape inner;
  inner.phrase = without_rules(shape.body);
  bool in_brackets = strip_brackets(inner);
  std::string_view text = inner.phrase;
  if (text == "..." || text == kEllipsisSign) return kind == CodeOrProse::code || line.starts_with("<!--");
  if (kind == CodeOrProse::prose && line.starts_with('#')) return false;  // a heading
  return is_bare_phrase(text.substr(0, text.find_last_not_of(".:") + 1), in_brackets);
}

bool is_between_ellipses(const Shape& shape, const Phrase& phrase) {
  if (phrase.has(kStrong)) return !phrase.states_something() && (shape.comment || shape.bracket || phrase.foreign <= 3);
  return shape.comment && phrase.foreign == 0 && phrase.has(kPlain);
}

bool is_after_ellipsis(const Shape& shape, const Phrase& phrase) {
  size_t count = phrase.words.size();
  if (!phrase.has(kStrong) || !(shape.apart || (shape.comment && count >= 2))) return false;
  bool state = (phrase.roles.front() & (kStrong | kState)) == (kStrong | kState);  // "... unchanged"
  if (phrase.foreign == 0) return shape.comment || state || (count >= 2 && phrase.words.front() != "and");
  return (shape.comment || shape.bracket) && phrase.opens_strongly() && phrase.foreign <= 2 && count <= 7 &&
      !phrase.states_something();
}

bool is_placeholder_shape(const Shape& shape) {
  if (shape.comment && same_letters(without_rules(shape.phrase), "snip") && shape.phrase.size() > 4) return true;
  Phrase phrase = phrase_of(shape.phrase, shape.leading ? kMostWords : 0);
  size_t count = phrase.words.size();
  if (count == 0 || count > kMostWords) return false;
  if (shape.leading) return shape.trailing ? is_between_ellipses(shape, phrase) : is_after_ellipsis(shape, phrase);
  bool marked = shape.comment || shape.bracket;
  if (shape.trailing) return phrase.opens_strongly() && phrase.foreign == 0 && count >= (marked ? 2u : 3u);
  return marked && is_fixed_phrase(phrase, shape.heading);
}

// `foo(); // ... existing code ...`: a comment after code, which must then open with an ellipsis.
bool has_trailing_placeholder(std::string_view line) {
  for (const Comment& sign : {Comment{" //", ""}, Comment{" /*", "*/"}, Comment{" #", ""}, Comment{" <!--", "-->"}}) {
    size_t at = line.rfind(sign.open);
    if (at == std::string_view::npos) continue;
    std::string_view comment = trim(line.substr(at));
    if (!sign.close.empty()) comment = comment.substr(0, comment.find(sign.close));
    Shape shape = shape_of(comment);
    if (shape.comment && shape.leading && phrase_of(shape.phrase, 0).foreign == 0 && is_placeholder_shape(shape))
      return true;
  }
  return false;
}

// The comment that stands for all of a body: "pass  # unchanged", "int f() { /* unchanged */ }".
std::string_view body_in_comment(std::string_view line) {
  constexpr std::string_view kPass = "pass ";
  if (line.starts_with(kPass)) {
    std::string_view rest = trim(line.substr(kPass.size()));
    return rest.starts_with('#') ? rest : std::string_view();
  }
  if (!line.ends_with('}')) return {};
  line = trim(line.substr(0, line.size() - 1));
  size_t open = line.ends_with("*/") ? line.rfind('{') : std::string_view::npos;
  if (open == std::string_view::npos || open == 0) return {};
  std::string_view inside = trim(line.substr(open + 1));
  return inside.starts_with("/*") && inside.find("*/") == inside.size() - 2 ? inside : std::string_view();
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

CodeOrProse code_or_prose(std::string_view path) {
  constexpr std::array<std::string_view, 8> kProse = {
      ".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".org", ".txt"};
  std::string name = ascii_lower(base_name(path));
  if (name == "cmakelists.txt" || (name.starts_with("requirements") && name.ends_with(".txt")))
    return CodeOrProse::code;
  bool prose =
      std::any_of(kProse.begin(), kProse.end(), [&name](std::string_view ending) { return name.ends_with(ending); });
  return prose ? CodeOrProse::prose : CodeOrProse::code;
}

bool has_ellipsis(std::string_view text) {
  return text.find("...") != std::string_view::npos || text.find(kEllipsisSign) != std::string_view::npos;
}

bool opens_like_placeholder(std::string_view line) {
  auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  if (line.empty()) return false;
  if (kOpens[static_cast<unsigned char>(line.front())]) return true;
  return (line.front() == 'p' || line.back() == '}') && !body_in_comment(line).empty();  // few lines need the call
}

bool is_placeholder(std::string_view line, CodeOrProse kind) {
  line = trim(line);
  if (std::string_view body = body_in_comment(line); !body.empty()) line = body;
  if (line.size() < 4 || line.size() > kLongestLine) return false;
  bool ellipsis = has_ellipsis(line);
  if (!ellipsis && !(opens_like_placeholder(line) && has_telling_word(line))) return false;
  Shape shape = shape_of(line);
  return (kind == CodeOrProse::code && is_bare_state(line)) || is_bare_comment(line, shape, kind) ||
      is_placeholder_shape(shape) || (ellipsis && has_trailing_placeholder(line));
}

}  // namespace aptix::edit
