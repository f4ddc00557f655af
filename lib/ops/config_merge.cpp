// What holds for a run: the user's file, and what a workspace's may say to it.
#include <fmt/format.h>

#include <charconv>

#include "ops/config.h"
#include "ops/config_keys.h"

namespace aptix::ops {
namespace {

uint64_t power_of(std::string_view unit) {
  if (unit.size() > 1 && (unit.substr(1) == "B" || unit.substr(1) == "iB")) unit = unit.substr(0, 1);
  if (unit.empty() || unit == "B") return 1;
  if (unit == "K" || unit == "k") return 1ull << 10;
  if (unit == "M" || unit == "m") return 1ull << 20;
  if (unit == "G" || unit == "g") return 1ull << 30;
  return 0;
}

bool is_wider(uint64_t value, uint64_t than, bool zero_lifts) {
  if (zero_lifts && than == 0) return false;
  return (zero_lifts && value == 0) || value > than;
}

}  // namespace

std::optional<uint64_t> parse_size(std::string_view text) {
  uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  uint64_t power = power_of(text.substr(static_cast<size_t>(end - text.data())));
  if (power == 0 || number > UINT64_MAX / power) return std::nullopt;
  return number * power;
}

Outcome<Settings> merge(const Config& user, const Config& workspace, std::string_view workspace_name) {
  Outcome<Settings> outcome;
  Settings& settings = outcome.value;
  auto warn = [&](std::string message, std::string hint) {
    outcome.diagnostics.warnings.push_back(
        make_error(Code::config_invalid, std::move(message), std::move(hint)).at(workspace_name));
  };
  for (const NumberKey& key : kNumberKeys) {
    uint64_t& setting = key.setting(settings);
    if (auto value = user.*key.member) setting = *value;
    auto value = workspace.*key.member;
    if (!value) continue;
    if (is_wider(*value, setting, key.zero_lifts))
      warn(fmt::format("'{}.{}' of a workspace can only narrow; {} was kept", key.table, key.key, setting),
          "set it in your own configuration file");
    else setting = *value;
  }
  settings.cloud_file = user.cloud_file.value_or("");
  settings.cloud_url = user.cloud_url.value_or("");
  settings.cloud_unverified = user.cloud_unverified.value_or(false);
  if (workspace.cloud_file)
    warn("'cloud.file' in a workspace's configuration is ignored", "set it in your own configuration file");
  if (workspace.cloud_url || workspace.cloud_unverified)
    warn("'cloud.url' in a workspace's configuration is ignored", "set it in your own configuration file");
  settings.summarizer = user.summarizer;
  settings.summarizer_timeout = user.summarizer_timeout.value_or(settings.summarizer_timeout);
  if (!workspace.summarizer.empty() || workspace.summarizer_timeout)
    warn("'summarizer' in a workspace's configuration is ignored", "set it in your own configuration file");
  settings.verify = user.verify.value_or(VerifySetting{});
  settings.workspace_verify = workspace.verify.value_or(VerifySetting{});
  settings.checkers = user.checkers;
  if (!workspace.checkers.empty())
    warn("'check' in a workspace's configuration is ignored", "set it in your own configuration file");
  if (!workspace.trusted_owners.empty())
    warn("'trust.owners' in a workspace's configuration is ignored", "set it in your own configuration file");
  settings.repository = workspace.repository.value_or(user.repository.value_or(""));
  settings.strict = user.strict.value_or(false) || workspace.strict.value_or(false);
  settings.tags = user.tags;
  settings.tags.insert(settings.tags.end(), workspace.tags.begin(), workspace.tags.end());
  for (const context::ProfileRule& rule : user.profiles)
    context::apply_rule(settings.profiles, rule, context::Owner::user);
  for (const context::ProfileRule& rule : workspace.profiles)
    context::apply_rule(settings.profiles, rule, context::Owner::workspace);
  settings.policy = policy::Policy::merge(user.policy, workspace.policy, outcome.diagnostics.warnings);
  return outcome;
}

}  // namespace aptix::ops
