#include "context/secrets/shapes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <optional>

#include "base/assert.h"
#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/regex.h"
#include "context/secrets/encoded.h"
#include "context/secrets/key_block.h"
#include "context/secrets/needles.h"
#include "context/secrets/settings.h"
#include "context/secrets/value.h"

namespace aptix::context::secrets {
namespace {

enum class Check : unsigned char {
  none,
  mixed,     // a capital letter and a digit are in it, or it ends in a long hexadecimal number
  password,  // it stands for no other value
  address,   // a password, or in the place of a user what only a token can be
  given,     // a digit and a letter are in it, and it stands for no other value
  basic,     // "user:password" in base64
};

// `needle` (of any case) begins what `pattern` matches; the first group that takes part in it, where there is one, is
// the secret.
struct Shape {
  std::string_view kind, needle, pattern;
  Check check = Check::none;
  std::string_view also{};  // a piece of all that the pattern matches: without it near by nothing is tried
  size_t before = 0;        // bytes that the pattern matches before the needle
};

constexpr Shape kShapes[] = {
    {"aws-access-key", "AKIA", "AKIA[A-Z0-9]{16}\\b"},
    {"aws-access-key", "ASIA", "ASIA[A-Z0-9]{16}\\b"},
    {"aws-access-key", "ABIA", "ABIA[A-Z0-9]{16}\\b"},
    {"google-api-key", "AIza", "AIza[0-9A-Za-z_-]{35}"},
    {"google-oauth-token", "ya29.", "ya29\\.[0-9A-Za-z_-]{20,}"},
    {"google-oauth-secret", "GOCSPX-", "GOCSPX-[0-9A-Za-z_-]{20,}"},
    {"azure-key", "AccountKey=", "AccountKey=([A-Za-z0-9+/]{40,}={0,2})"},
    {"azure-key", "SharedAccessKey=", "SharedAccessKey=([A-Za-z0-9+/]{30,}={0,2})"},
    {"azure-secret", "7Q~", "([A-Za-z0-9_~.-]{3}7Q~[A-Za-z0-9_~.-]{31,34})(?:[^A-Za-z0-9_~-]|$)", Check::none, {}, 3},
    {"azure-secret", "8Q~", "([A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34})(?:[^A-Za-z0-9_~-]|$)", Check::none, {}, 3},
    {"azure-token", "sig=", "sig=([A-Za-z0-9%]{40,}%3D)"},
    {"digitalocean-token", "dop_v1_", "dop_v1_[a-f0-9]{64}"},
    {"google-refresh-token", "1//0", "1//0[A-Za-z0-9_-]{40,}"},
    {"digitalocean-token", "doo_v1_", "doo_v1_[a-f0-9]{64}"},
    {"digitalocean-token", "dor_v1_", "dor_v1_[a-f0-9]{64}"},
    {"github-token", "ghp_", "ghp_[A-Za-z0-9]{30,}"},
    {"github-token", "gho_", "gho_[A-Za-z0-9]{30,}"},
    {"github-token", "ghu_", "ghu_[A-Za-z0-9]{30,}"},
    {"github-token", "ghs_", "ghs_[A-Za-z0-9]{30,}"},
    {"github-token", "ghr_", "ghr_[A-Za-z0-9]{30,}"},
    {"github-token", "github_pat_", "github_pat_[A-Za-z0-9_]{22,}"},
    {"gitlab-token", "glpat-", "glpat-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "glptt-", "glptt-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "gldt-", "gldt-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "glrt-", "glrt-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "glcbt-", "glcbt-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "glft-", "glft-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "glsoat-", "glsoat-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "glagent-", "glagent-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "glimt-", "glimt-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "glffct-", "glffct-[A-Za-z0-9_-]{20,}"},
    {"gitlab-token", "GR1348941", "GR1348941[A-Za-z0-9_-]{20,}"},
    {"bitbucket-token", "ATBB", "ATBB[A-Za-z0-9]{28,}"},
    {"atlassian-token", "ATATT3", "ATATT3[A-Za-z0-9_=-]{50,}"},
    {"atlassian-token", "ATCTT3", "ATCTT3[A-Za-z0-9_=-]{50,}"},
    {"slack-token", "xox", "xox(?:[abceoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,}|d-[A-Za-z0-9%+/=-]{20,})"},
    {"slack-token", "xapp-", "xapp-[0-9]-[A-Z0-9]+-[0-9]+-[a-z0-9]+"},
    {"slack-webhook", "hooks.slack.com/", "hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,})"},
    {"discord-webhook", "/api/webhooks/", "/api/webhooks/([0-9]{15,}/[A-Za-z0-9_-]{40,})"},
    {"telegram-token", ":AA", ":(AA[A-Za-z0-9_-]{33})\\b"},
    {"teams-webhook", ".webhook.office.com/", "\\.webhook\\.office\\.com/(webhookb2/[A-Za-z0-9@/-]{40,})"},
    {"stripe-key", "sk_", "sk_(?:live|test)_[A-Za-z0-9]{10,}"},
    {"stripe-key", "rk_", "rk_(?:live|test)_[A-Za-z0-9]{10,}"},
    {"stripe-key", "whsec_", "whsec_[A-Za-z0-9+/]{24,}"},
    {"anthropic-key", "sk-ant-", "sk-ant-[A-Za-z0-9_-]{20,}"},
    {"openai-key", "sk-proj-", "sk-proj-[A-Za-z0-9_-]{20,}"},
    {"openai-key", "sk-", "sk-[A-Za-z0-9_-]{20,}", Check::mixed},
    {"groq-key", "gsk_", "gsk_[A-Za-z0-9]{40,}"},
    {"huggingface-token", "hf_", "hf_[A-Za-z0-9]{30,}"},
    {"replicate-token", "r8_", "r8_[A-Za-z0-9]{36,}"},
    {"xai-key", "xai-", "xai-[A-Za-z0-9]{60,}"},
    {"perplexity-key", "pplx-", "pplx-[A-Za-z0-9]{40,}"},
    {"openrouter-key", "sk-or-", "sk-or-(?:v[0-9]-)?[a-f0-9]{40,}"},
    {"npm-token", "npm_", "npm_[A-Za-z0-9]{36}"},
    {"pypi-token", "pypi-", "pypi-[A-Za-z0-9_-]{50,}"},
    {"rubygems-token", "rubygems_", "rubygems_[a-f0-9]{48}"},
    {"docker-token", "dckr_pat_", "dckr_pat_[A-Za-z0-9_-]{20,}"},
    {"docker-token", "dckr_oat_", "dckr_oat_[A-Za-z0-9_-]{20,}"},
    {"clojars-token", "CLOJARS_", "CLOJARS_[a-f0-9]{60}"},
    {"jfrog-token", "AKCp", "AKCp[A-Za-z0-9]{60,}\\b"},
    {"jfrog-token", "cmVmdGtuOj", "cmVmdGtuOj[A-Za-z0-9+/]{50,}={0,2}"},
    {"vault-token", "hvb.", "hvb\\.[A-Za-z0-9_-]{24,}"},
    {"vault-token", "hvr.", "hvr\\.[A-Za-z0-9_-]{24,}"},
    {"vault-token", "hvs.", "hvs\\.[A-Za-z0-9_-]{24,}"},
    {"terraform-token", ".atlasv1.", "\\.(atlasv1\\.[A-Za-z0-9_=-]{50,})"},
    {"doppler-token", "dp.", "dp\\.(?:ct|pt|st|sa|scim|audit)\\.(?:[a-z0-9_-]+\\.)?[A-Za-z0-9]{40,}"},
    {"sendgrid-key", "SG.", "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}"},
    {"mailgun-key", "key-", "key-[0-9a-f]{32}\\b"},
    {"paypal-token", "access_token$", "access_token\\$production\\$[a-z0-9]{16}\\$[a-f0-9]{32}"},
    {"asaas-key", "$aact_", "\\$aact_[A-Za-z0-9:_=+/-]{60,}"},
    {"shopify-token", "shp", "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"},
    {"square-token", "sq0", "sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}"},
    {"heroku-key", "HRKU-", "HRKU-[A-Za-z0-9_-]{30,}"},
    {"dropbox-token", "sl.", "sl\\.[A-Za-z0-9_-]{130,}"},
    {"adafruit-key", "aio_", "aio_[A-Za-z0-9]{28}\\b"},
    {"fly-token", "fo1_", "fo1_[A-Za-z0-9_-]{43}"},
    {"fly-token", "fm1", "fm1[ar]?_[A-Za-z0-9+/=_-]{80,}"},
    {"fly-token", "fm2_", "fm2_[A-Za-z0-9+/=_-]{80,}"},
    {"netlify-token", "nfp_", "nfp_[A-Za-z0-9]{36,}"},
    {"planetscale-token", "pscale_", "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}"},
    {"buildkite-token", "bkua_", "bkua_[a-f0-9]{40}"},
    {"circleci-token", "CCIPAT_", "CCIPAT_[A-Za-z0-9]{20,}_[a-f0-9]{40}"},
    {"sentry-token", "sntry", "sntry[su]_[A-Za-z0-9+/=_-]{40,}"},
    {"posthog-key", "phx_", "phx_[A-Za-z0-9]{40,}"},
    {"launchdarkly-key", "sdk-", "sdk-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"},
    {"contentful-token", "CFPAT-", "CFPAT-[A-Za-z0-9_-]{40,}"},
    {"notion-token", "secret_", "secret_[A-Za-z0-9]{43}\\b", Check::mixed},
    {"notion-token", "ntn_", "ntn_[A-Za-z0-9]{40,}"},
    {"1password-token", "ops_", "ops_eyJ[A-Za-z0-9+/=_-]{100,}"},
    {"databricks-token", "dapi", "dapi[a-f0-9]{32}"},
    {"newrelic-key", "NRAK-", "NRAK-[A-Z0-9]{20,}"},
    {"grafana-token", "glsa_", "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"},
    {"grafana-token", "glc_", "glc_[A-Za-z0-9+/]{32,}={0,2}"},
    {"pulumi-token", "pul-", "pul-[a-f0-9]{40}\\b"},
    {"postman-key", "PMAK-", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"},
    {"linear-key", "lin_api_", "lin_api_[A-Za-z0-9]{30,}"},
    {"figma-token", "figd_", "figd_[A-Za-z0-9_-]{30,}"},
    {"supabase-token", "sb_secret_", "sb_secret_[A-Za-z0-9_-]{30,}"},
    {"supabase-token", "sbp_", "sbp_[a-f0-9]{40}"},
    {"age-key", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[0-9A-Za-z]{50,}"},
    {"json-web-token", "eyJ",
        "eyJ[A-Za-z0-9_-]{8,}\\.(?:eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*|[A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]{10,}){3})"},
    {"connection-password", "://",
        "://(?:[^\\s/:@\"'`<>?#]*:([^\\s/\"'`<>]+)|([A-Za-z0-9_.~-]{20,})|"
        "[^\\s/:@\"'`<>?#]+:([^\\s/@\"'`<>]*[^\\s/@\"'`<>0-9][^\\s/@\"'`<>]*/[^\\s@\"'`<>]*))@[^\\s@/]",
        Check::address, "@"},
    {"connection-password", "jdbc:oracle:", "jdbc:oracle:[a-z]+:[^\\s/@:]+/([^\\s@\"']+)@", Check::password, "@"},
    {"authorization", "authorization",
        "(?i:authorization)[\"']?[ \t]*[:=,][ \t]*[\"'`]?(?:"
        "(?i:basic|bearer|token|api-?key|key)[ \t]+([A-Za-z0-9._~+/-]{8,}=*)|"
        "([A-Za-z0-9._~+/-]{16,}=*)[\"'`]?[ \t]*(?:$|[\r,;)}\\]]))",
        Check::given},
    {"authorization", "bearer ", "(?i:bearer) +([A-Za-z0-9._~+/-]{20,}=*)", Check::mixed},
    {"authorization", "basic ", "(?i:basic) +([A-Za-z0-9+/]{8,}={0,2})", Check::basic},
    {"registry-auth", "\"auth\"", "\"auth\"\\s*:\\s*\"([A-Za-z0-9+/]{4,}={0,2})\"", Check::basic},
    {"registry-auth", "_auth", "_auth[ \t]*=[ \t]*\"?([A-Za-z0-9+/]{4,}={0,2})", Check::basic},
    {"password", "curl",
        "curl(?:\\.exe)?\\b(?:[^\\n]|\\\\\r?\n)*?"
        "[\\s\"'](?:-[A-Za-z]*[uU][\"']?[\\s=,]*|--(?:proxy-)?user[\"']?[\\s=,]+)"
        "(?:\"[^\"\\n:]*:([^\"\\n]+)\"|'[^'\\n:]*:([^'\\n]+)'|[^\\s\"':]+:([^\\s\"']+))",
        Check::password, "-"},
    {"password", "sshpass", "sshpass\\s+-p[ \t]*(?:\"([^\"\\n]+)\"|'([^'\\n]+)'|([^\\s\"']+))", Check::password, "-p"},
    {"password", "login ", "login\\s[^\\n|;&]*?\\s(?:-p|--password)[ \t=]+[\"']?([^\\s\"']+)", Check::password, "-p"},
    {"password", "mysql", "mysql(?:dump|admin|import)?\\s[^\\n|;&]*?\\s-p[\"']?([^\\s\"'=-][^\\s\"'=]{2,})",
        Check::password, "-p"},
    {"password", "mariadb", "mariadb(?:-[a-z]+)?\\s[^\\n|;&]*?\\s-p[\"']?([^\\s\"'=-][^\\s\"'=]{2,})", Check::password,
        "-p"},
    {"password", "redis-cli", "redis-cli\\s[^\\n|;&]*?(?:-a|--pass)[ \t]+[\"']?([^\\s\"']+)", Check::password, "-"},
    {"password", "machine ",
        "machine\\s+\\S+\\s+(?:(?:login|account)\\s+\\S+\\s+)*password\\s+(?:\"([^\"\\n]+)\"|(\\S+))", Check::password,
        "password"},
    {"password", "default login", "default\\s+login\\s+\\S+\\s+password\\s+(?:\"([^\"\\n]+)\"|(\\S+))", Check::password,
        "password"},
    {"password", "identified ",
        "(?:IDENTIFIED\\s+(?:WITH\\s+\\S+\\s+)?BY\\s+(?:PASSWORD\\s+)?['\"]([^'\"\\n]+)['\"]|"
        "(?i:identified\\s+(?:with\\s+\\S+\\s+)?by)\\s+'([^'\\n]*[0-9][^'\\n]*)')",
        Check::password},
    {"password", "password '", "(?i:password)\\s+'([^'\\n]{3,})'", Check::given},
    {"password", "ConvertTo-SecureString", "(?i:ConvertTo-SecureString)\\s+(?i:-String\\s+)?[\"']([^\"'\\n]{3,})[\"']",
        Check::password},
    {"password", "auth=(", "auth=\\(\\s*[\"'][^\"'\\n]+[\"']\\s*,\\s*[\"']([^\"'\\n]{3,})[\"']\\s*\\)",
        Check::password},
    {"private-key", "LS0tLS1CRUdJTi", ""},
    {"private-key", "Private-Lines:", ""},
    {"private-key", "-----BEGIN ", ""},
    {"private-key", "-----END ", ""},
};

constexpr size_t kMostBytes = 2000;   // of one secret that a pattern finds
constexpr size_t kMostCommand = 600;  // of one that stands somewhere in a command or an address
constexpr size_t kGroups = 4;         // of a pattern, with the whole match

// The patterns are compiled when they are needed: most texts need none.
const Regex& pattern_of(size_t shape) {
  static std::array<std::once_flag, std::size(kShapes)> once;
  static std::array<std::optional<Regex>, std::size(kShapes)> patterns;
  std::call_once(once[shape], [&] {
    auto compiled = Regex::compile("\\A(?:" + std::string(kShapes[shape].pattern) + ")", {});
    ASSERT(compiled.has_value());
    patterns[shape] = std::move(*compiled);
  });
  return *patterns[shape];
}

constexpr Needles kShapeNeedles([] {
  std::array<std::string_view, std::size(kShapes)> words;
  std::transform(std::begin(kShapes), std::end(kShapes), words.begin(), [](const Shape& s) { return s.needle; });
  return words;
}());

bool is_mixed(std::string_view secret) {
  std::string_view end = secret.substr(secret.find_last_of("-._~") + 1);  // npos + 1 is 0
  return (std::any_of(secret.begin(), secret.end(), is_capital_letter) &&
             std::any_of(secret.begin(), secret.end(), is_digit)) ||
      (end.size() >= 32 && is_hex(end));
}

// After "://": with a user before it, or in the place of one. With a '/' it may be a path after a name and a ':'.
bool is_of_address(std::string_view secret, bool has_user) {
  if (secret.find('/') != std::string_view::npos) return has_both(secret) && !is_placeholder(secret);
  if (!has_user) return secret.find_first_of(".~") == std::string_view::npos && (is_mixed(secret) || is_hex(secret));
  return !is_placeholder(secret);
}

// "@sha256:..." after a name and a tag, as images of containers have it, where an address has "@host".
bool is_before_digest(std::string_view after) {
  constexpr size_t kLeastDigits = 32;
  constexpr std::string_view kSha = "@sha";
  if (!after.starts_with(kSha)) return false;
  size_t colon = after.find_first_not_of("0123456789", kSha.size());
  if (colon == kSha.size() || colon == after.npos || after[colon] != ':') return false;
  std::string_view digits = after.substr(colon + 1);
  return is_hex(digits.substr(0, kLeastDigits)) && digits.size() >= kLeastDigits;
}

// `before`: what the pattern matches before the secret.
bool holds(Check check, std::string_view before, std::string_view secret) {
  if (secret.find("xxxx") != std::string_view::npos || secret.find("XXXX") != std::string_view::npos) return false;
  switch (check) {
    case Check::none: return true;
    case Check::mixed: return is_mixed(secret);
    case Check::password: return !is_placeholder(secret);
    case Check::address: return is_of_address(secret, before.size() > 3);
    case Check::given: return has_both(secret) && !is_placeholder(secret);
    case Check::basic: return is_user_and_password(secret);
  }
  return false;
}

// A secret, or where to look on.
struct Match {
  std::optional<Secret> secret{};
  size_t next = 0;
};

Match match_shape(std::string_view text, NeedleHit hit) {
  const Shape& shape = kShapes[hit.word];
  Match match{.next = hit.at + 1};
  size_t at = hit.at - std::min(hit.at, shape.before);
  bool in_word = at > 0 && is_word(text[at]) && is_word(text[at - 1]);
  if (shape.pattern.empty()) {
    bool encoded = shape.needle.starts_with("LS0");
    match.secret = encoded ? find_encoded_key(text, hit.at) : find_key_block(text, hit.at);
    return match;
  }
  if (in_word) return match;
  std::string_view near = text.substr(at, shape.also.empty() ? kMostBytes : kMostCommand);
  if (!shape.also.empty() && find_bytes(near, shape.also) == std::string_view::npos) return match;
  std::array<std::string_view, kGroups> found;
  if (!pattern_of(hit.word).find(near, 0, found)) return match;
  auto group = std::find_if(found.begin() + 1, found.end(), [](std::string_view one) { return one.data() != nullptr; });
  std::string_view secret = group == found.end() ? found[0] : *group;
  auto start = static_cast<size_t>(secret.data() - text.data());
  // What lacks a capital letter or a digit has no part that has both.
  if (shape.check == Check::mixed) match.next = std::max(match.next, start + secret.size());
  bool of_image = shape.check == Check::address && is_before_digest(text.substr(start + secret.size()));
  if (!of_image && holds(shape.check, text.substr(at, start - at), secret))
    match.secret = Secret{start, start + secret.size(), shape.kind};
  return match;
}

// A key may have dots in it where its shape has none: a part with both digits and letters after one belongs to it.
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

}  // namespace

std::vector<Secret> find_shapes(std::string_view text) {
  std::vector<Secret> found;
  for (NeedleHit hit = kShapeNeedles.find(text, 0); hit.at != std::string_view::npos;) {
    Match match = match_shape(text, hit);
    if (match.secret) match.secret->end = end_of_key(text, match.secret->end);
    if (match.secret) found.push_back(*match.secret);
    hit = kShapeNeedles.find(text, match.secret ? std::max(match.secret->end, match.next) : match.next);
  }
  return found;
}

}  // namespace aptix::context::secrets
