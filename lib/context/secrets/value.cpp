#include "context/secrets/readers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "base/assert.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::context::secrets {
namespace {

// The most frequent letter pairs in English words and identifiers.
constexpr std::string_view kCommonPairs =
    "th he in er an re nd on en at ou ed ha to or it is hi es ng ti te et nt st le al ar se io ve ea ro co me de ra ri "
    "ic li ce as el la ur si ma ec om no ne ll us ac tr ch ge pe di ol ca ta ns un ho ul po lo na ss ec pr ad ut il tu "
    "ct so nc mo ee ot rs ig su em op am up ke ag pa id vi ai ai wi im fi ab ay cl da do ex ef fo ie iv ki ly mi mp ob "
    "od "
    "ow pl qu rc rd rm rt sh sp sc sa sw tt ty ub um ue um va we wo wa ys ap ev fe ga gr ir is ok os ov ov pi ru by go "
    "br bl cr cu ci dr du eg ep fu gi gh gu ib if ip je jo ks ld lt mb my nu oc oo oa pp rn rl rg ry sk sm sl tl tp ui "
    "vo";

constexpr size_t kLeast = 20, kMost = 200;

enum class Kind : unsigned char { lower, upper, digit, other };

Kind kind_of(char c) {
  if (is_small_letter(c)) return Kind::lower;
  if (is_capital_letter(c)) return Kind::upper;
  return is_digit(c) ? Kind::digit : Kind::other;
}

using Pairs = std::array<bool, 26 * 26>;

Pairs common_pairs() {
  Pairs pairs{};
  for (size_t i = 0; i + 1 < kCommonPairs.size(); i += 3)
    pairs[static_cast<size_t>(kCommonPairs[i] - 'a') * 26 + static_cast<size_t>(kCommonPairs[i + 1] - 'a')] = true;
  return pairs;
}

// Counts of transitions between neighbouring characters.
struct Steps {
  size_t count = 0, changes = 0;   // all; between kinds of characters
  size_t next = 0;                 // to the same or the next letter in the alphabet
  size_t letters = 0, common = 0;  // between letters; those in kCommonPairs
};

Steps steps_of(std::string_view value) {
  static const Pairs pairs = common_pairs();
  Steps steps{.count = value.size() - 1};
  for (size_t i = 1; i < value.size(); ++i) {
    Kind before = kind_of(value[i - 1]), now = kind_of(value[i]);
    if (before != now) ++steps.changes;
    int by = value[i] - value[i - 1];
    if (by == 0 || by == 1 || by == -1) ++steps.next;
    if (before > Kind::upper || now > Kind::upper) continue;
    ++steps.letters;
    auto letter = [](char c) { return static_cast<size_t>(ascii_lower(c) - 'a'); };
    if (pairs[letter(value[i - 1]) * 26 + letter(value[i])]) ++steps.common;
  }
  return steps;
}

// Shannon entropy in bits per character.
double entropy(std::string_view value) {
  std::array<unsigned, 256> counts{};
  for (char c : value) ++counts[static_cast<unsigned char>(c)];
  double bits = 0, size = static_cast<double>(value.size());
  for (unsigned count : counts)
    if (count != 0) bits -= count / size * std::log2(count / size);
  return bits;
}

constexpr std::string_view kStandIns[] = {"changeme", "change-me", "change_me", "changeit", "change-it", "password",
    "passwd", "pass", "pwd", "passwort", "secret", "token", "apikey", "api_key", "api-key", "key", "placeholder",
    "redacted", "hidden", "none", "null", "nil", "undefined", "true", "false", "string", "str", "todo", "tbd",
    "example", "dummy", "username", "user", "optional", "required", "default", "empty", "unset", "value", "mypassword",
    "my_password", "mysecret", "my_secret", "replace_me", "replaceme", "replace-me", "fixme", "insert", "input",
    "number", "boolean"};
// Beginnings, and parts, of placeholders.
constexpr std::string_view kBeginnings[] = {"your", "<", "%", "{{", "#{", "op://", "vault:", "os.environ", "os.getenv",
    "process.env", "env.", "env[", "env(", "getenv", "system.getenv", "!secret", "!ref", "enc(", "insert", "replace",
    "arn:", "&lt;"};
constexpr std::string_view kParts[] = {
    "${", "{{", "changeme", "change_me", "change-me", "xxxx", "****", "...", "[redacted"};

// Does it contain a field of a template: "{region}:x"?
bool has_field(std::string_view value) {
  auto is_name = [](char c) { return is_word(c) || c == '.'; };
  for (size_t at = value.find('{'); at != std::string_view::npos; at = value.find('{', at + 1)) {
    size_t end = at + 1;
    while (end < value.size() && is_name(value[end])) ++end;
    if (end > at + 1 && end < value.size() && value[end] == '}') return true;
  }
  return false;
}

constexpr std::string_view kHashes[] = {"sha", "hash", "hashes", "hashed", "digest", "digests", "checksum", "checksums",
    "integrity", "commit", "commits", "fingerprint", "sri", "md", "crc", "etag", "shasum", "sum"};
constexpr std::string_view kPublic[] = {"uuid", "guid", "revision", "rev", "pubkey", "public", "id", "ids", "alphabet",
    "charset", "chars", "characters", "signature", "nonce", "resolved", "h", "data", "src", "href", "url", "icon",
    "path"};
constexpr std::string_view kOthers[] = {"name", "names", "field", "fields", "label", "type", "types", "url", "uri",
    "path", "file", "filename", "id", "ids", "env", "var", "variable", "length", "len", "count", "min", "max", "regex",
    "pattern", "placeholder", "hint", "header", "prefix", "suffix", "format", "policy", "error", "message", "title",
    "text", "reset", "column", "attr", "attribute", "param", "parameter", "selector", "class", "kind", "expiry",
    "expires", "expiration", "ttl", "timeout", "version", "algorithm", "endpoint", "ref", "required", "enabled",
    "visible", "strength", "tokens", "index", "description", "help", "tooltip", "icon", "button", "link", "page",
    "route", "limit", "size", "lifetime", "budget", "state", "provider", "source", "store", "manager", "service",
    "mode", "spec", "rules", "rule", "secretsmanager", "arn", "tokenizer", "tokenizers"};

// "DB_accessToken2" -> "db", "access", "token2", in lower case.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool open = false;
  for (size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    if (!is_letter_or_digit(c)) {
      open = false;
      continue;
    }
    bool after_small = i > 0 && (is_small_letter(name[i - 1]) || is_digit(name[i - 1]));
    bool before_small = i > 0 && i + 1 < name.size() && is_capital_letter(name[i - 1]) && is_small_letter(name[i + 1]);
    if (!open || (is_capital_letter(c) && (after_small || before_small))) words.emplace_back();
    words.back() += ascii_lower(c);
    open = true;
  }
  return words;
}

