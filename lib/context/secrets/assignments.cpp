// Patterns find where a value may be, and in which form; then the value must look like a credential. An unquoted value
// is also judged by what is around it, as code looks much like settings.
#include "context/secrets/readers.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/regex.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::context::secrets {
namespace {

constexpr size_t kMostName = 100, kMostLine = 600;  // of longer ones only a part is looked at
constexpr size_t kMostValue = 400;
constexpr std::string_view kAroundValue = "\"'`()[]{}<>\\|";

// In patterns '!' is a quoted value. Quotes in it may be doubled or escaped; it may be inside of another string.
Regex value_pattern(std::string pattern) {
  constexpr std::string_view kQuoted =
      R"re((?:"((?:[^"\\\r\n]|\\.|"")*)"|'((?:[^'\\\r\n]|\\.|'')*)'|`((?:[^`\\\r\n]|\\.|``)*)`|\\["'`](.*?)\\["'`]))re";
  if (size_t mark = pattern.find('!'); mark != std::string::npos) pattern.replace(mark, 1, kQuoted);
  return compiled(pattern);
}

struct FoundValue {
  std::string_view bytes;
  bool is_quoted = false;
};

// The first group that matched; nothing if the pattern does not match.
std::optional<FoundValue> match_value(const Regex& pattern, std::string_view text) {
  std::array<std::string_view, 6> groups;
  if (!pattern.find(text, 0, groups)) return std::nullopt;
  for (size_t i = 1; i < groups.size(); ++i)
    if (groups[i].data() != nullptr) return FoundValue{groups[i], i < 5};
  return std::nullopt;
}

std::string_view rest_of_line(std::string_view text) {
  text = text.substr(0, kMostLine);
  return text.substr(0, text.find_first_of("\r\n"));
}

// The name that contains a word. `before`: the line up to the name; `after`: the text from its end on.
struct Name {
  std::string_view letters, before, after;
  const NameWord& word;
};

Name name_around(std::string_view text, size_t at, const NameWord& word) {
  auto is_of_name = [](char c) { return is_word(c) || c == '-' || c == '.' || c == '$'; };
  size_t start = at, end = at + word.word.size(), line = 0, after = end;
  while (start > 0 && at - start < kMostName && is_of_name(text[start - 1])) --start;
  while (end < text.size() && end - after < kMostName && is_of_name(text[end])) ++end;
  for (line = start; line > 0 && start - line < kMostLine && text[line - 1] != '\n' && text[line - 1] != '\r';) --line;
  return {text.substr(start, end - start), text.substr(line, start - line), text.substr(end), word};
}

// What separates a name from its value: "=", ":", ":=", "=>", perhaps with a type.
struct Sign {
  std::string_view after;  // from the value on
  bool tight = false;      // "=" without spaces around it
  bool colon = false;
};

std::optional<Sign> read_sign(std::string_view after_name) {
  static const Regex pattern = value_pattern(
      R"re(\A["'`\\\])]*(?:([ \t]*:(?:=|[ \t&*]*[A-Za-z][\w$. \t<>\[\]|&*?-]*=))(?:[^=>]|$)|([ \t]*:)(?:[^:/]|$))re"
      R"re(|(=)(?:[^= \t>]|$)|([ \t]*=>?|[ \t]+value=)(?:[^=]|$)))re");
  std::string_view line = rest_of_line(after_name);
  size_t first = line.find_first_not_of("\"'`\\]) \t");
  if (first == std::string_view::npos || std::string_view(":=v").find(line[first]) == std::string_view::npos)
    return std::nullopt;
  std::array<std::string_view, 5> groups;
  if (!pattern.find(line, 0, groups)) return std::nullopt;
  auto sign =
      std::find_if(groups.begin() + 1, groups.end(), [](std::string_view one) { return one.data() != nullptr; });
  line.remove_prefix(static_cast<size_t>(sign->data() + sign->size() - line.data()));
  line.remove_prefix(indent_of(line).size());
  return Sign{line, sign == groups.begin() + 3, sign == groups.begin() + 2};
}

// Features that tell an unquoted value of a setting from code.
struct Setting {
  std::string_view before{}, value{};  // the line before the name; the value
  bool tight = false, colon = false;   // as in Sign
  bool any_value = false;              // any value of this name is a credential
  bool capitals = false;               // the name has no lower-case letters, as in the environment
};

Setting setting_of(const Name& name, std::string_view value, const Sign& sign) {
  return {name.before, value, sign.tight, sign.colon, name.word.any_value,
      std::none_of(name.letters.begin(), name.letters.end(), is_small_letter)};
}

