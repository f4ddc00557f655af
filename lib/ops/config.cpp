// The one file that knows toml++. Files are small and rare: speed does not matter here.
#include "ops/config.h"

#include <fmt/format.h>

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
// Some malformed texts violate its assertions before it reports them.
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>

#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "store/cloud.h"

namespace aptix::ops {
namespace {

struct NumberKey {
  std::string_view name;
  uint64_t& (*setting)(Settings& settings);
  uint64_t least = 0;
  bool zero_lifts = true;  // 0 means "no limit"
};

constexpr NumberKey kNumberKeys[] = {
    {"log.keep_transactions", [](Settings& all) -> uint64_t& { return all.keep_transactions; }, 1, false},
    {"log.keep_bytes", [](Settings& all) -> uint64_t& { return all.keep_bytes; }, 0, false},
    {"log.keep_days", [](Settings& all) -> uint64_t& { return all.keep_days; }},
    {"log.keep_checkpoints", [](Settings& all) -> uint64_t& { return all.keep_checkpoints; }, 0, false},
    {"limits.max_input", [](Settings& all) -> uint64_t& { return all.limits.document_bytes; }},
    {"limits.max_files", [](Settings& all) -> uint64_t& { return all.limits.files; }},
    {"limits.max_edits", [](Settings& all) -> uint64_t& { return all.limits.edits; }},
    {"limits.max_file", [](Settings& all) -> uint64_t& { return all.limits.file_bytes; }},
    {"limits.max_result", [](Settings& all) -> uint64_t& { return all.limits.result_bytes; }},
    {"limits.max_growth", [](Settings& all) -> uint64_t& { return all.limits.growth; }},
    {"session.read_tokens", [](Settings& all) -> uint64_t& { return all.session.read_tokens; }},
    {"session.write_files", [](Settings& all) -> uint64_t& { return all.session.write_files; }},
    {"session.write_bytes", [](Settings& all) -> uint64_t& { return all.session.write_bytes; }},
};

std::string toml_text(const toml::node& node) { return node.value_exact<std::string>().value_or(""); }

// 0 if it is not a positive number of seconds, or above `most`.
uint64_t seconds_in(const toml::node& node, int64_t most) {
  int64_t seconds = node.value_exact<int64_t>().value_or(0);
  return seconds > 0 && seconds <= most ? static_cast<uint64_t>(seconds) : 0;
}

// The items of a list; a node that is not a list is its own only item.
std::vector<const toml::node*> items_of(const toml::node& node) {
  std::vector<const toml::node*> items;
  if (const toml::array* list = node.as_array())
    for (const toml::node& item : *list) items.push_back(&item);
  else items.push_back(&node);
  return items;
}

class ConfigReader {
 public:
  explicit ConfigReader(std::string_view name) : name_(name) { config_.policy.from = name; }

  Result<Config> read(std::string_view text) {
    toml::parse_result parsed = toml::parse(text, std::string(name_));
    if (!parsed)
      return invalid(parsed.error().source(),
          fmt::format("the configuration is not TOML: {}", escape_for_display(parsed.error().description())),
          "mend the file, or point APTIX_CONFIG to another");
    for (auto&& [key, node] : parsed.table()) TRY(read_key(key, node));
    return std::move(config_);
  }

 private:
  struct Section {
    std::string_view name;
    Status (ConfigReader::*read)(const toml::table& table, std::string_view section);
  };

  tl::unexpected<Error> invalid(const toml::source_region& at, std::string message, std::string hint) const {
    Error error = make_error(Code::config_invalid, std::move(message), std::move(hint));
    error.where = {.input = std::string(name_), .line = at.begin.line, .column = at.begin.column};
    return fail(std::move(error));
  }

  tl::unexpected<Error> unfit(std::string_view section, const toml::key& key, std::string hint) const {
    return invalid(key.source(),
        fmt::format("'{}.{}' is not known, or has a value that it cannot have", section, escape_for_display(key.str())),
        std::move(hint));
  }

  tl::unexpected<Error> unknown(const toml::key& key, std::string_view before = {}) const {
    std::string hint = "known are strict, repository, cloud.file, cloud.url, cloud.tls, trust.owners, policy.approvals";
    for (std::string_view list : policy::kListNames) hint += fmt::format(", policy.{}", list);
    for (const NumberKey& number : kNumberKeys) hint += fmt::format(", {}", number.name);
    hint += ", tags, profile.NAME, summarizer.command, summarizer.timeout, verify.command, verify.timeout, check";
    return invalid(key.source(), fmt::format("the key '{}{}' is not known", before, escape_for_display(key.str())),
        std::move(hint));
  }

