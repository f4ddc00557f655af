// What configuration files set, and what holds for a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "context/profile.h"
#include "context/tree/tags.h"
#include "model/limits.h"
#include "ops/publish/checks.h"
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
  std::optional<bool> strict;
  std::optional<std::string> cloud_file{}, cloud_url{};              // [cloud] file, url
  std::optional<bool> cloud_unverified{};                            // [cloud] tls = "unverified"
  std::optional<std::string> repository{};                           // the first part of every docPath
  std::vector<std::string> trusted_owners{};                         // [trust] owners: users by name or number
  std::vector<std::string> keys{};                                   // all that it states: "log.keep_days"
  std::optional<uint64_t> keep_transactions, keep_bytes, keep_days;  // [log]
  std::optional<uint64_t> keep_checkpoints{};
  policy::Rules policy{};                        // [policy], and the name of the file
  context::TagRules tags{};                      // [tags]: a tag, or a list of them, for each glob
  std::vector<context::ProfileRule> profiles{};  // [profile.NAME]
  std::vector<std::string> summarizer{};         // [summarizer] command
  std::optional<uint64_t> summarizer_timeout{};  // in seconds
  std::optional<VerifySetting> verify{};         // [verify]
  std::vector<Checker> checkers{};               // [check]: a command for each glob
  std::optional<uint64_t> read_tokens{}, write_files{}, write_bytes{};                        // [session]
  std::optional<uint64_t> max_input, max_files, max_edits, max_file, max_result, max_growth;  // [limits]
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
  std::vector<std::string>
      summarizer{};                  // a program and its arguments; none: none. Only the user's own file can name it
  uint64_t summarizer_timeout = 10;  // in seconds
  VerifySetting verify{}, workspace_verify{};  // the second is run where it is asked for
  std::vector<Checker> checkers{};             // only the user's own file can name them

  bool has_cloud() const { return !cloud_file.empty() || !cloud_url.empty(); }
};

}  // namespace aptix::ops
