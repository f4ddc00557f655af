// No language is parsed: lines are known by their beginnings, names by what stands next to them.
#include "edit/left_out/lost_head.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

#include <fmt/format.h>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

using WordList = std::span<const std::string_view>;
using NameSet = std::set<std::string, std::less<>>;

// Lines that files have whose names end so.
struct Opening {
  std::string_view ending, line;
};
constexpr Opening kOpenings[] = {{".go", "package "}, {".java", "package "}, {".kt", "package "},
    {".scala", "package "}, {".php", "<?php"}, {".php", "namespace "}, {".proto", "syntax "}, {".sol", "pragma "},
    {".c", "#include"}, {".cc", "#include"}, {".cpp", "#include"}, {".cxx", "#include"}, {".vue", "<template"},
    {".vue", "<script"}, {".svelte", "<script"}, {".html", "<!doctype"}, {"go.mod", "module "},
    {"Dockerfile", "FROM "}};

// How imports begin.
enum class Family : uint8_t { python, script, java, rust };
struct Language {
  Family family;
  WordList endings, imports;
  std::string_view comment;  // to the end of the line
};
constexpr std::string_view kPython[] = {".py", ".pyi"}, kPythonImports[] = {"import ", "from "};
constexpr std::string_view kScript[] = {".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts"},
                           kScriptImports[] = {"import ", "import{"};
constexpr std::string_view kJava[] = {".java", ".kt", ".scala", ".groovy"}, kJavaImports[] = {"import "};
constexpr std::string_view kRust[] = {".rs"}, kRustImports[] = {"use ", "pub use "};
constexpr Language kLanguages[] = {{Family::python, kPython, kPythonImports, "#"},
    {Family::script, kScript, kScriptImports, "//"}, {Family::java, kJava, kJavaImports, "//"},
    {Family::rust, kRust, kRustImports, "//"}};

bool has_line(std::string_view text, std::string_view beginning) {
  text = without_mark(text);
  while (!text.empty())
    if (same_letters(take_line(text).substr(0, beginning.size()), beginning)) return true;
  return false;
}

bool is_import(std::string_view line, const Language& language) {
  if (begins_with_one_of(language.imports, line)) return true;
  if (language.family == Family::rust) return line.starts_with("mod ") && line.ends_with(';');
  return language.family == Family::script && line.find("require(") != std::string_view::npos;
}

// Calls visit(line) for each line with an import, and those to which one goes on in brackets.
template <class Visit>
void each_import(std::string_view text, const Language& language, Visit visit) {
  bool open = false;
  while (!text.empty()) {
    std::string_view line = trim(take_line(text));
    if (!open && !is_import(line, language)) continue;
    visit(line);
    bool opens = line.find_last_of("{(") != std::string_view::npos;
    bool closes = line.find_first_of("})") != std::string_view::npos;
    open = (open || opens) && !closes;
  }
}

// Calls visit(word, at) for each word of a line that stands neither in quotes nor in a comment, and where it begins.
template <class Visit>
void each_word(std::string_view line, std::string_view comment, Visit visit) {
  char quote = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    char byte = line[at];
    if (quote != 0) {
      if (byte == '\\') ++at;
      else if (byte == quote) quote = 0;
    } else if (line.substr(at).starts_with(comment)) {
      return;
    } else if (std::string_view("\"'`").find(byte) != std::string_view::npos) {
      quote = byte;
    } else if (is_word(byte)) {
      auto end = std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(at), line.end(), is_word);
      size_t size = static_cast<size_t>(end - line.begin()) - at;
      visit(line.substr(at, size), at);
      at += size - 1;
    }
  }
}

bool exports(std::string_view text) {
  constexpr std::string_view kExports[] = {"export ", "export{", "module.exports", "exports."};
  while (!text.empty())
    if (begins_with_one_of(kExports, take_line(text))) return true;
  return false;
}

// The names that imports bring: of a path its last part alone.
NameSet names_of_imports(std::string_view text, const Language& language) {
  constexpr std::string_view kKeywords[] = {"import", "from", "as", "const", "let", "var", "require", "type", "default",
      "use", "pub", "mod", "crate", "self", "super", "static", "export"};
  NameSet names;
  each_import(text, language, [&](std::string_view line) {
    if (line.starts_with("from ")) line.remove_prefix(std::min(line.find(" import"), line.size()));
    each_word(line, language.comment, [&](std::string_view word, size_t at) {
      std::string_view next = line.substr(at + word.size());
      bool of_path = next.starts_with('.') || next.starts_with("::");
      if (word.size() > 1 && !of_path && !is_one_of(kKeywords, word)) names.emplace(word);
    });
  });
  return names;
}