  Status read_key(const toml::key& key, const toml::node& node) {
    static constexpr Section kSections[] = {{"log", &ConfigReader::read_numbers},
        {"limits", &ConfigReader::read_numbers}, {"session", &ConfigReader::read_numbers},
        {"cloud", &ConfigReader::read_cloud}, {"trust", &ConfigReader::read_trust},
        {"policy", &ConfigReader::read_policy}, {"tags", &ConfigReader::read_tags},
        {"profile", &ConfigReader::read_profiles}, {"summarizer", &ConfigReader::read_summarizer},
        {"verify", &ConfigReader::read_verify}, {"check", &ConfigReader::read_checkers}};
    std::string_view name = key.str();
    auto section = std::ranges::find(kSections, name, &Section::name);
    bool is_section = section != std::end(kSections);
    if (!is_section && name != "strict" && name != "repository") return unknown(key);
    const toml::table* table = is_section ? node.as_table() : nullptr;
    if (table != nullptr) TRY((this->*section->read)(*table, name));
    if (name == "strict") config_.strict = node.value_exact<bool>();
    if (name == "repository" && !toml_text(node).empty()) config_.repository = toml_text(node);
    bool fits = is_section ? table != nullptr
        : name == "strict" ? config_.strict.has_value()
                           : !toml_text(node).empty();
    if (!fits)
      return invalid(node.source(), fmt::format("'{}' has the wrong type", name),
          is_section             ? "write it as a table"
              : name == "strict" ? "write true or false"
                                 : "write a name in quotes");
    // Patterns and names that the user invented are not reported.
    bool has_own_names = name == "tags" || name == "check" || name == "profile";
    if (table == nullptr || has_own_names) config_.keys.emplace_back(name);
    else
      for (auto&& [inner, value] : *table) config_.keys.push_back(fmt::format("{}.{}", name, inner.str()));
    return {};
  }

  Status read_numbers(const toml::table& table, std::string_view section) {
    for (auto&& [key, node] : table) {
      auto row = std::ranges::find(kNumberKeys, fmt::format("{}.{}", section, key.str()), &NumberKey::name);
      if (row == std::end(kNumberKeys)) return unknown(key, fmt::format("{}.", section));
      std::optional<uint64_t> number = parse_size(toml_text(node));
      if (auto integer = node.value_exact<int64_t>(); integer && *integer >= 0)
        number = static_cast<uint64_t>(*integer);
      if (!number || *number < row->least)
        return invalid(node.source(), fmt::format("'{}' must be a number of at least {}", row->name, row->least),
            "write it as 1000, or as a size in quotes: \"64M\"");
      config_.numbers[row->name] = *number;
    }
    return {};
  }

  Status read_cloud(const toml::table& table, std::string_view section) {
    for (auto&& [key, node] : table) {
      std::string text = toml_text(node);
      if (key.str() == "file" && text.starts_with('/')) config_.cloud_file = text;
      else if (key.str() == "url" && !store::scheme_of(text).empty()) config_.cloud_url = text;
      else if (key.str() == "tls" && (text == "verified" || text == "unverified"))
        config_.cloud_unverified = text == "unverified";
      else
        return unfit(section, key,
            "write file = \"/path/to/set.db\" or url = \"postgresql://host/name\"; tls is \"verified\" or "
            "\"unverified\"");
      // No message shows the password.
      if (key.str() == "url" && store::has_password(text))
        return invalid(node.source(), "'cloud.url' holds a password",
            "take it out; keep it in ~/.pgpass, or name a service of ~/.pg_service.conf that has it");
    }
    if (config_.cloud_file && config_.cloud_url)
      return invalid(table.source(), "'cloud' names a file and an address", "take one of them out");
    return {};
  }

  Status read_trust(const toml::table& table, std::string_view) {
    for (auto&& [key, node] : table) {
      bool good = key.str() == "owners" && node.is_array();
      for (const toml::node* item : items_of(node)) {
        int64_t number = item->value_exact<int64_t>().value_or(-1);
        config_.trusted_owners.push_back(number >= 0 ? std::to_string(number) : toml_text(*item));
        good = good && !config_.trusted_owners.back().empty();
      }
      if (!good)
        return invalid(key.source(),
            fmt::format("'trust.{}' is not known, or is not a list of users", escape_for_display(key.str())),
            "write owners = [\"root\", 1001]");
    }
    return {};
  }

