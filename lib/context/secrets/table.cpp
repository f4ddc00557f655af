#include "context/secrets/secret.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/regex.h"
#include "base/text/trim.h"
#include "context/secrets/readers.h"

namespace aptix::context::secrets {
namespace {

enum class Check : unsigned char {
  none,
  mixed,      // contains a capital letter and a digit, or ends in a long hexadecimal number
  password,   // is not a placeholder
  address,    // a password, or a token in place of a user
  given,      // contains a digit and a letter, and is not a placeholder
  basic,      // "user:password" in base64
  key_block,  // no pattern: find_key_block() looks around the literal
  manifest,   // not a secret, but shows that values elsewhere are
  name,       // no pattern (also below): the literal is in a name, whose value must look like a credential
  last_name,  // the same, and it must be the last word of the name
  any_name,   // in a name; any value is a credential
  any_last_name,
};

// `pattern`: tried where one of the literals (any case, '|' between them) occurs; '!' in it is that literal. The secret
// is the first group that matched, or the whole match.
struct Row {
  std::string_view kind, literals, pattern{};
  Check check = Check::none;
  std::string_view also{};  // a part of every match: if it is not nearby, the pattern is not tried
  size_t before = 0;        // bytes that the pattern matches before the literal
};

constexpr Row kRows[] = {
    {"aws-access-key", "AKIA|ASIA|ABIA", R"(![A-Z0-9]{16}\b)"},
    {"google-api-key", "AIza", R"(![0-9A-Za-z_-]{35})"},
    {"google-oauth-token", "ya29.", R"(![0-9A-Za-z_-]{20,})"},
    {"google-oauth-secret", "GOCSPX-", R"(![0-9A-Za-z_-]{20,})"},
    {"google-refresh-token", "1//0", R"(![A-Za-z0-9_-]{40,})"},
    {"azure-key", "AccountKey=|SharedAccessKey=", R"(!([A-Za-z0-9+/]{30,}={0,2}))"},
    {"azure-secret", "7Q~|8Q~", R"(([A-Za-z0-9_~.-]{3}![A-Za-z0-9_~.-]{31,34})(?:[^A-Za-z0-9_~-]|$))", Check::none, {},
        3},
    {"azure-token", "sig=", R"(!([A-Za-z0-9%]{40,}%3D))"},
    {"digitalocean-token", "dop_v1_|doo_v1_|dor_v1_", R"(![a-f0-9]{64})"},
    {"github-token", "ghp_|gho_|ghu_|ghs_|ghr_", R"(![A-Za-z0-9]{30,})"},
    {"github-token", "github_pat_", R"(![A-Za-z0-9_]{22,})"},
    {"gitlab-token", "glpat-|glptt-|gldt-|glrt-|glcbt-|glft-|glsoat-|glagent-|glimt-|glffct-|GR1348941",
        R"(![A-Za-z0-9_-]{20,})"},
    {"bitbucket-token", "ATBB", R"(![A-Za-z0-9]{28,})"},
    {"atlassian-token", "ATATT3|ATCTT3", R"(![A-Za-z0-9_=-]{50,})"},
    {"slack-token", "xox", R"(!(?:[abceoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}|d-[A-Za-z0-9%+/=-]{20,}))"},
    {"slack-token", "xapp-", R"(![0-9]-[A-Z0-9]+-[0-9]+-[a-z0-9]+)"},
    {"slack-webhook", "hooks.slack.com/", R"(!(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,}))"},
    {"discord-webhook", "/api/webhooks/", R"(!([0-9]{15,}/[A-Za-z0-9_-]{40,}))"},
    {"telegram-token", ":AA", R"(:(AA[A-Za-z0-9_-]{33})\b)"},
    {"teams-webhook", ".webhook.office.com/", R"(!(webhookb2/[A-Za-z0-9@/-]{40,}))"},
    {"stripe-key", "sk_|rk_", R"(!(?:live|test)_[A-Za-z0-9]{10,})"},
    {"stripe-key", "whsec_", R"(![A-Za-z0-9+/]{24,})"},
    {"anthropic-key", "sk-ant-", R"(![A-Za-z0-9_-]{20,})"},
    {"openai-key", "sk-proj-", R"(![A-Za-z0-9_-]{20,})"},
    {"openai-key", "sk-", R"(![A-Za-z0-9_-]{20,})", Check::mixed},
    {"groq-key", "gsk_", R"(![A-Za-z0-9]{40,})"},
    {"huggingface-token", "hf_", R"(![A-Za-z0-9]{30,})"},
    {"replicate-token", "r8_", R"(![A-Za-z0-9]{36,})"},
    {"xai-key", "xai-", R"(![A-Za-z0-9]{60,})"},
    {"perplexity-key", "pplx-", R"(![A-Za-z0-9]{40,})"},
    {"openrouter-key", "sk-or-", R"(!(?:v[0-9]-)?[a-f0-9]{40,})"},
    {"npm-token", "npm_", R"(![A-Za-z0-9]{36})"},
    {"pypi-token", "pypi-", R"(![A-Za-z0-9_-]{50,})"},
    {"rubygems-token", "rubygems_", R"(![a-f0-9]{48})"},
    {"docker-token", "dckr_pat_|dckr_oat_", R"(![A-Za-z0-9_-]{20,})"},
    {"clojars-token", "CLOJARS_", R"(![a-f0-9]{60})"},
    {"jfrog-token", "AKCp", R"(![A-Za-z0-9]{60,}\b)"},
    {"jfrog-token", "cmVmdGtuOj", R"(![A-Za-z0-9+/]{50,}={0,2})"},
    {"vault-token", "hvb.|hvr.|hvs.", R"(![A-Za-z0-9_-]{24,})"},
    {"terraform-token", ".atlasv1.", R"(\.(atlasv1\.[A-Za-z0-9_=-]{50,}))"},
    {"doppler-token", "dp.", R"(!(?:ct|pt|st|sa|scim|audit)\.(?:[a-z0-9_-]+\.)?[A-Za-z0-9]{40,})"},
    {"sendgrid-key", "SG.", R"(![A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64})"},
    {"mailgun-key", "key-", R"(![0-9a-f]{32}\b)"},
    {"paypal-token", "access_token$", R"(!production\$[a-z0-9]{16}\$[a-f0-9]{32})"},
    {"asaas-key", "$aact_", R"(![A-Za-z0-9:_=+/-]{60,})"},
    {"shopify-token", "shp", R"(!(?:at|ca|pa|ss)_[a-fA-F0-9]{32})"},
    {"square-token", "sq0", R"(!(?:atp|csp|idp)-[A-Za-z0-9_-]{22,})"},
    {"heroku-key", "HRKU-", R"(![A-Za-z0-9_-]{30,})"},
    {"dropbox-token", "sl.", R"(![A-Za-z0-9_-]{130,})"},
    {"adafruit-key", "aio_", R"(![A-Za-z0-9]{28}\b)"},
    {"fly-token", "fo1_", R"(![A-Za-z0-9_-]{43})"},
    {"fly-token", "fm1|fm2", R"(![ar]?_[A-Za-z0-9+/=_-]{80,})"},
    {"netlify-token", "nfp_", R"(![A-Za-z0-9]{36,})"},
    {"planetscale-token", "pscale_", R"(!(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,})"},
    {"buildkite-token", "bkua_", R"(![a-f0-9]{40})"},
    {"circleci-token", "CCIPAT_", R"(![A-Za-z0-9]{20,}_[a-f0-9]{40})"},
    {"sentry-token", "sntry", R"(![su]_[A-Za-z0-9+/=_-]{40,})"},
    {"posthog-key", "phx_", R"(![A-Za-z0-9]{40,})"},
    {"launchdarkly-key", "sdk-", R"(![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"},
    {"contentful-token", "CFPAT-", R"(![A-Za-z0-9_-]{40,})"},
    {"notion-token", "secret_", R"(![A-Za-z0-9]{43}\b)", Check::mixed},
    {"notion-token", "ntn_", R"(![A-Za-z0-9]{40,})"},
    {"1password-token", "ops_", R"(!eyJ[A-Za-z0-9+/=_-]{100,})"},
    {"databricks-token", "dapi", R"(![a-f0-9]{32})"},
    {"newrelic-key", "NRAK-", R"(![A-Z0-9]{20,})"},
    {"grafana-token", "glsa_", R"(![A-Za-z0-9]{32}_[A-Fa-f0-9]{8})"},
    {"grafana-token", "glc_", R"(![A-Za-z0-9+/]{32,}={0,2})"},
    {"pulumi-token", "pul-", R"(![a-f0-9]{40}\b)"},
    {"postman-key", "PMAK-", R"(![a-f0-9]{24}-[a-f0-9]{34})"},
    {"linear-key", "lin_api_", R"(![A-Za-z0-9]{30,})"},
    {"figma-token", "figd_", R"(![A-Za-z0-9_-]{30,})"},
    {"supabase-token", "sb_secret_", R"(![A-Za-z0-9_-]{30,})"},
    {"supabase-token", "sbp_", R"(![a-f0-9]{40})"},
    {"crates-token", "cio", R"((![A-Za-z0-9+/_=-]{32})(?:[^A-Za-z0-9+/_=-]|$))", Check::given},
    {"nuget-key", "oy2", R"((![A-Za-z0-9+/_=-]{43})(?:[^A-Za-z0-9+/_=-]|$))", Check::given},
    {"alibaba-key", "LTAI", R"((![A-Za-z0-9+/_=-]{16,24})(?:[^A-Za-z0-9+/_=-]|$))", Check::given},
    {"tencent-key", "AKID", R"((![A-Za-z0-9+/_=-]{32})(?:[^A-Za-z0-9+/_=-]|$))", Check::given},
    {"cohere-key", "co_", R"((![A-Za-z0-9+/_=-]{36,40})(?:[^A-Za-z0-9+/_=-]|$))", Check::given},
    {"pulumi-token", "pul-", R"((![A-Za-z0-9+/_=-]{40})(?:[^A-Za-z0-9+/_=-]|$))", Check::given},
    {"easypost-key", "EZAK|EZTK", R"((![A-Za-z0-9+/_=-]{54})(?:[^A-Za-z0-9+/_=-]|$))", Check::given},
    {"age-key", "AGE-SECRET-KEY-1", R"(![0-9A-Za-z]{50,})"},
    {"json-web-token", "eyJ",
        R"(![A-Za-z0-9_-]{8,}\.(?:eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*|[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]{10,}){3}))"},
    {"connection-password", "://",
        R"(!(?:[^\s/:@"'`<>?#]*:([^\s/"'`<>]+)|([A-Za-z0-9_.~-]{20,})|)"
        R"([^\s/:@"'`<>?#]+:([^\s/@"'`<>]*[^\s/@"'`<>0-9][^\s/@"'`<>]*/[^\s@"'`<>]*))@[^\s@/])",
        Check::address, "@"},
    {"connection-password", "jdbc:oracle:", R"(![a-z]+:[^\s/@:]+/([^\s@"']+)@)", Check::password, "@"},
    {"authorization", "authorization",
        R"((?i:!)["']?[ \t]*[:=,][ \t]*["'`]?(?:(?i:basic|bearer|token|api-?key|key)[ \t]+([A-Za-z0-9._~+/-]{8,}=*)|)"
        R"(([A-Za-z0-9._~+/-]{16,}=*)["'`]?[ \t]*(?:$|[\r,;)}\]])))",
        Check::given},
    {"authorization", "bearer ", R"((?i:!) *([A-Za-z0-9._~+/-]{20,}=*))", Check::mixed},
    {"authorization", "basic ", R"((?i:!) *([A-Za-z0-9+/]{8,}={0,2}))", Check::basic},
    {"registry-auth", "\"auth\"", R"re(!\s*:\s*"([A-Za-z0-9+/]{4,}={0,2})")re", Check::basic},
    {"registry-auth", "_auth", R"(![ \t]*=[ \t]*"?([A-Za-z0-9+/]{4,}={0,2}))", Check::basic},
    {"password", "curl",
        R"(!(?:\.exe)?\b(?:[^\n]|\\\r?\n)*?[\s"'](?:-[A-Za-z]*[uU]["']?[\s=,]*|--(?:proxy-)?user["']?[\s=,]+))"
        R"re((?:"[^"\n:]*:([^"\n]+)"|'[^'\n:]*:([^'\n]+)'|[^\s"':]+:([^\s"']+)))re",
        Check::password, "-"},
    {"password", "sshpass", R"re(!\s+-p[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"']+)))re", Check::password, "-p"},
    {"password", "login ", R"(login\s[^\n|;&]*?\s(?:-p|--password)[ \t=]+["']?([^\s"']+))", Check::password, "-p"},
    {"password", "mysql|mariadb", R"(!(?:dump|admin|import|-[a-z]+)?\s[^\n|;&]*?\s-p["']?([^\s"'=-][^\s"'=]{2,}))",
        Check::password, "-p"},
    {"password", "redis-cli", R"(!\s[^\n|;&]*?(?:-a|--pass)[ \t]+["']?([^\s"']+))", Check::password, "-"},
    {"password", "machine ", R"re(machine\s+\S+\s+(?:(?:login|account)\s+\S+\s+)*password\s+(?:"([^"\n]+)"|(\S+)))re",
        Check::password, "password"},
    {"password", "default login", R"re(default\s+login\s+\S+\s+password\s+(?:"([^"\n]+)"|(\S+)))re", Check::password,
        "password"},
    {"password", "identified ",
        R"((?:IDENTIFIED\s+(?:WITH\s+\S+\s+)?BY\s+(?:PASSWORD\s+)?['"]([^'"\n]+)['"]|)"
        R"((?i:identified\s+(?:with\s+\S+\s+)?by)\s+'([^'\n]*[0-9][^'\n]*)'))",
        Check::password},
    {"password", "password '", R"((?i:password)\s+'([^'\n]{3,})')", Check::given},
    {"password", "ConvertTo-SecureString", R"((?i:!)\s+(?i:-String\s+)?["']([^"'\n]{3,})["'])", Check::password},
    {"password", "auth=(", R"(!\s*["'][^"'\n]+["']\s*,\s*["']([^"'\n]{3,})["']\s*\))", Check::password},
    // "-----BEGIN ... PRIVATE KEY" in base64, at the three possible alignments
    {"private-key", "LS0tLS1CRUdJTi",
        R"(![A-Za-z0-9+/_-]*?(?:UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW)[A-Za-z0-9+/_-]*=*)"},
    {"private-key", "Private-Lines:", R"(![^\n]*\n((?:[A-Za-z0-9+/=]{16,}\r?\n)*[A-Za-z0-9+/=]{16,}))"},
    {"private-key", "-----BEGIN |-----END ", {}, Check::key_block},
    {"k8s-secret", "kind", R"(!["']?\s*:\s*["']?Secret\b)", Check::manifest, "Secret"},
    // names
    {"password", "password|passwort|passwd|passphrase|pass_phrase|pwd", {}, Check::any_name},
    {"password", "psk", {}, Check::any_last_name},
    {"password", "pass", {}, Check::last_name},
    {"secret",
        "secret|shared_key|sharedkey|master_key|masterkey|nonce_key|logged_in_key|auth_salt|nonce_salt|logged_in_salt|"
        "encryption_key|encryptionkey|signing_key",
        {}, Check::name},
    {"token", "token", {}, Check::name},
    {"api-key", "apikey|api_key|api-key|auth_key|authkey", {}, Check::name},
    {"access-key", "access_key|accesskey|access-key|account_key|accountkey", {}, Check::name},
    {"private-key", "private_key|privatekey", {}, Check::name},
    {"credential", "credential", {}, Check::name},
};

