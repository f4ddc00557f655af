// No language is parsed: lines are known by their beginnings, names by what stands next to them.
#include "edit/left_out/lost_head.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

using WordList = std::span<const std::string_view>;
using NameSet = std::set<std::string, std::less<>>;

// Lines that files have whose names end so: one of these.
struct Opening {
  std::string_view ending;
  std::array<std::string_view, 3> lines;
};
constexpr Opening kOpenings[] = {{".go", {"package "}}, {".java", {"package "}}, {".kt", {"package "}},
    {".scala", {"package "}}, {".php", {"<?php"}}, {".php", {"namespace "}}, {".proto", {"syntax "}},
    {".sol", {"pragma "}}, {".c", {"#include"}}, {".cc", {"#include"}}, {".cpp", {"#include"}}, {".cxx", {"#include"}},
    {".h", {"#ifndef ", "#pragma once"}}, {".hpp", {"#pragma once", "#ifndef "}}, {".cs", {"using ", "global using "}},
    {".cs", {"namespace "}}, {".rb", {"require"}}, {".swift", {"import "}}, {".dart", {"import ", "part of "}},
    {".R", {"library("}}, {".r", {"library("}}, {".scss", {"@use ", "@import ", "@forward "}}, {".vue", {"<template"}},
    {".vue", {"<script"}}, {".vue", {"<style"}}, {".svelte", {"<script"}}, {".svelte", {"<style"}},
    {".html", {"<!doctype"}}, {".html", {"</html"}}, {".lua", {"return "}}, {".yml", {"on:", "\"on\":", "'on':"}},
    {".yml", {"jobs:"}}, {".yaml", {"on:", "\"on\":", "'on':"}}, {".yaml", {"jobs:"}}, {".py", {"if __name__ =="}},
    {"go.mod", {"module "}}, {"Dockerfile", {"FROM "}}, {"pubspec.yaml", {"name:"}}};

// How imports begin, and what else in a line imports.
enum class Family : uint8_t { python, script, component, java, rust, php, lua };
struct Language {
  Family family;
  WordList endings, imports;
  std::string_view comment;  // to the end of the line
  std::string_view call = {};
};
constexpr std::string_view kPython[] = {".py", ".pyi"}, kPythonImports[] = {"import ", "from "};
constexpr std::string_view kScript[] = {".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts"},
                           kComponent[] = {".vue", ".svelte"}, kScriptImports[] = {"import ", "import{"};
constexpr std::string_view kJava[] = {".java", ".kt", ".scala", ".groovy"}, kJavaImports[] = {"import "};
constexpr std::string_view kRust[] = {".rs"}, kRustImports[] = {"use ", "pub use "};
constexpr std::string_view kPhp[] = {".php"}, kPhpImports[] = {"use "};
constexpr std::string_view kLua[] = {".lua"};
constexpr Language kLanguages[] = {{Family::python, kPython, kPythonImports, "#"},
    {Family::script, kScript, kScriptImports, "//", "require("},
    {Family::component, kComponent, kScriptImports, "//", "require("}, {Family::java, kJava, kJavaImports, "//"},
    {Family::rust, kRust, kRustImports, "//"}, {Family::php, kPhp, kPhpImports, "//"},
    {Family::lua, kLua, {}, "--", "require"}};

bool has_line(std::string_view text, const Opening& opening) {
  text = without_mark(text);
  while (!text.empty()) {
    std::string_view line = take_line(text);
    for (std::string_view one : opening.lines)
      if (!one.empty() && same_letters(line.substr(0, one.size()), one)) return true;
  }
  return false;
}

bool is_import(std::string_view line, const Language& language) {
  if (begins_with_one_of(language.imports, line)) return true;
  if (language.family == Family::rust) return line.starts_with("mod ") && line.ends_with(';');
  return !language.call.empty() && line.find(language.call) != std::string_view::npos;
}

// Calls visit(line) for each line with an import, and those to which one goes on in brackets.
template <class Visit>
void each_import(std::string_view text, const Language& language, Visit visit) {
  bool open = false;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    bool inner = language.family == Family::php && !line.empty() && is_white(line[0]);  // a trait of a class
    line = trim(line);
    if (!open && (inner || !is_import(line, language))) continue;
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
      "use", "pub", "mod", "crate", "self", "super", "static", "export", "function", "local"};
  NameSet names;
  each_import(text, language, [&](std::string_view line) {
    if (line.starts_with("from ")) line.remove_prefix(std::min(line.find(" import"), line.size()));
    each_word(line, language.comment, [&](std::string_view word, size_t at) {
      std::string_view next = line.substr(at + word.size());
      bool of_path = next.starts_with('.') || next.starts_with("::") || next.starts_with('\\');
      if (word.size() > 1 && !of_path && !is_one_of(kKeywords, word)) names.emplace(word);
    });
  });
  return names;
}

// "db.x", "List<", "useState(", "<Button", "(a: Counter)": no word of a text that it writes.
bool is_use(std::string_view line, std::string_view word, size_t at) {
  std::string_view before = trim(line.substr(0, at)), next = line.substr(at + word.size());
  if (before.ends_with('.') || before.ends_with("::") || before.ends_with('\\')) return false;
  bool calls = !next.empty() && std::string_view("(<[").find(next[0]) != std::string_view::npos;
  bool member = next.size() > 1 && next[0] == '.' && is_word(next[1]);
  bool type = is_capital_letter(word[0]) && !before.empty() &&
      (std::string_view(":(<,=|&[{").find(before.back()) != std::string_view::npos || before.ends_with("->"));
  return calls || member || type || next.starts_with("::") || before.ends_with('<') || before.ends_with('@');
}