// "config.api_key", "settings.v2.access1", "keys/1.txt": names. A part of a key has more digits, or begins with one.
bool is_member(std::string_view value) {
  constexpr size_t kMostDigits = 3, kLongest = 16;
  if (value.find('/') != std::string_view::npos) return true;
  for (std::string_view part : split(value, '.')) {
    auto digits = static_cast<size_t>(std::count_if(part.begin(), part.end(), is_digit));
    if (part.empty() || digits > kMostDigits) return false;
    if (digits == part.size()) continue;  // of a version
    size_t last = part.find_last_not_of("0123456789");
    if (is_digit(part.front()) || (last + 1 + digits != part.size() && part.size() >= kLongest)) return false;
  }
  return true;
}

// Is `before` empty, a keyword of a shell or container file, the "- " of a list item, or the host on a line of .npmrc?
bool opens_setting(std::string_view before) {
  constexpr std::string_view kWordsBefore[] = {"export ", "ENV ", "ARG ", "set "};
  bool of_npm = before.starts_with("//") && before.ends_with(':') && before.find(' ') == std::string_view::npos;
  return before.empty() || of_npm || is_one_of(kWordsBefore, before) ||
      (before.ends_with("- ") && before.find_first_not_of(' ') == before.size() - 2);
}

bool opens_setting_trimmed(std::string_view before) {
  before = trim(before);
  return before == "-" || opens_setting(before);
}

// It has a letter and a digit, or the line is only NAME=value. A value with a '.' must not be a member, as
// "config.api_key".
bool is_setting(const Setting& setting) {
  std::string_view value = setting.value;
  if (value.size() < 3 || value.find_first_not_of("0123456789.") == std::string_view::npos) return false;
  if (value.find("::") != std::string_view::npos || value.find("->") != std::string_view::npos) return false;
  // "tokens+1", "name+#0"; "PERM_14", "^PERM_14"
  static const Regex of_code = compiled(R"(\A(?:.+[+*][#0-9]{0,4}|[A-Z0-9^]*_[A-Z0-9_^]*)$)");
  if (!setting.tight && of_code.contains(value)) return false;
  bool alone = setting.before.empty() || is_blank_byte(setting.before.back());
  bool dotted = value.find('.') != std::string_view::npos;
  if (dotted && opens_setting_trimmed(setting.before) && has_both(value) && !is_member(value)) return true;
  if (has_both(value) && !dotted) return true;
  return setting.tight && (opens_setting(setting.before) || (setting.capitals && alone)) &&
      (!dotted || (setting.any_value && has_both(value)));
}

// "password: supersecret" alone on its line, as in YAML; not "password: string", or another name of a type.
bool is_plain_word(const Setting& setting) {
  constexpr std::string_view kTypes[] = {"string", "number", "boolean", "object", "unknown", "symbol", "bigint",
      "integer", "varchar", "secretstr", "buffer", "bytes", "password"};
  std::string_view value = setting.value;
  return value.size() >= 6 && std::all_of(value.begin(), value.end(), is_small_letter) && !is_one_of(kTypes, value) &&
      setting.colon && setting.before.find_first_not_of(" -\"'") == std::string_view::npos;
}

// "p@$$w0rd!", to the end of the line: code has these characters, too, but not in this mix.
bool is_odd_value(const Setting& setting) {
  constexpr size_t kLeast = 5;
  std::string_view value = setting.value;
  if (value.size() < kLeast || !has_both(value) || !opens_setting_trimmed(setting.before)) return false;
  if (value.find_first_of(" \t") != std::string_view::npos ||
      value.find_first_of(kAroundValue) != std::string_view::npos)
    return false;
  if (std::string_view("$@&*!.-").find(value.front()) != std::string_view::npos) return false;
  if (value.ends_with(',') || value.ends_with(';')) return false;
  // With spaces around the sign, sums, members and lists are code.
  return value.find_first_of(setting.tight ? "!@#$%^~?;,&*+"
                 : setting.colon           ? "!@#$^~?;"
                                           : "!@#$^~?") != std::string_view::npos;
}

// NAME=value before a command, or among others. `after`: what follows the value on its line.
bool is_one_of_many(const Setting& setting, std::string_view after) {
  constexpr std::string_view kOperators[] = {"if", "or", "and", "else", "in", "is", "not", "then", "for", "as", "=",
      "==", "!=", "+", "-", "*", "/", "<", ">", "<=", ">=", "&&", "||", "?", ":"};
  bool alone = setting.before.empty() || is_blank_byte(setting.before.back());
  bool given = has_both(setting.value) || (setting.capitals && setting.any_value);
  return setting.tight && alone && given && !is_one_of(kOperators, after.substr(0, after.find_first_of(" \t")));
}

// "Server=...;Pwd=two words;": offset in `after`, which follows the first word of the value, of the ';' or quote that
// ends the value. npos if it is no such value.
size_t end_in_connection(const Setting& setting, std::string_view after) {
  size_t end = after.find_first_of("=;\"'");
  bool is_part = setting.tight && setting.before.ends_with(';') && !setting.value.empty();
  return is_part && end < after.size() && after[end] != '=' ? end : std::string_view::npos;
}

