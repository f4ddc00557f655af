// Strips a line step by step of all that may surround a name. What is left is a name, or the line has none.
#include "answer/name/line_names.h"

#include <utility>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr size_t kLongestPathLine = 1024;

void strip(std::string_view& line, std::string_view front, std::string_view back) {
  line = trim(line);
  if (!line.starts_with(front) || !line.ends_with(back) || line.size() < front.size() + back.size()) return;
  line = trim(line.substr(front.size(), line.size() - front.size() - back.size()));
}

// Labels after which a name may contain spaces or have no dot: "File: my notes.txt". 'bundle create' writes them.
constexpr std::string_view kNaming[] = {"file", "filename", "path", "filepath"};

// Could it be a label: "File 1/3", "Fichier 1 sur 3"? Up to five words of any language, and no path.
bool may_be_label(std::string_view words) {
  constexpr std::ptrdiff_t kMostBlanks = 4;
  if (words.size() < 2 || std::count(words.begin(), words.end(), ' ') > kMostBlanks) return false;
  for (size_t i = 0; i < words.size(); ++i) {
    bool of_count = words[i] == '/' && i != 0 && is_digit(words[i - 1]);
    if (!is_of_word(words[i]) && !is_blank_byte(words[i]) && !of_count) return false;
  }
  return true;
}

// Removes a label such as "File: " or "path=". True if its last word is one of kNaming.
bool strip_label(std::string_view& line) {
  size_t sign = line.find_first_of(":=");
  if (sign == std::string_view::npos) return false;
  std::string_view words = trim(line.substr(0, sign)), rest = trim(line.substr(sign + 1));
  bool naming = is_one_of(kNaming, ascii_lower(words.substr(words.find_last_of(" \t") + 1)));
  bool is_label = line[sign] == ':' ? may_be_label(words) : naming;
  if (!is_label || rest.empty() || rest[0] == '/' || rest[0] == '\\') return false;
  line = rest;
  return naming;
}

// Removes a remark after a name: "(new file)", "[new]", "- new file".
void strip_remark(std::string_view& line) {
  size_t open = line.ends_with(')') ? line.rfind(" (") : line.ends_with(']') ? line.rfind(" [") : line.npos;
  for (std::string_view dash : {" - ", " \xE2\x80\x93 ", " \xE2\x80\x94 "}) {
    size_t at = line.find(dash);
    std::string_view name = line.substr(0, at);
    for (char quote : {'`', '"', '\''})
      if (name.size() > 2 && name.starts_with(quote) && name.ends_with(quote)) name = name.substr(1, name.size() - 2);
    if (at != line.npos && is_file(name, Written::bare)) open = std::min(open, at);
  }
  if (open != line.npos) line = trim(line.substr(0, open));
}

// The text in a tag, or the path in its attribute: <path>a.c</path>, <file path="a.c">
std::string_view inside_tag(std::string_view line) {
  if (!line.starts_with('<') || !line.ends_with('>')) return line;
  size_t close = line.find('>');
  if (close + 1 != line.size()) {
    size_t end = line.rfind("</");
    return end == std::string_view::npos || end <= close ? line : trim(line.substr(close + 1, end - close - 1));
  }
  for (std::string_view attribute : {" path=", " name=", " file="}) {
    size_t at = line.find(attribute);
    if (at != std::string_view::npos) return trim(line.substr(at + attribute.size(), close - at - attribute.size()));
  }
  return line;
}

// The same for nested tags: <details><summary><b>a.c</b></summary>, where <details> ends on a later line.
std::string_view inside_tags(std::string_view line) {
  constexpr std::string_view kDetails = "<details";
  if (line.starts_with(kDetails) && line.ends_with("</summary>"))
    line.remove_prefix(std::min(line.find("<summary"), line.size()));
  constexpr int kMostTags = 3;
  for (int tags = 0; tags < kMostTags; ++tags) {
    line = inside_tag(line);
    if (line.starts_with('<')) strip_remark(line);  // "<code>a.c</code> (new)"
  }
  return line;
}

// Removes a run of the same mark at both ends: "### a.c ###", "--- a.c ---".
void strip_marks(std::string_view& line, std::string_view front, std::string_view back) {
  if (!line.starts_with(front) || !line.ends_with(back)) return;
  line.remove_prefix(std::min(line.find_first_not_of(front[0]), line.size()));
  line = trim(line.substr(0, line.find_last_not_of(front[0]) + 1));
}

