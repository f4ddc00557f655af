// --interactive: a person chooses among the edits of a plan that fits, before the lock is taken, and is then held to
// what was shown.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "base/result.h"
#include "model/change_set.h"
#include "model/report.h"
#include "ops/apply/request.h"
#include "ops/apply/review.h"

namespace aptix::ops {

struct PersonsChoice {
  bool was_made = false;
  bool ends = false;                // nothing is left to be done, or nobody could be asked
  std::vector<FileEdit> all = {};   // what was asked about
  std::map<RelPath, Sha256> shown;  // the files as they were then
  Counts left_out = {};
  std::set<RelPath> by_hand = {};
};

// Leaves what was chosen in the plan. `resolved` is what the plan resolves to, without errors.
Outcome<PersonsChoice> choose(
    Plan& plan, Outcome<ChangeSet>& resolved, const Resolve& resolve, const ApplyRequest& request);

// A file that has changed since is an error, and then nothing else is said.
void hold_to_shown(const PersonsChoice& choice, Outcome<ChangeSet>& resolved, unsigned threads);

// Adds the files of which nothing was chosen, how many edits were left out of the others, and which files a person gave
// a content of their own.
void describe_choice(const PersonsChoice& choice, std::vector<FileReport>& files);

}  // namespace aptix::ops