  Status read_policy(const toml::table& table, std::string_view) {
    for (auto&& [key, node] : table) {
      auto list = std::ranges::find(policy::kListNames, key.str());
      if (list != std::end(policy::kListNames)) {
        TRY_SET(config_.policy.list(static_cast<policy::List>(list - std::begin(policy::kListNames))),
            read_globs(node, *list));
        continue;
      }
      if (key.str() != "approvals") return unknown(key, "policy.");
      config_.policy.approvals = policy::parse_approvals(toml_text(node));
      if (!config_.policy.approvals)
        return invalid(node.source(), "'policy.approvals' has a value that is not known",
            "write \"tools\", \"always\" or \"never\"");
    }
    return {};
  }

  Result<std::vector<policy::PathRule>> read_globs(const toml::node& node, std::string_view key) const {
    std::vector<policy::PathRule> rules;
    if (!node.is_array())
      return invalid(node.source(), fmt::format("'policy.{}' is not a list of patterns", key),
          "write a list such as [\"secrets/**\", \"*.pem\"]");
    for (const toml::node* item : items_of(node)) {
      auto text = item->value_exact<std::string>();
      auto rule = text ? policy::PathRule::parse(*text) : Result<policy::PathRule>(fail(Code::usage, "is not text"));
      if (!rule)
        return invalid(item->source(),
            fmt::format("'policy.{}' holds what is not a pattern: {}", key, rule.error().message), rule.error().hint);
      rules.push_back(std::move(*rule));
    }
    return rules;
  }

  Result<Glob> read_glob(const toml::key& key, std::string_view section) const {
    auto glob = Glob::parse(key.str());
    if (glob) return glob;
    return invalid(key.source(), fmt::format("'{}' holds what is not a pattern: {}", section, glob.error().message),
        glob.error().hint);
  }

  // "docs/**" = "doc", or a list of tags.
  Status read_tags(const toml::table& table, std::string_view section) {
    for (auto&& [key, node] : table) {
      TRY_ASSIGN(glob, read_glob(key, section));
      for (const toml::node* item : items_of(node)) {
        if (toml_text(*item).empty())
          return invalid(node.source(), fmt::format("the tag of '{}' is not a text", escape_for_display(key.str())),
              "write \"docs/**\" = \"doc\", or a list of tags");
        config_.tags.emplace_back(glob, toml_text(*item));
      }
    }
    return {};
  }

  // "*.py" = "python3 -m py_compile", or a list of words.
  Status read_checkers(const toml::table& table, std::string_view section) {
    for (auto&& [key, node] : table) {
      TRY_ASSIGN(files, read_glob(key, section));
      std::vector<std::string> words = split_shell_words(toml_text(node));
      std::erase(words, "");
      if (node.is_array())
        for (const toml::node* item : items_of(node)) words.push_back(toml_text(*item));
      if (words.empty() || words.front().empty())
        return invalid(node.source(),
            fmt::format("the checker of '{}' is not a command", escape_for_display(key.str())),
            "write \"*.py\" = \"python3 -m py_compile\", or a list of words");
      config_.checkers.push_back({std::move(files), std::move(words)});
    }
    return {};
  }

  Status read_summarizer(const toml::table& table, std::string_view section) {
    constexpr int64_t kMostSeconds = 60 * 60;
    for (auto&& [key, node] : table) {
      uint64_t seconds = key.str() == "timeout" ? seconds_in(node, kMostSeconds) : 0;
      bool good = seconds != 0;
      if (good) config_.summarizer_timeout = seconds;
      if (const toml::array* words = key.str() == "command" ? node.as_array() : nullptr) {
        for (const toml::node& word : *words) config_.summarizer.push_back(toml_text(word));
        good = words->is_homogeneous<std::string>() && !config_.summarizer.front().empty();
      }
      if (!good) return unfit(section, key, "write command = [\"program\", \"argument\"] and timeout = 10");
    }
    return {};
  }

  Status read_verify(const toml::table& table, std::string_view section) {
    constexpr int64_t kMostSeconds = 24 * 60 * 60;
    for (auto&& [key, node] : table) {
      uint64_t seconds = key.str() == "timeout" ? seconds_in(node, kMostSeconds) : 0;
      if (seconds != 0) config_.verify.timeout = seconds;
      else if (key.str() == "command" && node.is_string()) config_.verify.command = toml_text(node);
      else return unfit(section, key, "write command = \"make test\" and timeout = 600");
    }
    return {};
  }

