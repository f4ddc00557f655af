#include "context/secrets/assignments.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"
#include "context/secrets/kubernetes.h"
#include "context/secrets/line_reader.h"
#include "context/secrets/names.h"
#include "context/secrets/needles.h"
#include "context/secrets/settings.h"
#include "context/secrets/value.h"

namespace aptix::context::secrets {
namespace {

// What a name has in it, and how much its value must look like a credential to be one.
struct Word {
  std::string_view word, kind;
  bool any_value = false;
  bool ends_name = false;  // a word of its own, the last of its name
};

constexpr Word kWords[] = {{"password", "password", true}, {"passwort", "password", true}, {"passwd", "password", true},
    {"passphrase", "password", true}, {"pass_phrase", "password", true}, {"pwd", "password", true},
    {"secret", "secret"}, {"token", "token"}, {"apikey", "api-key"}, {"api_key", "api-key"}, {"api-key", "api-key"},
    {"access_key", "access-key"}, {"accesskey", "access-key"}, {"access-key", "access-key"},
    {"private_key", "private-key"}, {"privatekey", "private-key"}, {"auth_key", "api-key"}, {"authkey", "api-key"},
    {"account_key", "access-key"}, {"accountkey", "access-key"}, {"shared_key", "secret"}, {"sharedkey", "secret"},
    {"master_key", "secret"}, {"masterkey", "secret"}, {"nonce_key", "secret"}, {"logged_in_key", "secret"},
    {"auth_salt", "secret"}, {"nonce_salt", "secret"}, {"logged_in_salt", "secret"}, {"psk", "password", true, true},
    {"pass", "password", false, true}, {"encryption_key", "secret"}, {"encryptionkey", "secret"},
    {"signing_key", "secret"}, {"credential", "credential"}};

constexpr size_t kMostName = 100;

// Where the value begins of a name that ends at `at`: after "=", ":", ":=", "=>", a type and so on.
struct Sign {
  size_t value = 0;
  bool tight = false;  // an "=" without spaces around it
  bool colon = false;
};

// After a ":", with what stands for it: ":=", and the "=" after a type, "password: str = ...".
Sign read_colon(Reader reader) {
  ++reader.at;
  bool walrus = reader.peek() == '=';
  if (walrus) ++reader.at;
  Reader type = reader;
  type.skip([](char c) { return is_blank_byte(c) || c == '&' || c == '*'; });
  if (is_letter(type.peek()))
    type.skip([&](char c) {
      constexpr std::string_view kSigns = " \t<>[]|&*?";
      return (is_name(c) || kSigns.find(c) != std::string_view::npos) && type.at - reader.at <= kMostName;
    });
  bool typed = !walrus && type.peek() == '=' && type.peek(1) != '=' && type.peek(1) != '>';
  if (typed) reader.at = type.at + 1;
  reader.skip_blanks();
  return Sign{reader.at, false, !walrus && !typed};
}

std::optional<Sign> read_sign(Reader reader) {
  reader.skip([](char c) { return is_quote(c) || c == '\\' || c == ']' || c == ')'; });
  size_t name_end = reader.at;
  reader.skip_blanks();
  bool spaced = reader.at > name_end;
  char sign = reader.peek(), next = reader.peek(1);
  if (sign == ':' && next != ':' && next != '/') return read_colon(reader);
  if (sign != '=' || next == '=') {
    // <add key="Password" value="...">
    constexpr std::string_view kAttribute = "value=";
    if (spaced && reader.text.substr(reader.at).starts_with(kAttribute)) return Sign{reader.at + kAttribute.size()};
    return std::nullopt;
  }
  reader.at += next == '>' ? 2 : 1;
  size_t after = reader.at;
  reader.skip_blanks();
  return Sign{reader.at, !spaced && after == reader.at && next != '>'};
}

// The name around a word.
struct Name {
  size_t start = 0, end = 0;
  bool any_value = false;

