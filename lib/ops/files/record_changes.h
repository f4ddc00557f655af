// What is said of recorded transactions beyond their record: diffs. Needs no lock.
#pragma once

#include <string>
#include <vector>

#include "disk/history.h"
#include "model/change_set.h"

namespace aptix::ops {

// The record with before and after exchanged: what taking it back does.
disk::Record reversed(disk::Record record);

// A file of a record, for the audit.
TouchedPath touched_path(const disk::RecordedFile& file);

// The record of that id; null: there is no such record.
const disk::Record* find_record(const std::vector<disk::Record>& log, uint64_t id);

// What the record did (a reversed one: would do), by paths of the workspace. Contents are looked up by
// their hash, in the tree and among the saved files. A file whose content is gone is left out with a
// warning.
Outcome<ChangeSet> record_changes(
    disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record);

// The same as a unified diff.
Outcome<std::string> record_diff(disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record);

}  // namespace aptix::ops