constexpr size_t kMostKey = 64 << 10;  // bytes of a private key that a pattern may match
constexpr size_t kMostBytes = 2000;    // of another secret
constexpr size_t kMostCommand = 600;   // of a secret somewhere in a command or URL
constexpr size_t kGroups = 4;          // of a pattern, including the whole match

// A hash of three bytes, ignoring the case of letters; the fourth byte is ignored.
uint32_t hash_of(const char* bytes) {
  uint32_t four;
  std::memcpy(&four, bytes, sizeof four);
  return (four << 8 | 0x20202000u) * 2654435761u >> 20;
}

// Finds the literals of all rows at once, ignoring the case of letters.
class Literals {
 public:
  struct Word {
    uint32_t hash = 0;  // of its first three bytes
    std::string_view text;
    size_t row = 0;
  };
  struct Hit {
    size_t at = std::string_view::npos;
    std::span<const Word> words{};  // literals that may be there, longest first
  };

  // REQUIRES: each has at least three bytes.
  Literals() {
    for (size_t row = 0; row < std::size(kRows); ++row)
      for (std::string_view word : split(kRows[row].literals, '|')) {
        words_.push_back({hash_of((std::string(word) + ' ').data()), word, row});
        begins_[words_.back().hash] = true;
      }
    std::sort(words_.begin(), words_.end(), [](const Word& a, const Word& b) {
      return a.hash != b.hash ? a.hash < b.hash : a.text.size() > b.text.size();
    });
  }

