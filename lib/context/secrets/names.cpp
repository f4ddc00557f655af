#include "context/secrets/names.h"

#include <string>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/bytes.h"

namespace aptix::context::secrets {
namespace {

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

// "DB_accessToken2" -> "db", "access", "token2", in small letters.
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

}  // namespace

bool names_a_hash(std::string_view name) {
  for (std::string& word : words_of(name)) {
    if (word.starts_with("sha") && word.size() > 3 && is_digit(word[3])) return true;
    while (!word.empty() && is_digit(word.back())) word.pop_back();
    if (is_one_of(kHashes, word)) return true;
    // "githash" is one, too.
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
