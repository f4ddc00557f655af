#include "edit/fit/things.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

bool is_in_name(char c) { return is_of_word(c) || c == '_' || c == '$'; }

// Removes "<...>" after a word.
std::string without_generics(std::string_view code) {
  std::string out;
  for (size_t at = 0; at < code.size(); ++at) {
    bool may_open = code[at] == '<' && at > 0 && (is_in_name(code[at - 1]) || code.substr(0, at).ends_with("fun "));
    if (!may_open) {
      out += code[at];
      continue;
    }
    size_t end = at, depth = 0;
    for (; end < code.size(); ++end) {
      if (code[end] == '<') ++depth;
      else if (code[end] == '>' && code[end - 1] != '-' && code[end - 1] != '=' && --depth == 0) break;
      else if (std::string_view("();{&|").find(code[end]) != std::string_view::npos) break;
    }
    bool closed = end < code.size() && code[end] == '>';
    if (closed) at = end;
    else out += code[at];
  }
  return out;
}

// Removes modifiers with parentheses of their own: "pub(crate)", "@Named()".
std::string without_modifiers(std::string text) {
  constexpr std::string_view kModifiers[] = {"pub", "private", "internal", "fileprivate", "public", "package", "open",
      "alignas", "decltype", "__attribute__", "__declspec", "extern"};
  for (size_t open = text.find('('); open != text.npos; open = text.find('(')) {
    size_t start = open;
    while (start > 0 && (is_in_name(text[start - 1]) || text[start - 1] == '.')) --start;
    bool decorates = start > 0 && text[start - 1] == '@';
    if (!decorates && !is_one_of(kModifiers, std::string_view(text).substr(start, open - start))) return text;
    size_t end = open;
    int depth = 0;
    do depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    while (++end < text.size() && depth > 0);
    if (depth > 0 || trim(std::string_view(text).substr(end)).empty()) return text;
    text.erase(start - (decorates ? 1 : 0), end - start + (decorates ? 1 : 0));
  }
  return text;
}

// The offset of the first '(', '{', '=' or ':'. "::" does not count, nor a ':' after "function ", as in Lua.
size_t end_of_name(std::string_view code) {
  for (size_t at = 0; at < code.size(); ++at) {
    if (std::string_view("({=").find(code[at]) != std::string_view::npos) return at;
    if (code[at] != ':') continue;
    if (code.substr(at).starts_with("::")) ++at;
    else if (!code.starts_with("function ")) return at;
  }
  return code.size();
}

std::string_view last_name(std::string_view text) {
  text = trim(text);
  while (text.ends_with("[]") || text.ends_with('?') || text.ends_with('!'))
    text.remove_suffix(text.ends_with(']') ? 2 : 1);
  size_t start = text.size();
  while (start > 0) {
    char c = text[start - 1];
    bool scope = c == ':' && start > 1 && start < text.size();
    if (!is_in_name(c) && c != '.' && c != '~' && c != '#' && !scope) break;
    --start;
  }
  text.remove_prefix(start);
  return text;
}

// Does the line end within a '{' that is opened in the parentheses of a call: "on("x", () => {"? Those of a definition
// do not count: "function A({".
bool gives_body_to_call(std::string_view code) {
  std::string open;
  size_t call = std::string_view::npos;
  for (size_t at = 0; at < code.size(); ++at) {
    char c = code[at];
    if (c == '(' && open.find('(') == std::string::npos) call = at;
    if (c == '(' || c == '{' || c == '[') open += c;
    else if (!open.empty() && (c == ')' || c == '}' || c == ']')) open.pop_back();
  }
  size_t paren = open.find('(');
  if (paren == std::string::npos || open.find('{', paren) == std::string::npos) return false;
  if (code.substr(call).starts_with("({")) {  // "function A({": parameters of a definition
    std::string_view before = trim(code.substr(0, call));
    before.remove_suffix(last_name(before).size());
    before = trim(before);
    constexpr std::string_view kCalls[] = {"await", "return", "new", "throw", "yield", "=", "(", "=>"};
    return before.empty() || ends_with_one_of(kCalls, before);
  }
  return true;
}

bool is_test_macro(std::string_view name) {
  return name.size() > 1 && std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// Control flow names nothing: "if (x) {".
bool begins_with_control(std::string_view code) {
  constexpr std::string_view kWords[] = {"if", "for", "foreach", "while", "until", "unless", "switch", "select", "else",
      "elif", "elsif", "elseif", "do", "try", "catch", "except", "finally", "with", "match", "return", "case", "when",
      "begin", "rescue", "ensure", "loop", "unsafe", "yield", "throw", "await", "synchronized", "using", "lock",
      "guard", "defer", "go", "repeat", "break", "continue", "goto", "assert", "raise", "in", "then", "fi", "done",
      "esac", "end"};
  return is_one_of(kWords, first_word_of(code));
}

}  // namespace