// "db.x", "List<", "useState(", "<Button", "(a: Counter)": no word of a text that it writes.
bool is_use(std::string_view line, std::string_view word, size_t at) {
  std::string_view before = trim(line.substr(0, at)), next = line.substr(at + word.size());
  if (before.ends_with('.') || before.ends_with("::")) return false;
  bool calls = !next.empty() && std::string_view("(<[").find(next[0]) != std::string_view::npos;
  bool member = next.size() > 1 && next[0] == '.' && is_word(next[1]);
  bool type = is_capital_letter(word[0]) && !before.empty() &&
      (std::string_view(":(<,=|&[{").find(before.back()) != std::string_view::npos || before.ends_with("->"));
  return calls || member || type || next.starts_with("::") || before.ends_with('<') || before.ends_with('@');
}

enum class Depth : uint8_t { top, any };

// The names that the text makes, in lines that are not indented or in all.
NameSet made_names(std::string_view text, const Language& language, Depth depth) {
  constexpr std::string_view kMakers[] = {"def", "class", "function", "const", "let", "var", "fn", "struct", "enum",
      "interface", "type", "trait", "record", "object", "fun", "val"};
  constexpr std::string_view kFunctions[] = {"def", "function", "fn", "fun"};
  NameSet made;
  while (!text.empty()) {
    std::string_view line = take_line(text), last;
    bool function = false;  // its parameters are names that it makes, too
    if (depth == Depth::top && !line.empty() && is_white(line[0])) continue;
    each_word(line, language.comment, [&](std::string_view word, size_t at) {
      bool is_set = trim(line.substr(at + word.size())).starts_with("= ") && trim(line.substr(0, at)).empty();
      if (is_one_of(kMakers, last) || is_set || function) made.emplace(word);
      function = function || is_one_of(kFunctions, word);
      last = word;
    });
  }
  return made;
}

// One of `names` that the text uses; "" when it uses none.
std::string used_name(std::string_view text, const NameSet& names, const Language& language) {
  std::string used;
  while (!text.empty() && used.empty()) {
    std::string_view line = trim(take_line(text));
    if (line.starts_with('*') || line.starts_with("/*")) continue;
    each_word(line, language.comment, [&](std::string_view word, size_t at) {
      if (used.empty() && names.contains(word) && is_use(line, word, at)) used = word;
    });
  }
  return used;
}

}  // namespace

std::optional<std::string> lost_head(std::string_view before, std::string_view after, std::string_view path) {
  constexpr std::string_view kInterpreter = "#!/";
  if (before.starts_with(kInterpreter) && !after.starts_with(kInterpreter))
    return "it does not begin with '#!', as the file does";
  for (const Opening& opening : kOpenings)
    if (path.ends_with(opening.ending) && has_line(before, opening.line) && !has_line(after, opening.line))
      return fmt::format("it has no line '{}', as the file has", trim(opening.line));
  auto language = std::find_if(std::begin(kLanguages), std::end(kLanguages),
      [path](const Language& one) { return ends_with_one_of(one.endings, path); });
  if (language == std::end(kLanguages)) return std::nullopt;
  if (language->family == Family::script && exports(before) && !exports(after))
    return "it exports nothing, and the file does";
  bool imports = false;
  each_import(after, *language, [&](std::string_view) { imports = true; });
  NameSet names = names_of_imports(before, *language);
  if (imports || names.empty()) return std::nullopt;
  names.merge(made_names(before, *language, Depth::top));
  for (const std::string& name : made_names(after, *language, Depth::any)) names.erase(name);
  for (std::string_view name : {"fetch", "URL", "process", "Buffer", "performance", "React"})  // also without imports
    if (language->family == Family::script) names.erase(std::string(name));
  std::string name = used_name(after, names, *language);
  if (name.empty()) return std::nullopt;
  return fmt::format("it imports nothing, and uses '{}' from the head of the file", escape_for_display(name));
}

}  // namespace aptix::edit
