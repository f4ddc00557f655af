// The one file that knows toml++. Files are small and rare: speed is no matter here.
#include "ops/config.h"

#include <fmt/format.h>

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
// Some malformed texts break what it asserts before it reports them.
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <charconv>
#include <string>

#include "base/text/text.h"

namespace aptix::ops {
namespace {

using Member = std::optional<uint64_t> Config::*;

struct NumberKey {
  std::string_view table, key;
  Member member;
  uint64_t least;
};

// Every key but `strict`, which is a flag.
constexpr NumberKey kNumberKeys[] = {
    {"log", "keep_transactions", &Config::keep_transactions, 1},
    {"log", "keep_bytes", &Config::keep_bytes, 0},
    {"limits", "max_input", &Config::max_input, 0},
    {"limits", "max_files", &Config::max_files, 0},
    {"limits", "max_edits", &Config::max_edits, 0},
    {"limits", "max_file", &Config::max_file, 0},
    {"limits", "max_result", &Config::max_result, 0},
    {"limits", "max_growth", &Config::max_growth, 0},
};

// Where a number goes, and whether 0 stands for "no limit".
struct Target {
  Member member;
  std::string_view name;
  uint64_t& value;
  bool zero_lifts;
};

Error invalid(std::string_view name, const toml::source_position& at, std::string message, std::string hint) {
  Error error = make_error(Code::config_invalid, std::move(message), std::move(hint));
  error.where.input = name;
  error.where.line = at.line;
  error.where.column = at.column;
  return error;
}

std::string known_keys() {
  std::string text = "known are strict, repository, cloud.file";
  for (const NumberKey& key : kNumberKeys) text += fmt::format(", {}.{}", key.table, key.key);
  return text;
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
    bool good = key.str() == "file" && node.is_string() && node.value<std::string>()->starts_with('/');
    if (!good)
      return fail(invalid(name, key.source().begin,
          fmt::format("'cloud.{}' is not known, or no absolute path", escape_for_display(key.str())),
          "write file = \"/path/to/set.db\""));
    config.cloud_file = node.value<std::string>();
  }
  return {};
}

Status read_root(const toml::table& root, std::string_view name, Config& config) {
  for (auto&& [key, node] : root) {
    bool is_table = key.str() == "log" || key.str() == "limits" || key.str() == "cloud";
    if (key.str() == "cloud" && node.is_table()) {
      TRY(read_cloud(*node.as_table(), name, config));
    } else if (is_table && node.is_table()) {
      TRY(read_table(*node.as_table(), key.str(), name, config));
    } else if (key.str() == "strict" && node.is_boolean()) {
      config.strict = node.value<bool>();
    } else if (key.str() == "repository" && node.is_string() && !node.value<std::string>()->empty()) {
      config.repository = node.value<std::string>();
    } else if (is_table || key.str() == "strict" || key.str() == "repository") {
      std::string hint = is_table ? "write it as a table"
          : key.str() == "strict" ? "write true or false"
                                  : "write a name in quotes";
      return fail(
          invalid(name, node.source().begin, fmt::format("'{}' has the wrong type", key.str()), std::move(hint)));
    } else {
      return fail(invalid(name, key.source().begin,
          fmt::format("the key '{}' is not known", escape_for_display(key.str())), known_keys()));
    }
  }
  return {};
}

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

Result<Config> parse_config(std::string_view text, std::string_view name) {
  toml::parse_result parsed = toml::parse(text, std::string(name));
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return fail(invalid(name, error.source().begin,
        fmt::format("the configuration is not TOML: {}", escape_for_display(error.description())),
        "mend the file, or point APTIX_CONFIG to another"));
  }
  Config config;
  TRY(read_root(parsed.table(), name, config));
  return config;
}

Outcome<Settings> merge(const Config& user, const Config& workspace, std::string_view workspace_name) {
  Outcome<Settings> outcome;
  Settings& settings = outcome.value;
  Limits& limits = settings.limits;
  const Target targets[] = {
      {&Config::keep_transactions, "log.keep_transactions", settings.keep_transactions, false},
      {&Config::keep_bytes, "log.keep_bytes", settings.keep_bytes, false},
      {&Config::max_input, "limits.max_input", limits.document_bytes, true},
      {&Config::max_files, "limits.max_files", limits.files, true},
      {&Config::max_edits, "limits.max_edits", limits.edits, true},
      {&Config::max_file, "limits.max_file", limits.file_bytes, true},
      {&Config::max_result, "limits.max_result", limits.result_bytes, true},
      {&Config::max_growth, "limits.max_growth", limits.growth, true},
  };
  for (const Target& target : targets) {
    if (auto value = user.*target.member) target.value = *value;
    auto value = workspace.*target.member;
    if (!value) continue;
    if (is_wider(*value, target.value, target.zero_lifts)) {
      Diagnostic warning = make_error(Code::config_invalid,
          fmt::format("'{}' of a workspace can only narrow; {} was kept", target.name, target.value),
          "set it in your own configuration file");
      warning.path = workspace_name;
      outcome.diagnostics.warnings.push_back(std::move(warning));
    } else {
      target.value = *value;
    }
  }
  settings.cloud_file = user.cloud_file.value_or("");
  if (workspace.cloud_file) {
    Diagnostic warning = make_error(
        Code::config_invalid, "'cloud.file' of a workspace is not taken", "set it in your own configuration file");
    warning.path = workspace_name;
    outcome.diagnostics.warnings.push_back(std::move(warning));
  }
  settings.repository = workspace.repository.value_or(user.repository.value_or(""));
  settings.strict = user.strict.value_or(false) || workspace.strict.value_or(false);
  return outcome;
}

}  // namespace aptix::ops