  // The first place at or after `from` where a literal may be, with a byte after its third; npos if there is none.
  Hit find(std::string_view text, size_t from) const {
    while (from + sizeof(uint32_t) <= text.size() && !begins_[hash_of(text.data() + from)]) ++from;
    if (from + sizeof(uint32_t) > text.size()) return {};
    return {from, std::ranges::equal_range(words_, hash_of(text.data() + from), {}, &Word::hash)};
  }

 private:
  std::vector<Word> words_{};        // sorted by hash
  std::array<bool, 4096> begins_{};  // hashes of words_
};

std::string any_of_literals(std::string_view literals) {
  std::string pattern;
  for (std::string_view literal : split(literals, '|'))
    pattern += (pattern.empty() ? "" : "|") + Regex::quoted(literal);
  return "(?:" + pattern + ")";
}

// Patterns are compiled on first use: most texts need none.
const Regex& pattern_of(size_t row) {
  static std::array<std::once_flag, std::size(kRows)> once;
  static std::array<std::optional<Regex>, std::size(kRows)> patterns;
  std::call_once(once[row], [&] {
    std::string pattern = "\\A(?:" + std::string(kRows[row].pattern) + ")";
    if (size_t mark = pattern.find('!'); mark != std::string::npos)
      pattern.replace(mark, 1, any_of_literals(kRows[row].literals));
    patterns[row] = compiled(pattern);
  });
  return *patterns[row];
}