// Removes a leading sign, or number with signs (an emoji of a digit), if a space follows.
void strip_symbol(std::string_view& line) {
  size_t blank = line.find(' ');
  if (blank == 0 || blank == std::string_view::npos || line[blank - 1] >= 0) return;
  for (size_t at = 0; at < blank; at += std::max<size_t>(utf8_sequence_size(line, at), 1))
    if (!is_digit(line[at]) && !is_sign(decode_utf8(line, at).value)) return;
  line = trim(line.substr(blank));
}

// A line without the markup, label and quotes around its name.
struct Undressed {
  std::string name;
  bool quoted = false;
  bool labelled = false;  // after a label of kNaming: "File: "
};

Undressed undressed(std::string_view whole) {
  constexpr std::string_view kQuotes[][2] = {{"“", "”"}, {"„", "“"}, {"„", "”"}, {"‘", "’"}, {"«", "»"}, {"「", "」"},
      {"『", "』"}, {"【", "】"}, {"《", "》"}, {"(", ")"}};
  std::string plain(trim(whole).substr(0, kLongestPathLine));
  for (size_t at = plain.find("**"); at != plain.npos; at = plain.find("**", at))
    plain.erase(at, 2);  // bold; no path contains it
  std::string_view line = inside_tags(trim(plain));
  strip(line, "<!--", "-->");
  strip(line, "/*", "*/");
  for (std::string_view opener : {"//", "--", ";", "- ", "* "}) {
    strip(line, opener, "");
    strip_marks(line, "---", "---");
  }
  for (std::string_view mark : {"#", "="}) strip_marks(line, mark, "");
  strip_marks(line, "---", "---");
  size_t end = std::min(line.find_first_not_of("0123456789.)"), line.size());
  bool number = end > 1 && is_digit(line[0]) && line.substr(0, end).find_first_of(".)") != line.npos;
  if (number && line.substr(end).starts_with(' ')) line = trim(line.substr(end));  // "1. ", "2) ", "3.1 "
  strip_symbol(line);
  Undressed found;
  for (bool changed = true; changed;) {
    size_t before = line.size();
    strip(line, "", ":");
    strip(line, "", "\xEF\xBC\x9A");  // a wide colon
    strip(line, "*", "*");
    strip(line, "__", "__");
    strip(line, "_", "_");
    for (const auto& [open, close] : kQuotes) strip(line, open, close);
    size_t target = line.starts_with('[') ? line.find("](") : line.npos;
    if (target != line.npos && line.ends_with(')')) line = trim(line.substr(1, target - 1));  // "[a.c](a.c)"
    else strip(line, "[", "]");
    found.labelled = strip_label(line) || found.labelled;
    strip_remark(line);
    changed = line.size() != before;
  }
  size_t with_quotes = line.size();
  for (std::string_view quote : {"`", "\"", "'"}) strip(line, quote, quote);
  found.quoted = line.size() != with_quotes;
  // "GET /users.json" is a request, not a file.
  size_t space = line.find(' ');
  if (space == line.npos || !is_method_of_request(line.substr(0, space))) found.name = line;
  return found;
}

constexpr std::string_view kAround = "`*\"'()[]{}<>,:;!?.";

std::string_view without_around(std::string_view word) {
  size_t first = word.find_first_not_of(kAround);
  if (first == std::string_view::npos) return {};
  if (first != 0 && word[first - 1] == '.') --first;  // the dot of ".gitignore"
  word = word.substr(first, word.find_last_not_of(kAround) - first + 1);
  strip(word, "_", "_");
  return word;
}

}  // namespace

std::vector<std::string_view> paths_in_prose(std::string_view text) {
  std::vector<std::string_view> paths;
  for (std::string_view raw : words_between_blanks(text)) {
    std::string_view word = without_around(raw);
    size_t dot = word.rfind('.');
    bool bold = raw.find("**") != std::string_view::npos;
    bool name = is_bare_name(word) || word.find('/') != std::string_view::npos ||
        (dot != std::string_view::npos && (dot != 1 || bold));
    bool quoted = raw.find("`" + std::string(word) + "`") != std::string_view::npos;
    if (name && is_file(word, quoted ? Written::in_quotes : Written::bare)) paths.push_back(word);
  }
  return paths;
}

