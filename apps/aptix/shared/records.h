// Log records, the state of stored batches, and sessions, as text and as JSON.
#pragma once

#include "disk/history.h"
#include "model/change_set.h"
#include "render/json.h"
#include "store/workspace_tables.h"
#include "terminal/session.h"

namespace aptix::app {

// Parses an ID as `aptix log` shows it. Fails with usage.
Result<uint64_t> parse_id(std::string_view text);

std::string describe(const disk::Record& record);    // "create src/a.c" per line; also "copy a.c -> b.c"
std::string_view verb_of(const FileChange& change);  // "create", "delete", "change"
std::string describe(const ChangeSet& changes);      // "change src/a.c" per line
// The remark after such lines: `done`, or that it was a dry run.
std::string end_of_changes(const Session& session, size_t files, const std::string& done);
std::string local_time(int64_t time_ns);  // "2026-01-31 15:04:05"
std::string utc_time(int64_t time_ns);    // "2026-01-31T14:04:05Z"

std::string hex_of(const disk::StoredState& state);  // hex of its SHA-256; "": there is no file

// The field "files": [{path, from?, operation, before, after}]
void write_files(json::Writer& w, const disk::Record& record);
void write_files(json::Writer& w, const ChangeSet& changes);  // without 'from'

// " as transaction 7" or " and there was nothing to change".
std::string as_transaction(const store::Application& application);

// The field "applications": [{transaction, time}]; the transaction is null if there was nothing to change.
void write_applications(json::Writer& w, const store::StoredBatch& batch);

// session, name, started, ended, caller, profile
void write_session(json::Writer& w, const ops::SessionState& state);
// The member "budget".
void write_budget(json::Writer& w, const ops::LiveSession& live);

}  // namespace aptix::app
