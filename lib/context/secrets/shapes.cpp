#include "context/secrets/shapes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <optional>

#include "base/assert.h"
#include "base/text/regex.h"
#include "context/secrets/bytes.h"
#include "context/secrets/key_block.h"
#include "context/secrets/needles.h"
#include "context/secrets/value.h"

namespace aptix::context::secrets {
namespace {

enum class Check : unsigned char {
  none,
  mixed,     // a capital letter and a digit are in it
  password,  // it stands for no other value
};

// `needle` (of any case) begins what `pattern` matches; its first group, where it has one, is the secret.
struct Shape {
  std::string_view kind, needle, pattern;
  Check check = Check::none;
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
    {"azure-token", "sig=", "sig=([A-Za-z0-9%]{40,}%3D)"},
    {"digitalocean-token", "dop_v1_", "dop_v1_[a-f0-9]{64}"},
    {"digitalocean-token", "doo_v1_", "doo_v1_[a-f0-9]{64}"},
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
    {"bitbucket-token", "ATBB", "ATBB[A-Za-z0-9]{28,}"},
    {"atlassian-token", "ATATT3", "ATATT3[A-Za-z0-9_=-]{50,}"},
    {"slack-token", "xox", "xox[abceoprs]-[A-Za-z0-9-]{10,}"},
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
    {"npm-token", "npm_", "npm_[A-Za-z0-9]{36}"},
    {"pypi-token", "pypi-", "pypi-[A-Za-z0-9_-]{50,}"},
    {"rubygems-token", "rubygems_", "rubygems_[a-f0-9]{48}"},
    {"docker-token", "dckr_pat_", "dckr_pat_[A-Za-z0-9_-]{20,}"},
    {"vault-token", "hvs.", "hvs\\.[A-Za-z0-9_-]{24,}"},
    {"terraform-token", ".atlasv1.", "\\.(atlasv1\\.[A-Za-z0-9_=-]{50,})"},
    {"sendgrid-key", "SG.", "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}"},
    {"mailgun-key", "key-", "key-[0-9a-f]{32}\\b"},
    {"shopify-token", "shp", "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"},
    {"square-token", "sq0", "sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}"},
    {"databricks-token", "dapi", "dapi[a-f0-9]{32}"},
    {"newrelic-key", "NRAK-", "NRAK-[A-Z0-9]{20,}"},
    {"grafana-token", "glsa_", "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"},
    {"grafana-token", "glc_", "glc_[A-Za-z0-9+/]{32,}={0,2}"},
    {"postman-key", "PMAK-", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"},
    {"linear-key", "lin_api_", "lin_api_[A-Za-z0-9]{30,}"},
    {"figma-token", "figd_", "figd_[A-Za-z0-9_-]{30,}"},
    {"supabase-token", "sbp_", "sbp_[a-f0-9]{40}"},
    {"age-key", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[0-9A-Za-z]{50,}"},
    {"json-web-token", "eyJ", "eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*"},
    {"connection-password", "://", "://[^\\s/:@\"'`<>?#]*:([^\\s/@\"'`<>]+)@[^\\s@/]", Check::password},
    {"authorization", "bearer ", "(?i:bearer) +([A-Za-z0-9._~+/-]{20,}=*)", Check::mixed},
    {"authorization", "basic ", "(?i:basic) +([A-Za-z0-9+/]{12,}={0,2})", Check::mixed},
    {"private-key", "-----BEGIN ", ""},
    {"private-key", "-----END ", ""},
};

constexpr size_t kMostBytes = 2000;  // of one secret that a pattern finds

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

const Needles& needles() {
  static const Needles all = [] {
    std::array<std::string_view, std::size(kShapes)> words;
    std::transform(std::begin(kShapes), std::end(kShapes), words.begin(), [](const Shape& s) { return s.needle; });
    return Needles(words);
  }();
  return all;
}

bool holds(Check check, std::string_view secret) {
  if (secret.find("xxxx") != std::string_view::npos || secret.find("XXXX") != std::string_view::npos) return false;
  switch (check) {
    case Check::none: return true;
    case Check::mixed:
      return std::any_of(secret.begin(), secret.end(), is_capital_letter) &&
          std::any_of(secret.begin(), secret.end(), is_digit);
    case Check::password: return !is_placeholder(secret);
  }
  return false;
}

// A secret, or where to look on.
struct Match {
  std::optional<Secret> secret{};
  size_t next = 0;
};

Match match_shape(std::string_view text, Needles::Hit hit) {
  const Shape& shape = kShapes[hit.word];
  Match match{.next = hit.at + 1};
  if (shape.pattern.empty()) {
    match.secret = find_key_block(text, hit.at);
    return match;
  }
  bool begins_word = is_word(shape.needle.front());
  if (begins_word && hit.at > 0 && is_word(text[hit.at - 1])) return match;
  std::array<std::string_view, 2> found;
  if (!pattern_of(hit.word).find(text.substr(hit.at, kMostBytes), 0, found)) return match;
  std::string_view secret = found[1].data() == nullptr ? found[0] : found[1];
  auto start = static_cast<size_t>(secret.data() - text.data());
  // What lacks a capital letter or a digit has no part that has both.
  if (shape.check == Check::mixed) match.next = std::max(match.next, start + secret.size());
  if (holds(shape.check, secret)) match.secret = Secret{start, start + secret.size(), shape.kind};
  return match;
}

}  // namespace

std::vector<Secret> find_shapes(std::string_view text) {
  std::vector<Secret> found;
  for (Needles::Hit hit = needles().find(text, 0); hit.at != std::string_view::npos;) {
    Match match = match_shape(text, hit);
    if (match.secret) found.push_back(*match.secret);
    hit = needles().find(text, match.secret ? std::max(match.secret->end, match.next) : match.next);
  }
  return found;
}

}  // namespace aptix::context::secrets
