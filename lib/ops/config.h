// Configuration files: TOML text in, settings out. Reads no file itself.
#pragma once

#include <map>

#include "context/profile.h"
#include "context/tree/tags.h"
#include "model/limits.h"
#include "ops/publish/publish.h"
#include "policy/policy.h"

namespace aptix::ops {

inline constexpr uint64_t kKeepCheckpoints = 20;

// [verify]: see --verify.
struct VerifySetting {
  std::string command{};   // for a shell; "": none
  uint64_t timeout = 600;  // in seconds
};

// One file, as it was written; what it does not state is empty.
struct Config {
  std::optional<bool> strict{};
  std::optional<std::string> cloud_file{}, cloud_url{};  // [cloud] file, url
  std::optional<bool> cloud_unverified{};                // [cloud] tls = "unverified"
  std::optional<std::string> repository{};               // the first part of every docPath
  std::vector<std::string> trusted_owners{};             // [trust] owners: users by name or number
  std::vector<std::string> keys{};                       // all that it states: "log.keep_days"
  std::map<std::string_view, uint64_t> numbers{};        // "log.keep_days"; of [log], [session] and [limits]
  policy::Rules policy{};                                // [policy], and the name of the file
  context::TagRules tags{};                              // [tags]: a tag, or a list of them, for each glob
  std::vector<context::ProfileRule> profiles{};          // [profile.NAME]
  std::vector<std::string> summarizer{};                 // [summarizer] command
  std::optional<uint64_t> summarizer_timeout{};          // in seconds
  VerifySetting verify{};                                // [verify]
  std::vector<Checker> checkers{};                       // [check]: a command for each glob
};

// What holds for a run, before environment and flags have their say.
struct Settings {
  bool strict = false;
  // Of the Cloud File Set, one of the two or none. Only the user's own file can name it.
  std::string cloud_file{}, cloud_url{};
  bool cloud_unverified = false;  // whoever answers at the address is believed
  std::string repository{};       // "": not configured
  uint64_t keep_transactions = kKeepTransactions;
  uint64_t keep_bytes = kKeepBytes;
  uint64_t keep_days = 0;  // 0: any age; 'aptix gc' alone looks at it, and at the next one
  uint64_t keep_checkpoints = kKeepCheckpoints;
  Limits limits;
  SessionBudget session{};
  policy::Policy policy{};
  context::TagRules tags{};  // of both files
  std::vector<context::Profile> profiles = context::usual_profiles();
  // a program and its arguments; none: none. Only the user's own file can name it
  std::vector<std::string> summarizer{};
  uint64_t summarizer_timeout = 10;            // in seconds
  VerifySetting verify{}, workspace_verify{};  // the second is run where it is asked for
  std::vector<Checker> checkers{};             // only the user's own file can name them

  bool has_cloud() const { return !cloud_file.empty() || !cloud_url.empty(); }
};

// `name` is for messages. Fails with config_invalid, naming line and column: for text that is not
// TOML, for unknown keys and for values of the wrong kind. Sizes are integers or "64M".
Result<Config> parse_config(std::string_view text, std::string_view name);

// The user's file, then the workspace's, which may only narrow: be strict, lower a limit, keep less.
// What it tries to widen is left out, and a warning says so.
Outcome<Settings> merge(const Config& user, const Config& workspace, std::string_view workspace_name);

// "64", "64K", "64M", "64G" (powers of 1024, either case, an optional "B" or "iB"); nothing for anything else, or too
// much.
std::optional<uint64_t> parse_size(std::string_view text);

}  // namespace aptix::ops