bool is_mixed(std::string_view secret) {
  std::string_view end = secret.substr(secret.find_last_of("-._~") + 1);  // npos + 1 is 0
  return (std::any_of(secret.begin(), secret.end(), is_capital_letter) &&
             std::any_of(secret.begin(), secret.end(), is_digit)) ||
      (end.size() >= 32 && is_hex(end));
}

// The part after "://": a password after a user, or a token in place of one. With a '/' it may be a path after "name:".
bool is_of_address(std::string_view secret, bool has_user) {
  if (secret.find('/') != std::string_view::npos) return has_both(secret) && !is_placeholder(secret);
  if (!has_user) return secret.find_first_of(".~") == std::string_view::npos && (is_mixed(secret) || is_hex(secret));
  return !is_placeholder(secret);
}

// Does the match pass the check? `before`: what the pattern matched before the secret; `after`: the text after it.
bool holds(Check check, std::string_view before, std::string_view secret, std::string_view after) {
  if (secret.find("xxxx") != std::string_view::npos || secret.find("XXXX") != std::string_view::npos) return false;
  switch (check) {
    case Check::mixed: return is_mixed(secret);
    case Check::password: return !is_placeholder(secret);
    case Check::address: {
      // Not "name:tag@sha256:..." of a container image, which looks like an address with "@host".
      static const Regex digest = compiled(R"(\A@sha[0-9]+:[0-9A-Fa-f]{32})");
      return is_of_address(secret, before.size() > 3) && !digest.contains(after.substr(0, kMostBytes));
    }
    case Check::given: return has_both(secret) && !is_placeholder(secret);
    case Check::basic: return is_user_and_password(secret);
    case Check::none:
    case Check::key_block:
    case Check::manifest:
    case Check::name:
    case Check::last_name:
    case Check::any_name:
    case Check::any_last_name: break;
  }
  return true;
}

