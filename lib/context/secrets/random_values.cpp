#include "context/secrets/secret.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/assert.h"
#include "base/text/bytes.h"
#include "base/text/regex.h"
#include "base/text/text.h"
#include "context/secrets/value.h"

namespace aptix::context::secrets {
namespace {

constexpr size_t kLongestName = 100, kLeastKeyRun = 20;

struct KeyRun {
  size_t start = 0, end = 0;  // nothing is found where they are the same
};

// The next whole run of key bytes, of which every kLeastKeyRun-th byte is looked at. REQUIRES: no run goes on across
// `from`.
KeyRun next_key_run(std::string_view text, size_t from) {
  for (size_t at = from + kLeastKeyRun - 1; at < text.size(); at += kLeastKeyRun) {
    if (!is_key_byte(text[at])) continue;
    size_t start = at, end = at + 1;
    while (start > from && is_key_byte(text[start - 1])) --start;
    while (end < text.size() && is_key_byte(text[end])) ++end;
    if (end - start >= kLeastKeyRun) return {start, end};
    at = end - 1;
  }
  return {};
}

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

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
  reader.skip([](char c) { return is_word(c) || c == '-' || c == '.' || c == '$'; }, kLongestName);
  if (text.substr(0, reader.at).ends_with("//")) return {};  // the host before a port
  return text.substr(reader.at, end - reader.at);
}

// Whether the run of bytes is all of a value.
bool ends_value(std::string_view text, size_t start, size_t end) {
  char after = end < text.size() ? text[end] : '\n';
  if (start > 0 && is_quote(text[start - 1])) return after == text[start - 1] || after == '\\';
  if (after == ';' || after == '&') return true;
  size_t next = std::min(text.find_first_not_of(" \t", end), text.size());
  char rest = next < text.size() ? text[next] : '\n';
  return rest == '\n' || rest == '\r' || (rest == '#' && next > end);
}

// Keys of one length that begin alike, too shortly for a search.
struct KeyOfLength {
  std::string_view kind, start;
  size_t least, most;
};
constexpr KeyOfLength kKeysOfLength[] = {{"crates-token", "cio", 35, 35}, {"nuget-key", "oy2", 46, 46},
    {"alibaba-key", "LTAI", 20, 28}, {"tencent-key", "AKID", 36, 36}, {"cohere-key", "co_", 39, 43},
    {"pulumi-token", "pul-", 44, 44}, {"easypost-key", "EZAK", 58, 58}, {"easypost-key", "EZTK", 58, 58}};

std::optional<Secret> secret_by_length(std::string_view text, KeyRun run) {
  constexpr size_t kHex = 32;
  Secret secret{run.start, run.end, {}};
  std::string_view key = text.substr(run.start, run.end - run.start);
  bool digit = std::any_of(key.begin(), key.end(), is_digit);
  for (const KeyOfLength& row : kKeysOfLength)
    if (digit && key.size() >= row.least && key.size() <= row.most && key.starts_with(row.start))
      secret.kind = row.kind;
  if (key.size() == kHex + 2 && key.starts_with("SK") && is_hex(key.substr(2))) secret.kind = "twilio-key";
  bool mailchimp = key.size() > kHex + 3 && key.size() < kHex + 7 && key.substr(kHex).starts_with("-us");
  if (mailchimp && is_hex(key.substr(0, kHex))) secret.kind = "mailchimp-key";
  return secret.kind.empty() ? std::nullopt : std::optional(secret);
}

// "s.KEY", as Vault once made them.
bool is_old_vault_token(std::string_view before, std::string_view key) {
  constexpr size_t kVaultKey = 24;
  bool begins = before.ends_with("s.") && (before.size() == 2 || !is_word(before[before.size() - 3]));
  return begins && key.size() == kVaultKey && std::all_of(key.begin(), key.end(), is_letter_or_digit) && is_random(key);
}

// Of two or three parts with dots between: of bots of Discord, of Airtable, of Vault.
std::optional<Secret> secret_by_parts(std::string_view text, KeyRun run) {
  constexpr size_t kAirtableHex = 64, kAirtableName = 17;
  std::string_view key = text.substr(run.start, run.end - run.start);
  if (key.size() == kAirtableHex && run.start > kAirtableName && text[run.start - 1] == '.') {
    size_t start = run.start - 1 - kAirtableName;
    bool airtable = text.substr(start).starts_with("pat") && is_hex(key);
    return airtable ? std::optional(Secret{start, run.end, "airtable-token"}) : std::nullopt;
  }
  if (is_old_vault_token(text.substr(0, run.start), key)) return Secret{run.start - 2, run.end, "vault-token"};
  bool discord = key.size() >= 24 && key.size() <= 28 && key.front() >= 'M' && key.front() <= 'O' &&
      text.substr(run.end).starts_with('.');
  if (!discord) return std::nullopt;
  static const Result<Regex> parts = Regex::compile(R"(\A[\w+/=-]+\.[\w+/=-]{6}\.[\w+/=-]{27,})", {});
  ASSERT(parts.has_value());
  std::array<std::string_view, 1> whole;
  if (!parts->find(text.substr(run.start), 0, whole)) return std::nullopt;
  return Secret{run.start, run.start + whole[0].size(), "discord-token"};
}

}  // namespace

std::vector<Secret> find_random(std::string_view text) {
  std::vector<Secret> found;
  for (KeyRun run = next_key_run(text, 0); run.end != 0; run = next_key_run(text, run.end)) {
    auto secret = secret_by_length(text, run);
    if (!secret) secret = secret_by_parts(text, run);
    if (secret) {
      found.push_back(*secret);
      continue;
    }
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