std::string_view first_word_of(std::string_view code) {
  size_t end = 0;
  while (end < code.size() && is_in_name(code[end])) ++end;
  return code.substr(0, end);
}

std::string_view first_token(std::string_view line) {
  line = trim(line);
  std::string_view word = first_word_of(line);
  return word.empty() ? line.substr(0, line.find_first_of(" \t")) : word;
}

NameOfHead name_of_head(std::string_view code, const SourceKind& kind) {
  constexpr size_t kLongestHead = 1000;
  code = code.substr(0, kLongestHead);
  NameOfHead found;
  if (!kind.names || kind.keys || code.empty() ||
      std::string_view(".})],<").find(code.front()) != std::string_view::npos)
    return found;
  if (begins_with_control(code)) return found;
  // An arm of a match has no name: "Some(x) => {".
  bool arm = !kind.regular_expressions && code.find("=>") != code.npos;
  if (arm || gives_body_to_call(code)) {
    found.callback = true;
    return found;
  }
  std::string text = without_modifiers(without_generics(code));
  size_t word = text.find("operator");
  if (word != text.npos && (word == 0 || !is_in_name(text[word - 1])) && text.find('(', word) != text.npos) {
    size_t start = word;
    while (start > 0 && (is_in_name(text[start - 1]) || text[start - 1] == ':')) --start;
    found.name = text.substr(start, std::min(text.find('(', word + 10), text.size()) - start);
    return found;
  }
  if (kind.layout == Layout::indentation || kind.word_ends) {  // any other line only continues on the next ones
    std::string_view head = text;
    if (head.starts_with("async ")) head.remove_prefix(6);
    constexpr std::string_view kDefines[] = {"def ", "class ", "module ", "function ", "local function ", "defp ",
        "defmodule ", "defmacro ", "struct ", "mutable struct "};
    bool shell = head.find("()") != head.npos && head.ends_with('{');
    if (!begins_with_one_of(kDefines, head) && !shell && head.find('=') == head.npos) return found;
  }
  size_t end = end_of_name(text);
  std::string_view before = trim(std::string_view(text).substr(0, end));
  if (text.starts_with("impl") && before.find(" for ") != before.npos) {  // "impl A for T" and "impl B for T" differ
    found.name = before.substr(0, before.find(" where "));
    return found;
  }
  for (std::string_view part : {" extends ", " implements ", " where ", " with "})
    before = before.substr(0, before.find(part));
  std::string_view name = last_name(before);
  constexpr std::string_view kSorts[] = {"struct", "interface", "class", "enum", "union"};  // "type Store struct {"
  if (is_one_of(kSorts, name)) {
    before.remove_suffix(name.size());
    name = last_name(before);
  }
  constexpr std::string_view kOfReceiver[] = {"func", "fun", "function", "fn", "def"};
  if (is_one_of(kOfReceiver, name) && end < text.size() && text[end] == '(') {
    size_t close = text.find(')', end);  // "func (s *Server) Run("
    size_t next = close == text.npos ? close : text.find('(', close);
    if (next == text.npos || name == "function") return found;
    name = last_name(trim(std::string_view(text).substr(close + 1, next - close - 1)));
  }
  bool is_macro = is_test_macro(name) && end < text.size() && text[end] == '(' && kind.directives;
  if (is_macro && !text.ends_with('{') && !text.ends_with(')')) return found;  // a call over several lines
  found.assigned = end < text.size() && text[end] != '(' && text[end] != '{';
  found.name = name;
  if (is_macro) found.name += std::string_view(text).substr(end, std::min(text.find(')', end), text.size()) - end);
  return found;
}

bool holds_members(const Thing& thing) {
  constexpr std::string_view kWords[] = {"class", "struct", "interface", "enum", "union", "trait", "type", "object",
      "record", "protocol", "extension", "impl", "message"};
  std::string_view head = thing.head_text;
  size_t name = thing.name().empty() ? head.npos : head.find(" " + thing.name());
  if (name == head.npos) return false;
  std::string_view before = trim(head.substr(0, name));
  return is_one_of(kWords, before.substr(before.rfind(' ') + 1));
}

}  // namespace aptix::edit
