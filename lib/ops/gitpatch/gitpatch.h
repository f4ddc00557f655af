// `aptix gitpatch`: does to the files of a work tree what git-apply(1) does, as one transaction (run.cpp).
#pragma once

#include <span>

#include "git/apply.h"
#include "git/print.h"
#include "git/reader.h"
#include "model/git_log.h"
#include "model/input.h"
#include "model/limits.h"
#include "model/report.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

// --include and --exclude, in the order given: the first that matches decides.
struct NameFilter {
  enum class Kind : uint8_t { include, exclude };
  Kind kind;
  std::string pattern;
};

enum class IgnoreBlanks : uint8_t { no, change };

// The options, in git's words. Unset ones are decided by the configuration or by git's defaults.
struct GitPatchRequest {
  bool check = false, stat = false, numstat = false, summary = false;  // each turns applying off
  bool apply = false;                                                  // ... and this turns it on again
  git::NameForm name_form = git::NameForm::quoted;
  bool reject = false, three_way = false, index = false, cached = false, intent_to_add = false;
  bool allow_empty = false;
  bool recount = false;
  bool print = false;             // only print the patches, in git's form
  std::optional<unsigned> strip;  // -p
  std::string directory;
  std::string fake_ancestor;  // --build-fake-ancestor: a file; "": not requested
  std::vector<NameFilter> filters;
  std::optional<git::WhitespaceAction> whitespace;
  std::optional<IgnoreBlanks> ignore_blanks;
  git::ApplyRules rules;  // direction, context, unidiff_zero, ...
  git::Verbosity verbosity = git::Verbosity::normal;

  bool dry_run = false, want_diff = false, strict = false;
  std::optional<PageRequest> page = {};  // --html
  Limits limits;
  Checks checks = {};  // --check-syntax, --verify
  disk::CommitOptions commit;

  // False: the patches are only examined.
  bool applies() const { return apply || !(check || stat || numstat || summary || print || !fake_ancestor.empty()); }
};

// nullopt if there is no such action.
std::optional<git::WhitespaceAction> parse_whitespace_action(std::string_view word);

class GitRepository;

struct GitPatchResult {
  Report report;
  std::string out;           // for standard output: --stat and the like
  std::vector<GitLine> log;  // for standard error, in order
  int exit_code = 0;         // git's: 0, 1, 128
};

GitPatchResult gitpatch(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace,
    GitRepository& repository, const GitPatchRequest& request);

}  // namespace aptix::ops