// Extends a key by parts after dots, if these contain both digits and letters, although its pattern has no dots.
size_t end_of_key(std::string_view text, size_t end) {
  constexpr size_t kLeastPart = 4;
  while (end < text.size() && text[end] == '.') {
    size_t next = end + 1;
    while (next < text.size() && is_key_byte(text[next]) && text[next] != '=') ++next;
    std::string_view part = text.substr(end + 1, next - end - 1);
    if (part.size() < kLeastPart || !has_both(part)) break;
    end = next;
  }
  return end;
}

class TableReader {
 public:
  explicit TableReader(std::string_view text) : text_(text) {}

  std::vector<Secret> read() {
    static const Literals literals;
    for (Literals::Hit hit = literals.find(text_, 0); hit.at != std::string_view::npos;
         hit = literals.find(text_, hit.at + 1))
      for (const Literals::Word& word : hit.words)
        if (same_letters(text_.substr(hit.at, word.text.size()), word.text)) read_at(hit.at, word);
    // Rows with patterns come first: of an overlap the first kind stays.
    found_.insert(found_.end(), named_.begin(), named_.end());
    if (!has_manifest_) return std::move(found_);
    std::vector<Secret> more = find_in_manifests(text_);
    found_.insert(found_.end(), more.begin(), more.end());
    return std::move(found_);
  }