// Does the byte right after a value end it? The same quote as before its name, and in a URL any quote.
bool closes(std::string_view before_name, char after) {
  char before = before_name.empty() ? '\0' : before_name.back();
  bool is_quote = after == '"' || after == '\'' || after == '`';
  if (before == '?' || before == '&') return is_quote || after == ')' || after == '>' || is_blank_byte(after);
  return is_quote && after == before;
}

// A quoted value, perhaps with a prefix: r"...", L"...", b'...'. Otherwise a value that ends with the line, a ';' or
// '&', as in settings, and that cannot be code.
std::optional<FoundValue> read_value(const Name& name, const Sign& sign) {
  static const Regex quoted = value_pattern(R"(\A[A-Za-z@]{0,2}!)"),
                     opens = value_pattern(R"(\A[A-Za-z@]{0,2}\\?["'`])");
  if (auto value = match_value(quoted, sign.after)) return value;
  if (opens.contains(sign.after)) return std::nullopt;
  std::string_view bytes = sign.after.substr(0, sign.after.find_first_of(" \t;&\"'`()[]{}<>,$\\|"));
  if (bytes.size() > kMostValue) return std::nullopt;
  std::string_view after = sign.after.substr(bytes.size());
  char next = after.empty() ? '\0' : after.front();
  bool ends = next == ';' && !sign.colon;  // not "token: String15;"
  std::string_view rest = trim(after);
  if (ends || next == '&' || next == '"' || closes(name.before, next) || rest.empty() || rest.front() == '#')
    return FoundValue{bytes};
  Setting setting = setting_of(name, bytes, sign);
  if (is_blank_byte(next) && is_one_of_many(setting, rest)) return FoundValue{bytes};
  if (size_t end = end_in_connection(setting, rest); end != std::string_view::npos)
    return FoundValue{sign.after.substr(0, static_cast<size_t>(rest.data() + end - sign.after.data())), true};
  setting.value = trim(sign.after);
  return is_odd_value(setting) ? std::optional(FoundValue{setting.value}) : std::nullopt;
}

// Other forms. `before`: the line up to and including the name; `after`: what follows the name.
struct Form {
  Regex before, after;
};

std::optional<FoundValue> value_in_form(const Name& name) {
  static const Form forms[] = {
      // <password>VALUE</password>
      {value_pattern(R"(<[\w.$-]+$)"), value_pattern(R"(\A>([^<\r\n]*)</)")},
      // define('DB_PASSWORD', 'VALUE')
      {value_pattern(R"(define\([ \t]*["'`][\w.$-]+$)"), value_pattern(R"(\A["'`][ \t,]*!)")},
      // ENV DB_PASSWORD VALUE, set -x API_TOKEN VALUE, to the end of the line
      {value_pattern(R"(^[ \t]*(?i:env|set -[gu]?x|setx|setenv)[ \t]+[\w.$-]+$)"),
          value_pattern(R"(\A(?:[ \t]*!|[ \t]+([^ \t\r\n]+)[ \t\r]*$))")},
      // set password "VALUE", :password "VALUE"
      {value_pattern(R"((?:^[ \t]*(?i:set)[ \t]+|:)[\w.$-]+$)"), value_pattern(R"(\A[ \t]+!)")},
      // --token VALUE, --token=VALUE, and "--token", "VALUE" in a list of words
      {value_pattern(R"((?:^|[^\w.$-])--[\w.$-]+$)"), value_pattern(R"(\A(?:=|[ \t])[ \t]*!)")},
      {value_pattern(R"(["'`]--[\w.$-]+$)"), value_pattern(R"(\A["'`],[ \t]*!)")},
  };
  std::string_view line = rest_of_line(name.after);
  std::string_view until(name.before.data(), name.before.size() + name.letters.size());
  for (const Form& form : forms)
    if (auto value = match_value(form.after, line); value && form.before.contains(until)) return value;
  // A word after a flag may be anything, and '#define PASSWORD_FIELD "field"' mostly names something.
  static const Regex flag =
      value_pattern(R"(\A(?:=|[ \t])[ \t]*([^ \t;&"'`()\[\]{}<>,$\\|-][^ \t;&"'`()\[\]{}<>,$\\|]*)(?:$|[ \t"'`);]))");
  static const Regex define = value_pattern(R"(^[ \t]*# ?define[ \t]+[\w.$-]+$)"), text = value_pattern(R"(\A[ \t]+!)");
  if (name.letters.starts_with("--")) {
    auto value = match_value(flag, line);
    if (!value || !has_both(value->bytes)) return std::nullopt;
    bool path = value->bytes.find('/') != std::string_view::npos && !is_random(value->bytes);
    return path ? std::nullopt : std::optional(FoundValue{value->bytes});
  }
  auto value =
      define.contains(until) && name.letters.ends_with(name.word.word) ? match_value(text, line) : std::nullopt;
  return value && has_both(value->bytes) ? value : std::nullopt;
}

