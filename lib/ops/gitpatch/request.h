// What gitpatch is asked for, in git's words.
#pragma once

#include "git/apply.h"
#include "git/print.h"
#include "git/reader.h"
#include "model/limits.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

// --include and --exclude, in the order in which they were given: the first that matches decides.
struct NameFilter {
  enum class Kind : uint8_t { include, exclude };
  Kind kind;
  std::string pattern;
};

enum class IgnoreBlanks : uint8_t { no, change };

// What was asked for, in git's words; what is not set is decided by configuration or by git's defaults.
struct GitPatchRequest {
  bool check = false, stat = false, numstat = false, summary = false;  // each turns applying off
  bool apply = false;                                                  // ... and this one on again
  git::NameForm name_form = git::NameForm::quoted;
  bool reject = false, three_way = false, index = false, cached = false, intent_to_add = false;
  bool allow_empty = false;
  bool recount = false;
  bool print = false;             // only the patches, in git's own form
  std::optional<unsigned> strip;  // -p
  std::string directory;
  std::string fake_ancestor;  // --build-fake-ancestor: a file; "" when not wanted
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

  // Else the patch is only looked at.
  bool applies() const { return apply || !(check || stat || numstat || summary || print || !fake_ancestor.empty()); }
};

// Nothing: there is no such action.
std::optional<git::WhitespaceAction> parse_whitespace_action(std::string_view word);

}  // namespace aptix::ops