std::vector<std::string_view> spans_in_backticks(std::string_view line) {
  std::vector<std::string_view> spans;
  for (size_t open = line.find('`'); open != std::string_view::npos;) {
    size_t close = line.find('`', open + 1);
    if (close == std::string_view::npos) break;
    spans.push_back(line.substr(open + 1, close - open - 1));
    open = line.find('`', close + 1);
  }
  return spans;
}

std::string path_in_line(std::string_view whole) {
  std::string plain = with_plain_signs(whole.substr(0, kLongestPathLine));
  std::string_view line = trim(plain);
  // "└── a.c" is a line of a directory listing, which names many files.
  if (line.find("\xE2\x94") != line.npos || line.find("\xE2\x95") != line.npos) return {};
  Undressed found = undressed(line);
  bool certain = found.labelled && found.quoted;
  bool spaced = found.labelled && is_spaced_file(found.name);
  bool is_name = certain || spaced || is_file(found.name, found.quoted ? Written::in_quotes : Written::bare);
  return is_name ? found.name : std::string();
}

namespace {

// From the first letter or digit, of any script, to the last.
std::string_view without_signs(std::string_view text) {
  size_t first = text.size(), end = 0;
  for (size_t at = 0; at < text.size();) {
    size_t size = std::max<size_t>(utf8_sequence_size(text, at), 1);
    if (size > 1 ? !is_sign(decode_utf8(text, at).value) : is_letter_or_digit(text[at])) {
      first = std::min(first, at);
      end = at + size;
    }
    at += size;
  }
  return text.substr(first, end - std::min(first, end));
}

// The text after the opener of a comment, or of a rule; "" if the line has none.
std::string_view after_opener(std::string_view line) {
  constexpr std::string_view kOpeners[] = {"//", "#", "--", ";", "/*", "<!--", "==="};
  line = trim(line);
  for (std::string_view opener : kOpeners)
    if (line.starts_with(opener)) return trim(line.substr(opener.size()));
  return {};
}

}  // namespace

bool is_labelled_comment(std::string_view line) {
  constexpr std::string_view kLabel = "file:";
  return same_letters(after_opener(line).substr(0, kLabel.size()), kLabel);
}

NamingComment path_in_comment(std::string_view line) {
  std::string plain = with_plain_signs(line);
  std::string_view rest = after_opener(plain);
  for (std::string_view close : {"*/", "-->"})
    if (rest.ends_with(close)) rest = trim(rest.substr(0, rest.size() - close.size()));
  std::string path = rest.empty() ? std::string() : path_in_line(plain);
  size_t at = rest.find(path);
  if (path.empty() || at == rest.npos) return {};
  std::string_view before = rest.substr(0, at), after = rest.substr(at + path.size());
  size_t colon = before.rfind(':');
  std::string_view label = colon == before.npos ? std::string_view() : without_signs(before.substr(0, colon));
  bool remark = after.starts_with(" (") && after.ends_with(')');
  bool item = before.find_first_of("-*+") != before.npos && (after.empty() || remark);  // of a list, or a diff's header
  if (item || !without_signs(before.substr(colon + 1)).empty() || (!remark && !without_signs(after).empty())) return {};
  if (label.find(' ') != label.npos) return {};
  return {std::move(path), label.empty() || is_one_of(kNaming, ascii_lower(label))};
}

std::string path_in_dressed_comment(std::string_view line) {
  return after_opener(line).empty() ? std::string() : path_in_line(line);
}

std::string spaced_path_in_line(std::string_view line) {
  std::string name = undressed(line).name;
  bool in_one = with_plain_signs(line).find(name) != std::string::npos;  // false if only a part of it is in bold
  return in_one && is_spaced_file(name) ? name : std::string();
}

LoneWord lone_word(std::string_view line) {
  line = trim(line);
  Undressed found = undressed(line);
  bool letter = (found.quoted || found.labelled) && found.name.size() == 1 && is_letter_or_digit(found.name[0]);
  if (!letter && !is_word_of_name(found.name) && !is_odd_path(found.name)) return {};
  return {line.substr(std::min(line.find(found.name), line.size()), found.name.size()), found.quoted || found.labelled};
}

std::string name_alone(std::string_view whole) {
  std::string line = with_plain_signs(whole);
  std::string path = path_in_line(line);
  return path.empty() ? spaced_path_in_line(line) : path;
}