// Decodes up to the first character that is not base64.
std::string decoded(std::string_view base64) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned held = 0, bits = 0;
  for (char c : base64) {
    size_t value = kLetters.find(c == '-' ? '+' : c == '_' ? '/' : c);
    if (value == kLetters.npos) break;
    held = (held << 6 | static_cast<unsigned>(value)) & 0xFFFF;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits & 0xFF);
  }
  return bytes;
}

}  // namespace

Regex compiled(std::string_view pattern) {
  auto regex = Regex::compile(pattern, {});
  ASSERT(regex.has_value());
  return std::move(*regex);
}

bool is_hex(std::string_view value) {
  bool number = value.starts_with("0x") || value.starts_with("0X");
  if (number) value.remove_prefix(2);
  auto digits =
      static_cast<size_t>(std::count_if(value.begin(), value.end(), [](char c) { return hex_value(c) >= 0; }));
  if (number && digits == value.size()) return true;
  if (digits < 16) return false;
  if (digits == value.size()) return true;
  auto dashes = static_cast<size_t>(std::count(value.begin(), value.end(), '-'));
  auto colons = static_cast<size_t>(std::count(value.begin(), value.end(), ':'));
  return (digits == 32 && dashes == 4 && value.size() == 36) ||
      (digits + colons == value.size() && colons * 2 + 2 == digits);
}

bool is_random(std::string_view value) {
  while (value.ends_with('=')) value.remove_suffix(1);
  if (value.size() < kLeast || value.size() > kMost || std::none_of(value.begin(), value.end(), is_digit)) return false;
  if (is_hex(value)) return false;
  // "fix_w2k_bug", "ENC_BT2020": a '_' between letters of one case makes a name of code.
  bool of_one_case = std::none_of(value.begin(), value.end(), is_capital_letter) ||
      std::none_of(value.begin(), value.end(), is_small_letter);
  if (of_one_case && value.find('_') != std::string_view::npos) return false;
  Steps steps = steps_of(value);
  return steps.changes * 10 >= steps.count * 3 && steps.next * 5 <= steps.count &&
      steps.common * 20 <= steps.letters * 9 && entropy(value) >= 3.5;
}

bool has_both(std::string_view value) {
  return std::any_of(value.begin(), value.end(), is_digit) && std::any_of(value.begin(), value.end(), is_letter);
}

bool is_of_code(std::string_view value) {
  auto all = [&](auto is) { return std::all_of(value.begin(), value.end(), is); };
  auto has = [&](char c) { return value.find(c) != std::string_view::npos; };
  if (value.starts_with('/')) return all([](char c) { return is_letter(c) || c == '/' || c == '_' || c == '.'; });
  if (has('.') && all([](char c) { return is_digit(c) || c == '.'; })) return true;
  return has('_') && all([](char c) { return is_capital_letter(c) || c == '_'; });
}

bool is_placeholder(std::string_view value) {
  std::string small = ascii_lower(value);
  // "$NAME", perhaps with more attached; not "$ecret of two words".
  if (value.starts_with('$') && value.find_first_of(" \t") == std::string_view::npos) return true;
  if (is_one_of(kStandIns, small) || begins_with_one_of(kBeginnings, small) || holds_one_of(kParts, small)) return true;
  if (small.size() > 1 &&
      ((small.front() == '{' && small.back() == '}') || (small.front() == '[' && small.back() == ']')))
    return true;
  return has_field(value) || small.find_first_not_of("x*.-_?") == std::string::npos;
}

bool is_user_and_password(std::string_view base64) {
  std::string bytes = decoded(base64);
  bool readable = !find_invalid_utf8(bytes) && std::none_of(bytes.begin(), bytes.end(), [](char c) {
    auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
  size_t colon = bytes.find(':');
  return readable && colon != std::string::npos && colon + 1 < bytes.size();
}

bool names_a_hash(std::string_view name) {
  for (std::string& word : words_of(name)) {
    if (word.starts_with("sha") && word.size() > 3 && is_digit(word[3])) return true;
    while (!word.empty() && is_digit(word.back())) word.pop_back();
    if (is_one_of(kHashes, word)) return true;
    // "githash" counts, too.
    for (std::string_view end : {"hash", "sha", "digest", "checksum", "integrity", "commit"})
      if (word.ends_with(end)) return true;
  }
  return false;
}

bool names_something_public(std::string_view name) {
  for (std::string& word : words_of(name)) {
    while (!word.empty() && is_digit(word.back())) word.pop_back();
    if (is_one_of(kPublic, word)) return true;
  }
  return false;
}

bool names_something_else(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  return words.empty() || is_one_of(kOthers, words.back());
}

}  // namespace aptix::context::secrets