  Setting setting(std::string_view text, const Value& value, Sign sign) const {
    std::string_view letters = text.substr(start, end - start);
    return {line_before(text, start), value.of(text), sign.tight, sign.colon, any_value,
        std::none_of(letters.begin(), letters.end(), is_small_letter)};
  }
};
Name name_around(std::string_view text, size_t at, const Word& word) {
  size_t end = at + word.word.size();
  Name name{at, end, word.any_value};
  while (name.start > 0 && at - name.start < kMostName && is_name(text[name.start - 1])) --name.start;
  while (name.end < text.size() && name.end - end < kMostName && is_name(text[name.end])) ++name.end;
  return name;
}

// Whether what stands right after a value ends it: the same quote as before its name, and in an address any.
bool closes(std::string_view text, const Name& name, char after) {
  char before = name.start > 0 ? text[name.start - 1] : '\0';
  bool in_address = before == '?' || before == '&';
  if (in_address) return is_quote(after) || after == ')' || after == '>' || is_blank_byte(after);
  return is_quote(after) && after == before;
}

// Where the quote stands that a value begins with, past two letters at the most.
std::optional<size_t> quote_at(const Reader& reader) {
  for (size_t letters = 0; letters < 3; ++letters) {
    char c = reader.peek(letters);
    if (is_quote(c) || (c == '\\' && is_quote(reader.peek(letters + 1)))) return reader.at + letters;
    if (!is_letter(c) && c != '@') break;
  }
  return std::nullopt;
}

// Past the letters that may stand before a quote: r"...", L"...", b'...'. In no quotes: what stands alone up to the end
// of the line, a ';' or '&', as in settings: nothing that may be code.
std::optional<Value> read_value(std::string_view text, const Name& name, Sign sign) {
  Reader reader{text, sign.value};
  if (std::optional<size_t> quote = quote_at(reader)) return quoted_value({text, *quote});
  Value value = plain_value(reader);
  reader.at = value.end;
  char after = reader.peek();
  bool ends = after == ';' && !sign.colon;  // not "token: String15;"
  if (ends || after == '&' || after == '"' || closes(text, name, after)) return value;
  reader.skip_blanks();
  if (reader.peek() == '\0' || reader.peek() == '#') return value;
  Setting setting = name.setting(text, value, sign);
  std::string_view rest = rest_of_line(reader).of(text);
  if (reader.at > value.end && is_one_of_many(setting, rest)) return value;
  if (is_part_of_connection(setting, rest)) return Value{value.start, reader.at + rest.find_first_of(";\"'"), true};
  setting.value = text.substr(value.start, rest_of_line({text, value.start}).end - value.start);
  if (!is_odd_value(setting)) return std::nullopt;
  value.end = value.start + setting.value.size();
  return value;
}

// <password>VALUE</password>
std::optional<Value> value_of_element(std::string_view text, const Name& name) {
  constexpr size_t kMostValue = 400;
  if (!text.substr(0, name.start).ends_with('<') || !text.substr(name.end).starts_with('>')) return std::nullopt;
  Value value{.start = name.end + 1, .quoted = true};
  Reader reader{text, value.start};
  reader.skip([&](char c) { return c != '<' && reader.at - value.start <= kMostValue; });
  value.end = reader.at;
  return reader.peek() == '<' && reader.peek(1) == '/' ? std::optional(value) : std::nullopt;
}

// define('DB_PASSWORD', 'VALUE')
std::optional<Value> defined_value(std::string_view text, const Name& name) {
  std::string_view before = trim(line_before(text, name.start));
  if (before.empty() || !is_quote(before.back())) return std::nullopt;
  if (!trim(before.substr(0, before.size() - 1)).ends_with("define(")) return std::nullopt;
  Reader reader{text, name.end + 1};
  reader.skip([](char c) { return is_blank_byte(c) || c == ','; });
  return quoted_value(reader);
}

// #define WIFI_PASSWORD "VALUE"; mostly such a line names something: "#define PASSWORD_FIELD "field"".
std::optional<Value> defined_text(Reader reader, std::string_view name) {
  std::string small = ascii_lower(name);
  auto value = quoted_value(reader);
  bool ends =
      std::any_of(std::begin(kWords), std::end(kWords), [&](const Word& word) { return small.ends_with(word.word); });
  return ends && value && has_both(value->of(reader.text)) ? value : std::nullopt;
}

// ENV DB_PASSWORD VALUE, set -x API_TOKEN VALUE, to the end of the line; set password "VALUE", :password "VALUE".
std::optional<Value> value_after_space(std::string_view text, const Name& name) {
  constexpr std::string_view kWordsBefore[] = {"env", "set -x", "set -gx", "set -ux", "setx", "setenv"};
  std::string before = ascii_lower(trim(line_before(text, name.start)));
  Reader reader{text, name.end};
  reader.skip_blanks();
  bool any = is_one_of(kWordsBefore, before), quoted = is_quote(reader.peek()) && reader.at > name.end;
  if (quoted && (before == "#define" || before == "# define"))
    return defined_text(reader, text.substr(name.start, name.end - name.start));
  bool keyword = text.substr(0, name.start).ends_with(':');
  if ((any && is_quote(reader.peek())) || (quoted && (keyword || before == "set"))) return quoted_value(reader);
  if (!any) return std::nullopt;
  Value value = rest_of_line(reader);
  bool one = reader.at > name.end && value.of(text).find_first_of(" \t") == std::string_view::npos;
  return one ? std::optional(value) : std::nullopt;
}

bool ends_word(char after) {
  return after == '\0' || is_blank_byte(after) || is_quote(after) || after == ')' || after == ';';
}

// "--token VALUE", "--token=VALUE", and "--token", "VALUE" in a list of words.
std::optional<Value> value_of_flag(std::string_view text, const Name& name) {
  if (!text.substr(name.start).starts_with("--")) return std::nullopt;
  Reader reader{text, name.end};
  bool listed = name.start > 0 && is_quote(text[name.start - 1]) && is_quote(reader.peek()) && reader.peek(1) == ',';
  if (listed) reader.at += 2;
  else if (reader.peek() == '=') ++reader.at;
  else if (!is_blank_byte(reader.peek())) return std::nullopt;
  reader.skip_blanks();
  if (is_quote(reader.peek())) return quoted_value(reader);
  Value value = plain_value(reader);
  std::string_view bytes = value.of(text);
  bool ends = ends_word(Reader{text, value.end}.peek());
  bool path = bytes.find('/') != std::string_view::npos && !is_random(bytes);
  bool given = !listed && ends && !path && has_both(bytes) && !bytes.starts_with('-');
  return given ? std::optional(value) : std::nullopt;
}

// {"name": "DB_PASSWORD", "value": "VALUE"}, the same on lines of YAML, and variable "x" { default = "VALUE" }.
std::optional<Value> value_beside(std::string_view text, const Name& name) {
  constexpr size_t kFar = 300;
  constexpr std::string_view kKeys[] = {"value", "default"}, kNames[] = {"name", "key", "variable", "type"};
  constexpr std::string_view kSigns = " \t\"'`:=";
  std::string_view before = line_before(text, name.start);
  before = before.substr(0, before.find_last_not_of(kSigns) + 1);
  std::string_view key = before.substr(before.find_last_of(" \t\"'`{-,") + 1);
  if (!is_one_of(kNames, ascii_lower(key))) return std::nullopt;
  bool block = key == "variable";
  size_t far = std::min(text.size(), name.end + kFar);
  for (size_t at = name.end, line = 0; at < far && line < (block ? 8u : 2u);) {
    at = std::min(text.find_first_not_of(" \t\"'`:=,{", at), far);
    if (at < far && (text[at] == '\n' || text[at] == '\r')) {
      line += text[at++] == '\n' ? 1 : 0;
      continue;
    }
    size_t end = at;
    while (end < far && is_name(text[end])) ++end;
    if (is_one_of(kKeys, ascii_lower(text.substr(at, end - at)))) {
      auto sign = read_sign({text, end});
      return sign ? read_value(text, {end, end, name.any_value}, *sign) : std::nullopt;
    }
    if (!block || text[at] == '}') return std::nullopt;
    at = std::min(text.find('\n', at), far);
  }
  return std::nullopt;
}

// "DisablePasswordCaching", "no_password": what is said of one.
bool tells_of(std::string_view word, std::string_view value) {
  std::string small = ascii_lower(value);
  bool of_letters =
      std::all_of(small.begin(), small.end(), [](char c) { return is_letter(c) || c == '_' || c == '-'; });
  return small.ends_with(word) || (of_letters && small.find(word) != std::string::npos);
}

bool is_credential(const Word& word, std::string_view value, bool quoted) {
  if (is_placeholder(value) || is_hex(value) || is_of_code(value)) return false;
  bool words = value.find_first_of(" \t") != std::string_view::npos;  // a label more often than a passphrase
  if (word.any_value)
    return value.size() >= (quoted ? 3u : 4u) && !tells_of(word.word, value) &&
        (!words || has_both(value) || value.find('$') != std::string_view::npos);
  if (words || value.size() < (word.ends_name ? 5u : 8u) || value.find("://") != std::string_view::npos) return false;
  return has_both(value) || is_random(value);
}

// "correct horse battery staple": words that say nothing of a password.
bool is_passphrase(const Word& word, std::string_view value, const Setting& setting) {
  constexpr size_t kLeast = 16;
  if (!word.any_value || !setting.tight || !opens_setting(setting.before)) return false;
  bool plain = std::all_of(value.begin(), value.end(), [](char c) { return is_small_letter(c) || c == ' '; });
  return plain && value.size() >= kLeast && value.find(word.word) == std::string_view::npos;
}

// "pass" in "DB_PASS" and "dbPass", not in "passed" and "bypass".
bool is_last_word(std::string_view text, size_t at, const Word& word) {
  size_t end = at + word.word.size();
  bool begins = at == 0 || !is_letter(text[at - 1]) || (is_capital_letter(text[at]) && is_small_letter(text[at - 1]));
  return begins && (end == text.size() || !is_name(text[end]));
}

// Where the value stands, and whether it has to look like one of settings.
struct Found {
  std::optional<Value> value{};
  Setting setting{};
  bool plain = false;
};

Found find_value(std::string_view text, const Name& name) {
  auto sign = read_sign({text, name.end});
  if (sign) {
    Found found{.value = read_value(text, name, *sign)};
    if (!found.value) found.value = value_of_flag(text, name);
    else found.plain = !found.value->quoted;
    if (!found.value) return found;
    found.setting = name.setting(text, *found.value, *sign);
    return found;
  }
  if (auto value = value_beside(text, name)) return {value, {{}, value->of(text), false, true}, !value->quoted};
  for (auto read : {value_of_element, defined_value, value_after_space, value_of_flag})
    if (auto value = read(text, name)) return {value, {}, false};
  return {};
}

std::optional<Secret> named_secret(std::string_view text, const Word& word, size_t at) {
  if (word.ends_name && !is_last_word(text, at, word)) return std::nullopt;
  Name name = name_around(text, at, word);
  std::string_view letters = text.substr(name.start, name.end - name.start);
  if (names_a_hash(letters) || names_something_else(letters)) return std::nullopt;
  Found found = find_value(text, name);
  if (!found.value) return std::nullopt;
  const Setting& setting = found.setting;
  std::string_view bytes = found.value->of(text);
  bool word_alone = word.any_value && is_plain_word(setting);
  if (found.plain && !word_alone && !is_setting(setting) && !is_odd_value(setting)) return std::nullopt;
  bool quoted = found.value->quoted;
  if (!is_credential(word, bytes, quoted) && !(quoted && is_passphrase(word, bytes, setting))) return std::nullopt;
  return Secret{found.value->start, found.value->end, word.kind};
}

}  // namespace

std::vector<Secret> find_named(std::string_view text) {
  static constexpr Needles kWordNeedles([] {
    std::array<std::string_view, std::size(kWords)> words;
    std::transform(std::begin(kWords), std::end(kWords), words.begin(), [](const Word& word) { return word.word; });
    return words;
  }());
  std::vector<Secret> found;
  bool manifest = false;
  size_t at = 0;
  for (NeedleHit hit = kWordNeedles.find(text, 0); hit.at != std::string_view::npos;
       hit = kWordNeedles.find(text, at)) {
    manifest |= is_kind_of_manifest(text, hit.at);
    auto secret = named_secret(text, kWords[hit.word], hit.at);
    at = secret ? secret->end : hit.at + kWords[hit.word].word.size();
    if (secret) found.push_back(*secret);
  }
  if (!manifest) return found;
  std::vector<Secret> more = find_in_manifests(text);
  found.insert(found.end(), more.begin(), more.end());
  return found;
}

}  // namespace aptix::context::secrets
