#include "context/secrets/assignments.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "context/secrets/bytes.h"
#include "context/secrets/filter.h"
#include "context/secrets/names.h"
#include "context/secrets/needles.h"
#include "context/secrets/value.h"

namespace aptix::context::secrets {
namespace {

// What a name has in it, and how much its value must look like a credential to be one.
struct Word {
  std::string_view word, kind;
  bool any_value = false;
};

constexpr Word kWords[] = {{"password", "password", true}, {"passwort", "password", true}, {"passwd", "password", true},
    {"passphrase", "password", true}, {"pass_phrase", "password", true}, {"pwd", "password", true},
    {"secret", "secret"}, {"token", "token"}, {"apikey", "api-key"}, {"api_key", "api-key"}, {"api-key", "api-key"},
    {"access_key", "access-key"}, {"accesskey", "access-key"}, {"access-key", "access-key"},
    {"private_key", "private-key"}, {"privatekey", "private-key"}, {"auth_key", "api-key"}, {"authkey", "api-key"},
    {"encryption_key", "secret"}, {"encryptionkey", "secret"}, {"signing_key", "secret"}, {"credential", "credential"}};

constexpr size_t kMostName = 100, kMostValue = 400;

bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.' || c == '$'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

// A place in a line that is read from left to right. Gives NUL at the end of the line.
struct Reader {
  std::string_view text;
  size_t at = 0;

