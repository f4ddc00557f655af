#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/trim.h"
#include "edit/fit/steps.h"

namespace aptix::edit {
namespace {

// The words that a statement begins with; those of a row belong together.
constexpr std::string_view kFamilies[] = {
    "import from", "#include #import", "use", "using", "require require_relative"};

std::string_view family_of(const ScannedLine& line) {
  std::string_view word = line.code.substr(0, line.code.find_first_of(" \t(\"'<"));
  for (std::string_view family : kFamilies)
    for (std::string_view rest = family; !word.empty() && !rest.empty();)
      if (take_line(rest, ' ') == word) return family;
  return {};
}

// Go: "import (", then a line for each.
bool is_list(const Import& one) { return one.text.starts_with("import ("); }

// What it imports, a line each.
std::vector<std::string> imported_lines(const Import& one, const std::vector<ScannedLine>& lines) {
  if (!is_list(one)) return {std::string(trim(one.text.substr(one.text.find(' ') + 1)))};
  std::vector<std::string> found;
  for (uint32_t at = one.first + 1; at + 1 < one.end; ++at)
    if (!lines[at].is_blank()) found.emplace_back(trim(lines[at].text));
  return found;
}

// What is between its commas and brackets, each with its depth: "0import React", "1useState".
std::vector<std::string> items_in(std::string_view list) {
  std::vector<std::string> items;
  char depth = '0';
  for (size_t end = 0; !list.empty(); list.remove_prefix(std::min(end + 1, list.size()))) {
    end = std::min(list.find_first_of(",{}()"), list.size());
    std::string_view item = trim(list.substr(0, end));
    while (item.ends_with(';')) item = trim(item.substr(0, item.size() - 1));
    if (!item.empty()) items.push_back(depth + std::string(item));
    char sign = end < list.size() ? list[end] : ',';
    if (sign != ',') depth = static_cast<char>(depth + (sign == '{' || sign == '(' ? 1 : -1));
  }
  return items;
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  for (const std::string& item : items_in(list)) {
    size_t start = item.size();
    while (start > 1 && (is_of_word(item[start - 1]) || item[start - 1] == '$')) --start;
    if (start != item.size() && item.substr(1) != "type") names.push_back(item.substr(start));
  }
  return names;
}

// `code`: the statement without comments and what its strings hold.
void read_names(Import& one, std::string code) {
  constexpr std::string_view kFrom = " from ", kImport = " import ";
  std::erase_if(code, [](char c) { return c == '"' || c == '\''; });
  size_t quote = one.text.find_first_of(one.text.starts_with('#') ? "\"<" : "\"'");
  std::string_view text = one.text, list = code;
  if (quote != text.npos) {
    size_t end = std::min(text.find(text[quote] == '<' ? '>' : text[quote], quote + 1), text.size());
    one.source = text.substr(quote + 1, end - quote - 1);
    one.tail = trim(text.substr(std::min(end + 1, text.size())));
  }
  size_t import = list.find(kImport), brace = list.find('{');
  if (list.starts_with("from ") && import != list.npos) {
    one.source = list.substr(0, import);
    list.remove_prefix(import + kImport.size());
    one.items = items_in(list);
  } else {
    if (quote == text.npos && brace != list.npos) one.source = list.substr(0, brace);
    list = list.substr(0, list.rfind(kFrom));
    one.items = items_in(list);
    list.remove_prefix(std::min(list.find_first_of(" \t"), list.size()));
  }
  one.names = names_in(list);
  if (one.names.empty() && !one.source.empty()) one.names = {std::string(base_name(one.source))};
}

// The statement that begins in this line; nothing if it is none, or does not end.
std::optional<Import> import_at(const std::vector<ScannedLine>& lines, uint32_t at) {
  const ScannedLine& head = lines[at];
  Import one{.first = at, .end = at, .family = family_of(head)};
  if (one.family.empty() || head.indent != 0 || head.depth_before != 0 || head.in_string || head.in_comment) return {};
  std::string code;
  do {
    if (one.end == lines.size()) return {};
    one.text.append(one.text.empty() ? "" : " ").append(trim(lines[one.end].text));
    code.append(code.empty() ? "" : " ").append(lines[one.end].code);
  } while (lines[one.end++].depth_after != 0);
  bool call = code.starts_with("import(") || (code.starts_with("import (") && trim(head.text) != "import (");
  bool two = code.find(';') < code.size() - 1, more = code.ends_with('{') || code.ends_with('\\');
  if (call || two || more || code.find('=') != code.npos) return {};
  read_names(one, std::move(code));
  for (std::string_view line : is_list(one) ? imported_lines(one, lines) : std::vector<std::string>()) {
    std::string_view alias = trim(line.substr(0, line.find('"'))),
                     path = line.substr(std::min(line.find('"') + 1, line.size()));
    one.names.emplace_back(alias.empty() ? base_name(path.substr(0, path.find('"'))) : alias);
  }
  return one;
}

// What may be above the imports of a file. In anything else, lines that look like imports may be text.
bool is_preamble(const ScannedLine& line) {
  constexpr std::string_view kWords[] = {
      "package", "namespace", "library", "module", "declare", "part", "mod", "extern"};
  return line.code.empty() || line.in_string ||
      std::string_view("#<\"'@").find(line.code.front()) != std::string_view::npos ||
      is_one_of(kWords, first_word_of(line.code));
}

// In lines [first, end).
std::vector<Import> imports_of(const Scan& text, uint32_t first, uint32_t end) {
  std::vector<Import> found;
  const std::vector<ScannedLine>& lines = text.lines;
  size_t nested = 0, base = 0, spaces = 0;  // "#if", namespaces
  bool over = false, any_code = false;
  for (uint32_t at = first; at < end;) {
    std::string_view code = lines[at].code;
    if (code.starts_with("#ifndef") && !any_code) base = 1;  // a header guard
    if (code.starts_with("#if")) ++nested;
    if (code.starts_with("#endif") && nested > 0) --nested;
    any_code = any_code || !code.empty();
    if (code.starts_with("package ") || code.starts_with("namespace ")) ++spaces;
    std::optional<Import> one = import_at(lines, at);
    if (!one) {
      bool directive = code.starts_with('#') && !code.starts_with("#[");
      over = over || (found.empty() ? !is_preamble(lines[at]) : !code.empty() && !directive);
      ++at;
      continue;
    }
    one->in_run = !over && nested == base;
    at = one->end;
    found.push_back(std::move(*one));
  }
  for (Import& one : found)
    if (spaces > 1 && one.family == "use") one.in_run = false;
  return found;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_all(const std::vector<std::string>& names, const std::vector<std::string>& of) {
  return std::all_of(of.begin(), of.end(), [&](const std::string& name) { return has(names, name); });
}

// The words of a line; `used`: but for members ("a.json()"), and what may be a name of its own ("json=", "json: ").
enum class Words : uint8_t { all, used };
void add_words(std::string_view code, std::unordered_set<std::string_view>& words, Words which) {
  for (size_t at = 0, end = 0; at < code.size(); at = end + 1) {
    end = at;
    while (end < code.size() && (is_of_word(code[end]) || code[end] == '$')) ++end;
    std::string_view before = code.substr(0, at), after = trim(code.substr(end));
    bool own = code.substr(end).starts_with(": ") || (after.starts_with('=') && !after.starts_with("=="));
    own = own || before.ends_with('.') || before.ends_with("::");
    if (end != at && (which == Words::all || !own)) words.insert(code.substr(at, end - at));
  }
}

// Does the block define something of this name, by a body or "="? "name({" is a call.
bool defines(const Part& part, const std::string& name) {
  const std::vector<ScannedLine>& lines = part.block.lines;
  for (uint32_t at = 0; at < lines.size(); ++at) {
    std::string_view code = lines[at].code;
    size_t start = code.find(name);
    if (start == code.npos || code.substr(start + name.size()).starts_with("({")) continue;
    NameOfHead head = name_of_head(code, part.kind);
    const Thing* thing = head.callback ? nullptr : part.block_things.at(at);
    if (head.name == name && (head.assigned || (thing != nullptr && thing->has_body()))) return true;
  }
  return false;
}

// Is it there, and not the beginning of a longer one?
bool has_source_in(std::string_view statements, std::string_view source) {
  for (size_t at = statements.find(source); at != statements.npos; at = statements.find(source, at + 1)) {
    char next = at + source.size() < statements.size() ? statements[at + source.size()] : '\n';
    if (!is_of_word(next) && std::string_view("-/.").find(next) == std::string_view::npos) return true;
  }
  return false;
}

class ImportsOfBlock {
 public:
  explicit ImportsOfBlock(const Part& part) : part_(part), old_(part.file.imports()) {}

  std::optional<ImportLines> run() {
    constexpr size_t kMostImports = 500;  // each is compared with each of the block
    if (!part_.kind.names || part_.kind.keys || old_.size() > kMostImports || !read()) return std::nullopt;
    for (const Import& old : old_)
      for (const std::string& name : old.names)
        if (defines(part_, name)) return std::nullopt;
    for (size_t i = 0; i < shown_.size(); ++i)
      if (shown_[i].known == nullptr ? !place(i) : !is_next_in_file(i)) return std::nullopt;
    bool before_code = imports_.rest < part_.gap.size() && !part_.gap[imports_.rest];
    bool certain = before_code || (!adds_ && !imports_.placed.empty());
    return certain ? std::optional(std::move(imports_)) : std::nullopt;
  }

 private:
  static constexpr size_t kAbove = SIZE_MAX;  // a step of -1
  struct Shown {
    Import import;
    const Import* known;  // the same one in the file
  };

  bool read() {
    constexpr size_t kMostShown = 50;
    const std::vector<ScannedLine>& lines = part_.block.lines;
    imports_.rest = part_.after_blank(0);
    while (imports_.rest < lines.size() && !part_.gap[imports_.rest] && shown_.size() < kMostShown) {
      std::optional<Import> one = import_at(lines, imports_.rest);
      if (!one) break;
      auto same = std::find_if(old_.begin(), old_.end(), [&](const Import& old) { return old.text == one->text; });
      imports_.last = one->first;
      imports_.rest = part_.after_blank(one->end);
      shown_.push_back({std::move(*one), same != old_.end() ? &*same : nullptr});
    }
    return !old_.empty() && !shown_.empty();
  }

  // Of two that the file has, do no others stand between? They would have to stay, or to go.
  bool is_next_in_file(size_t i) const {
    const Import* before = known_beside(i, kAbove);
    return before == nullptr || before + 1 == shown_[i].known;
  }

  // The next one that the file has; `step`: 1 or kAbove.
  const Import* known_beside(size_t i, size_t step) const {
    for (size_t at = i + step; at < shown_.size(); at += step)  // below 0 it is large
      if (shown_[at].known != nullptr) return shown_[at].known;
    return nullptr;
  }

  // False if it is in doubt where it goes, or whether another one stays.
  bool place(size_t i) {
    const Import& one = shown_[i].import;
    if (is_list(one)) return place_list(one);
    const Import* other = nullptr;  // makes one of its names known
    for (const Import& old : old_) {
      bool shares = std::any_of(
          one.names.begin(), one.names.end(), [&](const std::string& name) { return has(old.names, name); });
      if (shares && other != nullptr) return false;
      if (shares) other = &old;
    }
    bool header = one.text.starts_with('#');
    for (const std::string& name : one.names)  // it may be something else in the file
      if (!header && (other == nullptr || !has(other->names, name)) && part_.file.has_word(name)) return false;
    if (other == nullptr) return insert(i);
    if (header || !extends(one, *other)) return false;
    add(other->first, other->end, one);
    return true;
  }

  // Are they the same but for names that the old one lacks?
  bool extends(const Import& one, const Import& old) const {
    auto has_text = [&](std::string_view text) { return old.text.find(text) != old.text.npos; };
    bool comment = has_text("//") || has_text("/*") || has_text("#");
    bool deep =
        std::any_of(old.items.begin(), old.items.end(), [](const std::string& item) { return item.front() > '1'; });
    auto without_end = [](std::string_view tail) { return trim(tail.substr(0, tail.find_last_not_of(';') + 1)); };
    return !comment && !deep && !old.source.empty() && old.source == one.source &&
        without_end(old.tail) == without_end(one.tail) && has_all(one.items, old.items) && may_go_before(old);
  }

  void add(uint32_t first, uint32_t end, const Import& one) {
    imports_.placed.push_back({.first = first, .end = end, .from = one.first, .to = one.end});
  }

  bool insert(size_t i) {
    const Import& one = shown_[i].import;
    bool effect = part_.kind.regular_expressions && one.items == std::vector<std::string>{"0import"};  // "import './a'"
    bool trait = one.family == "use" && one.text.find_first_of("\\:") == one.text.npos;  // of a class in PHP
    auto has_text = [&](std::string_view text) { return one.text.find(text) != one.text.npos; };
    bool bound = has_text("*") || has_text("__future__") || has_text("super::") || has_text("self::");
    if (effect || trait || bound || one.names.empty()) return false;
    const Import *before = known_beside(i, kAbove), *after = before == nullptr ? known_beside(i, 1) : nullptr;
    if (after != nullptr && !may_go_before(*after)) return false;
    if ((before != nullptr && !before->in_run) || (after != nullptr && !after->in_run)) return false;
    uint32_t at = before != nullptr ? before->end : after != nullptr ? after->first : place_by_text(one);
    if (at == kNoLine || !may_go_above(at)) return false;
    adds_ = true;
    add(at, at, one);
    return true;
  }

  // Does nothing in this line of the file go on with what is above it?
  bool may_go_above(uint32_t at) const {
    constexpr std::string_view kEnds[] = {"#undef", "#pragma", "#endif", "#else", "#elif"};
    const std::vector<ScannedLine>& lines = part_.old.lines;
    bool goes_on = at < lines.size() && (lines[at].indent > 0 || lines[at].code.starts_with("from "));
    if (goes_on && !lines[at].is_blank() && !import_at(lines, at)) return false;
    while (at < lines.size() && lines[at].is_blank()) ++at;
    return at == lines.size() || !begins_with_one_of(kEnds, lines[at].code);
  }

  // A line among the first ones of the file, where they begin most like it: after the last that sorts before it.
  uint32_t place_by_text(const Import& one) const {
    size_t longest = 0;
    std::vector<const Import*> like;
    for (const Import& old : old_) {
      if (!old.in_run) return kNoLine;  // with others below code, it is not known among which it belongs
      if (old.family != one.family) continue;
      auto differs = std::mismatch(old.text.begin(), old.text.end(), one.text.begin(), one.text.end());
      auto length = static_cast<size_t>(differs.first - old.text.begin());
      if (length < longest) continue;
      if (length > longest) like.clear();
      longest = length;
      like.push_back(&old);
    }
    if (like.empty()) return kNoLine;
    auto next = std::find_if(like.begin(), like.end(), [&](const Import* old) { return old->text > one.text; });
    if (next != like.begin()) return (*std::prev(next))->end;
    return &old_.front() != *next && may_go_before(**next) ? (*next)->first : like.back()->end;
  }

  // Is nothing above it that may belong to it?
  bool may_go_before(const Import& old) const {
    return old.first == 0 || part_.old.lines[old.first - 1].is_blank() ||
        (&old != &old_.front() && (&old)[-1].end == old.first);
  }

  // In place of all those of the file, if it has them.
  bool place_list(const Import& list) {
    std::vector<std::string> shown = imported_lines(list, part_.block.lines);
    if (has(shown, "\"C\"")) return false;  // the comment above it is code
    for (size_t i = 0; i < old_.size(); ++i) {
      if (!has_all(shown, imported_lines(old_[i], part_.old.lines)) || !old_[i].in_run) return false;
      if (i > 0 && part_.filled_between(old_[i - 1].end, old_[i].first) != 0) return false;
    }
    add(old_.front().first, old_.back().end, list);
    return true;
  }

  const Part& part_;
  const std::vector<Import>& old_;
  std::vector<Shown> shown_;
  ImportLines imports_;
  bool adds_ = false;  // a line that takes the place of none
};

}  // namespace

const std::vector<Import>& OldFile::imports() const {
  if (!imports_) imports_ = imports_of(scanned, 0, static_cast<uint32_t>(scanned.lines.size()));
  return *imports_;
}

bool OldFile::has_word(std::string_view word) const {
  if (words_.empty())
    for (const ScannedLine& line : scanned.lines) add_words(line.code, words_, Words::all);
  return words_.contains(word);
}

std::optional<uint32_t> missed_import(const Part& part, uint32_t first, uint32_t end) {
  if (!part.kind.names || part.kind.keys || !part.block.lone.empty()) return std::nullopt;
  std::vector<Import> old = imports_of(part.old, first, end);
  if (old.empty()) return std::nullopt;
  std::unordered_set<std::string_view> used, known;
  std::string statements;
  bool importing = false;  // also in the lines that a statement goes on in
  for (const ScannedLine& line : part.block.lines) {
    bool goes_on = importing && (line.depth_before > 0 || line.indent > 0);
    importing = goes_on || (line.indent == 0 && !family_of(line).empty());
    if (importing) statements.append(line.text).append("\n");
    if (importing && line.text.find('*') != line.text.npos) return std::nullopt;
    add_words(importing ? line.text : line.code, importing ? known : used, importing ? Words::all : Words::used);
  }
  auto is_missed = [&](const std::string& name) {
    return !known.contains(name) && used.contains(name) && !defines(part, name);
  };
  auto missed = std::find_if(old.begin(), old.end(), [&](const Import& one) {
    bool has_source = !one.source.empty() && has_source_in(statements, one.source);
    return !has_source && !one.text.starts_with('#') && std::any_of(one.names.begin(), one.names.end(), is_missed);
  });
  return missed != old.end() ? std::optional(missed->first) : std::nullopt;
}

bool shows_only_new_imports(const Part& part) {
  std::vector<Import> shown = imports_of(part.block, 0, static_cast<uint32_t>(part.block.lines.size()));
  const std::vector<Import>& old = part.file.imports();
  auto is_old = [&](const Import& one) {
    return std::any_of(old.begin(), old.end(), [&](const Import& other) { return other.text == one.text; });
  };
  return !shown.empty() && std::none_of(shown.begin(), shown.end(), is_old) &&
      missed_import(part, 0, static_cast<uint32_t>(part.old_count()));
}

std::optional<ImportLines> import_lines(const Part& part) { return ImportsOfBlock(part).run(); }

}  // namespace aptix::edit