enum class Depth : uint8_t { top, any };

// Where "} =" or "] =" stands after `at`; else the end of the line.
size_t end_of_list(std::string_view line, size_t at) {
  return std::min({line.find("} =", at), line.find("] =", at), line.size()});
}

// The names that the text makes, in lines that are not indented or in all.
NameSet made_names(std::string_view text, const Language& language, Depth depth) {
  constexpr std::string_view kMakers[] = {"def", "class", "function", "const", "let", "var", "fn", "struct", "enum",
      "interface", "type", "trait", "record", "object", "fun", "val", "local", "for", "as"};
  constexpr std::string_view kFunctions[] = {"def", "function", "fn", "fun"}, kTakers[] = {"const", "let", "var"};
  NameSet made;
  while (!text.empty()) {
    std::string_view line = take_line(text), last;
    size_t list = 0;   // where the next one ends that is known: it is looked for once
    size_t until = 0;  // before it stand names alone that it makes: of parameters, and in "const { a, b } ="
    if (depth == Depth::top && !line.empty() && is_white(line[0])) continue;
    each_word(line, language.comment, [&](std::string_view word, size_t at) {
      bool is_set = trim(line.substr(at + word.size())).starts_with("= ") && trim(line.substr(0, at)).empty();
      if (is_one_of(kMakers, last) || is_set || at < until) made.emplace(word);
      if (is_one_of(kFunctions, word)) until = line.size();
      bool takes = is_one_of(kTakers, word);
      if (takes && list <= at) list = end_of_list(line, at);
      if (takes && list < line.size()) until = std::max(until, list);
      last = word;
    });
  }
  return made;
}

// "render(x) {": of a method that is made here.
bool makes_method(std::string_view line, size_t at) { return at == 0 && line.ends_with('{'); }

// Which of `names` the text uses, in the order of the lines, and those that also stand in it otherwise: "(row) =>" and
// "for i, item in" may make them.
struct Uses {
  std::vector<std::string> used;
  NameSet otherwise;
};
Uses uses_of(std::string_view text, const NameSet& names, const Language& language) {
  Uses found;
  while (!text.empty()) {
    std::string_view line = trim(take_line(text));
    if (line.starts_with('*') || line.starts_with("/*")) continue;
    each_word(line, language.comment, [&](std::string_view word, size_t at) {
      if (!names.contains(word)) return;
      if (is_use(line, word, at) && !makes_method(line, at)) found.used.emplace_back(word);
      else if (!trim(line.substr(0, at)).ends_with('.')) found.otherwise.emplace(word);
    });
  }
  return found;
}

struct Imports {
  bool any = false;
  bool all = false;  // "from a import *": there may be any name in it
  NameSet words;
};
Imports imports_of(std::string_view text, const Language& language) {
  Imports found;
  each_import(text, language, [&](std::string_view line) {
    found.any = true;
    found.all = found.all || (line.find('*') != line.npos && line.find("* as ") == line.npos);
    each_word(line, language.comment, [&](std::string_view word, size_t) { found.words.emplace(word); });
  });
  return found;
}

// Which name `after` uses that only an import of `before` brings or, where it imports nothing, only the head.
std::optional<std::string> lost_import(std::string_view before, std::string_view after, const Language& language) {
  Imports imports = imports_of(after, language);
  NameSet names = names_of_imports(before, language);
  if (names.empty() || imports.all) return std::nullopt;
  if (!imports.any) names.merge(made_names(before, language, Depth::top));
  for (const std::string& name : made_names(after, language, Depth::any)) names.erase(name);
  for (const std::string& name : imports.words) names.erase(name);
  for (std::string_view name : {"fetch", "URL", "process", "Buffer", "performance", "React"})  // also without imports
    if (language.family == Family::script) names.erase(std::string(name));
  Uses uses = uses_of(after, names, language);
  if (imports.any) std::erase_if(uses.used, [&](const std::string& name) { return uses.otherwise.contains(name); });
  if (uses.used.empty()) return std::nullopt;
  return fmt::format(fmt::runtime(imports.any ? "it does not import '{}', which it uses, and the file does"
                                              : "it imports nothing, and uses '{}' from the head of the file"),
      escape_for_display(uses.used.front()));
}

}  // namespace

std::optional<std::string> lost_head(std::string_view before, std::string_view after, std::string_view path) {
  constexpr std::string_view kInterpreter = "#!/";
  if (before.starts_with(kInterpreter) && !after.starts_with(kInterpreter))
    return "it does not begin with '#!', as the file does";
  for (const Opening& opening : kOpenings)
    if (path.ends_with(opening.ending) && has_line(before, opening) && !has_line(after, opening))
      return fmt::format("it has no line '{}', as the file has", trim(opening.lines[0]));
  auto language = std::find_if(std::begin(kLanguages), std::end(kLanguages),
      [path](const Language& one) { return ends_with_one_of(one.endings, path); });
  if (language == std::end(kLanguages)) return std::nullopt;
  if (language->family == Family::script && exports(before) && !exports(after))
    return "it exports nothing, and the file does";
  return lost_import(before, after, *language);
}

}  // namespace aptix::edit
