#include "context/secrets/secret.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/bytes.h"
#include "base/text/regex.h"
#include "context/secrets/readers.h"

namespace aptix::context::secrets {
namespace {

constexpr size_t kLeastKeyRun = 20;
constexpr size_t kReach = 200;  // bytes before a value that may be its name

struct KeyRun {
  size_t start = 0, end = 0;  // equal: there is none
};

// The next run of kLeastKeyRun key bytes or more. Only every kLeastKeyRun-th byte is tested first. REQUIRES: no run
// continues across `from`.
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

// The name of the assignment whose value, quoted or not, begins at `start`; "" if it is no assignment, or a port after
// a host.
std::string_view name_of_value(std::string_view text, size_t start) {
  static const Regex quoted = compiled(R"re((//)?([\w.$-]*)["'`\\\]]*[ \t]*:?[:=]>?[ \t]*[A-Za-z]{0,3}\\?["'`]$)re"),
                     plain = compiled(R"re((//)?([\w.$-]*)["'`\\\]]*[ \t]*(?:=|:?:[ \t]*|:=[ \t]*)$)re");
  std::string_view before = text.substr(start - std::min(start, kReach), std::min(start, kReach));
  before = before.substr(before.find_last_of('\n') + 1);  // npos + 1 is 0
  bool is_quoted = !before.empty() && is_quote(before.back());
  std::array<std::string_view, 3> groups;
  bool found = (is_quoted ? quoted : plain).find(before, 0, groups);
  return found && groups[1].empty() ? groups[2] : std::string_view();
}

// Is the run a complete value?
bool ends_value(std::string_view text, size_t start, size_t end) {
  char after = end < text.size() ? text[end] : '\n';
  if (start > 0 && is_quote(text[start - 1])) return after == text[start - 1] || after == '\\';
  static const Regex ends = compiled(R"(\A(?:[;&]|[ \t]*(?:[\r\n]|\z)|[ \t]+#))");
  return ends.contains(text.substr(end, kReach));
}

// Keys whose prefix is too short for the table.
std::optional<Secret> secret_by_length(std::string_view text, KeyRun run) {
  constexpr size_t kHex = 32;
  std::string_view key = text.substr(run.start, run.end - run.start);
  if (key.size() == kHex + 2 && key.starts_with("SK") && is_hex(key.substr(2)))
    return Secret{run.start, run.end, "twilio-key"};
  bool mailchimp = key.size() > kHex + 3 && key.size() < kHex + 7 && key.substr(kHex).starts_with("-us");
  return mailchimp && is_hex(key.substr(0, kHex)) ? std::optional(Secret{run.start, run.end, "mailchimp-key"})
                                                  : std::nullopt;
}

// "s.KEY", an older form of Vault's tokens.
bool is_old_vault_token(std::string_view before, std::string_view key) {
  constexpr size_t kVaultKey = 24;
  bool begins = before.ends_with("s.") && (before.size() == 2 || !is_word(before[before.size() - 3]));
  return begins && key.size() == kVaultKey && std::all_of(key.begin(), key.end(), is_letter_or_digit) && is_random(key);
}

// Keys of two or three parts with dots between: of Discord bots, Airtable, Vault.
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
  static const Regex parts = compiled(R"(\A[\w+/=-]+\.[\w+/=-]{6}\.[\w+/=-]{27,})");
  std::array<std::string_view, 1> whole;
  if (!parts.find(text.substr(run.start), 0, whole)) return std::nullopt;
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