std::vector<std::string> names_in_prose(std::string_view line) {
  constexpr std::string_view kCuts = " \t`\"'<>|#=,;()*[]{}:+!?", kEnds = "-_.~@$\\";
  std::vector<std::string> names;
  for (std::string_view span : spans_in_backticks(line)) names.emplace_back(span);
  if (LoneWord lone = lone_word(line); !lone.word.empty()) names.emplace_back(lone.word);
  while (!line.empty()) {
    line.remove_prefix(std::min(line.find_first_not_of(kCuts), line.size()));
    std::string_view word = line.substr(0, line.find_first_of(kCuts));
    line.remove_prefix(word.size());
    word = word.substr(0, word.find_last_not_of(kEnds) + 1);
    if (is_file(word, Written::in_quotes) && is_likely_file(word, Written::bare)) names.emplace_back(word);
  }
  return names;
}

namespace {

// "Request/Response", "CI/CD" and "和/或" are words; "bin/deploy" and "App.config" are paths.
bool may_be_words(std::string_view path) {
  std::string_view name = base_name(path);
  if (name.size() == path.size()) return !is_likely_file("a/" + std::string(path), Written::bare);
  return (is_capital_letter(path.front()) || unspaced_script_in(path) < path.size()) &&
      name.find('.') == std::string_view::npos;
}

// The first path of a line that contains nothing but paths, endings and signs: "> **bin/deploy**", "| src/a.py | .js
// |".
std::string path_among_signs(std::string_view line) {
  constexpr std::string_view kSigns = "<>|=~*`\"'[](){},;:#-_+0123456789";
  std::string_view path;
  for (std::string_view raw : words_between_blanks(line)) {
    size_t first = std::min(raw.find_first_not_of(kSigns), raw.size());
    std::string_view word = raw.substr(first, raw.find_last_not_of(kSigns) + 1 - first);
    if (count_code_points(word) <= 1) continue;
    bool folders = word.find('/') != word.npos && word.find("://") == word.npos && !word.ends_with('/');
    bool ending = word.starts_with('.') && is_likely_file("a" + std::string(word), Written::bare);
    if ((!folders || may_be_words(word)) && !ending) return {};
    if (path.empty()) path = word;
  }
  return std::string(path);
}

// A placeholder for the name of a file: "`<module>.py`:", "**{name}.py**".
std::string placeholder_in(std::string_view line) {
  for (std::string_view raw : words_between_blanks(line)) {
    std::string_view word = raw.substr(std::min(raw.find_first_not_of("*_`\"'(["), raw.size()));
    word = word.substr(0, word.find_last_not_of("*_`\"')],:;.") + 1);
    size_t open = word.find_first_of("<{"), close = word.find_first_of(">}", open);
    bool marked = word.size() != raw.size() || raw.size() == line.size();
    if (!marked || open == word.npos || close == word.npos) continue;
    std::string filled = std::string(word.substr(0, open)) + "x" + std::string(word.substr(close + 1));
    if (is_file(filled, Written::bare) && is_likely_file(filled, Written::bare)) return std::string(word);
  }
  return {};
}

}  // namespace

std::string path_of_caption(std::string_view line) {
  std::string path = path_in_line(line);
  if (path.empty()) return {};
  bool labelled = fold_case(line.substr(0, line.find(path))).find("file") != std::string::npos;
  bool alone = path.find(' ') == std::string::npos && !is_product(path) && !may_be_words(path);
  return labelled || alone || is_likely_file(path, written_in(line, path)) ? path : std::string();
}

std::string path_between_letters(std::string_view glued) {
  auto is_wide = [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; };
  std::string_view found;
  for (std::string_view rest = glued; !rest.empty();) {
    auto start = std::find_if_not(rest.begin(), rest.end(), is_wide), end = std::find_if(start, rest.end(), is_wide);
    std::string_view word = without_around({start, end});
    rest = {end, rest.end()};
    if (!is_file(word, Written::bare) || !is_likely_file(word, Written::bare) || word == glued) continue;
    if (!found.empty() || *start == '/' || *start == '.') return {};
    found = word;
  }
  return std::string(found);
}

std::string doubtful_name_in(std::string_view line) {
  std::string name = path_among_signs(line);
  return name.empty() ? placeholder_in(line) : name;
}

}  // namespace aptix::answer