  char peek(size_t further = 0) const {
    char c = at + further < text.size() ? text[at + further] : '\n';
    return c == '\n' || c == '\r' ? '\0' : c;
  }
  void skip_blanks() {
    while (is_blank_byte(peek())) ++at;
  }
  template <class Is>
  void skip(Is is) {
    while (peek() != '\0' && is(peek())) ++at;
  }
};

// The value of an assignment: where it stands, and whether in quotes.
struct Value {
  size_t start = 0, end = 0;
  bool quoted = false;
};

// Up to its closing quote, on the same line; nothing where there is none.
std::optional<Value> quoted_value(Reader reader) {
  bool escaped = reader.peek() == '\\';  // a string within a string: \"value\"
  if (escaped) ++reader.at;
  char quote = reader.peek();
  if (!is_quote(quote)) return std::nullopt;
  Value value{.start = ++reader.at, .quoted = true};
  for (; reader.peek() != '\0' && reader.at - value.start <= kMostValue; ++reader.at) {
    bool ends = escaped ? reader.peek() == '\\' && reader.peek(1) == quote : reader.peek() == quote;
    value.end = reader.at;
    if (ends) return value;
    if (!escaped && reader.peek() == '\\') ++reader.at;
  }
  return std::nullopt;
}

// What stands alone up to the end of the line, a ';' or '&', as in settings: nothing that may be code.
std::optional<Value> plain_value(Reader reader) {
  Value value{.start = reader.at};
  constexpr std::string_view kCode = " \t;&\"'`()[]{}<>,$\\|";
  reader.skip([&](char c) { return kCode.find(c) == std::string_view::npos && reader.at - value.start <= kMostValue; });
  value.end = reader.at;
  if (reader.peek() == ';' || reader.peek() == '&' || reader.peek() == '"') return value;
  reader.skip_blanks();
  if (reader.peek() != '\0' && reader.peek() != '#') return std::nullopt;
  return value;
}

// Where the value begins of a name that ends at `at`: after "=", ":", ":=", "=>", a type and so on.
struct Sign {
  size_t value = 0;
  bool tight = false;  // an "=" without spaces around it
  bool colon = false;
};
std::optional<Sign> read_sign(Reader reader) {
  reader.skip([](char c) { return is_quote(c) || c == '\\' || c == ']' || c == ')'; });
  size_t name_end = reader.at;
  reader.skip_blanks();
  bool spaced = reader.at > name_end;
  char sign = reader.peek(), next = reader.peek(1);
  if (sign == ':' && next != ':' && next != '/') {
    ++reader.at;
    if (next == '=') ++reader.at;
    Reader type = reader;  // "password: str = ..."
    type.skip_blanks();
    if (is_letter(type.peek()))
      type.skip([&](char c) {
        constexpr std::string_view kSigns = " \t<>[]|&*?";
        return (is_name(c) || kSigns.find(c) != std::string_view::npos) && type.at - reader.at <= kMostName;
      });
    bool typed = next != '=' && type.peek() == '=' && type.peek(1) != '=' && type.peek(1) != '>';
    if (typed) reader.at = type.at + 1;
    reader.skip_blanks();
    return Sign{reader.at, false, next != '=' && !typed};
  }
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

// At `at`, past the letters that may stand before a quote: r"...", L"...", b'...'.
std::optional<Value> read_value(std::string_view text, Sign sign) {
  Reader reader{text, sign.value};
  for (size_t letters = 0; letters < 3; ++letters)
    if (is_quote(reader.peek(letters)) || (reader.peek(letters) == '\\' && is_quote(reader.peek(letters + 1))))
      return quoted_value({text, reader.at + letters});
    else if (!is_letter(reader.peek(letters)) && reader.peek(letters) != '@') break;
  auto value = plain_value(reader);
  bool is_type = value && sign.colon && value->end < text.size() && text[value->end] == ';';  // "token: String15;"
  return is_type ? std::nullopt : value;
}

// The name around the word [at, end).
struct Name {
  size_t start = 0, end = 0;
};
Name name_around(std::string_view text, size_t at, size_t end) {
  Name name{at, end};
  while (name.start > 0 && at - name.start < kMostName && is_name(text[name.start - 1])) --name.start;
  while (name.end < text.size() && name.end - end < kMostName && is_name(text[name.end])) ++name.end;
  return name;
}

bool has_both(std::string_view value) {
  return std::any_of(value.begin(), value.end(), is_digit) && std::any_of(value.begin(), value.end(), is_letter);
}

// <password>VALUE</password>, define('DB_PASSWORD', 'VALUE').
std::optional<Value> marked_value(std::string_view text, const Name& name) {
  Reader reader{text, name.end + 1};
  std::string_view before = text.substr(0, name.start);
  if (before.ends_with('<') && name.end < text.size() && text[name.end] == '>') {
    Value value{.start = reader.at, .quoted = true};
    reader.skip([&](char c) { return c != '<' && reader.at - value.start <= kMostValue; });
    value.end = reader.at;
    return reader.peek() == '<' && reader.peek(1) == '/' ? std::optional(value) : std::nullopt;
  }
  if (!before.ends_with("define('") && !before.ends_with("define(\"")) return std::nullopt;
  if (reader.peek() != ',') return std::nullopt;
  ++reader.at;
  reader.skip_blanks();
  return quoted_value(reader);
}

// "tokens+1", "name+#0"
bool is_sum(std::string_view value) {
  constexpr size_t kMostDigits = 4;
  size_t sign = value.find_last_of("+*");
  if (sign == std::string_view::npos || sign == 0 || value.size() - sign > kMostDigits + 1) return false;
  return value.find_first_not_of("#0123456789", sign + 1) == std::string_view::npos;
}

// "PERM_14", "^PERM_14"
bool is_constant(std::string_view value) {
  auto is_part = [](char c) { return is_capital_letter(c) || is_digit(c) || c == '_' || c == '^'; };
  return value.find('_') != std::string_view::npos && std::all_of(value.begin(), value.end(), is_part);
}

// What settings have before NAME=value: nothing, a word of a shell or a container file, or the "- " of a list.
bool opens_setting(std::string_view before) {
  constexpr std::string_view kWordsBefore[] = {"export ", "ENV ", "ARG ", "set "};
  return before.empty() || is_one_of(kWordsBefore, before) ||
      (before.ends_with("- ") && before.find_first_not_of(' ') == before.size() - 2);
}

// Whether a value in no quotes is one of settings and not a name of code: it has a digit and is no number, or the line
// has nothing else than NAME=value.
bool is_setting(std::string_view text, const Name& name, Sign sign, std::string_view value) {
  if (value.size() < 3 || value.find_first_not_of("0123456789.") == std::string_view::npos) return false;
  if (value.find("::") != std::string_view::npos || value.find("->") != std::string_view::npos) return false;
  if (!sign.tight && (is_sum(value) || is_constant(value))) return false;
  if (has_both(value) && value.find('.') == std::string_view::npos) return true;
  size_t line = text.rfind('\n', name.start) + 1;  // npos + 1 is 0
  std::string_view before = text.substr(line, name.start - line);
  return sign.tight && opens_setting(before) && value.find('.') == std::string_view::npos;
}

// "password: supersecret" alone on its line, as in YAML; not "password: string", nor what begins as a type does.
bool is_plain_word(std::string_view text, const Name& name, std::string_view value) {
  constexpr std::string_view kTypes[] = {"string", "number", "boolean", "object", "unknown", "symbol", "bigint",
      "integer", "varchar", "secretstr", "buffer", "bytes", "password"};
  if (value.size() < 6 || !std::all_of(value.begin(), value.end(), is_small_letter) || is_one_of(kTypes, value))
    return false;
  if (name.end >= text.size() || text[name.end] != ':') return false;
  size_t line = text.rfind('\n', name.start) + 1;  // npos + 1 is 0
  std::string_view before = text.substr(line, name.start - line);
  return before.find_first_not_of(" -\"'") == std::string_view::npos;
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
    return value.size() >= (quoted ? 3u : 4u) && !tells_of(word.word, value) && (!words || has_both(value));
  if (words || value.size() < 8 || value.find("://") != std::string_view::npos) return false;
  return has_both(value) || is_random(value);
}

std::optional<Secret> named_secret(std::string_view text, const Word& word, size_t at) {
  Name name = name_around(text, at, at + word.word.size());
  std::string_view letters = text.substr(name.start, name.end - name.start);
  if (names_a_hash(letters) || names_something_else(letters)) return std::nullopt;
  auto sign = read_sign({text, name.end});
  auto value = sign ? read_value(text, *sign) : marked_value(text, name);
  if (!value) return std::nullopt;
  std::string_view bytes = text.substr(value->start, value->end - value->start);
  bool plain = word.any_value && is_plain_word(text, name, bytes);
  if (!value->quoted && !plain && !is_setting(text, name, *sign, bytes)) return std::nullopt;
  if (!is_credential(word, bytes, value->quoted)) return std::nullopt;
  return Secret{value->start, value->end, word.kind};
}

// Goes back over a text.
struct BackReader {
  std::string_view text;
  size_t at;  // after what comes next

  template <class Is>
  size_t skip(Is is, size_t most = SIZE_MAX) {
    size_t from = at;
    while (at > 0 && from - at < most && is(text[at - 1])) --at;
    return from - at;
  }
  bool take(char c) {
    return skip([c](char byte) { return byte == c; }, 1) != 0;
  }
};

// The name of the assignment whose value, in quotes or not, begins at `start`; "" where there is no assignment.
std::string_view name_of_value(std::string_view text, size_t start) {
  constexpr size_t kMostPrefix = 4;  // with its quote: u8R"
  BackReader reader{text, start};
  auto is_blank_byte = [](char c) { return c == ' ' || c == '\t'; };
  bool quoted = reader.skip(is_quote, 1) != 0;
  reader.take('\\');
  if (quoted) reader.skip(is_letter, kMostPrefix - (start - reader.at));
  size_t sign = reader.at;
  reader.skip(is_blank_byte);
  if (reader.take('>') && !quoted) return {};
  if (!reader.take('=') && !reader.take(':')) return {};
  reader.take(':');
  if (!quoted && text[reader.at] == '=' && reader.at + 1 != sign) return {};
  reader.skip(is_blank_byte);
  reader.skip([](char c) { return is_quote(c) || c == '\\' || c == ']'; });
  size_t end = reader.at;
  reader.skip(is_name, kMostName);
  if (text.substr(0, reader.at).ends_with("//")) return {};  // the host before a port
  return text.substr(reader.at, end - reader.at);
}

// Whether the run of bytes is all of a value.
bool ends_value(std::string_view text, size_t start, size_t end) {
  char after = end < text.size() ? text[end] : '\n';
  if (start > 0 && is_quote(text[start - 1])) return after == text[start - 1] || after == '\\';
  if (after == ';' || after == '&') return true;
  Reader reader{text, end};
  reader.skip_blanks();
  return reader.peek() == '\0' || (reader.peek() == '#' && reader.at > end);
}

}  // namespace

std::vector<Secret> find_named(std::string_view text) {
  static const Needles needles = [] {
    std::array<std::string_view, std::size(kWords)> words;
    std::transform(std::begin(kWords), std::end(kWords), words.begin(), [](const Word& word) { return word.word; });
    return Needles(words);
  }();
  std::vector<Secret> found;
  size_t at = 0;
  for (Needles::Hit hit = needles.find(text, 0); hit.at != std::string_view::npos; hit = needles.find(text, at)) {
    auto secret = named_secret(text, kWords[hit.word], hit.at);
    at = secret ? secret->end : hit.at + kWords[hit.word].word.size();
    if (secret) found.push_back(*secret);
  }
  return found;
}

std::vector<Secret> find_random(std::string_view text) {
  std::vector<Secret> found;
  for (KeyRun run = next_key_run(text, 0); run.end != 0; run = next_key_run(text, run.end)) {
    size_t start = run.start, name_end = text.substr(start, run.end - start).find('=');
    bool joined = name_end != std::string_view::npos && start + name_end + 1 + kLeastKeyRun <= run.end;  // NAME=value
    if (joined) start += name_end + 1;
    std::string_view value = text.substr(start, run.end - start);
    if (!ends_value(text, start, run.end) || !is_random(value)) continue;
    std::string_view name = name_of_value(text, start);
    if (name.empty() || names_a_hash(name) || names_something_public(name) || is_placeholder(value)) continue;
    if (value.starts_with("sha") && value.find('-') < 8) continue;
    found.push_back({start, run.end, "high-entropy"});
  }
  return found;
}

}  // namespace aptix::context::secrets
