// Names are looked for near the block only: a path further away may be about anything.
#include "format/block_path.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/ascii.h"
#include "format/bare.h"
#include "format/line.h"
#include "format/name_hint.h"
#include "format/prose_names.h"

namespace aptix::format {
namespace {

constexpr size_t kLongest = 1024;
constexpr size_t kMostBlankLines = 2;           // between a path and its fence
constexpr size_t kMostLinesOver = 12;           // between a heading and the line that names a file

void strip(std::string_view& line, std::string_view front, std::string_view back) {
  line = trim(line);
  if (!line.starts_with(front) || !line.ends_with(back) || line.size() < front.size() + back.size()) return;
  line = trim(line.substr(front.size(), line.size() - front.size() - back.size()));
}

// "1. ", "2) "
void strip_number(std::string_view& line) {
  size_t digits = static_cast<size_t>(std::find_if(line.begin(), line.end(), [](unsigned char c) { return std::isdigit(c) == 0; }) - line.begin());
  std::string_view rest = line.substr(digits);
  if (digits != 0 && (rest.starts_with(". ") || rest.starts_with(") "))) line = trim(rest.substr(2));
}

// "File: ", "Modified file: ", "Update `": words that only lead to the name.
constexpr std::array<std::string_view, 22> kLeading = {"file",    "filename", "path",   "filepath", "modify", "modified", "update", "updated", "edit", "edited", "change",
                                                       "changed", "changes",  "create", "created",  "add",    "new",      "in",     "for",     "to",   "the",    "existing"};

// Words that begin a sentence about a file rather than its name.
constexpr std::array<std::string_view, 30> kProse = {"a",      "added", "adding", "an",   "and",  "at",  "delete",     "fix",      "fixed",  "fixing",
                                                     "from",   "here",  "implement", "inside", "move", "moved", "now",  "next",     "of",     "our",
                                                     "refactor", "refactored", "remove", "removed", "rename", "renamed", "run", "see", "this", "then"};

bool leads_to_name(std::string_view word) {
  return std::find(kLeading.begin(), kLeading.end(), word) != kLeading.end() || std::find(kProse.begin(), kProse.end(), word) != kProse.end();
}

// Words that only a name can follow, be there blanks in it.
constexpr std::array<std::string_view, 4> kNaming = {"file", "filename", "path", "filepath"};

// With a blank alone behind such a word it may be one of the name: "new notes.txt". Then the name has to stand in quotes,
// or to be `bold`, or another such word, with a sign behind it, to come. Whether a word of kNaming was the last to go.
bool strip_label(std::string_view& line, std::string_view bold) {
  bool naming = false;
  for (std::string_view rest = line;;) {
    size_t end = rest.find_first_of(" \t:=");
    if (end == std::string_view::npos || end + 1 >= rest.size()) return naming;
    std::string word = ascii_lower(rest.substr(0, end));
    if (std::find(kLeading.begin(), kLeading.end(), word) == kLeading.end()) return naming;
    size_t behind = std::min(rest.find_first_not_of(" \t", end), rest.size());
    bool sign = behind < rest.size() && (rest[behind] == ':' || rest[behind] == '=');
    rest = trim(rest.substr(sign ? behind + 1 : end));
    if (rest.empty()) return naming;
    if (!sign && std::string_view("`\"'*[").find(rest[0]) == std::string_view::npos && rest != bold) continue;
    line = rest;
    naming = sign && std::find(kNaming.begin(), kNaming.end(), word) != kNaming.end();
  }
}

// What stands between the last two "**" of a line that they end; "" when they don't.
std::string_view bold_name(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(": \t\r") + 1);
  if (!line.ends_with("**") || line.size() < 4) return {};
  line.remove_suffix(2);
  size_t open = line.rfind("**");
  return open == std::string_view::npos || open == 0 ? std::string_view() : line.substr(open + 2);
}

// "**File:** a.c"; no path has two stars.
std::string without_bold(std::string_view line) {
  std::string out;
  for (size_t at = 0; at < line.size();) {
    if (line.substr(at).starts_with("**")) at += 2;
    else out += line[at++];
  }
  return out;
}

// <path>a.c</path>, <file path="a.c">
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

// "### a.c ###", "=== a.c ==="
void strip_heading(std::string_view& line) {
  for (char mark : {'#', '='}) {
    if (!line.starts_with(mark)) continue;
    line.remove_prefix(std::min(line.find_first_not_of(mark), line.size()));
    line = line.substr(0, line.find_last_not_of(mark) + 1);
    line = trim(line);
  }
}

// "└── a.c" is a line of a listing, which names many files.
bool is_listing(std::string_view line) {
  return line.find("\xE2\x94") != std::string_view::npos || line.find("\xE2\x95") != std::string_view::npos;
}

// A sign that is no letter, and a blank behind it.
void strip_symbol(std::string_view& line) {
  size_t blank = line.find(' ');
  if (blank == 0 || blank == std::string_view::npos) return;
  std::string_view word = line.substr(0, blank);
  if (std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) line = trim(line.substr(blank));
}

// "[a.c]", "[a.c](a.c)"
void strip_link(std::string_view& line) {
  if (!line.starts_with('[')) return;
  size_t target = line.find("](");
  if (target != std::string_view::npos && line.ends_with(')')) line = trim(line.substr(1, target - 1));
  else strip(line, "[", "]");
}

// "(new file)" behind a name
void strip_remark(std::string_view& line) {
  size_t open = line.rfind(" (");
  if (open != std::string_view::npos && line.ends_with(')')) line = trim(line.substr(0, open));
}

// Tags that some models use in place of a fence, or around it.
bool is_opening_tag(std::string_view line) {
  constexpr std::array<std::string_view, 8> kTags = {"source", "code", "pre", "codeblock", "sourcecode", "diff", "content", "![CDATA["};
  if (!line.starts_with('<')) return false;
  std::string_view word = line.substr(1, line.find_first_of("> \t", 1) - 1);
  return line.find('>') != std::string_view::npos && std::find(kTags.begin(), kTags.end(), word) != kTags.end();
}

size_t start_of_line(std::string_view text, size_t at) { return at == 0 ? 0 : text.rfind('\n', at - 1) + 1; }

// A line without what it is dressed with.
struct Undressed {
  std::string_view name;
  bool quoted = false;
  bool labelled = false;  // "File: " stood before it
};

// REQUIRES: `plain` has no "**"; `bold` is what stood between those, if anything.
Undressed undressed(std::string_view plain, std::string_view bold) {
  std::string_view line = inside_tag(trim(plain));
  strip(line, "<!--", "-->");
  strip(line, "/*", "*/");
  for (std::string_view opener : {"//", "--", ";", "- ", "* "}) strip(line, opener, "");
  strip_heading(line);
  strip_number(line);
  strip_symbol(line);
  Undressed found;
  for (bool changed = true; changed;) {
    size_t before = line.size();
    strip(line, "", ":");
    strip(line, "", "\xEF\xBC\x9A");  // a wide colon
    strip(line, "*", "*");
    strip(line, "__", "__");
    strip_link(line);
    found.labelled = strip_label(line, bold) || found.labelled;
    strip_remark(line);
    changed = line.size() != before;
  }
  found.name = line;
  for (std::string_view quote : {"`", "\"", "'"}) strip(found.name, quote, quote);
  found.quoted = found.name.size() != line.size();
  return found;
}

// "new notes.txt", "fix main.py": may be words about a file.
bool may_lead_to_name(std::string_view name) { return leads_to_name(ascii_lower(name.substr(0, name.find(' ')))); }

enum class MayLead : uint8_t { none, new_alone };

std::string spaced_name(std::string_view line, MayLead lead) {
  std::string plain = without_bold(trim(line).substr(0, kLongest));
  std::string_view name = undressed(plain, {}).name;
  bool is_new = lead == MayLead::new_alone && (name.starts_with("new ") || name.starts_with("existing "));
  return is_spaced_file(name) && (is_new || !may_lead_to_name(name)) ? std::string(name) : std::string();
}

// Believed where it is written as names are: in quotes, alone, in capital letters, or with a dot.
std::string lone_name(std::string_view line) {
  LoneWord lone = lone_word(line);
  bool alone = lone.word.size() == trim(line).size();
  return lone.certain || alone || is_written_as_file(lone.word) || is_odd_path(lone.word) ? std::string(lone.word) : std::string();
}

// "Patched src/a.c": one name with blanks, or words and the name of a file.
BlockName name_among_words(std::string_view line, std::string spaced) {
  BlockName found{{}, std::move(spaced), {}, {}};
  std::vector<std::string_view> paths = paths_in_prose(line);
  if (paths.empty() || paths[0] == found.other) return found;
  for (std::string_view path : paths) {
    found.rivals.emplace_back(path);
    for (std::string& longer : rivals_in_line(line, path)) found.rivals.push_back(std::move(longer));
  }
  if (std::all_of(paths.begin(), paths.end(), [&](std::string_view path) { return path == paths[0]; })) found.within = paths[0];
  return found;
}

// "my notes.txt:" and "### my notes.txt" may be names, and words that lead to one.
BlockName name_in_line(std::string_view line) {
  std::string path = path_in_line(line);
  if (!path.empty()) {
    std::vector<std::string> rivals = rivals_in_line(line, path);
    return {std::move(path), {}, {}, std::move(rivals)};
  }
  std::string last = path_in_prose(line);
  std::string spaced = last.empty() ? spaced_path_in_line(line) : spaced_name(line, MayLead::new_alone);
  if (last.empty() && spaced.empty()) spaced = lone_name(line);
  if (last.empty()) return name_among_words(line, std::move(spaced));
  if (!spaced.empty() && last != spaced && last.find('/') == std::string::npos) return {std::move(spaced), std::move(last), {}, {}};
  std::vector<std::string> rivals = rivals_in_line(line, last);
  return {std::move(last), std::move(spaced), {}, std::move(rivals)};
}

bool is_item(std::string_view line) { return line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ "); }

// The name in the heading over prose that ends at `start`, or alone on a line of it; "" when there is none before the last
// code block. `start` is where its line begins then.
std::string name_over(std::string_view text, size_t& start) {
  for (size_t lines = 0; start != 0 && lines < kMostLinesOver; ++lines) {
    size_t previous = previous_line(text, start);
    std::string_view line = trim(text.substr(previous, start - previous));
    start = previous;
    if (line.starts_with("```") || line.starts_with("~~~") || is_search_end(line)) return {};
    std::string path = is_item(line) ? std::string() : path_in_line(line);
    bool heading = line.starts_with('#');
    if (path.empty() && heading) path = path_in_prose(line);
    if (heading || !path.empty()) return path;
  }
  return {};
}

// The name in a line of prose, which may speak of another file than the heading over it.
BlockName name_in_prose(std::string_view text, size_t start, std::string_view line) {
  BlockName found = name_in_line(line);
  bool names = !found.path.empty() || !found.within.empty();
  if (!names || line.starts_with('#') || !path_in_line(line).empty()) return found;
  std::string over = name_over(text, start);
  if (over.empty()) return found;
  found.within.clear();
  found.rivals.push_back(std::move(over));
  return found;
}

// A heading, or a line that is dressed as one: "### a.c", "**a.c**", "`a.c`".
bool is_heading(std::string_view line) {
  return line.starts_with('#') || (line.starts_with("**") && line.ends_with("**")) || (line.starts_with('`') && line.ends_with('`'));
}

// "v1.2"
bool is_version(std::string_view name) {
  size_t dot = name.rfind('.');
  return dot != std::string_view::npos && dot + 1 < name.size() && std::isdigit(static_cast<unsigned char>(name[dot + 1])) != 0;
}

// "### src/a.c", and then prose that names no file. What it may name all the same, the tree knows.
BlockName name_over_prose(std::string_view text, size_t prose_end, size_t block) {
  size_t start = prose_end;
  std::string over = name_over(text, start);
  size_t prose = text.find('\n', start) + 1;
  std::string_view line = trim(text.substr(start, prose - start));
  if (over.empty() || !is_heading(line) || path_in_line(line) != over || is_version(over)) return {};
  size_t above = start == 0 ? 0 : previous_line(text, start);
  if (!path_in_line(text.substr(above, start - above)).empty()) return {};  // a list of names
  std::vector<std::string> rivals = possible_names(text.substr(prose, block - prose), over);
  return {std::move(over), {}, {}, std::move(rivals)};
}

BlockName name_above(std::string_view text, size_t start) {
  size_t block = start;
  for (size_t blank = 0; start != 0 && blank <= kMostBlankLines;) {
    size_t previous = previous_line(text, start);
    std::string_view line = trim(text.substr(previous, start - previous));
    size_t prose_end = std::exchange(start, previous);
    if (is_opening_tag(line)) continue;
    if (line.empty()) {
      ++blank;
      continue;
    }
    BlockName found = name_in_prose(text, start, line);
    return found.path.empty() && found.other.empty() ? name_over_prose(text, prose_end, block) : found;
  }
  return {};
}

}  // namespace

std::string path_in_line(std::string_view line) {
  line = trim(line);
  if (is_listing(line)) return {};
  if (line.starts_with("<path>") && line.ends_with("</path>") && is_spaced_file(inside_tag(line))) return std::string(inside_tag(line));
  std::string plain = without_bold(trim(line).substr(0, kLongest));
  Undressed found = undressed(plain, bold_name(trim(line).substr(0, kLongest)));
  if (found.labelled && found.quoted && !found.name.empty()) return std::string(found.name);
  if (is_file(found.name, found.quoted ? kNeverInQuotedPath : kNeverInBarePath)) return std::string(found.name);
  return found.labelled && is_spaced_file(found.name) && !may_lead_to_name(found.name) ? std::string(found.name) : std::string();
}

std::string spaced_path_in_line(std::string_view line) { return spaced_name(line, MayLead::none); }

LoneWord lone_word(std::string_view line) {
  line = trim(line);
  std::string plain = without_bold(line.substr(0, kLongest));
  Undressed found = undressed(plain, bold_name(line.substr(0, kLongest)));
  bool letter = (found.quoted || found.labelled) && found.name.size() == 1 && std::isalnum(static_cast<unsigned char>(found.name[0])) != 0;
  if (!letter && !is_word_of_name(found.name) && !is_odd_path(found.name)) return {};
  return {line.substr(std::min(line.find(found.name), line.size()), found.name.size()), found.quoted || found.labelled};
}

BlockName name_around(const Input& input, const Block& block) {
  std::string path = name_hint(block.info, {});
  if (!path.empty()) {
    std::vector<std::string> rivals = rivals_in_line(block.info, path);
    return {std::move(path), {}, {}, std::move(rivals)};
  }
  std::string_view text = input.bytes;
  size_t start = start_of_line(text, block.offset);
  if (block.form == Block::Form::fenced && start != 0) start = previous_line(text, start);
  return name_above(text, start);
}

}  // namespace aptix::format