  // [profile.NAME]
  Status read_profiles(const toml::table& table, std::string_view) {
    for (auto&& [key, node] : table) {
      std::string shown = fmt::format("profile.{}", escape_for_display(key.str()));
      const toml::table* profile = node.as_table();
      if (profile == nullptr)
        return invalid(key.source(), fmt::format("'{}' is not a table", shown), "write [profile.NAME]");
      context::ProfileRule& rule = config_.profiles.emplace_back(context::ProfileRule{.name = std::string(key.str())});
      for (auto&& [inner, value] : *profile)
        if (!read_profile_key(inner.str(), value, rule))
          return unfit(shown, inner,
              "known are lines, call_tokens, session_tokens (numbers of at least 1), whole, diff (true or false)");
    }
    return {};
  }

  static bool read_profile_key(std::string_view key, const toml::node& node, context::ProfileRule& rule) {
    int64_t number = node.value_exact<int64_t>().value_or(0);
    for (auto [name, member] :
        {std::pair("lines", &context::ProfileRule::lines), std::pair("call_tokens", &context::ProfileRule::call_tokens),
            std::pair("session_tokens", &context::ProfileRule::session_tokens)})
      if (key == name && number > 0) return (rule.*member = static_cast<uint64_t>(number)).has_value();
    if (key == "whole") return (rule.whole = node.value_exact<bool>()).has_value();
    return key == "diff" && (rule.diff = node.value_exact<bool>()).has_value();
  }

  std::string_view name_;  // of the file
  Config config_;
};

}  // namespace

Result<Config> parse_config(std::string_view text, std::string_view name) { return ConfigReader(name).read(text); }

std::optional<uint64_t> parse_size(std::string_view text) {
  uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  std::string_view unit = text.substr(static_cast<size_t>(end - text.data()));
  if (unit.size() > 1 && (unit.substr(1) == "B" || unit.substr(1) == "iB")) unit = unit.substr(0, 1);
  constexpr std::string_view kUnits[] = {"", "K", "M", "G"};
  std::string letter(unit == "B" ? "" : unit);
  for (char& c : letter) c = c == 'k' || c == 'm' || c == 'g' ? static_cast<char>(c - 'a' + 'A') : c;
  auto power = std::ranges::find(kUnits, letter) - std::begin(kUnits);
  if (power == std::ssize(kUnits) || number > UINT64_MAX >> (10 * power)) return std::nullopt;
  return number << (10 * power);
}

Outcome<Settings> merge(const Config& user, const Config& workspace, std::string_view workspace_name) {
  Outcome<Settings> outcome;
  Settings& settings = outcome.value;
  auto warn = [&](std::string message) {
    outcome.diagnostics.warnings.push_back(
        make_error(Code::config_invalid, std::move(message), "set it in your own configuration file")
            .at(workspace_name));
  };
  for (const NumberKey& key : kNumberKeys) {
    uint64_t& setting = key.setting(settings);
    if (auto value = user.numbers.find(key.name); value != user.numbers.end()) setting = value->second;
    auto value = workspace.numbers.find(key.name);
    if (value == workspace.numbers.end()) continue;
    auto limit = [&](uint64_t number) { return key.zero_lifts && number == 0 ? UINT64_MAX : number; };
    if (limit(value->second) > limit(setting))
      warn(fmt::format("'{}' of a workspace can only narrow; {} was kept", key.name, setting));
    else setting = value->second;
  }
  for (auto [key, is_given] : {std::pair("cloud.file", workspace.cloud_file.has_value()),
           std::pair("cloud.url", workspace.cloud_url || workspace.cloud_unverified),
           std::pair("summarizer", !workspace.summarizer.empty() || workspace.summarizer_timeout),
           std::pair("check", !workspace.checkers.empty()),
           std::pair("trust.owners", !workspace.trusted_owners.empty())})
    if (is_given) warn(fmt::format("'{}' in a workspace's configuration is ignored", key));
  settings.cloud_file = user.cloud_file.value_or("");
  settings.cloud_url = user.cloud_url.value_or("");
  settings.cloud_unverified = user.cloud_unverified.value_or(false);
  settings.summarizer = user.summarizer;
  settings.summarizer_timeout = user.summarizer_timeout.value_or(settings.summarizer_timeout);
  settings.verify = user.verify;
  settings.workspace_verify = workspace.verify;
  settings.checkers = user.checkers;
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