 private:
  void read_at(size_t at, const Literals::Word& literal) {
    const Row& row = kRows[literal.row];
    if (row.check < Check::name) return at < next_ ? void() : match(at, literal.row);
    if (at < next_named_) return;
    NameWord word{row.kind, text_.substr(at, literal.text.size()), row.check >= Check::any_name,
        row.check == Check::last_name || row.check == Check::any_last_name};
    std::optional<Secret> secret = named_secret(text_, word, at);
    next_named_ = secret ? secret->end : at + word.word.size();
    if (secret) named_.push_back(*secret);
  }

  void add(Secret secret) {
    secret.end = end_of_key(text_, secret.end);
    next_ = std::max(next_, secret.end);
    found_.push_back(secret);
  }

  void match(size_t literal, size_t number) {
    const Row& row = kRows[number];
    if (row.check == Check::key_block) {
      if (auto block = find_key_block(text_, literal)) add(*block);
      return;
    }
    size_t at = literal - std::min(literal, row.before);
    if (at > 0 && is_word(text_[at]) && is_word(text_[at - 1])) return;
    bool is_long = row.kind == "private-key";
    std::string_view near = text_.substr(at, is_long ? kMostKey : row.also.empty() ? kMostBytes : kMostCommand);
    if (!row.also.empty() && find_bytes(near, row.also) == std::string_view::npos) return;
    std::array<std::string_view, kGroups> groups;
    if (!pattern_of(number).find(near, 0, groups)) return;
    has_manifest_ |= row.check == Check::manifest;
    if (row.check == Check::manifest) return;
    auto group =
        std::find_if(groups.begin() + 1, groups.end(), [](std::string_view one) { return one.data() != nullptr; });
    std::string_view bytes = group == groups.end() ? groups[0] : *group;
    auto start = static_cast<size_t>(bytes.data() - text_.data());
    Secret secret{start, start + bytes.size(), row.kind};
    if (holds(row.check, text_.substr(at, start - at), bytes, text_.substr(secret.end))) add(secret);
    // A part of a secret without capital letter or digit lacks them, too.
    else if (row.check == Check::mixed) next_ = secret.end;
  }

  std::string_view text_;
  size_t next_ = 0, next_named_ = 0;  // where the next credential of a pattern, and the next name, may begin
  std::vector<Secret> found_{}, named_{};
  bool has_manifest_ = false;
};

}  // namespace

std::vector<Secret> find_by_table(std::string_view text) { return TableReader(text).read(); }

}  // namespace aptix::context::secrets
