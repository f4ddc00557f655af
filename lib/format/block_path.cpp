// Names are looked for near the block only: a path further away may be about anything.
#include "format/block_path.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "base/ascii.h"
#include "format/bare.h"
#include "format/line.h"
#include "format/name_hint.h"

namespace aptix::format {
namespace {

constexpr size_t kLongest = 1024;
constexpr size_t kMostBlankLines = 2;           // between a path and its fence
constexpr size_t kMostBetween = 64u << 10;      // prose between two blocks that is looked through

// A file with blanks or brackets in its name is believed where nothing else stands in the line.
bool is_file(std::string_view word, std::string_view refused) {
  if (is_bare_name(word)) return true;
  if (word.empty() || word.size() > kLongest || word.find_first_of(refused) != std::string_view::npos) return false;
  if (word.find("//") != std::string_view::npos || word.ends_with('/') || word.ends_with('.')) return false;
  if (word.starts_with('\'') || word.ends_with('\'')) return false;
  return word.find_last_of("./\\") != std::string_view::npos && word != "..";
}

constexpr std::string_view kNeverInPath = "<>*?\"`|;,=$#&\t";
constexpr std::string_view kNeverInBarePath = "<>*?\"`|;,=$#&\t ";

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

// The start of the line before the one that begins at `start`. REQUIRES: start != 0.
size_t previous_line(std::string_view text, size_t start) {
  size_t feed = start < 2 ? std::string_view::npos : text.rfind('\n', start - 2);
  return feed == std::string_view::npos ? 0 : feed + 1;
}

size_t start_of_line(std::string_view text, size_t at) { return at == 0 ? 0 : text.rfind('\n', at - 1) + 1; }

// Calls visit(word) for what looks like a path in a line of prose.
template <class Visit>
void each_path(std::string_view text, Visit visit) {
  constexpr std::string_view kAround = "`*\"'()[]{}<>,:;!?.";
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    size_t first = word.find_first_not_of(kAround);
    if (first == std::string_view::npos) continue;
    if (first != 0 && word[first - 1] == '.') --first;  // ".gitignore"
    word = word.substr(first, word.find_last_not_of(kAround) - first + 1);
    size_t dot = word.rfind('.');
    bool name = is_bare_name(word) || word.find('/') != std::string_view::npos || (dot != std::string_view::npos && dot != 1);
    if (name && is_file(word, kNeverInBarePath)) visit(word);
  }
}

// "In `src/a.c`:" and "### Step 1: `src/a.c`" name one file.
std::string path_in_prose(std::string_view line) {
  std::string_view words = trim(line);
  bool leads = words.ends_with(':') || words.starts_with('#') || (words.starts_with("**") && words.ends_with("**"));
  if (!leads || line.size() > kLongest) return {};
  std::string_view only;
  size_t count = 0;
  each_path(line, [&](std::string_view word) {
    count += word != only ? 1 : 0;
    only = word;
  });
  return count == 1 ? std::string(only) : std::string();
}

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

// A few words, the last of which ends as files do: "my notes.txt".
bool is_spaced_file(std::string_view name) {
  constexpr std::ptrdiff_t kMostBlanks = 4;
  constexpr size_t kLongestEnding = 10;
  if (name.find(' ') == std::string_view::npos || std::count(name.begin(), name.end(), ' ') > kMostBlanks || !is_file(name, kNeverInPath)) return false;
  std::string_view word = name.substr(name.rfind(' ') + 1);
  size_t dot = word.rfind('.');
  if (name.find(": ") != std::string_view::npos || name.find("  ") != std::string_view::npos || dot == std::string_view::npos || word.size() - dot > kLongestEnding) return false;
  return std::all_of(word.begin() + static_cast<std::ptrdiff_t>(dot) + 1, word.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
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

// "my notes.txt:" and "### my notes.txt" may be names, and words that lead to one.
BlockName name_in_line(std::string_view line) {
  std::string path = path_in_line(line);
  if (!path.empty()) return {std::move(path), {}};
  std::string last = path_in_prose(line);
  std::string spaced = last.empty() ? spaced_path_in_line(line) : spaced_name(line, MayLead::new_alone);
  if (spaced.empty() || last.empty() || last.find('/') != std::string::npos) return {std::move(last), std::move(spaced)};
  return {std::move(spaced), std::move(last)};
}

BlockName name_above(std::string_view text, size_t start) {
  for (size_t blank = 0; start != 0 && blank <= kMostBlankLines;) {
    size_t previous = previous_line(text, start);
    std::string_view line = trim(text.substr(previous, start - previous));
    start = previous;
    if (is_opening_tag(line)) continue;
    if (line.empty()) {
      ++blank;
      continue;
    }
    return name_in_line(line);
  }
  return {};
}

// What stands behind the last block's end marker; nothing when that is far away.
std::optional<std::string_view> since_last_block(std::string_view text) {
  size_t least = text.size() - std::min(text.size(), kMostBetween);
  for (size_t start = text.size(); start > least;) {
    size_t previous = previous_line(text, start);
    if (is_search_end(line_from(text, previous).text)) return text.substr(start);
    start = previous;
  }
  return std::nullopt;
}

}  // namespace

std::string path_in_line(std::string_view line) {
  line = trim(line);
  if (line.starts_with("<path>") && line.ends_with("</path>") && is_spaced_file(inside_tag(line))) return std::string(inside_tag(line));
  std::string plain = without_bold(trim(line).substr(0, kLongest));
  Undressed found = undressed(plain, bold_name(trim(line).substr(0, kLongest)));
  if (is_file(found.name, found.quoted ? kNeverInPath : kNeverInBarePath)) return std::string(found.name);
  return found.labelled && is_spaced_file(found.name) && !may_lead_to_name(found.name) ? std::string(found.name) : std::string();
}

std::string spaced_path_in_line(std::string_view line) { return spaced_name(line, MayLead::none); }

BlockName name_around(const Input& input, const Block& block) {
  std::string path = name_hint(block.info, {});
  if (!path.empty()) return {std::move(path), {}};
  std::string_view text = input.bytes;
  size_t start = start_of_line(text, block.offset);
  if (block.form == Block::Form::fenced && start != 0) start = previous_line(text, start);
  return name_above(text, start);
}

namespace {

// What a line names that says nothing else: "`BUILD`", "### `BUILD`:"; "" when it is no such line.
std::string_view lone_name(std::string_view line) {
  size_t first = line.find_first_not_of(" \t\r\n#*_");
  size_t last = line.find_last_not_of(" \t\r\n:*_");
  if (first == std::string_view::npos || last == std::string_view::npos || last < first + 2) return {};
  line = line.substr(first, last + 1 - first);
  if (line.front() != '`' || line.back() != '`') return {};
  line = line.substr(1, line.size() - 2);
  return line.find_first_of(" \t`()<>") == std::string_view::npos ? line : std::string_view();
}

}  // namespace

std::string path_of_block_before(const Input& input, const Block& block, const Plan& plan) {
  if (plan.files.empty() || plan.files.back().edits.empty()) return {};
  const FileEdit& before = plan.files.back();
  const Edit& last = before.edits.back();
  const TextBlock* text_block = std::get_if<TextBlock>(&last.what);
  if (text_block == nullptr || text_block->form != TextBlock::Form::search_replace) return {};
  if (last.origin.offset < input.base || block.offset < last.origin.offset - input.base) return {};
  std::optional<std::string_view> between = since_last_block(std::string_view(input.bytes).substr(0, block.offset));
  if (!between) return {};
  bool other = false;
  for (Line line = line_from(*between, 0); line.start < between->size(); line = line_from(*between, line.next)) {
    std::string_view name = lone_name(line.text);
    other = other || !(name.empty() || before.path.str() == name || before.path.str().ends_with("/" + std::string(name)));
  }
  each_path(*between, [&](std::string_view word) {
    other = other || !(before.path.str() == word || before.path.str().ends_with("/" + std::string(word)));
  });
  return other ? std::string() : before.path.str();
}

}  // namespace aptix::format
