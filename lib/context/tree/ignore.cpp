// Reads lines as git's dir.c does. Most patterns are plain names or ends of names, which need no glob.
#include "context/tree/ignore.h"

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

constexpr std::string_view kSpecial = "*?[\\";

// Without trailing spaces, except those after a backslash.
std::string_view without_trailing_spaces(std::string_view line) {
  size_t end = line.size();
  bool in_spaces = false;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ' ') {
      if (!in_spaces) end = at;
      in_spaces = true;
      continue;
    }
    in_spaces = false;
    if (line[at] == '\\' && ++at == line.size()) return line;
  }
  return in_spaces ? line.substr(0, end) : line;
}

}  // namespace

IgnoreList::IgnoreList(std::string_view text, std::string folder, Glob::Letters letters) : folder_(std::move(folder)) {
  text = without_mark(text);
  while (!text.empty()) {
    std::string_view line = without_cr(take_line(text));
    if (!line.empty() && line.front() != '#') add(without_trailing_spaces(line), letters);
  }
}

void IgnoreList::add(std::string_view line, Glob::Letters letters) {
  bool keeps = line.starts_with('!');
  if (keeps) line.remove_prefix(1);
  bool folders_only = line.ends_with('/');
  if (folders_only) line.remove_suffix(1);
  if (line.empty()) return;
  Pattern pattern{.keeps = keeps,
      .folders_only = folders_only,
      .by_name = line.find('/') == std::string_view::npos,
      .text = {},
      .glob = Glob::of_git(line, letters)};
  bool plain = letters == Glob::Letters::count && line.find_first_of(kSpecial, 1) == std::string_view::npos;
  if (plain && pattern.by_name && line.front() == '*') {
    pattern.test = Test::name_end;
    pattern.text = line.substr(1);
  } else if (plain && kSpecial.find(line.front()) == std::string_view::npos) {
    pattern.test = pattern.by_name ? Test::name : Test::path;
    pattern.text = line.substr(line.front() == '/' ? 1 : 0);
  }
  patterns_.push_back(std::move(pattern));
}

bool IgnoreList::matches(const Pattern& pattern, std::string_view path, std::string_view name) {
  switch (pattern.test) {
    case Test::name: return name == pattern.text;
    case Test::name_end: return name.ends_with(pattern.text);
    case Test::path: return path == pattern.text;
    case Test::glob: return pattern.glob.matches(pattern.by_name ? name : path);
  }
  return false;
}

IgnoreVerdict IgnoreList::of(std::string_view path, PathKind kind) const {
  std::string_view below = path.substr(folder_.size());
  std::string_view name = base_name(path);
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
    if (pattern->folders_only && kind != PathKind::folder) continue;
    if (matches(*pattern, below, name)) return pattern->keeps ? IgnoreVerdict::kept : IgnoreVerdict::ignored;
  }
  return IgnoreVerdict::unsaid;
}

IgnoreRules with_list(IgnoreRules rules, IgnoreList list) {
  if (list.empty()) return rules;
  return std::make_shared<const IgnoreChain>(IgnoreChain{std::move(rules), std::move(list)});
}

IgnoreVerdict verdict_of(const IgnoreRules& rules, std::string_view path, PathKind kind) {
  for (const IgnoreChain* chain = rules.get(); chain != nullptr; chain = chain->above.get())
    if (IgnoreVerdict verdict = chain->list.of(path, kind); verdict != IgnoreVerdict::unsaid) return verdict;
  return IgnoreVerdict::unsaid;
}

}  // namespace aptix::context
