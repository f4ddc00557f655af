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

// One file as written; a member is empty if the file does not set it.
struct Config {
  std::optional<bool> strict{};
  std::optional<std::string> cloud_file{}, cloud_url{};  // [cloud] file, url
  std::optional<bool> cloud_unverified{};                // [cloud] tls = "unverified"
  std::optional<std::string> repository{};               // the first component of every docPath
  std::vector<std::string> trusted_owners{};             // [trust] owners: users by name or number
  std::vector<std::string> keys{};                       // the keys that it sets: "log.keep_days"
  std::map<std::string_view, uint64_t> numbers{};        // "log.keep_days"; of [log], [session] and [limits]
  policy::Rules policy{};                                // [policy], with the name of the file
  context::TagRules tags{};                              // [tags]: for each glob a tag or a list of tags
  std::vector<context::ProfileRule> profiles{};          // [profile.NAME]
  std::vector<std::string> summarizer{};                 // [summarizer] command
  std::optional<uint64_t> summarizer_timeout{};          // in seconds
  VerifySetting verify{};                                // [verify]
  std::vector<Checker> checkers{};                       // [check]: a command for each glob
};

// The settings of a run, before environment and flags apply.
struct Settings {
  bool strict = false;
  // The Cloud File Set: at most one of the two is set. Only the user's own file can set it.
  std::string cloud_file{}, cloud_url{};
  bool cloud_unverified = false;  // the server's certificate is not checked
  std::string repository{};       // "": not configured
  uint64_t keep_transactions = kKeepTransactions;
  uint64_t keep_bytes = kKeepBytes;
  uint64_t keep_days = 0;  // 0: any age; as keep_checkpoints, used by 'aptix gc' only
  uint64_t keep_checkpoints = kKeepCheckpoints;
  Limits limits;
  SessionBudget session{};
  policy::Policy policy{};
  context::TagRules tags{};  // of both files
  std::vector<context::Profile> profiles = context::usual_profiles();
  // Program and arguments; empty: none. Only the user's own file can set it.
  std::vector<std::string> summarizer{};
  uint64_t summarizer_timeout = 10;            // in seconds
  VerifySetting verify{}, workspace_verify{};  // the second is used only on request
  std::vector<Checker> checkers{};             // only the user's own file can set them

  bool has_cloud() const { return !cloud_file.empty() || !cloud_url.empty(); }
};

// `name` is for messages. Fails with config_invalid, with line and column, if the text is not TOML, a key is unknown or
// a value has the wrong type. Sizes are integers or "64M".
Result<Config> parse_config(std::string_view text, std::string_view name);

// Applies the user's file, then the workspace's, which may only narrow: be strict, lower a limit, keep less. A setting
// of the workspace that would widen is ignored, with a warning.
Outcome<Settings> merge(const Config& user, const Config& workspace, std::string_view workspace_name);

// "64", "64K", "64M", "64G" (powers of 1024, either case, optionally with "B" or "iB"). nullopt for anything else, or
// if it is too large.
std::optional<uint64_t> parse_size(std::string_view text);

}  // namespace aptix::ops
