// Words are cut at spaces and freed of what stands around them; no grammar is known.
#include "format/names/prose_names.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"
#include "format/basis/fence.h"
#include "format/basis/line.h"
#include "format/names/file_words.h"

namespace aptix::format {
namespace {

constexpr size_t kLongestProse = 1024;
constexpr std::string_view kAround = "`*\"'()[]{}<>,:;!?.";
constexpr size_t kNear = 4u << 10;  // prose in which words in a row are asked for: each of them makes many names

std::string_view without_around(std::string_view word) {
  size_t first = word.find_first_not_of(kAround);
  if (first == std::string_view::npos) return {};
  if (first != 0 && word[first - 1] == '.') --first;  // ".gitignore"
  return word.substr(first, word.find_last_not_of(kAround) - first + 1);
}

// "###", "-", ">": dress of a line.
bool is_dress(std::string_view word) { return word.find_first_not_of("#-*+>=/") == std::string_view::npos; }

// REQUIRES: both are views of one text, `first` no later than `last`.
std::string_view from_to(std::string_view first, std::string_view last) {
  return {first.data(), static_cast<size_t>(last.data() + last.size() - first.data())};
}

// Is every place of `name` in the line one between quotes?
bool is_quoted_in(std::string_view line, std::string_view name) {
  size_t at = line.find(name);
  if (at == std::string_view::npos) return false;
  for (; at != std::string_view::npos; at = line.find(name, at + 1)) {
    size_t after = at + name.size();
    if (at == 0 || after >= line.size() || line[at - 1] != line[after] ||
        std::string_view("`\"'").find(line[after]) == std::string_view::npos)
      return false;
  }
  return true;
}

// Calls visit(words, first, last) for each run of words of the line, up to kMostWordsOfName, that does not begin with
// dress.
template <class Visit>
void each_run(const std::vector<std::string_view>& words, Visit visit) {
  for (size_t first = 0; first < words.size(); ++first) {
    if (is_dress(words[first]) || looks_like_fence(words[first])) continue;
    for (size_t last = first; last < std::min(first + kMostWordsOfName, words.size()); ++last)
      visit(from_to(words[first], words[last]), first, last);
  }
}

// The parts of a word between any of the bytes `cuts`, and with `ascii` between letters of other scripts as well.
template <class Visit>
void each_part(std::string_view word, std::string_view cuts, bool ascii, Visit visit) {
  auto is_cut = [&](char byte) {
    return cuts.find(byte) != std::string_view::npos || (ascii && static_cast<unsigned char>(byte) >= 0x80);
  };
  if (std::none_of(word.begin(), word.end(), is_cut)) return;
  for (size_t at = 0; at < word.size();) {
    size_t end = at;
    while (end < word.size() && !is_cut(word[end])) ++end;
    if (end != at) visit(word.substr(at, end - at));
    at = end + 1;
  }
}

// "_a.c_", "@a.c", "./a.c", "a.c-"
std::string_view without_signs(std::string_view name) {
  while (!name.empty() && std::string_view("_~@$+-\\/").find(name.front()) != std::string_view::npos)
    name.remove_prefix(1);
  while (name.starts_with("./")) name.remove_prefix(2);
  return name.substr(0, name.find_last_not_of("_~+-\\") + 1);
}

bool is_path_like(std::string_view word) { return word.find_first_of("./\\") != std::string_view::npos; }

// Is the word in quotes of some kind, or does a star stand before it?
bool is_marked(std::string_view word) {
  size_t first = word.find_first_not_of(kAround);
  bool quoted = first != std::string_view::npos && first != 0 &&
      std::string_view("`\"'*[").find(word[first - 1]) != std::string_view::npos;
  return quoted || word.starts_with("\xE2\x80") || word.starts_with("\xC2\xAB");
}

// Collects what lines of prose may name.
class PossibleNames {
 public:
  explicit PossibleNames(std::string_view path) : path_(path), file_(base_name(path)) {}

  // `near`: may words in a row be a name?
  void take_line(std::string_view line, bool near) {
    std::vector<std::string_view> words = words_between_blanks(line);
    std::erase_if(words, looks_like_fence);
    size_t dress = static_cast<size_t>(std::count_if(words.begin(), words.end(), is_dress));
    bool alone = words.size() <= dress + 1 || (words.size() == dress + 2 && line.ends_with(':'));
    bool heading = line.starts_with('#');
    std::vector<bool> bold = bold_words(words);
    for (size_t i = 0; i < words.size(); ++i) {
      take_word(words[i], heading || alone || bold[i] || is_marked(words[i]));
      if (i + 1 < words.size() && is_folder_word(words[i + 1])) take_folder(without_around(words[i]));
    }
    if (near) take_runs(words, bold, heading || words.size() <= kMostWordsOfName);
    for (std::string_view inside : spans_in_backticks(line))
      if (inside.size() < kLongestProse) add(inside);
  }