// {"name": "DB_PASSWORD", "value": "VALUE"}, the same on lines of YAML, and variable "x" { default = "VALUE" }.
std::optional<FoundValue> value_beside(const Name& name) {
  constexpr size_t kFar = 300;
  static const Regex before = value_pattern(R"((?:^|[ \t"'`{,-])(?i:name|key|type|variable)[ \t"'`:=]*$)"),
                     block = value_pattern(R"(variable[ \t"'`:=]*$)"),
                     value = value_pattern(R"(\A([ \t"'`:=,{]*(?:\r?\n)?[ \t"'`:=,{]*(?i:value|default))(?:\W|$))"),
                     inner =
                         value_pattern(R"(\A((?:[ \t]*[^ \t}\n][^\n]*\n){1,7}?[ \t"'`]*(?i:value|default))(?:\W|$))");
  if (!before.contains(name.before)) return std::nullopt;
  std::string_view near = name.after.substr(0, kFar);
  auto key = match_value(value, near);
  if (!key && block.contains(name.before)) key = match_value(inner, near);
  if (!key) return std::nullopt;
  auto sign = read_sign(name.after.substr(key->bytes.size()));
  return sign ? read_value({{}, "?=", {}, name.word}, *sign) : std::nullopt;
}

// "DisablePasswordCaching" and "no_password" are about a password.
bool tells_of(std::string_view word, std::string_view value) {
  std::string small = ascii_lower(value), known = ascii_lower(word);
  bool of_letters =
      std::all_of(small.begin(), small.end(), [](char c) { return is_letter(c) || c == '_' || c == '-'; });
  return small.ends_with(known) || (of_letters && small.find(known) != std::string::npos);
}

bool is_credential(const NameWord& word, const FoundValue& found) {
  std::string_view value = found.bytes;
  if (is_placeholder(value) || is_hex(value) || is_of_code(value)) return false;
  bool words = value.find_first_of(" \t") != std::string_view::npos;  // more often a label than a passphrase
  if (word.any_value)
    return value.size() >= (found.is_quoted ? 3u : 4u) && !tells_of(word.word, value) &&
        (!words || has_both(value) || value.find('$') != std::string_view::npos);
  if (words || value.size() < (word.ends_name ? 5u : 8u) || value.find("://") != std::string_view::npos) return false;
  return has_both(value) || is_random(value);
}

// "correct horse battery staple": words without the word "password".
bool is_passphrase(const NameWord& word, std::string_view value, const Setting& setting) {
  constexpr size_t kLeast = 16;
  if (!word.any_value || !setting.tight || !opens_setting(setting.before)) return false;
  bool plain = std::all_of(value.begin(), value.end(), [](char c) { return is_small_letter(c) || c == ' '; });
  return plain && value.size() >= kLeast && value.find(ascii_lower(word.word)) == std::string_view::npos;
}

// "pass" in "DB_PASS" and "dbPass", not in "passed" and "bypass".
bool is_last_word(const Name& name, std::string_view text, size_t at) {
  bool begins = at == 0 || !is_letter(text[at - 1]) || (is_capital_letter(text[at]) && is_small_letter(text[at - 1]));
  return begins && name.after.data() == text.data() + at + name.word.word.size();
}

}  // namespace

std::optional<Secret> named_secret(std::string_view text, const NameWord& word, size_t at) {
  Name name = name_around(text, at, word);
  if (word.ends_name && !is_last_word(name, text, at)) return std::nullopt;
  if (names_a_hash(name.letters) || names_something_else(name.letters)) return std::nullopt;
  std::optional<FoundValue> found;
  Setting setting;
  bool is_plain = false;
  if (auto sign = read_sign(name.after)) {
    if ((found = read_value(name, *sign))) is_plain = !found->is_quoted;
    else found = value_in_form(name);
    if (found) setting = setting_of(name, found->bytes, *sign);
  } else if ((found = value_beside(name))) {
    is_plain = !found->is_quoted;
    setting = {.value = found->bytes, .colon = true};
  } else {
    found = value_in_form(name);
  }
  if (!found) return std::nullopt;
  bool is_word = word.any_value && is_plain_word(setting);
  if (is_plain && !is_word && !is_setting(setting) && !is_odd_value(setting)) return std::nullopt;
  if (!is_credential(word, *found) && !(found->is_quoted && is_passphrase(word, found->bytes, setting)))
    return std::nullopt;
  auto start = static_cast<size_t>(found->bytes.data() - text.data());
  return Secret{start, start + found->bytes.size(), word.kind};
}

}  // namespace aptix::context::secrets
