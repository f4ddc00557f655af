// Signs and a few words of many languages; none of them is parsed.
#include "format/basis/code_line.h"

#include <algorithm>
#include <iterator>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::format {
namespace {

bool has_sign(std::string_view line) {
  return line.find_first_of("(){}[]=;<>") != std::string_view::npos || line.ends_with('"') || line.ends_with('\'');
}

// "It is 2 now."
bool is_sentence(std::string_view line) {
  constexpr std::ptrdiff_t kFewBlanks = 3;
  bool ends = line.size() > 1 && std::string_view(".!?").find(line.back()) != std::string_view::npos;
  if (!ends || std::count(line.begin(), line.end(), ' ') < kFewBlanks) return false;
  char before = line[line.size() - 2];
  return is_of_word(before) || std::string_view("`\"')").find(before) != std::string_view::npos;
}

bool begins_code(std::string_view line) {
  constexpr std::string_view kSigns[] = {
      "#include", "#!", "#define ", "#pragma ", "<?php", "<?xml", "<!DOCTYPE", "<!doctype", "//", "/*", "set -"};
  constexpr std::string_view kNames[] = {"import ", "package ", "using ", "require ", "module "};
  constexpr std::string_view kWords[] = {"import ", "from ", "def ", "class ", "func ", "fn ", "pub ", "const ", "let ",
      "var ", "val ", "export ", "public ", "private ", "protected ", "static ", "using ", "namespace ", "module ",
      "require(", "require ", "return ", "if ", "for ", "while ", "struct ", "enum ", "interface ", "type ", "async ",
      "await ", "use ", "mod ", "impl ", "function ", "void ", "int ", "print(", "echo "};
  if (begins_with_one_of(kSigns, line)) return true;
  std::ptrdiff_t blanks = std::count(line.begin(), line.end(), ' ');
  return (blanks == 1 && begins_with_one_of(kNames, line)) || (begins_with_one_of(kWords, line) && has_sign(line));
}

bool ends_code(std::string_view line) {
  constexpr std::string_view kEnds[] = {"{", "}", ";", "(", "[", "},", "],", "),", "=>"};
  constexpr std::string_view kOpenBlocks[] = {"if ", "elif ", "for ", "while ", "with ", "try:", "else:", "except"};
  bool block = line.ends_with(':') && (begins_with_one_of(kOpenBlocks, line));
  return block || ends_with_one_of(kEnds, line);
}

// "limit = 3", "self.x += 1", "flask==2.0", "int port = 80"
bool sets_something(std::string_view line) {
  size_t sign = line.find('=');
  if (sign == std::string_view::npos || sign + 1 == line.size()) return false;
  std::string_view left = line.substr(0, sign);
  left = trim(left.substr(0, left.find_last_not_of("+-*/|&:!<>?~ ") + 1));
  std::ptrdiff_t blanks = std::count(left.begin(), left.end(), ' ');
  return !left.empty() && (blanks == 0 || (blanks == 1 && !is_capital_letter(left[0]))) &&
      std::all_of(left.begin(), left.end(), [](char byte) {
        return is_word(byte) || std::string_view(".$[]'\"-: ").find(byte) != std::string_view::npos;
      });
}

// "start(port)"
bool is_call(std::string_view line) {
  size_t open = line.find('(');
  return open != std::string_view::npos && open != 0 && line.ends_with(')') &&
      std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(open),
          [](char byte) { return is_word(byte) || byte == '.' || byte == '@'; });
}

// "port: 80", "- name: x", "all:", "\"key\": 1"
bool is_key(std::string_view line) {
  line = line.substr(line.starts_with("- ") ? 2 : 0);
  size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || is_capital_letter(line[0])) return false;
  bool ends = colon + 1 == line.size() || line[colon + 1] == ' ';
  return ends && std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon), [](char byte) {
    return is_word(byte) || std::string_view(".-\"'/").find(byte) != std::string_view::npos;
  });
}

// What is code in a file of that kind alone.
bool is_of_kind(std::string_view line, std::string_view path) {
  constexpr std::string_view kOfKeys[] = {".yml", ".yaml", ".json", "Makefile"};
  constexpr std::string_view kOfSections[] = {".toml", ".ini", ".cfg", ".conf"};
  constexpr std::string_view kOfTags[] = {
      ".html", ".htm", ".xml", ".svg", ".vue", ".svelte", ".jsx", ".tsx", ".astro", ".xaml", ".csproj"};
  constexpr std::string_view kCommands[] = {
      "SELECT ", "INSERT ", "CREATE ", "ALTER ", "DROP ", "UPDATE ", "FROM ", "RUN ", "COPY ", "WORKDIR ", "CMD "};
  constexpr std::string_view kOfCommands[] = {".sql", "Dockerfile"};
  if (ends_with_one_of(kOfKeys, path)) return is_key(line);
  if (ends_with_one_of(kOfSections, path)) return line.starts_with('[') && line.ends_with(']');
  if (ends_with_one_of(kOfTags, path)) return line.starts_with('<') && line.ends_with('>');
  return ends_with_one_of(kOfCommands, path) && begins_with_one_of(kCommands, line);
}

}  // namespace

bool looks_like_code(std::string_view line, std::string_view path) {
  line = trim(line);
  if (line.empty() || is_sentence(line)) return false;
  return begins_code(line) || ends_code(line) || sets_something(line) || is_call(line) || is_of_kind(line, path);
}

}  // namespace aptix::format
