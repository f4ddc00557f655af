// The one file that knows toml++. Files are small and rare: speed does not matter here.
#include "ops/config.h"

#include <fmt/format.h>

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
// Some malformed texts break what it asserts before it reports them.
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>

#include "base/text/glob.h"
#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "ops/config_keys.h"
#include "store/cloud_helper.h"

namespace aptix::ops {
namespace {

constexpr int64_t kMostVerifySeconds = 24 * 60 * 60;

Error invalid(std::string_view name, const toml::source_position& at, std::string message, std::string hint) {
  Error error = make_error(Code::config_invalid, std::move(message), std::move(hint));
  error.where.input = name;
  error.where.line = at.line;
  error.where.column = at.column;
  return error;
}

std::string known_keys() {
  std::string text = "known are strict, repository, cloud.file, cloud.url, cloud.tls, trust.owners, policy.approvals";
  for (std::string_view list : policy::kListNames) text += fmt::format(", policy.{}", list);
  for (const NumberKey& key : kNumberKeys) text += fmt::format(", {}.{}", key.table, key.key);
  return text + ", tags, profile.NAME, summarizer.command, summarizer.timeout, verify.command, verify.timeout, check";
}

Result<uint64_t> read_number(const toml::node& node, const NumberKey& key, std::string_view name) {
  std::optional<uint64_t> number;
  if (auto integer = node.value_exact<int64_t>(); integer && *integer >= 0) number = static_cast<uint64_t>(*integer);
  if (auto text = node.value_exact<std::string_view>()) number = parse_size(*text);
  if (!number || *number < key.least)
    return fail(invalid(name, node.source().begin,
        fmt::format("'{}.{}' must be a number of at least {}", key.table, key.key, key.least),
        "write it as 1000, or as a size in quotes: \"64M\""));
  return *number;
}

Status read_table(const toml::table& table, std::string_view table_name, std::string_view name, Config& config) {
  for (auto&& [key, node] : table) {
    bool known = false;
    for (const NumberKey& row : kNumberKeys) {
      if (row.table != table_name || row.key != key.str()) continue;
      TRY_ASSIGN(number, read_number(node, row, name));
      config.*row.member = number;
      known = true;
    }
    if (!known)
      return fail(invalid(name, key.source().begin,
          fmt::format("the key '{}.{}' is not known", table_name, escape_for_display(key.str())), known_keys()));
  }
  return {};
}

Status read_cloud(const toml::table& table, std::string_view name, Config& config) {
  for (auto&& [key, node] : table) {
    std::string text = node.value_exact<std::string>().value_or("");
    if (key.str() == "file" && text.starts_with('/')) config.cloud_file = text;
    else if (key.str() == "url" && !store::scheme_of(text).empty()) config.cloud_url = text;
    else if (key.str() == "tls" && (text == "verified" || text == "unverified"))
      config.cloud_unverified = text == "unverified";
    else
      return fail(invalid(name, key.source().begin,
          fmt::format("'cloud.{}' is not known, or has a value that it cannot have", escape_for_display(key.str())),
          "write file = \"/path/to/set.db\" or url = \"postgresql://host/name\"; tls is \"verified\" or "
          "\"unverified\""));
    // What it holds is in no message.
    if (key.str() == "url" && store::has_password(text))
      return fail(invalid(name, node.source().begin, "'cloud.url' holds a password",
          "take it out; keep it in ~/.pgpass, or name a service of ~/.pg_service.conf that has it"));
  }
  if (config.cloud_file && config.cloud_url)
    return fail(invalid(name, table.source().begin, "'cloud' names a file and an address", "take one of them out"));
  return {};
}

Status read_trust(const toml::table& table, std::string_view name, Config& config) {
  for (auto&& [key, node] : table) {
    const toml::array* list = key.str() == "owners" ? node.as_array() : nullptr;
    bool good = list != nullptr;
    if (good)
      for (const toml::node& item : *list) {
        auto number = item.value_exact<int64_t>();
        auto text = item.value_exact<std::string>();
        good = good && (text ? !text->empty() : number && *number >= 0);
        if (good) config.trusted_owners.push_back(text ? *text : std::to_string(*number));
      }
    if (!good)
      return fail(invalid(name, key.source().begin,
          fmt::format("'trust.{}' is not known, or is not a list of users", escape_for_display(key.str())),
          "write owners = [\"root\", 1001]"));
  }
  return {};
}

// A list of globs.
Result<std::vector<policy::PathRule>> read_globs(const toml::node& node, std::string_view key, std::string_view name) {
  std::vector<policy::PathRule> rules;
  const toml::array* list = node.as_array();
  for (size_t i = 0; list != nullptr && i < list->size(); ++i) {
    auto text = (*list)[i].value_exact<std::string>();
    auto rule = text ? policy::PathRule::parse(*text) : Result<policy::PathRule>(fail(Code::usage, "is not text"));
    if (!rule)
      return fail(invalid(name, (*list)[i].source().begin,
          fmt::format("'{}' holds what is not a pattern: {}", key, rule.error().message), rule.error().hint));
    rules.push_back(std::move(*rule));
  }
  if (list != nullptr) return rules;
  return fail(invalid(name, node.source().begin, fmt::format("'{}' is not a list of patterns", key),
      "write a list such as [\"secrets/**\", \"*.pem\"]"));
}

Status read_policy(const toml::table& table, std::string_view name, Config& config) {
  for (auto&& [key, node] : table) {
    auto list = std::find(std::begin(policy::kListNames), std::end(policy::kListNames), key.str());
    std::string full = fmt::format("policy.{}", escape_for_display(key.str()));
    if (list != std::end(policy::kListNames)) {
      TRY_ASSIGN(rules, read_globs(node, full, name));
      config.policy.list(static_cast<policy::List>(list - std::begin(policy::kListNames))) = std::move(rules);
      continue;
    }
    if (key.str() != "approvals")
      return fail(invalid(name, key.source().begin, fmt::format("the key '{}' is not known", full), known_keys()));
    config.policy.approvals = policy::parse_approvals(node.value_exact<std::string>().value_or(""));
    if (!config.policy.approvals)
      return fail(invalid(name, node.source().begin, "'policy.approvals' has a value that is not known",
          "write \"tools\", \"always\" or \"never\""));
  }
  return {};
}

// "docs/**" = "doc", or a list of tags.
Status read_tags(const toml::table& table, std::string_view name, Config& config) {
  for (auto&& [key, node] : table) {
    auto glob = Glob::parse(key.str());
    if (!glob)
      return fail(invalid(name, key.source().begin,
          fmt::format("'tags' holds what is not a pattern: {}", glob.error().message), glob.error().hint));
    const toml::array* list = node.as_array();
    size_t count = list != nullptr ? list->size() : 1;
    for (size_t i = 0; i < count; ++i) {
      auto tag = (list != nullptr ? (*list)[i] : node).value_exact<std::string>();
      if (!tag || tag->empty())
        return fail(invalid(name, node.source().begin,
            fmt::format("the tag of '{}' is not a text", escape_for_display(key.str())),
            "write \"docs/**\" = \"doc\", or a list of tags"));
      config.tags.emplace_back(*glob, *tag);
    }
  }
  return {};
}

Status read_summarizer(const toml::table& table, std::string_view name, Config& config) {
  for (auto&& [key, node] : table) {
    const toml::array* words = key.str() == "command" ? node.as_array() : nullptr;
    int64_t seconds = key.str() == "timeout" ? node.value_exact<int64_t>().value_or(0) : 0;
    bool good = words != nullptr ? !words->empty() : seconds > 0 && seconds <= 3600;
    if (good && words == nullptr) config.summarizer_timeout = static_cast<uint64_t>(seconds);
    for (size_t i = 0; good && words != nullptr && i < words->size(); ++i) {
      auto word = (*words)[i].value_exact<std::string>();
      good = word && (i > 0 || !word->empty());
      if (good) config.summarizer.push_back(*word);
    }
    if (!good)
      return fail(invalid(name, key.source().begin,
          fmt::format(
              "'summarizer.{}' is not known, or has a value that it cannot have", escape_for_display(key.str())),
          "write command = [\"program\", \"argument\"] and timeout = 10"));
  }
  return {};
}

Status read_verify(const toml::table& table, std::string_view name, Config& config) {
  VerifySetting& verify = config.verify.emplace();
  for (auto&& [key, node] : table) {
    auto command = key.str() == "command" ? node.value_exact<std::string>() : std::nullopt;
    int64_t seconds = key.str() == "timeout" ? node.value_exact<int64_t>().value_or(0) : 0;
    if (command) verify.command = *command;
    else if (seconds > 0 && seconds <= kMostVerifySeconds) verify.timeout = static_cast<uint64_t>(seconds);
    else
      return fail(invalid(name, key.source().begin,
          fmt::format("'verify.{}' is not known, or has a value that it cannot have", escape_for_display(key.str())),
          "write command = \"make test\" and timeout = 600"));
  }
  return {};
}

// "*.py" = "python3 -m py_compile", or a list of words.
Status read_checkers(const toml::table& table, std::string_view name, Config& config) {
  for (auto&& [key, node] : table) {
    auto files = Glob::parse(key.str());
    if (!files)
      return fail(invalid(name, key.source().begin,
          fmt::format("'check' holds what is not a pattern: {}", files.error().message), files.error().hint));
    auto line = node.value_exact<std::string>();
    std::vector<std::string> words = line ? split_shell_words(*line) : std::vector<std::string>();
    std::erase(words, "");
    const toml::array* list = node.as_array();
    for (size_t i = 0; list != nullptr && i < list->size(); ++i)
      words.push_back((*list)[i].value_exact<std::string>().value_or(""));
    if (words.empty() || words.front().empty())
      return fail(invalid(name, node.source().begin,
          fmt::format("the checker of '{}' is not a command", escape_for_display(key.str())),
          "write \"*.py\" = \"python3 -m py_compile\", or a list of words"));
    config.checkers.push_back({std::move(*files), std::move(words)});
  }
  return {};
}

// What a key of a profile sets; null: there is no such key.
std::optional<uint64_t>* number_at(context::ProfileRule& rule, std::string_view key) {
  if (key == "lines") return &rule.lines;
  if (key == "call_tokens") return &rule.call_tokens;
  return key == "session_tokens" ? &rule.session_tokens : nullptr;
}

std::optional<bool>* flag_at(context::ProfileRule& rule, std::string_view key) {
  return key == "whole" ? &rule.whole : key == "diff" ? &rule.diff : nullptr;
}

// [profile.NAME]
Status read_profile(std::string_view profile, const toml::table& table, std::string_view name,
    std::vector<context::ProfileRule>& rules) {
  context::ProfileRule rule{.name = std::string(profile)};
  for (auto&& [key, node] : table) {
    auto number = node.value_exact<int64_t>();
    auto flag = node.value_exact<bool>();
    std::optional<uint64_t>* amount = number && *number > 0 ? number_at(rule, key.str()) : nullptr;
    std::optional<bool>* choice = flag ? flag_at(rule, key.str()) : nullptr;
    if (amount != nullptr) *amount = static_cast<uint64_t>(*number);
    else if (choice != nullptr) *choice = flag;
    else
      return fail(invalid(name, key.source().begin,
          fmt::format("'profile.{}.{}' is not known, or has a value that it cannot have", escape_for_display(profile),
              escape_for_display(key.str())),
          "known are lines, call_tokens, session_tokens (numbers of at least 1), whole, diff (true or false)"));
  }
  rules.push_back(std::move(rule));
  return {};
}

Status read_profiles(const toml::table& table, std::string_view name, Config& config) {
  for (auto&& [key, node] : table) {
    const toml::table* profile = node.as_table();
    if (profile == nullptr)
      return fail(invalid(name, key.source().begin,
          fmt::format("'profile.{}' is not a table", escape_for_display(key.str())), "write [profile.NAME]"));
    TRY(read_profile(key.str(), *profile, name, config.profiles));
  }
  return {};
}

// What a key at the top must be; "": no such key.
std::string_view wanted_type(std::string_view key) {
  if (key == "log" || key == "limits" || key == "cloud" || key == "trust" || key == "policy" || key == "tags" ||
      key == "profile" || key == "summarizer" || key == "session" || key == "verify" || key == "check")
    return "write it as a table";
  if (key == "strict") return "write true or false";
  return key == "repository" ? "write a name in quotes" : "";
}

// False where the value has another type than the key wants.
Result<bool> read_key(std::string_view key, const toml::node& node, std::string_view name, Config& config) {
  if (const toml::table* table = node.as_table(); table != nullptr) {
    if (key == "strict" || key == "repository") return false;
    if (key == "cloud") TRY(read_cloud(*table, name, config));
    else if (key == "trust") TRY(read_trust(*table, name, config));
    else if (key == "policy") TRY(read_policy(*table, name, config));
    else if (key == "tags") TRY(read_tags(*table, name, config));
    else if (key == "profile") TRY(read_profiles(*table, name, config));
    else if (key == "summarizer") TRY(read_summarizer(*table, name, config));
    else if (key == "verify") TRY(read_verify(*table, name, config));
    else if (key == "check") TRY(read_checkers(*table, name, config));
    else TRY(read_table(*table, key, name, config));
    return true;
  }
  if (key == "strict") config.strict = node.value<bool>();
  if (key == "strict") return node.is_boolean();
  if (key != "repository" || !node.is_string() || node.value<std::string>()->empty()) return false;
  config.repository = node.value<std::string>();
  return true;
}

// Patterns and names that a person made up are not told.
std::vector<std::string> keys_of(const toml::table& root) {
  std::vector<std::string> keys;
  for (auto&& [key, node] : root) {
    const toml::table* table = node.as_table();
    bool has_own_names = key.str() == "tags" || key.str() == "check" || key.str() == "profile";
    if (table == nullptr || has_own_names) keys.emplace_back(key.str());
    else
      for (auto&& [inner, value] : *table) keys.push_back(fmt::format("{}.{}", key.str(), inner.str()));
  }
  return keys;
}

Status read_root(const toml::table& root, std::string_view name, Config& config) {
  for (auto&& [key, node] : root) {
    std::string_view hint = wanted_type(key.str());
    if (hint.empty())
      return fail(invalid(name, key.source().begin,
          fmt::format("the key '{}' is not known", escape_for_display(key.str())), known_keys()));
    TRY_ASSIGN(is_read, read_key(key.str(), node, name, config));
    if (!is_read)
      return fail(
          invalid(name, node.source().begin, fmt::format("'{}' has the wrong type", key.str()), std::string(hint)));
  }
  return {};
}

}  // namespace

Result<Config> parse_config(std::string_view text, std::string_view name) {
  toml::parse_result parsed = toml::parse(text, std::string(name));
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return fail(invalid(name, error.source().begin,
        fmt::format("the configuration is not TOML: {}", escape_for_display(error.description())),
        "mend the file, or point APTIX_CONFIG to another"));
  }
  Config config;
  config.policy.from = name;
  TRY(read_root(parsed.table(), name, config));
  config.keys = keys_of(parsed.table());
  return config;
}

}  // namespace aptix::ops