  std::vector<std::string> take() { return {names_.begin(), names_.end()}; }

 private:
  void add(std::string_view name) {
    if (std::any_of(name.begin(), name.end(), is_of_word) && !is_same_file(path_, name)) names_.emplace(name);
  }

  // "`b.c`'s", "b.c->x", "file=b.c"
  void take_word(std::string_view word, bool stands_out) {
    if (is_dress(word)) return;
    take_part(word, stands_out);
    each_part(word, "`\"'<>|", false, [&](std::string_view part) { take_part(part, stands_out); });
    each_part(word, "`\"'<>|#=,;()*[]{}:+!?", true, [&](std::string_view part) { take_part(part, stands_out); });
  }

  void take_part(std::string_view part, bool stands_out) {
    std::string_view name = without_around(part);
    if (name.ends_with('/')) take_folder(name);
    if (!stands_out && !is_path_like(name) && (!is_written_as_file(name) || name == "TODO")) return;
    add(part);
    add(name);
    add(without_signs(name));
  }

  // "src/": the file that has the same name there.
  void take_folder(std::string_view folder) {
    folder = without_signs(folder);
    folder = folder.substr(0, folder.find_last_not_of('/') + 1);
    if (!folder.empty()) add(std::string(folder) + "/" + std::string(file_));
  }

  static bool is_folder_word(std::string_view word) {
    std::string lower = ascii_lower(without_around(word));
    return lower == "folder" || lower == "directory";
  }

  // Which words stand between "**"?
  static std::vector<bool> bold_words(const std::vector<std::string_view>& words) {
    std::vector<bool> bold;
    bool open = false;
    for (std::string_view word : words) {
      bool marks = false;
      for (size_t at = word.find("**"); at != std::string_view::npos; at = word.find("**", at + 2)) {
        open = !open;
        marks = true;
      }
      bold.push_back(open || marks);
    }
    return bold;
  }

  // Names with spaces: "my notes".
  void take_runs(const std::vector<std::string_view>& words, const std::vector<bool>& bold, bool stands_out) {
    std::vector<bool> names_path;
    for (std::string_view word : words) names_path.push_back(is_same_file(path_, without_around(word)));
    bool any = stands_out || std::find(names_path.begin(), names_path.end(), true) != names_path.end() ||
        std::find(bold.begin(), bold.end(), true) != bold.end();
    if (!any) return;
    each_run(words, [&](std::string_view run, size_t first, size_t last) {
      auto from = names_path.begin() + static_cast<std::ptrdiff_t>(first);
      auto to = names_path.begin() + static_cast<std::ptrdiff_t>(last) + 1;
      if (first == last || (!stands_out && !bold[first] && std::find(from, to, true) == to)) return;
      add(run);
      add(without_around(run));
    });
  }

  std::string_view path_;
  std::string_view file_;  // the last part of it
  std::set<std::string> names_;
};

}  // namespace

std::vector<std::string_view> paths_in_prose(std::string_view text) {
  std::vector<std::string_view> paths;
  std::string_view before;
  for (std::string_view raw : words_between_blanks(text)) {
    std::string_view word = without_around(raw);
    if (is_method_of_request(without_around(std::exchange(before, raw))) && word.starts_with('/')) continue;
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

std::vector<std::string> rivals_in_line(std::string_view line, std::string_view name) {
  std::vector<std::string> rivals;
  line = trim(line.substr(0, kLongestProse));
  if (name.empty() || is_quoted_in(line, name)) return rivals;
  auto add = [&](std::string_view words) {
    if (words != name && words.find(name) != std::string_view::npos &&
        std::find(rivals.begin(), rivals.end(), words) == rivals.end())
      rivals.emplace_back(words);
  };
  each_run(words_between_blanks(line), [&](std::string_view run, size_t, size_t) {
    add(run);
    add(without_around(run));
  });
  return rivals;
}

std::vector<std::string> possible_names(std::string_view text, std::string_view path) {
  PossibleNames names(path);
  for (const Line& line : lines_from(text)) names.take_line(line.text, text.size() - line.start <= kNear);
  return names.take();
}

}  // namespace aptix::format
